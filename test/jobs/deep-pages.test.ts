import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import type { Db, Tx } from '../../src/db/database.ts'
import { scansPerDay } from '../../src/db/organization/org-stats.ts'
import { everyScan, type ListFilter, type ListPosition } from '../../src/db/scans/list-filter.ts'
import { listScans } from '../../src/db/scans/list-scans.ts'
import { ownDatabase } from '../support/own-database.ts'

const ROWS = 16_000
/** Nearly all of them, and the moment in the middle. */
const RANGE = { fromDate: '2026-01-02', toDate: '2026-02-20' }
const MIDDLE = '2026-01-28 18:00:00+00'

const PARTS: Record<string, Partial<ListFilter>> = {
  all: {},
  quick: { scanMode: 'quick' },
  'one recommendation': { recommendations: ['review_high'] },
  failed: { status: 'failed' },
  processing: { status: 'processing' },
  completed: { status: 'completed' },
  undecided: { decisions: ['undecided'] },
  cleared: { decisions: ['cleared'] },
  'a code': { reasonCode: 'other' },
}
const ORDERS: Partial<ListFilter>[] = (['created_at', 'risk_score'] as const).flatMap((sortBy) =>
  (['desc', 'asc'] as const).map((sortOrder) => ({ sortBy, sortOrder })),
)

describe('What lists read', () => {
  const opened = ownDatabase({ max: 1 })
  let orgId: string
  before(async () => {
    orgId = await makeOrg(opened.db, {
      name: 'Test',
      dailyLimit: null,
      secretKey: randomBytes(32).toString('hex'),
    })
    await sql`
      insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at, recommendation, risk_score)
      select gen_random_uuid(), ${orgId}, u, u, (array['quick', 'deep'])[1 + n % 2], status, '2026-01-01Z'::timestamptz + n * interval '5 minutes',
             case when status = 'completed' then (array['no_flags', 'review_low', 'review_medium', 'review_high'])[1 + n % 4] end,
             case when status = 'completed' then n % 101 end
        from (select n, 'https://creators.example/' || n as u, (array['completed', 'processing', 'completed', 'failed'])[1 + (n / 8) % 4] as status
                from generate_series(1, ${ROWS}::integer) n) made`.execute(opened.db)
    await sql`update scan_reviews set decision = 'cleared', reason_codes = array['other'] where abs(hashtext(scan_id::text)) % 3 = 0`.execute(
      opened.db,
    )
    await sql`vacuum analyze`.execute(opened.db)
  })

  for (const [name, part] of Object.entries(PARTS))
    for (const dates of [{}, RANGE])
      for (const order of ORDERS) {
        it(`in the middle no more than for the first page: ${name}, ${JSON.stringify({ ...dates, ...order })}`, async () => {
          const filter = { ...everyScan(orgId), ...part, ...dates, ...order }
          // What has not completed has no score.
          const risk = name === 'failed' || name === 'processing' ? -1 : 50
          const middle = { createdAt: MIDDLE, scanId: '7fffffff-ffff-4fff-bfff-ffffffffffff', risk }
          // What a connection reads of a table when it first meets it is no page's.
          await blocksOf(filter, null)
          const [first, deep] = [await blocksOf(filter, null), await blocksOf(filter, middle)]
          assert.ok(deep <= 1.5 * first + 25, `${deep} blocks, the first page ${first}`)
        })
      }

  function blocksOf(filter: ListFilter, after: ListPosition | null) {
    return blocksReadBy(opened.db, async (tx) => {
      const page = await listScans(tx, filter, after, 20)
      assert.equal(page.rows.length, 20)
    })
  }

  it('for the counts of the last days nothing of what is older', async () => {
    const count = () => blocksReadBy(opened.db, (tx) => scansPerDay(tx, orgId, 90))
    await count()
    const blocks = await count()
    assert.ok(blocks < 200, `${blocks} blocks`)
  })
})

function blocksReadBy(db: Db, read: (tx: Tx) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const before = await blocksSoFar(tx)
    await read(tx)
    return (await blocksSoFar(tx)) - before
  })
}

/** Of both tables and their indexes, in this transaction. */
async function blocksSoFar(tx: Tx): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select sum(pg_stat_get_xact_blocks_fetched(oid))::integer as blocks from (
      select unnest(array[indrelid, indexrelid]) as oid from pg_index where indrelid in ('scans'::regclass, 'scan_reviews'::regclass)
      union select reltoastrelid from pg_class where oid in ('scans'::regclass, 'scan_reviews'::regclass)) read`.execute(
    tx,
  )
  return rows[0]?.blocks ?? 0
}
