import { randomBytes } from 'node:crypto'
import { makeSignature } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Opened } from '../../src/cli/start/start.ts'

/** The cookie of a new sign-in of somebody, as the service makes it, but without their password: to check one takes a tenth of a second, by design. */
export async function signInCookie(
  { db, secretKey }: Pick<Opened, 'db' | 'secretKey'>,
  userId: string,
): Promise<{ name: string; value: string }> {
  const token = randomBytes(24).toString('base64url')
  await sql`
    insert into auth_session (id, token, "userId", "expiresAt", "updatedAt")
    values (${`login_${token}`}, ${token}, ${userId}, now() + interval '7 days', now())`.execute(db)
  const signature = await makeSignature(token, secretKey)
  return { name: 'toscan.session_token', value: encodeURIComponent(`${token}.${signature}`) }
}
