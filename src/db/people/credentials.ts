import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import { textArray } from '../statements/binary-array.ts'
import { prepared } from '../statements/prepared.ts'
import { together } from '../statements/together.ts'

export interface KeyCaller {
  key_id: string
  org_id: string
  /** Null: as many as it likes. */
  requests_per_minute: number | null
}

/**
 * Finds the live key with a hash, those that are asked for together by one statement. A revoked one is not found, on every process, from
 * the revoking commit on.
 */
export function createKeyByHash(db: Db): (keyHash: string) => Promise<KeyCaller | undefined> {
  return together(async (hashes: string[]) => {
    const { rows } = await prepared(
      db,
      sql<KeyCaller & { key_hash: string }>`
      select key_hash, key_id, org_id, requests_per_minute from api_keys where key_hash = any(${textArray(hashes)}::text[]) and revoked_at is null`,
    )
    const byHash = new Map(rows.map((row) => [row.key_hash, row]))
    return hashes.map((hash) => byHash.get(hash))
  })
}

export interface SessionCaller {
  user_id: string
  auth_session_id: string | null
  email: string
  name: string
  org_id: string | null
  role: string | null
  minor_safety: boolean | null
}

/** Membership is read anew each time: somebody who was removed has no organization from then on. */
export async function sessionByHash(db: Tx, tokenHash: string): Promise<SessionCaller | undefined> {
  const { rows } = await sql<SessionCaller>`
    select u.id as user_id, s.auth_session_id, u.email, u.name, m."organizationId" as org_id, m.role, m.minor_safety
      from api_sessions s
      join auth_user u on u.id = s.user_id
      left join auth_member m on m."userId" = s.user_id and m."organizationId" = s.org_id
     where s.token_hash = ${tokenHash} and s.expires_at > clock_timestamp()`.execute(db)
  return rows[0]
}

export async function insertSession(
  db: Tx,
  session: {
    tokenHash: string
    userId: string
    orgId: string | null
    authSessionId: string | null
    ttlSeconds: number
  },
): Promise<string> {
  const { rows } = await sql<{ expires_at: string }>`
    insert into api_sessions (token_hash, user_id, org_id, auth_session_id, expires_at)
    values (${session.tokenHash}, ${session.userId}, ${session.orgId}, ${session.authSessionId},
            clock_timestamp() + make_interval(secs => ${session.ttlSeconds}))
    returning expires_at`.execute(db)
  return rows[0]?.expires_at ?? ''
}

export async function deleteExpiredSessions(db: Tx) {
  await sql`delete from api_sessions where expires_at < clock_timestamp() - interval '1 day'`.execute(db)
}

/** Questions of sign-ins that nobody has answered in time; anybody can have one asked. */
export async function deleteExpiredVerifications(db: Tx) {
  await sql`delete from auth_verification where "expiresAt" < clock_timestamp()`.execute(db)
}

export interface ApiKeyRow {
  key_id: string
  org_id: string
  name: string
  key_prefix: string
  key_last4: string
  created_by: string | null
  created_by_email: string | null
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
  requests_per_minute: number | null
}

/** Columns by name: the hash never leaves the database. */
const keyColumns = sql`key_id, org_id, name, key_prefix, key_last4, created_by, created_by_email, created_at, last_used_at, revoked_at, requests_per_minute`

export async function insertKey(
  db: Tx,
  key: {
    keyId: string
    orgId: string
    name: string
    keyHash: string
    keyPrefix: string
    keyLast4: string
    createdBy: string | null
    createdByEmail: string | null
    requestsPerMinute: number | null
  },
): Promise<ApiKeyRow> {
  const { rows } = await sql<ApiKeyRow>`
    insert into api_keys (key_id, org_id, name, key_hash, key_prefix, key_last4, created_by, created_by_email, requests_per_minute)
    values (${key.keyId}, ${key.orgId}, ${key.name}, ${key.keyHash}, ${key.keyPrefix}, ${key.keyLast4},
            ${key.createdBy}, ${key.createdByEmail}, ${key.requestsPerMinute})
    returning ${keyColumns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Newest first; revoked ones of the last 90 days when asked for. */
export async function keysOfOrg(
  db: Tx,
  orgId: string,
  options: { includeRevoked: boolean },
): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select ${keyColumns} from api_keys
     where org_id = ${orgId}
       and (revoked_at is null or (${options.includeRevoked} and revoked_at > clock_timestamp() - interval '90 days'))
     order by created_at desc, key_id desc`.execute(db)
  return rows
}

export async function keyOfOrg(db: Tx, orgId: string, keyId: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    select ${keyColumns} from api_keys where org_id = ${orgId} and key_id = ${keyId}`.execute(db)
  return rows[0]
}

/** From the next request on, on every process. `requestsPerMinute`: null for none. Gives the key as it is then; undefined of a revoked one. */
export async function changeKeyLimit(
  db: Tx,
  orgId: string,
  keyId: string,
  requestsPerMinute: number | null,
): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    update api_keys set requests_per_minute = ${requestsPerMinute}
     where org_id = ${orgId} and key_id = ${keyId} and revoked_at is null returning ${keyColumns}`.execute(db)
  return rows[0]
}

/** Revoking again keeps the first time. */
export async function revokeKey(
  db: Tx,
  orgId: string,
  keyId: string,
  revokedBy: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ revoked_at: string }>`
    update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp()), revoked_by = coalesce(revoked_by, ${revokedBy})
     where org_id = ${orgId} and key_id = ${keyId} returning revoked_at`.execute(db)
  return rows[0]?.revoked_at
}

/** Of somebody who leaves. Gives how many were live. */
export async function revokeKeysOf(
  db: Tx,
  orgId: string,
  userId: string,
  revokedBy: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_keys set revoked_at = clock_timestamp(), revoked_by = ${revokedBy}
     where org_id = ${orgId} and created_by = ${userId} and revoked_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Live keys of somebody who leaves become those of another person. */
export async function handOverKeys(
  db: Tx,
  orgId: string,
  userId: string,
  to: { userId: string; email: string },
): Promise<void> {
  await sql`update api_keys set created_by = ${to.userId}, created_by_email = ${to.email}
             where org_id = ${orgId} and created_by = ${userId} and revoked_at is null`.execute(db)
}

export async function touchKeys(db: Tx, uses: { keyId: string; ago: number }[]) {
  await sql`update api_keys k
               set last_used_at = greatest(k.last_used_at, clock_timestamp() - make_interval(secs => u.ago / 1000.0))
              from unnest(${uses.map((use) => use.keyId)}::text[], ${uses.map((use) => use.ago)}::float8[]) as u (key_id, ago)
             where k.key_id = u.key_id`.execute(db)
}
