import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createHostRequests } from '../../src/db/collection/host-requests.ts'
import { createHostTurns } from '../../src/db/collection/host-turns.ts'
import { isDatabaseOutage } from '../../src/db/connect/outage.ts'
import { openDatabase } from '../../src/db/database.ts'
import { failureOf } from '../../src/net/guard/failure.ts'
import {
  type Proc,
  postmasterPid,
  rows,
  type Service,
  startService,
  startWeb,
  type Web,
} from '../jobs/service.ts'
import { type DatabaseDoor, databaseDoor } from '../support/database-door.ts'
import { until } from '../support/until.ts'

describe('a restart of the database', () => {
  let service: Service
  let door: DatabaseDoor
  let web: Web
  let worker: Proc
  before(async () => {
    // A page that a test holds must not time out, however slow the machine.
    ;[service, web] = await Promise.all([
      startService({ TOSCAN_PAGE_TIMEOUT_MS: '120000' }, { ownPostgres: true }),
      startWeb(),
    ])
    door = await databaseDoor(service.opened.url)
    worker = await service.worker({ DATABASE_URL: door.url, TOSCAN_SECRET_KEY: service.opened.secretKey })
  })
  after(async () => {
    await service?.stop()
    await Promise.all([door?.close(), web?.close()])
  })

  it('is no crash of a scan that meets it, as often as three times', async () => {
    const { orgId } = await service.org()
    web.hold((path) => path === '/met')
    const scanId = await service.submit(orgId, [`${web.origin}/met`], { single: true })
    for (let outage = 1; outage <= 3; outage++) {
      await until('its page is asked for', () => web.counts.get('/met') === outage && web.open.size === 1)
      await door.close()
      // Its next step meets the closed door.
      web.release()
      await until('it has met it', () => worker.output().split('met an outage').length - 1 === outage)
      web.hold((path) => path === '/met' && outage < 3)
      await door.open()
      await until('it runs again', () => web.counts.get('/met') === outage + 1)
    }
    await until('it has ended', async () => (await scan(scanId)).status !== 'processing')
    assert.deepEqual(await scan(scanId), { status: 'completed', attempt: 1, outages: 3, error: null })
  })

  it('in the midst of a fetch is told apart from a site that refuses', async () => {
    const { db, close } = openDatabase(door.url)
    await door.close()
    const [turn, place] = await Promise.allSettled([
      createHostTurns(db, 25).take('ex.com'),
      createHostRequests(db, 4).enter('ex.com'),
    ])
    await door.open()
    await close()
    for (const refused of [turn, place]) {
      assert.ok(refused?.status === 'rejected')
      assert.equal(failureOf(refused.reason), null)
      assert.ok(isDatabaseOutage(refused.reason))
    }
  })

  it('leaves everybody the time to renew: a scan whose lease ran out meanwhile stays with its worker', async () => {
    const { orgId } = await service.org()
    web.hold((path) => path === '/meanwhile')
    const scanId = await service.submit(orgId, [`${web.origin}/meanwhile`], { single: true })
    await until('its page is asked for', () => web.counts.get('/meanwhile') === 1)
    const both = [worker, await service.worker()]
    const postmaster = postmasterPid(service.dataDir)
    assert.ok(postmaster)
    // What a longer absence would bring. Nobody may claim it in the moment before the absence: neither by a claim that was under way when its worker was
    // frozen, nor by one that the server's last connections still serve after its death.
    for (const { child } of both) child.kill('SIGSTOP')
    await until('what they had asked has been done', async () => {
      const [row] = await rows<{ idle: boolean }>(
        service,
        `select count(*) = 0 as idle from pg_stat_activity
          where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`,
      )
      return row?.idle
    })
    await service.opened.pool.query('update scans set lease_until = clock_timestamp() where scan_id = $1', [
      scanId,
    ])
    process.kill(postmaster, 'SIGKILL')
    await until('there is another server', () => ![null, postmaster].includes(postmasterPid(service.dataDir)))
    for (const { child } of both) child.kill('SIGCONT')
    await until('its lease is renewed', async () => {
      const [row] = await rows<{ held: boolean }>(
        service,
        'select lease_until > clock_timestamp() as held from scans where scan_id = $1',
        [scanId],
      ).catch(() => [])
      return row?.held
    })
    web.release()
    await until('it has ended', async () => (await scan(scanId)).status !== 'processing')
    assert.deepEqual(await scan(scanId), { status: 'completed', attempt: 1, outages: 0, error: null })
    assert.equal(web.counts.get('/meanwhile'), 1)
  })

  async function scan(scanId: string) {
    const [row] = await rows<{ status: string; attempt: number; outages: number; error: string | null }>(
      service,
      'select status, attempt, outages, error from scans where scan_id = $1',
      [scanId],
    )
    return row ?? { status: 'missing', attempt: 0, outages: 0, error: null }
  }
})
