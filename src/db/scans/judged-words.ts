import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database.ts'

/**
 * What a finished scan was judged by (its step `analysis`) holds all words of its pages. It goes with the first of them: what stays
 * of a page then is what the report quotes.
 */

/** Deletes captures that meet the condition, with what their scans were judged by; gives the hashes of their bytes. */
export async function deleteCapturesWithWords(db: Tx, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    with gone as (delete from captures where ${condition} returning scan_id, sha256),
         words as (delete from scan_steps t using gone g where t.scan_id = g.scan_id and t.step = 'analysis')
    select sha256 from gone`.execute(db)
  return rows.map((row) => row.sha256)
}

export async function deleteWordsOfScan(db: Tx, scanId: string) {
  await sql`delete from scan_steps where scan_id = ${scanId}::uuid and step = 'analysis'`.execute(db)
}

/** Of finished scans of one organization. */
export async function deleteWordsOfOrg(db: Tx, orgId: string) {
  await sql`
    delete from scan_steps t using scans s
     where s.scan_id = t.scan_id and s.org_id = ${orgId} and s.status <> 'processing' and t.step = 'analysis'`.execute(
    db,
  )
}

/** What is older than `days`, or than its organization wants to keep it, also where no page was stored. */
export async function deleteOldWords(db: Tx, days: number) {
  await sql`
    delete from scan_steps
     where step = 'analysis' and finished_at < statement_timestamp() - make_interval(days => ${days})`.execute(
    db,
  )
  await sql`
    delete from scan_steps t using scans s, org_settings o
     where o.evidence_retention_days is not null and s.org_id = o.org_id and s.scan_id = t.scan_id
       and s.created_at < statement_timestamp() - make_interval(days => o.evidence_retention_days)
       and t.step = 'analysis'
       and t.finished_at < statement_timestamp() - make_interval(days => o.evidence_retention_days)`.execute(
    db,
  )
}
