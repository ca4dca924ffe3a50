import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface MemberRow {
  user_id: string
  email: string
  name: string
  /** As better-auth keeps it, see `roleOf`. */
  role: string
  joined_at: string
  last_active_at: string | null
  /** May review minor safety; null: as the role has it, see `mayReviewMinors`. */
  minor_safety: boolean | null
}

/** By name. Active is who was given a token for this organization. */
export async function membersOfOrg(db: Tx, orgId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select u.id as user_id, u.email, u.name, m.role, m."createdAt" as joined_at, m.minor_safety,
           (select max(s.created_at) from api_sessions s
             where s.user_id = u.id and s.org_id = m."organizationId") as last_active_at
      from auth_member m join auth_user u on u.id = m."userId"
     where m."organizationId" = ${orgId} order by lower(u.name), u.email`.execute(db)
  return rows
}

export async function setMemberRole(db: Tx, orgId: string, userId: string, role: 'admin' | 'member') {
  await sql`update auth_member set role = ${role}
             where "organizationId" = ${orgId} and "userId" = ${userId}`.execute(db)
}

export async function setMinorSafety(db: Tx, orgId: string, userId: string, isAllowed: boolean) {
  await sql`update auth_member set minor_safety = ${isAllowed}
             where "organizationId" = ${orgId} and "userId" = ${userId}`.execute(db)
}

/** What was assigned to them is anybody's again. */
export async function deleteMember(db: Tx, orgId: string, userId: string) {
  await sql`delete from auth_member where "organizationId" = ${orgId} and "userId" = ${userId}`.execute(db)
  await sql`update scan_reviews set assigned_to = null where org_id = ${orgId} and assigned_to = ${userId}`.execute(
    db,
  )
  await sql`delete from api_sessions where org_id = ${orgId} and user_id = ${userId}`.execute(db)
}
