import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface FirstStart {
  /** What has yet to be shown, sealed. */
  unshown: string | null
  hasOrgs: boolean
}

export async function firstStart(db: Tx): Promise<FirstStart> {
  const { rows } = await sql<FirstStart>`
    select first_start as unshown, exists (select from org_settings) as "hasOrgs" from deployment`.execute(db)
  return rows[0] ?? { unshown: null, hasOrgs: false }
}

/** Nobody else gets past here until the transaction ends. */
export async function lockFirstStart(tx: Tx) {
  await sql`select from deployment for update`.execute(tx)
}

export async function setFirstStart(tx: Tx, sealed: string) {
  await sql`update deployment set first_start = ${sealed}`.execute(tx)
}

export async function firstStartShown(db: Tx) {
  await sql`update deployment set first_start = null where first_start is not null`.execute(db)
}
