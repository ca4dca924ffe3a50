import type { Tx } from '../db/database.ts'
import { insertSession } from '../db/people/credentials.ts'
import { hashToken, newSessionToken } from './tokens.ts'

/** Seconds that a bearer token for the dashboard lives. */
const SESSION_SECONDS = 15 * 60

/** Mints a token bound to one organization, or to none. */
export async function createSession(
  db: Tx,
  input: { userId: string; orgId: string | null; authSessionId: string | null },
): Promise<{ token: string; expiresAt: string }> {
  const token = newSessionToken()
  const expiresAt = await insertSession(db, {
    ...input,
    tokenHash: hashToken(token),
    ttlSeconds: SESSION_SECONDS,
  })
  return { token, expiresAt }
}
