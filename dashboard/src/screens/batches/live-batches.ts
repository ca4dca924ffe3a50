import type { Open } from '../../../../sdk/client.ts'
import type { BatchSummary } from '../../../../sdk/contract.ts'

export type BatchRow = Open<BatchSummary>

/** The batches as they were loaded, in their order, each with the latest that is known of it; and how many new ones wait. */
export function liveBatches(
  loaded: readonly BatchRow[],
  latest: readonly BatchRow[],
): { rows: BatchRow[]; newCount: number } {
  const known = new Map(latest.map((batch) => [batch.batch_id, batch]))
  const shown = new Map(loaded.map((batch) => [batch.batch_id, batch]))
  const rows = [...shown.values()].map((batch) => {
    const later = known.get(batch.batch_id)
    // An answer may be older than one that came before it: what has ended does not run again.
    return later && (batch.status === 'processing' || later.status !== 'processing') ? later : batch
  })
  return { rows, newCount: latest.filter(({ batch_id }) => !shown.has(batch_id)).length }
}

/** `37 of 50 done, 2 failed`. */
export function progressText({ total_profiles, completed, failed }: BatchRow): string {
  return `${completed} of ${total_profiles} done${failed > 0 ? `, ${failed} failed` : ''}`
}
