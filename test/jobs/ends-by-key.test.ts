import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import { recentPage } from '../../src/db/collection/recent-pages.ts'
import type { Tx } from '../../src/db/database.ts'
import { type Capture, insertCapture } from '../../src/db/scans/captures.ts'
import { finishScans, settleEnds } from '../../src/db/scans/finish-scan.ts'
import { claimScans, renewLeases, startOfRun, storeStep } from '../../src/db/scans/queue.ts'
import { failure } from '../../src/jobs/end-scan.ts'
import { ownDatabase } from '../support/own-database.ts'

const workerId = 'w'
const ANSWER: Omit<Capture, 'url' | 'finalUrl' | 'fetchedAt' | 'sha256'> = {
  kind: 'answer',
  identity: 'declared',
  redirects: [],
  status: 200,
  headers: {},
  bytes: 1,
  truncated: false,
}

describe('What a worker asks about its scans', () => {
  // One connection, as it keeps the plans.
  const opened = ownDatabase({ max: 1 })
  let orgId: string
  before(async () => {
    orgId = await makeOrg(opened.db, {
      name: 'Test',
      dailyLimit: null,
      secretKey: randomBytes(32).toString('hex'),
    })
  })

  it('reads neither what waits nor what others left, however little that was when a connection began', async () => {
    await addScans(opened.db, 1000, 'failed')
    for (let nth = 0; nth < 10; nth++) await runWhole(opened.db)
    await addScans(opened.db, 2000)
    await sql`
      insert into recent_pages (key, final_url, redirects, headers, sha256, fetched_at)
      select scan_id::text, '', '[]', '{}', '', clock_timestamp() from scans`.execute(opened.db)
    await sql`
      insert into scan_steps (scan_id, step, output, started_at, attempt)
      select scan_id, 'analysis', '{}', clock_timestamp(), 1 from scans where status = 'failed' on conflict do nothing`.execute(
      opened.db,
    )
    await sql`
      insert into captures (scan_id, org_id, kind, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated)
      select scan_id, org_id, 'answer', 'u', 'u', '[]', 200, '{}', 'declared', clock_timestamp(), repeat('0', 64), 1, false from scans`.execute(
      opened.db,
    )
    const read = await opened.db.transaction().execute(async (tx) => {
      const before = await rowsRead(tx)
      await runWhole(tx)
      return (await rowsRead(tx)) - before
    })
    assert.ok(read < 100, `${read} rows of scans and of what they leave were read`)
  })

  /** From its claim to its end, with a page. */
  async function runWhole(db: Tx) {
    await addScans(db, 1)
    const [claimed] = await claimScans(db, workerId, 1, 30)
    assert.ok(claimed)
    const { scan_id: scanId, attempt } = claimed
    const claim = { scanId, workerId, attempt }
    const sha256 = randomBytes(32).toString('hex')
    const at = new Date().toISOString()
    await startOfRun(db, claimed)
    await recentPage(db, sha256)
    assert.ok(await insertCapture(db, claim, { ...ANSWER, url: 'u', finalUrl: 'u', fetchedAt: at, sha256 }))
    assert.ok(await storeStep(db, { ...claim, step: 'profile', output: '{}', startedAt: new Date() }))
    assert.deepEqual(await renewLeases(db, workerId, [scanId], 30), [scanId])
    const captures = [{ ref: 'E1', sha256, captured_at: at, withheld: false }]
    const end = { ...failure(scanId, { workerId, attempt }, 'Nobody answered'), captures }
    const [finished] = await finishScans(db, [end])
    assert.equal(finished?.captured.length, 1)
    await settleEnds(db, [{ scan: finished.scan, signed: null }])
  }

  async function addScans(db: Tx, count: number, status = 'processing') {
    await sql`
      insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at)
      select gen_random_uuid(), ${orgId}, 'u', 'u', 'quick', ${status}, clock_timestamp() from generate_series(1, ${count}::integer)`.execute(
      db,
    )
  }

  async function rowsRead(tx: Tx): Promise<number> {
    const { rows } = await sql<{ rows: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows from pg_stat_xact_user_tables
       where relname in ('scans', 'scan_steps', 'captures', 'recent_pages')`.execute(tx)
    return rows[0]?.rows ?? -1
  }
})
