import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allEnded, rows, type Service, scansBy, startService, startWeb, until, type Web } from './service.ts'

describe('the deployment-wide cap', () => {
  let service: Service
  let webs: Web[]
  before(async () => {
    // One host gets few requests at once, so that several are needed to see the cap.
    ;[service, webs] = await Promise.all([startService(), Promise.all([1, 2, 3, 4].map(() => startWeb()))])
    await service.worker({ TOSCAN_SCAN_CONCURRENCY: '6' })
    await Promise.all([service.worker(), service.worker()])
  })
  after(async () => {
    await service?.stop()
    await Promise.all((webs ?? []).map((web) => web.close()))
  })

  const pages = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${webs[index % 4]?.origin}/${name}${index}`)
  const openRequests = () => webs.reduce((sum, web) => sum + web.open.size, 0)

  it('is reached and never passed by three workers', async () => {
    const { orgId } = await service.org()
    for (const web of webs) web.hold()
    const watch = watchRunning(service)
    await service.submit(orgId, pages(60, 'cap'))
    await until(() => openRequests() === 6, openRequests)
    assert.equal((await scansBy(service, orgId)).running, 6)
    for (const web of webs) web.release()
    await allEnded(service, orgId)
    assert.equal(await watch.most(), 6)
    assert.deepEqual(await scansBy(service, orgId), { waiting: 0, running: 0, completed: 60, failed: 0 })
  })

  it('holds for all workers once one of them is started with another value', async () => {
    const { orgId } = await service.org()
    const fourth = await service.worker({ TOSCAN_SCAN_CONCURRENCY: '2' })
    for (const web of webs) web.hold()
    const watch = watchRunning(service)
    await service.submit(orgId, pages(12, 'two'))
    await until(() => openRequests() === 2, openRequests)
    for (const web of webs) web.release()
    await allEnded(service, orgId)
    assert.equal(await watch.most(), 2)
    fourth.kill('SIGTERM')
    assert.equal(await fourth.ended, 0)
  })

  it('leaves a fifth of the slots to quick scans while deep ones queue', async () => {
    const { orgId } = await service.org()
    await service.opened.pool.query('update deployment set scan_concurrency = 5')
    for (const web of webs) web.hold()
    await service.submit(orgId, pages(10, 'deep'), { mode: 'deep' })
    await until(() => openRequests() === 4, openRequests)
    await service.submit(orgId, pages(1, 'quick'), { mode: 'quick' })
    await until(() => openRequests() === 5, openRequests)
    const running = await rows<{ scan_mode: string; scans: number }>(
      service,
      `select scan_mode, count(*)::integer as scans from scans where status = 'processing' and worker_id is not null group by 1 order by 1`,
    )
    assert.deepEqual(running, [
      { scan_mode: 'deep', scans: 4 },
      { scan_mode: 'quick', scans: 1 },
    ])
    for (const web of webs) web.release()
    await allEnded(service, orgId)
  })
})

/** Counts running scans in the database as often as it answers. */
function watchRunning(service: Service) {
  let most = 0
  let watching = true
  const watched = (async () => {
    while (watching) {
      const [row] = await rows<{ running: number }>(
        service,
        `select count(*)::integer as running from scans where status = 'processing' and worker_id is not null`,
      )
      most = Math.max(most, row?.running ?? 0)
    }
  })()
  return {
    async most() {
      watching = false
      await watched
      return most
    },
  }
}
