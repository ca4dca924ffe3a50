import { hashPassword } from 'better-auth/crypto'
import type { Db } from '../db/database.ts'
import { deleteInvitation, invitationByHash } from '../db/invitations.ts'
import { insertUser, upsertMember } from '../db/people.ts'
import { InvalidInput, NotFound, Refused } from '../errors.ts'
import { newId } from './ids.ts'
import { hashToken } from './tokens.ts'

export const MIN_PASSWORD_CHARACTERS = 10

/**
 * Joins the organization of an invitation. Somebody who has an account must be signed in to it: who holds the link alone
 * learns no password and takes no account.
 * @throws NotFound for a link that is used, withdrawn, expired or never was; Refused; InvalidInput
 */
export async function acceptInvitation(
  db: Db,
  acceptance: { token: string; signedInUserId: string | null; password?: string; name?: string },
): Promise<{ org_id: string; email: string }> {
  const tokenHash = hashToken(acceptance.token)
  // Before the transaction: it takes a while, and holds no lock meanwhile.
  const passwordHash = acceptance.password === undefined ? null : await hashPassword(acceptance.password)
  return db.transaction().execute(async (tx) => {
    const invitation = await invitationByHash(tx, tokenHash)
    if (!invitation) throw new NotFound('Invitation not found')
    const { org_id: orgId, email, role } = invitation
    if (invitation.user_id !== null && invitation.user_id !== acceptance.signedInUserId)
      throw new Refused('Sign in with the invited e-mail address first')
    const userId = invitation.user_id ?? newId('user')
    if (invitation.user_id === null) {
      if (passwordHash === null || (acceptance.password ?? '').length < MIN_PASSWORD_CHARACTERS)
        throw new InvalidInput(`The password must have at least ${MIN_PASSWORD_CHARACTERS} characters`)
      const name = acceptance.name?.trim() || (email.split('@')[0] ?? email)
      await insertUser(tx, { userId, accountId: newId('acct'), email, name, passwordHash })
    }
    await upsertMember(tx, { memberId: newId('mem'), orgId, userId, role })
    await deleteInvitation(tx, orgId, invitation.invitation_id)
    return { org_id: orgId, email }
  })
}
