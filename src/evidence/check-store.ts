import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { EvidenceStore } from './store.ts'

/**
 * Whether a store keeps what it is given, tried with bytes that nobody else has: a few, or so many as pages have, for a
 * full disk may still have room for a few.
 */
export async function checkStore(
  store: Pick<EvidenceStore, 'put' | 'get' | 'delete' | 'list'>,
  { padding = 0 } = {},
): Promise<void> {
  const words = Buffer.from(`written to see whether it can be read: ${randomUUID()}`)
  const bytes = Buffer.concat([words, randomBytes(padding)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // First: of what S3 refuses, this request is told the reason.
  for await (const _ of store.list(new Date(0))) break
  await store.put(sha256, bytes)
  const found = await store.get(sha256)
  await store.delete(sha256)
  if (!found.ok) throw new Error(`what was written a moment ago is ${found.reason}`)
}
