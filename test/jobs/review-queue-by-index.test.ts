import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import type { Tx } from '../../src/db/database.ts'
import type { QueueFilter, QueuePosition } from '../../src/db/reviews/queue-order.ts'
import { countOpen, openCases, positionOf } from '../../src/db/reviews/review-queue.ts'
import { ownDatabase } from '../support/own-database.ts'
import { seedScans } from '../support/seed-scans.ts'

const CASES = 3000
const PAGE = 100

describe('a long queue of reviewers', () => {
  const opened = ownDatabase()
  let filter: QueueFilter
  before(async () => {
    const { db } = opened
    const orgId = await makeOrg(db, {
      name: 'Test',
      dailyLimit: null,
      secretKey: randomBytes(32).toString('hex'),
    })
    await seedScans(
      db,
      orgId,
      Array.from({ length: CASES }, (_, index) => ({
        recommendation: 'review_high',
        risk_score: 80 + (index % 3),
      })),
    )
    await sql`update scan_reviews set reason_codes = case when abs(hashtext(scan_id::text)) % 3 = 0 then '{}' else array['code_' || abs(hashtext(scan_id::text)) % 2] end`.execute(
      db,
    )
    await fillWithOthers()
    await flush()
    await sql`vacuum (index_cleanup on, analyze) scan_reviews`.execute(db)
    filter = {
      orgId,
      userId: 'user_nora',
      recommendations: ['review_high'],
      orderBy: 'risk',
      reasonCode: null,
      assigned: 'mine_or_free',
      mayReviewMinors: true,
    }
  })

  it('is counted without reading a case', async () => {
    const { counts, read } = await reading(async (tx) => ({ counts: await countOpen(tx, filter) }))
    assert.equal(counts.review_high, CASES)
    assert.equal(read, 0, `${read} rows`)
  })

  for (const orderBy of ['risk', 'age', 'reason_code'] as const)
    it(`costs the same on every page, each case once, by ${orderBy}`, async () => {
      const seen = new Set<string>()
      let most = 0
      let after: QueuePosition | null = null
      for (;;) {
        const { cases, read } = await reading(async (tx) => ({
          cases: await openCases(tx, { ...filter, orderBy }, PAGE, after),
        }))
        most = Math.max(most, read)
        for (const each of cases) seen.add(each.scan_id)
        const last = cases.at(-1)
        if (!last) break
        after = positionOf(last)
      }
      assert.equal(seen.size, CASES)
      // A page of cases, and each once more by its key.
      assert.ok(most <= 2 * PAGE + 10, `${most} cases were read for ${PAGE}`)
    })

  /** As many that a table read whole is no bargain; their scans are not asked for. */
  async function fillWithOthers() {
    const client = await opened.pool.connect()
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into scan_reviews (scan_id, org_id, created_at, scan_mode, recommendation, risk_score, ready_at)
      select gen_random_uuid(), 'org_other', now(), 'deep', 'review_high', 80, now() from generate_series(1, 60000)`)
    client.release(true)
  }

  /** The servers of tests do not wait for their disk, and of what is not written yet nothing is known to be seen by all. */
  async function flush() {
    await opened.db.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = on`.execute(tx)
      await sql`select pg_logical_emit_message(true, 'flush', '')`.execute(tx)
    })
  }

  /** What the work gives, and how many rows of the queue it read in its table. */
  function reading<T>(work: (tx: Tx) => Promise<T>): Promise<T & { read: number }> {
    return opened.db.transaction().execute(async (tx) => {
      const count = async () => {
        const { rows } = await sql<{ read: number }>`
          select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'scan_reviews'`.execute(
          tx,
        )
        return rows[0]?.read ?? 0
      }
      const before = await count()
      return { ...(await work(tx)), read: (await count()) - before }
    })
  }
})
