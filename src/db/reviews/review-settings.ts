import { sql } from 'kysely'
import type { ReviewSettings } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'

/** What the organization has set, as it was checked then; null for nothing. */
export async function reviewSettings(db: Tx, orgId: string): Promise<Partial<ReviewSettings> | null> {
  const { rows } = await sql<{ review_settings: string | null }>`
    select review_settings from org_settings where org_id = ${orgId}`.execute(db)
  return JSON.parse(rows[0]?.review_settings ?? 'null')
}

export async function setReviewSettings(db: Tx, orgId: string, settings: ReviewSettings) {
  await sql`update org_settings set review_settings = ${JSON.stringify(settings)}::json, updated_at = clock_timestamp()
             where org_id = ${orgId}`.execute(db)
}
