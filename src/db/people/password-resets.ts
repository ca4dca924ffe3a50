import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Replaces an open link of the same person. */
export async function upsertReset(
  db: Tx,
  reset: { tokenHash: string; userId: string; minutes: number },
): Promise<string> {
  const { rows } = await sql<{ expires_at: string }>`
    insert into password_resets (token_hash, user_id, expires_at)
    values (${reset.tokenHash}, ${reset.userId}, clock_timestamp() + make_interval(mins => ${reset.minutes}))
    on conflict (user_id) do update
       set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning expires_at`.execute(db)
  return rows[0]?.expires_at ?? ''
}

/** Whether a link was made for this person in the last so many minutes. */
export async function hasFreshReset(db: Tx, userId: string, minutes: number): Promise<boolean> {
  const { rows } = await sql`
    select from password_resets
     where user_id = ${userId} and created_at > clock_timestamp() - make_interval(mins => ${minutes})`.execute(
    db,
  )
  return rows.length > 0
}

export interface OpenResetRow {
  user_id: string
  email: string
  expires_at: string
}

/** The open link of this hash; locked, so that a link is used once. */
export async function resetByHash(db: Tx, tokenHash: string): Promise<OpenResetRow | undefined> {
  const { rows } = await sql<OpenResetRow>`
    select r.user_id, u.email, r.expires_at from password_resets r join auth_user u on u.id = r.user_id
     where r.token_hash = ${tokenHash} and r.expires_at > clock_timestamp() for update of r`.execute(db)
  return rows[0]
}

export async function deleteReset(db: Tx, userId: string) {
  await sql`delete from password_resets where user_id = ${userId}`.execute(db)
}

export async function deleteExpiredResets(db: Tx) {
  await sql`delete from password_resets where expires_at < clock_timestamp()`.execute(db)
}
