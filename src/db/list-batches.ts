import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { type TimePosition, timePage } from './time-page.ts'

export interface BatchSummaryRow {
  batch_id: string
  scan_mode: 'deep' | 'quick'
  total_profiles: number
  submitted_at: string
  completed: number
  failed: number
  in_progress: number
  last_completed_at: string | null
}

/** Newest first. */
export async function listBatches(db: Tx, orgId: string, after: TimePosition | null, limit: number) {
  const behind = after
    ? sql`and (submitted_at, batch_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<BatchSummaryRow>`
    select b.batch_id, b.scan_mode, b.total_profiles, b.submitted_at,
           c.completed, c.failed, c.in_progress, c.last_completed_at
      from (select batch_id, scan_mode, total_profiles, submitted_at from batches
             where org_id = ${orgId} ${behind}
             order by submitted_at desc, batch_id desc limit ${limit + 1}) b
     cross join lateral (
       select count(*) filter (where s.status = 'completed') as completed,
              count(*) filter (where s.status = 'failed') as failed,
              count(*) filter (where s.status = 'processing') as in_progress,
              max(s.processing_completed_at) as last_completed_at
         from scans s where s.batch_id = b.batch_id) c
     order by b.submitted_at desc, b.batch_id desc`.execute(db)
  return timePage(rows, limit, (row) => ({ at: row.submitted_at, id: row.batch_id }))
}
