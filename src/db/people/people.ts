import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** An account that signs in with a password; the hash is better-auth's. */
export async function insertUser(
  db: Tx,
  user: { userId: string; accountId: string; email: string; name: string; passwordHash: string },
) {
  await sql`insert into auth_user (id, name, email, "emailVerified")
            values (${user.userId}, ${user.name}, ${user.email}, true)`.execute(db)
  await sql`insert into auth_account (id, "accountId", "providerId", "userId", password, "updatedAt")
            values (${user.accountId}, ${user.userId}, 'credential', ${user.userId}, ${user.passwordHash}, clock_timestamp())`.execute(
    db,
  )
}

export async function upsertMember(
  db: Tx,
  member: {
    memberId: string
    orgId: string
    userId: string
    role: 'admin' | 'member'
    /** Whether they may review minor safety; null or nothing: as the role has it, and a member as before. */
    minorSafety?: boolean | null
  },
) {
  await sql`insert into auth_member (id, "organizationId", "userId", role, minor_safety, "createdAt")
            values (${member.memberId}, ${member.orgId}, ${member.userId}, ${member.role}, ${member.minorSafety ?? null}, clock_timestamp())
            on conflict ("organizationId", "userId") do update
               set role = excluded.role, minor_safety = coalesce(excluded.minor_safety, auth_member.minor_safety)`.execute(
    db,
  )
}

/** Nobody signs in with a password whose account the company keeps. */
export async function hasPassword(db: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth_account where "userId" = ${userId} and "providerId" = 'credential'`.execute(db)
  return rows.length > 0
}

export interface UserRow {
  id: string
  email: string
  name: string
}

export async function userByEmail(db: Tx, email: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select id, email, name from auth_user where email = ${email.toLowerCase()}`.execute(db)
  return rows[0]
}

export async function userById(db: Tx, userId: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select id, email, name from auth_user where id = ${userId}`.execute(db)
  return rows[0]
}

/** Ends every sign-in of this person and takes their passkeys: whoever had got into the account is out. */
export async function setPassword(db: Tx, userId: string, passwordHash: string) {
  await sql`update auth_account set password = ${passwordHash}, "updatedAt" = clock_timestamp()
             where "userId" = ${userId} and "providerId" = 'credential'`.execute(db)
  await sql`delete from auth_passkey where "userId" = ${userId}`.execute(db)
  await sql`delete from auth_session where "userId" = ${userId}`.execute(db)
  await sql`delete from api_sessions where user_id = ${userId}`.execute(db)
}

export async function membershipsOf(db: Tx, userId: string) {
  const { rows } = await sql<{ org_id: string; name: string; role: string }>`
    select m."organizationId" as org_id, o.name, m.role
      from auth_member m join auth_organization o on o.id = m."organizationId"
     where m."userId" = ${userId} order by m."createdAt"`.execute(db)
  return rows
}
