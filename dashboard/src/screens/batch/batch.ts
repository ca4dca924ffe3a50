import type { Open } from '../../../../sdk/client.ts'
import type { BatchRecord } from '../../../../sdk/contract.ts'
import { unseenOf } from '../../ui/verdict.tsx'

export type Batch = Open<BatchRecord>
export type BatchRow = Batch['profiles'][number] & { position: number }

/** In the order of submission, each with its number. */
export function rowsOf(batch: Batch): BatchRow[] {
  return batch.profiles.map((profile, index) => ({ ...profile, position: index + 1 }))
}

/** How many of the finished ones call for which review; what nobody could see is counted apart, under `unseen`. */
export function countByRecommendation(batch: Batch): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { recommendation, profile_state } of batch.profiles) {
    const kind = unseenOf(recommendation, profile_state) ? 'unseen' : recommendation
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}
