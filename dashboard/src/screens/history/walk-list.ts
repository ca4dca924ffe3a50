import type { Toscan } from '../../../../sdk/client.ts'
import { type HistoryFilter, type ScanRow, toScanFilter } from './history-filter.ts'

const PAGE = 100

/** How far somebody has come through a list: it can be gone on with from here. */
export interface Walk {
  rows: ScanRow[]
  after: string | undefined
  isDone: boolean
}

export const START: Walk = { rows: [], after: undefined, isDone: false }

/**
 * Reads a whole list, page by page, from where an earlier walk has stopped.
 * @throws what the client throws, and the reason of `signal`; what was reported until then stands
 */
export async function walkList(
  toscan: Pick<Toscan, 'scans'>,
  filter: HistoryFilter,
  from: Walk,
  signal: AbortSignal,
  onPage: (walk: Walk) => void,
): Promise<Walk> {
  const rows = [...from.rows]
  let walk = from
  const list = toscan.scans.list({ ...toScanFilter(filter), limit: PAGE, after: from.after }, { signal })
  for await (const page of list.pages()) {
    signal.throwIfAborted()
    rows.push(...page.scans)
    walk = { rows, after: page.next_cursor ?? undefined, isDone: page.next_cursor === null }
    onPage(walk)
  }
  return walk
}
