import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Sealed secrets that sign now, the current one first. */
export async function liveSecrets(db: Tx, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ secrets: string }>`
    select (${joinedSecretsOf(sql`${orgId}`)}) as secrets`.execute(db)
  return splitSecrets(rows[0]?.secrets ?? '')
}

/** The same as a question within another, as one text: sealed secrets hold no blanks. */
export function joinedSecretsOf(orgId: RawBuilder<unknown>) {
  return sql`
    select coalesce(string_agg(secret_encrypted, ' ' order by created_at desc), '') from webhook_secrets
     where org_id = ${orgId} and (expires_at is null or expires_at > clock_timestamp())`
}

export function splitSecrets(joined: string): string[] {
  return joined === '' ? [] : joined.split(' ')
}

export interface Rotation {
  created_at: string
  previous_secret_expires_at: string | null
}

/**
 * Puts a new secret in front; the ones before it expire after the grace period, or earlier where they already did.
 * The caller holds the lock of the organization, so that two rotations follow one another.
 */
export async function rotateSecret(
  db: Tx,
  rotation: { orgId: string; secretId: string; sealedSecret: string; graceSeconds: number },
): Promise<Rotation> {
  const { rows: previous } = await sql<{ expires_at: string }>`
    update webhook_secrets
       set expires_at = least(expires_at, clock_timestamp() + make_interval(secs => ${rotation.graceSeconds}))
     where org_id = ${rotation.orgId} and (expires_at is null or expires_at > clock_timestamp())
    returning expires_at`.execute(db)
  const { rows } = await sql<{ created_at: string }>`
    insert into webhook_secrets (secret_id, org_id, secret_encrypted)
    values (${rotation.secretId}, ${rotation.orgId}, ${rotation.sealedSecret}) returning created_at`.execute(
    db,
  )
  const expiries = previous.map((row) => row.expires_at).sort()
  return {
    created_at: rows[0]?.created_at ?? '',
    previous_secret_expires_at: rotation.graceSeconds > 0 ? (expiries.at(-1) ?? null) : null,
  }
}
