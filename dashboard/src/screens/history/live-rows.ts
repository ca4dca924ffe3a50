import { isRunning, type ScanRow } from './history-filter.ts'

/** Most rows that are asked for one by one, because the newest page does not hold them. */
const MOST_SINGLE_READS = 20

/**
 * The rows as they stand before the reader: in the order in which they were loaded, each with the latest that is known of it.
 * Nothing moves, nothing is added; what is new waits for the reader.
 */
export function liveRows(loaded: readonly ScanRow[], latest: readonly ScanRow[]): ScanRow[] {
  const known = new Map(latest.map((row) => [row.scan_id, row]))
  const seen = new Set<string>()
  return loaded
    .filter(({ scan_id }) => !seen.has(scan_id) && seen.add(scan_id))
    .map((row) => {
      const later = known.get(row.scan_id)
      // An answer may be older than one that came before it: what has ended does not run again.
      return later && (isRunning(row) || !isRunning(later)) ? later : row
    })
}

/** Scans that the list would show by now and does not: how many, and whether there may be more of them. */
export function countNew(
  loaded: readonly ScanRow[],
  newest: readonly ScanRow[],
): { count: number; isAtLeast: boolean } {
  const known = new Set(loaded.map(({ scan_id }) => scan_id))
  const count = newest.filter(({ scan_id }) => !known.has(scan_id)).length
  return { count, isAtLeast: count > 0 && count === newest.length }
}

/** Running scans that the newest page says nothing about; none while that page is not known, or it would be all of them. */
export function askSingly(rows: readonly ScanRow[], newest: readonly ScanRow[] | undefined): string[] {
  if (!newest) return []
  const covered = new Set(newest.map(({ scan_id }) => scan_id))
  return rows
    .filter((row) => isRunning(row) && !covered.has(row.scan_id))
    .slice(0, MOST_SINGLE_READS)
    .map(({ scan_id }) => scan_id)
}

/** What to tell somebody who listens: `2 scans finished, 1 high`. Null where nothing has ended since. */
export function announcement(before: readonly ScanRow[], now: readonly ScanRow[]): string | null {
  const running = new Set(before.filter(isRunning).map(({ scan_id }) => scan_id))
  const ended = now.filter((row) => running.has(row.scan_id) && !isRunning(row))
  if (ended.length === 0) return null
  const parts = [
    `${ended.length} ${ended.length === 1 ? 'scan' : 'scans'} finished`,
    ...counted(ended, 'review_high', 'high'),
    ...counted(ended, 'review_medium', 'medium'),
  ]
  const failed = ended.filter(({ status }) => status === 'failed').length
  return [...parts, ...(failed > 0 ? [`${failed} failed`] : [])].join(', ')
}

function counted(rows: readonly ScanRow[], recommendation: string, word: string): string[] {
  const count = rows.filter((row) => row.recommendation === recommendation).length
  return count > 0 ? [`${count} ${word}`] : []
}
