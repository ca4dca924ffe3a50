import type { Open } from '../../../../sdk/client.ts'
import type { BatchRecord } from '../../../../sdk/contract.ts'

export type Batch = Open<BatchRecord>
export type BatchRow = Batch['profiles'][number] & { position: number }

/** In the order of submission, each with its number. */
export function rowsOf(batch: Batch): BatchRow[] {
  return batch.profiles.map((profile, index) => ({ ...profile, position: index + 1 }))
}

/** How many of the finished ones call for which review. */
export function countByRecommendation(batch: Batch): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { recommendation } of batch.profiles)
    if (recommendation) counts.set(recommendation, (counts.get(recommendation) ?? 0) + 1)
  return counts
}
