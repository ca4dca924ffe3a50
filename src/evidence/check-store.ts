import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { EvidenceStore } from './store.ts'

/** Whether a store can be used at all, tried at start. @throws what it said */
export async function checkStore(
  store: Pick<EvidenceStore, 'put' | 'get' | 'delete' | 'list'>,
): Promise<void> {
  // First: of what S3 refuses, this request is told the reason.
  for await (const _ of store.list(new Date(0))) break
  await keepsBytes(store, 0)
}

/**
 * Whether a store keeps what it is given, tried with bytes that nobody else has.
 * @param padding how many beside a few: a full disk may still have room for those
 * @throws what it said
 */
export async function keepsBytes(
  store: Pick<EvidenceStore, 'put' | 'get' | 'delete'>,
  padding: number,
): Promise<void> {
  const words = Buffer.from(`written to see whether it can be read: ${randomUUID()}`)
  const bytes = Buffer.concat([words, randomBytes(padding)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await store.put(sha256, bytes)
  const found = await store.get(sha256)
  await store.delete(sha256)
  if (!found.ok) throw new Error(`what was written a moment ago is ${found.reason}`)
}
