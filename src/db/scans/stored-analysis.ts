import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { type TimePosition, timePage } from '../statements/time-page.ts'

export interface StoredAnalysisRow {
  org_id: string
  profile_url: string
  scan_mode: 'deep' | 'quick' | null
  /** JSON texts, as they were written. */
  report: string
  analysis: string
}

/**
 * What a finished scan was judged by; undefined when there is no such scan, or it ended without a report. `analysis` is null when it
 * has gone with the pages.
 */
export async function storedAnalysis(
  db: Tx,
  scanId: string,
): Promise<(Omit<StoredAnalysisRow, 'analysis'> & { analysis: string | null }) | undefined> {
  const { rows } = await sql<Omit<StoredAnalysisRow, 'analysis'> & { analysis: string | null }>`
    select s.org_id, s.profile_url, s.scan_mode, s.report, t.output as analysis
      from scans s left join scan_steps t on t.scan_id = s.scan_id and t.step = 'analysis'
     where s.scan_id = ${scanId}::uuid and s.status = 'completed' and s.report is not null`.execute(db)
  return rows[0]
}

export interface StoredAnalysesFilter {
  orgId: string | null
  /** ISO time; scans that ended before are left out. */
  since: string | null
}

/** Finished scans with what they were judged by, by id, some at a time. */
export async function storedAnalysesAfter(
  db: Tx,
  { orgId, since }: StoredAnalysesFilter,
  after: string,
  limit: number,
): Promise<(StoredAnalysisRow & { scan_id: string })[]> {
  const { rows } = await sql<StoredAnalysisRow & { scan_id: string }>`
    select s.scan_id, s.org_id, s.profile_url, s.scan_mode, s.report, t.output as analysis
      from scans s join scan_steps t on t.scan_id = s.scan_id and t.step = 'analysis'
     where s.scan_id > ${after}::uuid and s.status = 'completed' and s.report is not null
       and (${orgId}::text is null or s.org_id = ${orgId})
       and (${since}::timestamptz is null or s.processing_completed_at >= ${since}::timestamptz)
     order by s.scan_id limit ${limit}`.execute(db)
  return rows
}

/** The newest finished scans of an organization with what they were judged by, those behind a place in that order. */
export async function newestStoredAnalyses(db: Tx, orgId: string, after: TimePosition | null, limit: number) {
  const behind = after
    ? sql`and (s.created_at, s.scan_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ scan_id: string; profile_url: string; created_at: string; analysis: string }>`
    select s.scan_id, s.profile_url, s.created_at, t.output as analysis
      from scans s join scan_steps t on t.scan_id = s.scan_id and t.step = 'analysis'
     where s.org_id = ${orgId} and s.status = 'completed' and s.report is not null ${behind}
     order by s.created_at desc, s.scan_id desc limit ${limit + 1}`.execute(db)
  return timePage(rows, limit, (row) => ({ at: row.created_at, id: row.scan_id }))
}
