import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Days that an organization has set for itself; null: none. Undefined without settings. */
export async function orgRetentionDays(db: Tx, orgId: string): Promise<number | null | undefined> {
  const { rows } = await sql<{ days: number | null }>`
    select evidence_retention_days as days from org_settings where org_id = ${orgId}`.execute(db)
  return rows[0]?.days
}

export async function setOrgRetentionDays(db: Tx, orgId: string, days: number | null) {
  await sql`update org_settings set evidence_retention_days = ${days}, updated_at = clock_timestamp()
             where org_id = ${orgId}`.execute(db)
}

/** Stored pages of finished scans that are older than `days`. */
export async function countCapturesOlderThan(db: Tx, orgId: string, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from captures
     where org_id = ${orgId} and ref is not null
       and fetched_at < statement_timestamp() - make_interval(days => ${days})`.execute(db)
  return rows[0]?.count ?? 0
}
