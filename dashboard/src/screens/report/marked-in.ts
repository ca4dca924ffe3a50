import type { Quote } from './scan.ts'

/** A quote in three pieces: what stands before the hit, the hit, and what stands behind it. Older ones are the hit. */
export function markedIn({ quote, hit = { start: 0, length: quote.length }, cut }: Quote) {
  const behind = hit.start + hit.length
  return {
    before: (cut?.before ? '… ' : '') + quote.slice(0, hit.start),
    marked: quote.slice(hit.start, behind),
    after: quote.slice(behind) + (cut?.after ? ' …' : ''),
  }
}
