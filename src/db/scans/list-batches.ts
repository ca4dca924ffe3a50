import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { type TimePosition, timePage } from '../statements/time-page.ts'
import { type BatchRow, batchCounts, countsOfBatch } from './scan-reads.ts'

/** Newest first. */
export async function listBatches(db: Tx, orgId: string, after: TimePosition | null, limit: number) {
  const behind = after
    ? sql`and (submitted_at, batch_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<BatchRow>`
    select b.batch_id, b.scan_mode, b.total_profiles, b.submitted_at, ${batchCounts}
      from (select batch_id, scan_mode, total_profiles, submitted_at from batches
             where org_id = ${orgId} ${behind}
             order by submitted_at desc, batch_id desc limit ${limit + 1}) b
     cross join lateral ${countsOfBatch}
     order by b.submitted_at desc, b.batch_id desc`.execute(db)
  return timePage(rows, limit, (row) => ({ at: row.submitted_at, id: row.batch_id }))
}
