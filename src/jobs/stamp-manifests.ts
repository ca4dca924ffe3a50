import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { insertStamp, unstampedManifests } from '../db/scans/time-stamps.ts'
import { readTimeStampReply, timeStampQuery } from '../evidence/time-stamp.ts'

/** Whoever reads one manifest is handed the hashes of all that were stamped with it. */
const AT_ONCE = 1000
/** In one go: whoever begins to have them stamped may have many. */
const MOST_REQUESTS = 20
const TIMEOUT_MS = 15_000
/** Of an answer: a token with its certificates has some kB. */
export const MOST_STAMP_BYTES = 256 * 1024

/** Who is asked for time stamps, and the way there, which has to follow no redirect and end answers of more than `MOST_STAMP_BYTES`. */
export interface StampAuthority {
  url: string
  fetch: typeof globalThis.fetch
}

interface StampContext {
  db: Db
  authority: StampAuthority
}

/**
 * Has the manifests stamped that came since the last time, a thousand with one request. Gives how many there were.
 * @throws where the authority does not answer, or not what it was asked; they are tried again the next time
 */
export async function stampManifests(ctx: StampContext): Promise<number> {
  let stamped = 0
  for (let request = 0; request < MOST_REQUESTS; request++) {
    const some = await stampSome(ctx)
    stamped += some
    if (some < AT_ONCE) break
  }
  return stamped
}

async function stampSome({ db, authority }: StampContext): Promise<number> {
  const manifests = await unstampedManifests(db, AT_ONCE)
  if (manifests.length === 0) return 0
  const hashes = manifests
    .map(({ sha256 }) => `${sha256}\n`)
    .toSorted()
    .join('')
  const sha256 = createHash('sha256').update(hashes).digest('hex')
  const nonce = randomBytes(8)
  const reply = await ask(authority, timeStampQuery(sha256, nonce))
  const { token, at } = readTimeStampReply(reply, { sha256, nonce })
  const scanIds = manifests.map(({ scan_id }) => scan_id)
  await db
    .transaction()
    .execute((tx) => insertStamp(tx, { hashes, token: token.toString('base64'), stamped_at: at }, scanIds))
  return manifests.length
}

async function ask({ url, fetch }: StampAuthority, query: Buffer): Promise<Buffer> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/timestamp-query' },
    body: Uint8Array.from(query),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (answer.status !== 200) throw new Error(`TOSCAN_TIMESTAMP_URL answers with ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
