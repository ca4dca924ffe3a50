import { sql } from 'kysely'
import type { Tx } from './database.ts'

export interface StoredAnalysisRow {
  org_id: string
  profile_url: string
  scan_mode: 'deep' | 'quick' | null
  /** JSON texts, as they were written. */
  report: string
  analysis: string
}

/** What a finished scan was judged by; undefined when there is no such scan, or it ended without a report. */
export async function storedAnalysis(db: Tx, scanId: string): Promise<StoredAnalysisRow | undefined> {
  const { rows } = await sql<StoredAnalysisRow>`
    select s.org_id, s.profile_url, s.scan_mode, s.report, t.output as analysis
      from scans s join scan_steps t on t.scan_id = s.scan_id and t.step = 'analysis'
     where s.scan_id = ${scanId}::uuid and s.status = 'completed' and s.report is not null`.execute(db)
  return rows[0]
}
