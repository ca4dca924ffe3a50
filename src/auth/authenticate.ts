import type { Db } from '../db/database.ts'
import { type KeyCaller, sessionByHash } from '../db/people/credentials.ts'
import type { KeyUsage } from './key-usage.ts'
import { hashToken } from './tokens.ts'

/** Who calls. `orgId` is null for a session without an active organization. */
export type Caller =
  | { kind: 'key'; keyId: string; orgId: string; requestsPerMinute: number | null }
  | {
      kind: 'session'
      userId: string
      /** The sign-in that the token comes from, one for each browser; null: from none. */
      signInId: string | null
      email: string
      name: string
      orgId: string | null
      role: 'admin' | 'member' | null
      /** May review cases of minor safety. */
      mayReviewMinors: boolean
    }

/** The credential cannot be used; `message` is the response's detail. */
export class Unauthorized extends Error {}

interface Credentials {
  db: Db
  keyUsage: KeyUsage
  keyByHash(hash: string): Promise<KeyCaller | undefined>
}

/**
 * Resolves an `Authorization` header to a caller.
 * @throws Unauthorized with the detail to answer.
 */
export async function authenticate(ctx: Credentials, header: string | undefined): Promise<Caller> {
  if (header === undefined || header === '') throw new Unauthorized('Missing Authorization header')
  const token = /^bearer +(\S+) *$/i.exec(header)?.[1]
  if (!token) throw new Unauthorized('Invalid Authorization header. Use: Bearer <token>')
  return token.startsWith('sk_') ? callerOfKey(ctx, token) : callerOfSession(ctx, token)
}

async function callerOfKey(ctx: Credentials, key: string): Promise<Caller> {
  const found = /^sk_[0-9a-f]{64}$/.test(key) ? await ctx.keyByHash(hashToken(key)) : undefined
  if (!found) throw new Unauthorized('Invalid or revoked API key')
  ctx.keyUsage.record(found.key_id)
  const { key_id: keyId, org_id: orgId, requests_per_minute: requestsPerMinute } = found
  return { kind: 'key', keyId, orgId, requestsPerMinute }
}

async function callerOfSession(ctx: { db: Db }, token: string): Promise<Caller> {
  const found = await sessionByHash(ctx.db, hashToken(token))
  if (!found) throw new Unauthorized('Invalid or expired session token')
  const role = found.role === null ? null : roleOf(found.role)
  return {
    kind: 'session',
    userId: found.user_id,
    signInId: found.auth_session_id,
    email: found.email,
    name: found.name,
    orgId: found.org_id,
    role,
    mayReviewMinors: role !== null && mayReviewMinors(role, found.minor_safety),
  }
}

/** better-auth keeps several roles as a comma-separated list and knows an `owner` above admin. */
export function roleOf(text: string): 'admin' | 'member' {
  const isAdmin = text.split(',').some((name) => name.trim() === 'admin' || name.trim() === 'owner')
  return isAdmin ? 'admin' : 'member'
}

/** Administrators may and members may not, unless an administrator has said otherwise of somebody. */
export function mayReviewMinors(role: 'admin' | 'member', said: boolean | null): boolean {
  return said ?? role === 'admin'
}
