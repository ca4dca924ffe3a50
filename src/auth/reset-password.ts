import type { Db, Tx } from '../db/database.ts'
import { recordPersonalAct } from '../db/people/acts.ts'
import { deleteReset, resetByHash, upsertReset } from '../db/people/password-resets.ts'
import { hasPassword, setPassword } from '../db/people/people.ts'
import { NotFound, Refused } from '../errors.ts'
import { hashPassword } from './hash-password.ts'
import { refuseWeakPassword } from './new-password.ts'
import { type From, personActor } from './person-actor.ts'
import { hashToken, newResetToken } from './tokens.ts'

/** Long enough to hand a link over, short enough for one that is left lying. */
export const LINK_MINUTES = 60

/**
 * Makes the link's token for this person. Nothing of the account changes before it is used.
 * @throws Refused for whoever has no password: their company says who they are
 */
export async function allowReset(db: Tx, userId: string): Promise<{ token: string; expiresAt: string }> {
  if (!(await hasPassword(db, userId)))
    throw new Refused('This person signs in with an account of the company')
  const token = newResetToken()
  const expiresAt = await upsertReset(db, { tokenHash: hashToken(token), userId, minutes: LINK_MINUTES })
  return { token, expiresAt }
}

/**
 * Gives the bearer of a link a new password, and ends every sign-in of that person.
 * @throws NotFound for a link that is used, replaced, expired or never was; InvalidInput
 */
export async function resetPassword(
  db: Db,
  { token, password, from }: { token: string; password: string; from: From },
): Promise<{ email: string }> {
  const tokenHash = hashToken(token)
  // Asked before the password is hashed, which is slow on purpose, and again when the row is locked.
  const asked = await resetByHash(db, tokenHash)
  if (!asked) throw new NotFound('Link not found')
  await refuseWeakPassword(password, asked.email)
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    const reset = await resetByHash(tx, tokenHash)
    if (!reset) throw new NotFound('Link not found')
    await setPassword(tx, reset.user_id, passwordHash)
    await deleteReset(tx, reset.user_id)
    const { user_id: userId, email } = reset
    await recordPersonalAct(tx, personActor({ id: userId, email }, from), {
      action: 'password.reset',
      userId,
    })
    return { email: reset.email }
  })
}
