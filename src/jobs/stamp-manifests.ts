import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { insertStamp, unstampedManifests } from '../db/time-stamps.ts'
import { readTimeStampReply, timeStampQuery } from '../evidence/time-stamp.ts'

/** Whoever reads one manifest is handed the hashes of all that were stamped with it. */
const AT_ONCE = 1000
/** In one go: whoever begins to have them stamped may have many. */
const MOST_REQUESTS = 20
const TIMEOUT_MS = 15_000
/** A token with its certificates has some kB. */
const MOST_BYTES = 256 * 1024

/**
 * Has the manifests stamped that came since the last time, a thousand with one request. Gives how many there were.
 * @throws where the authority does not answer, or not what it was asked; they are tried again the next time
 */
export async function stampManifests(ctx: { db: Db; url: string }): Promise<number> {
  let stamped = 0
  for (let request = 0; request < MOST_REQUESTS; request++) {
    const some = await stampSome(ctx)
    stamped += some
    if (some < AT_ONCE) break
  }
  return stamped
}

async function stampSome({ db, url }: { db: Db; url: string }): Promise<number> {
  const manifests = await unstampedManifests(db, AT_ONCE)
  if (manifests.length === 0) return 0
  const hashes = manifests
    .map(({ sha256 }) => `${sha256}\n`)
    .toSorted()
    .join('')
  const sha256 = createHash('sha256').update(hashes).digest('hex')
  const nonce = randomBytes(8)
  const reply = await ask(url, timeStampQuery(sha256, nonce))
  const { token, at } = readTimeStampReply(reply, { sha256, nonce })
  const scanIds = manifests.map(({ scan_id }) => scan_id)
  await db
    .transaction()
    .execute((tx) => insertStamp(tx, { hashes, token: token.toString('base64'), stamped_at: at }, scanIds))
  return manifests.length
}

/** The operator's own address, as the evidence store's is; it sends us nowhere else. */
async function ask(url: string, query: Buffer): Promise<Buffer> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/timestamp-query' },
    body: Uint8Array.from(query),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (answer.status !== 200) throw new Error(`TOSCAN_TIMESTAMP_URL answers with ${answer.status}`)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    parts.push(part)
    length += part.length
    if (length > MOST_BYTES) throw new Error('TOSCAN_TIMESTAMP_URL answers with more than a time stamp')
  }
  return Buffer.concat(parts)
}
