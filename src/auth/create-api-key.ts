import type { Tx } from '../db/database.ts'
import { insertKey } from '../db/people/credentials.ts'
import { newId } from './ids.ts'
import { hashToken, newApiKey } from './tokens.ts'

/** Makes a key and gives it back in the clear, the only time that this happens. */
export async function createApiKey(
  db: Tx,
  input: {
    orgId: string
    name: string
    person: { id: string; email: string } | null
    /** Default: as many as it likes. */
    requestsPerMinute?: number | null
  },
) {
  const key = newApiKey()
  const row = await insertKey(db, {
    keyId: newId('key'),
    orgId: input.orgId,
    name: input.name,
    keyHash: hashToken(key),
    keyPrefix: key.slice(0, 7),
    keyLast4: key.slice(-4),
    createdBy: input.person?.id ?? null,
    createdByEmail: input.person?.email ?? null,
    requestsPerMinute: input.requestsPerMinute ?? null,
  })
  return {
    key_id: row.key_id,
    name: row.name,
    key,
    key_prefix: row.key_prefix,
    key_last4: row.key_last4,
    created_by: row.created_by,
    created_by_email: row.created_by_email,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    ...limitOf(row),
  }
}

/** Named only of a key that has one. */
export function limitOf({ requests_per_minute }: { requests_per_minute: number | null }) {
  return requests_per_minute === null ? {} : { requests_per_minute }
}
