import { sql } from 'kysely'
import { type ScanProgress, STEPS } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'

type Row = Omit<ScanProgress, 'step' | 'steps_done'> & { steps_done: string }

/** How far these scans are, by id; those that are none (any more), or none of `orgId` where that is given, are left out. */
export async function progressOfScans(
  db: Tx,
  scanIds: readonly string[],
  orgId: string | null = null,
): Promise<Map<string, ScanProgress>> {
  const { rows } = await sql<Row>`
    select s.scan_id, s.status, s.processing_started_at, s.recommendation, s.risk_score, s.error,
           case when s.status = 'processing'
             then (select coalesce(json_agg(t.step order by t.finished_at), '[]') from scan_steps t where t.scan_id = s.scan_id)
             else coalesce(s.coverage -> 'steps_completed', '[]') end as steps_done,
           case when s.status = 'processing'
             then (select count(*) from captures c where c.scan_id = s.scan_id and c.kind in ('answer', 'rendered'))
             else coalesce((s.coverage ->> 'urls_visited')::bigint, 0) end as pages
      from scans s
     where s.scan_id = any(${scanIds}::uuid[]) and (${orgId}::text is null or s.org_id = ${orgId})`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.scan_id, progressOf(row)]))
}

function progressOf(row: Row): ScanProgress {
  // Written by this program only.
  const done: string[] = JSON.parse(row.steps_done)
  const next = STEPS.find((step) => !done.includes(step)) ?? null
  const isRunning = row.status === 'processing' && row.processing_started_at !== null
  return { ...row, step: isRunning ? next : null, steps_done: done }
}
