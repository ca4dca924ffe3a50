import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Days that an organization has set for itself; null: none. */
export interface OwnRetention {
  evidenceDays: number | null
  scanDays: number | null
}

/** Undefined without settings. */
export async function orgRetention(db: Tx, orgId: string): Promise<OwnRetention | undefined> {
  const { rows } = await sql<OwnRetention>`
    select evidence_retention_days as "evidenceDays", scan_retention_days as "scanDays"
      from org_settings where org_id = ${orgId}`.execute(db)
  return rows[0]
}

export async function setOrgRetention(db: Tx, orgId: string, { evidenceDays, scanDays }: OwnRetention) {
  await sql`update org_settings
               set evidence_retention_days = ${evidenceDays}, scan_retention_days = ${scanDays}, updated_at = clock_timestamp()
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

/** Ended scans that were submitted more than `days` ago. */
export async function countScansOlderThan(db: Tx, orgId: string, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from scans
     where org_id = ${orgId} and status <> 'processing'
       and created_at < statement_timestamp() - make_interval(days => ${days})`.execute(db)
  return rows[0]?.count ?? 0
}

/** Of each organization that has scans past their time: what was submitted before then. One probe of an index for each, so that most, which have none, cost next to nothing. None in a restored copy that was not released. */
export async function scanBounds(
  db: Tx,
  operatorDays: number | null,
): Promise<{ org_id: string; at: string }[]> {
  const { rows } = await sql<{ org_id: string; at: string }>`
    select kept.org_id, kept.at
      from (select org_id, statement_timestamp() - make_interval(days => least(scan_retention_days, ${operatorDays}::integer)) as at
              from org_settings
             where least(scan_retention_days, ${operatorDays}::integer) is not null and (select held_since from deployment) is null) kept
     cross join lateral (
       select from scans s where s.org_id = kept.org_id and s.created_at < kept.at and s.status <> 'processing'
        order by s.created_at limit 1) past`.execute(db)
  return rows
}
