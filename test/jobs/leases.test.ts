import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { pino } from 'pino'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import { claimScans, releaseScans, renewLeases, storeStep } from '../../src/db/scans/queue.ts'
import { submitScans } from '../../src/db/scans/submissions.ts'
import { startLeases } from '../../src/jobs/start-leases.ts'
import { BEGIN_AND_HOLD } from '../support/begin-and-hold.ts'
import { ownDatabase } from '../support/own-database.ts'
import { until } from '../support/until.ts'

const log = pino({ level: 'silent' })
const TIMES = { leaseSeconds: 1, renewMs: 200 }

describe('the leases of a worker', () => {
  const opened = ownDatabase()

  async function claimed(workerId: string): Promise<string> {
    const secretKey = randomBytes(32).toString('hex')
    const orgId = await makeOrg(opened.db, { name: 'Leases', dailyLimit: null, secretKey })
    const profiles = [{ url: 'https://ex.com/u', target: 'https://ex.com/u' }]
    const options = { batchId: null, scanMode: 'quick' as const, callbackUrl: null, metadata: '{}' }
    await submitScans(opened.db, { orgId, profiles, ...options })
    const [scan] = await claimScans(opened.db, workerId, 1, 1)
    assert.ok(scan)
    return scan.scan_id
  }
  async function isHeld(scanId: string): Promise<boolean> {
    const { rows } = await sql<{ held: boolean }>`
      select lease_until > clock_timestamp() as held from scans where scan_id = ${scanId}::uuid`.execute(
      opened.db,
    )
    return rows[0]?.held === true
  }

  it('begin without waiting for a disk, which nothing else does', async () => {
    const settings = () => sql<{ waits: string }>`select current_setting('synchronous_commit') as waits`
    const { claim, later } = await opened.db.connection().execute(async (db) => {
      // The server of the tests waits for none at all.
      await sql`set synchronous_commit = on`.execute(db)
      const claim = await db.transaction().execute(async (tx) => {
        await claimScans(tx, 'quick', 1, 1)
        return settings().execute(tx)
      })
      const later = await settings().execute(db)
      await sql`reset synchronous_commit`.execute(db)
      return { claim, later }
    })
    assert.deepEqual(claim.rows, [{ waits: 'off' }])
    assert.deepEqual(later.rows, [{ waits: 'on' }])
  })

  it('are forgotten by a database that crashed: the scan is claimed again, and its first worker stores nothing', async () => {
    const scanId = await claimed('first')
    // As the crash leaves it.
    await sql`update scans set worker_id = null, lease_until = null, processing_started_at = null, attempt = 0
               where scan_id = ${scanId}::uuid`.execute(opened.db)
    const step = { scanId, attempt: 1, step: 'profile', output: '{}', startedAt: new Date() }
    assert.equal(await storeStep(opened.db, { ...step, workerId: 'first' }), false)
    const [again] = await claimScans(opened.db, 'second', 1, 1)
    assert.deepEqual([again?.scan_id, again?.attempt], [scanId, 1])
    assert.equal(await storeStep(opened.db, { ...step, workerId: 'first' }), false)
    assert.equal(await storeStep(opened.db, { ...step, workerId: 'second' }), true)
    await sql`update scans set status = 'failed' where scan_id = ${scanId}::uuid`.execute(opened.db)
  })

  it('are kept while its loop is busy for longer than they last', async () => {
    const scanId = await claimed('busy')
    const leases = startLeases({ url: opened.url, workerId: 'busy', log, onLost: () => assert.fail() }, TIMES)
    leases.hold([scanId])
    await until('the first renewal', () => isRenewed(scanId))
    for (const end = performance.now() + 3000; performance.now() < end; );
    assert.equal(await isHeld(scanId), true)
    leases.hold([])
    await leases.stop()
    await until('nobody renews any more', async () => !(await isHeld(scanId)))
  })

  it('lapse when nothing is heard of it, and it learns so when another has taken the scan', async () => {
    const scanId = await claimed('silent')
    const lost: string[] = []
    const times = { ...TIMES, silenceMs: 300 }
    const leases = startLeases(
      { url: opened.url, workerId: 'silent', log, onLost: (id) => lost.push(id) },
      times,
    )
    leases.hold([scanId])
    await until('the lease lapses', async () => !(await isHeld(scanId)))
    const [taken] = await claimScans(opened.db, 'other', 1, 1)
    assert.equal(taken?.scan_id, scanId)
    // Said once, a thread that gets its turn late may find that nothing was heard for too long, again.
    await until('the news', () => {
      leases.hold([scanId])
      return lost.length > 0
    })
    assert.equal(lost[0], scanId)
    await leases.stop()
  })

  describe('beside a transaction that was ending a scan when its connection died', {
    timeout: 20_000,
  }, () => {
    let dead: PoolClient
    let [stuck, free] = ['', '']
    before(async () => {
      stuck = await claimed('unlucky')
      free = await claimed('unlucky')
      dead = await opened.pool.connect()
      await dead.query(BEGIN_AND_HOLD)
      await dead.query('update scans set error = null where scan_id = $1', [stuck])
    })
    after(async () => {
      await dead.query('rollback')
      dead.release()
    })

    it('are renewed for all other scans', async () => {
      const renewed = await renewLeases(opened.db, 'unlucky', [stuck, free], 30)
      assert.deepEqual(renewed.toSorted(), [stuck, free].toSorted(), 'its own has not been taken over')
      assert.equal(await isHeld(free), true)
      await until('the lease of its own lapses', async () => !(await isHeld(stuck)))
    })

    it('hold up no claim when they lapse', async () => {
      const waiting = await claimed('another')
      assert.notEqual(waiting, stuck)
      await sql`update scans set lease_until = clock_timestamp() where scan_id = ${waiting}::uuid`.execute(
        opened.db,
      )
      const [taken] = await claimScans(opened.db, 'third', 1, 1)
      assert.equal(taken?.scan_id, waiting)
    })

    it('are given up for all other scans by a worker that stops', async () => {
      assert.equal(await releaseScans(opened.db, 'unlucky'), 1)
      assert.equal(await isHeld(free), false)
    })

    it('are taken up again once the server has ended it', async () => {
      await dead.query('rollback')
      await until('it is claimed', async () =>
        (await claimScans(opened.db, 'third', 10, 1)).some(({ scan_id }) => scan_id === stuck),
      )
    })
  })

  /** The lease that came with the claim has ended, and the scan is held. */
  async function isRenewed(scanId: string): Promise<boolean> {
    const { rows } = await sql<{ renewed: boolean }>`
      select lease_until > processing_started_at + interval '1.1 seconds' as renewed from scans
       where scan_id = ${scanId}::uuid`.execute(opened.db)
    return rows[0]?.renewed === true
  }
})
