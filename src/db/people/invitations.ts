import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface InvitationRow {
  invitation_id: string
  email: string
  role: 'admin' | 'member'
  /** May review minor safety; null: as the role has it, see `mayReviewMinors`. */
  minor_safety: boolean | null
  invited_by_email: string | null
  created_at: string
  expires_at: string
}

const open = sql`i.status = 'pending' and i."expiresAt" > clock_timestamp()`

/** Replaces an open invitation of the same address: one link is valid at a time. */
export async function insertInvitation(
  db: Tx,
  invitation: {
    invitationId: string
    orgId: string
    email: string
    role: 'admin' | 'member'
    minorSafety: boolean | null
    inviterId: string
    tokenHash: string
    days: number
  },
): Promise<{ created_at: string; expires_at: string }> {
  await sql`delete from auth_invitation
             where "organizationId" = ${invitation.orgId} and email = ${invitation.email}`.execute(db)
  const { rows } = await sql<{ created_at: string; expires_at: string }>`
    insert into auth_invitation (id, "organizationId", email, role, minor_safety, status, "expiresAt", "inviterId", token_hash)
    values (${invitation.invitationId}, ${invitation.orgId}, ${invitation.email}, ${invitation.role}, ${invitation.minorSafety},
            'pending', clock_timestamp() + make_interval(days => ${invitation.days}), ${invitation.inviterId}, ${invitation.tokenHash})
    returning "createdAt" as created_at, "expiresAt" as expires_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Open ones, the newest first. */
export async function invitationsOfOrg(db: Tx, orgId: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select i.id as invitation_id, i.email, i.role, i.minor_safety, u.email as invited_by_email, i."createdAt" as created_at,
           i."expiresAt" as expires_at
      from auth_invitation i left join auth_user u on u.id = i."inviterId"
     where i."organizationId" = ${orgId} and ${open} order by i."createdAt" desc, i.id`.execute(db)
  return rows
}

/** False when there was no open one. */
export async function deleteInvitation(db: Tx, orgId: string, invitationId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from auth_invitation i where i."organizationId" = ${orgId} and i.id = ${invitationId} and ${open}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export interface OpenInvitationRow {
  invitation_id: string
  org_id: string
  org_name: string
  email: string
  role: 'admin' | 'member'
  minor_safety: boolean | null
  expires_at: string
  /** Of the account with this address. */
  user_id: string | null
}

/** The open invitation behind a link; locked, so that a link is used once. */
export async function invitationByHash(db: Tx, tokenHash: string): Promise<OpenInvitationRow | undefined> {
  const { rows } = await sql<OpenInvitationRow>`
    select i.id as invitation_id, o.id as org_id, o.name as org_name, i.email, i.role, i.minor_safety, i."expiresAt" as expires_at,
           (select u.id from auth_user u where u.email = i.email) as user_id
      from auth_invitation i join auth_organization o on o.id = i."organizationId"
     where i.token_hash = ${tokenHash} and ${open} for update of i`.execute(db)
  return rows[0]
}
