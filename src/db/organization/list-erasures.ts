import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { type TimePosition, timePage } from '../statements/time-page.ts'

export interface ErasureRow {
  erasure_id: string
  org_id: string
  what: string
  /** The id of the scan, the SHA-256 of the normalised address, or the moment before which all went. */
  subject: string
  scans: number
  /** Null: a command on the machine, or time. */
  user_id: string | null
  email: string | null
  began_at: string
  ended_at: string
}

/** What was deleted, the newest first; of all organizations where `orgId` is null. */
export async function listErasures(db: Tx, orgId: string | null): Promise<ErasureRow[]> {
  const { rows } = await sql<ErasureRow>`
    select erasure_id, org_id, what, subject, scans, user_id, email, began_at, ended_at from erasures
     where ${orgId}::text is null or org_id = ${orgId}
     order by began_at desc, erasure_id`.execute(db)
  return rows
}

/** The same of one organization without its id, page by page. */
export async function erasuresOfOrg(db: Tx, orgId: string, after: TimePosition | null, limit: number) {
  const behind =
    after === null ? sql`true` : sql`(began_at, erasure_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<Omit<ErasureRow, 'org_id'>>`
    select erasure_id, what, subject, scans, user_id, email, began_at, ended_at from erasures
     where org_id = ${orgId} and ${behind}
     order by began_at desc, erasure_id desc limit ${limit + 1}`.execute(db)
  return timePage(rows, limit, (row) => ({ at: row.began_at, id: row.erasure_id }))
}
