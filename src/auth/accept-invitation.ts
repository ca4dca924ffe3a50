import type { Db } from '../db/database.ts'
import { recordAct } from '../db/people/acts.ts'
import { deleteInvitation, invitationByHash, type OpenInvitationRow } from '../db/people/invitations.ts'
import { insertUser, upsertMember } from '../db/people/people.ts'
import { NotFound, Refused } from '../errors.ts'
import { hashPassword } from './hash-password.ts'
import { newId } from './ids.ts'
import { refuseWeakPassword } from './new-password.ts'
import { type From, personActor } from './person-actor.ts'
import { hashToken } from './tokens.ts'

interface Acceptance {
  token: string
  signedInUserId: string | null
  password?: string
  name?: string
  /** Of the request. */
  from: From
}

/**
 * Joins the organization of an invitation. Somebody who has an account must be signed in to it: who holds the link alone
 * learns no password and takes no account.
 * @throws NotFound for a link that is used, withdrawn, expired or never was; Refused; InvalidInput
 */
export async function acceptInvitation(
  db: Db,
  acceptance: Acceptance,
): Promise<{ org_id: string; email: string }> {
  const tokenHash = hashToken(acceptance.token)
  // Asked before the password is hashed, which is slow on purpose, and again when the row is locked.
  const asked = openOne(await invitationByHash(db, tokenHash))
  const password = newPasswordOf(acceptance, asked)
  if (password !== null) await refuseWeakPassword(password, asked.email)
  const passwordHash = password === null ? null : await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    const invitation = openOne(await invitationByHash(tx, tokenHash))
    newPasswordOf(acceptance, invitation)
    const { org_id: orgId, email, role, minor_safety: minorSafety, invitation_id } = invitation
    const userId = invitation.user_id ?? newId('user')
    if (invitation.user_id === null) {
      // The account that there was a moment ago is gone.
      if (passwordHash === null) throw new NotFound('Invitation not found')
      const name = acceptance.name?.trim() || (email.split('@')[0] ?? email)
      await insertUser(tx, { userId, accountId: newId('acct'), email, name, passwordHash })
    }
    await upsertMember(tx, { memberId: newId('mem'), orgId, userId, role, minorSafety })
    await deleteInvitation(tx, orgId, invitation_id)
    await recordAct(tx, personActor({ id: userId, email }, acceptance.from), {
      action: 'invitation.accept',
      orgId,
      subject: invitation_id,
      after: { email, role, ...(minorSafety !== null && { minor_safety: minorSafety }) },
    })
    return { org_id: orgId, email }
  })
}

function openOne(invitation: OpenInvitationRow | undefined): OpenInvitationRow {
  if (!invitation) throw new NotFound('Invitation not found')
  return invitation
}

/** The password of the account to be made; null where there is one already, and its person is here. */
function newPasswordOf(
  { signedInUserId, password }: Acceptance,
  { user_id }: OpenInvitationRow,
): string | null {
  if (user_id === null) return password ?? ''
  if (user_id !== signedInUserId) throw new Refused('Sign in with the invited e-mail address first')
  return null
}
