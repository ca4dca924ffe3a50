import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** What an organization switches off or weighs otherwise, by reason code; null when nothing. Checked when it was written. */
export async function orgPolicy(db: Tx, orgId: string): Promise<Record<string, string> | null> {
  const { rows } = await sql<{ policy_overrides: string | null }>`
    select policy_overrides::text as policy_overrides from org_settings where org_id = ${orgId}`.execute(db)
  const text = rows[0]?.policy_overrides
  return text ? JSON.parse(text) : null
}

/** Replaces all of it. */
export async function setOrgPolicy(db: Tx, orgId: string, overrides: Record<string, string>): Promise<void> {
  const text = Object.keys(overrides).length === 0 ? null : JSON.stringify(overrides)
  await sql`update org_settings set policy_overrides = ${text}::json, updated_at = clock_timestamp()
             where org_id = ${orgId}`.execute(db)
}
