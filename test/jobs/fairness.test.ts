import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allEnded, rows, type Service, startService, startWeb, until, type Web } from './service.ts'

describe('fairness between organizations', () => {
  let service: Service
  let web: Web
  before(async () => {
    ;[service, web] = await Promise.all([startService(), startWeb()])
    await service.worker({ TOSCAN_SCAN_CONCURRENCY: '4' })
  })
  after(async () => {
    await service?.stop()
    await web?.close()
  })

  it("starts a newcomer's scan before any more of another's batch of 2,000", async () => {
    const big = await service.org('Big')
    const small = await service.org('Small')
    web.hold()
    await service.submit(
      big.orgId,
      Array.from({ length: 2000 }, (_, index) => `${web.origin}/big${index}`),
    )
    await until(
      () => web.open.size === 4,
      () => web.open.size,
    )
    const scanId = await service.submit(small.orgId, [`${web.origin}/small`], { single: true })
    web.release()
    await until(async () => (await statusOf(scanId)) === 'completed')
    const [overtaken] = await rows<{ scans: number }>(
      service,
      `select count(*)::integer as scans from scans, (select created_at, processing_started_at from scans where scan_id = $2) one
        where org_id = $1 and scans.processing_started_at > one.created_at and scans.processing_started_at < one.processing_started_at`,
      [big.orgId, scanId],
    )
    // Only a claim that was already on its way may come between.
    assert.ok((overtaken?.scans ?? 99) <= 4, `${overtaken?.scans} scans of the batch started first`)
    await service.opened.pool.query('delete from scans where org_id = $1', [big.orgId])
  })

  it('shares the slots evenly between organizations that all have work', async () => {
    const orgs = await Promise.all(['A', 'B'].map((name) => service.org(name)))
    web.hold()
    for (const [index, org] of orgs.entries()) {
      await service.submit(
        org.orgId,
        Array.from({ length: 10 }, (_, page) => `${web.origin}/even${index}-${page}`),
      )
    }
    await until(
      () => web.open.size === 4,
      () => web.open.size,
    )
    web.release()
    for (const org of orgs) await allEnded(service, org.orgId)
    const order = await rows<{ org_id: string }>(
      service,
      `select org_id from scans where org_id = any($1) order by processing_started_at`,
      [orgs.map((org) => org.orgId)],
    )
    // The first organization may fill the slots before the second has come; from then on they take turns.
    const later = order.slice(4, 16).map((row) => row.org_id)
    const first = later.filter((orgId) => orgId === orgs[0]?.orgId).length
    assert.ok(first >= 3 && first <= 9, `${first} of ${later.length} went to the first organization`)
  })

  it('starts the scans of one organization in the order of their submission', async () => {
    const { orgId } = await service.org()
    await service.submit(
      orgId,
      Array.from({ length: 40 }, (_, index) => `${web.origin}/order${index}`),
    )
    await allEnded(service, orgId)
    const started = await rows<{ batch_position: number; round: string }>(
      service,
      `select batch_position, processing_started_at::text as round from scans where org_id = $1 order by processing_started_at, batch_position`,
      [orgId],
    )
    // Scans of one claim share their start up to microseconds, in any order.
    const positions = started.map((row) => row.batch_position)
    for (const [index, position] of positions.entries()) {
      assert.ok(Math.abs(position - 1 - index) < 4, `${position} started as number ${index + 1}`)
    }
  })

  it('does not let a quick scan wait behind deep ones', async () => {
    const { orgId } = await service.org()
    await service.opened.pool.query('update deployment set scan_concurrency = 5')
    web.hold((path) => path.startsWith('/slow'))
    await service.submit(
      orgId,
      Array.from({ length: 20 }, (_, index) => `${web.origin}/slow${index}`),
      { mode: 'deep' },
    )
    await until(
      () => web.open.size === 4,
      () => web.open.size,
    )
    // The worker itself sends four requests at once to one host: the quick scan looks elsewhere.
    const other = await startWeb()
    const scanId = await service.submit(orgId, [`${other.origin}/quick`], { single: true })
    await until(async () => (await statusOf(scanId)) === 'completed')
    web.release()
    await allEnded(service, orgId)
    await other.close()
  })

  async function statusOf(scanId: string) {
    const [row] = await rows<{ status: string }>(service, 'select status from scans where scan_id = $1', [
      scanId,
    ])
    return row?.status
  }
})
