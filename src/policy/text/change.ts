import type { Cells } from './cells.ts'

/** A place of the original that a view reads otherwise than it is written, in UTF-16 units of the original. */
export interface Change {
  start: number
  end: number
  /** Written to be read by people and not by machines; missing blanks, hashtags and a single slip are not. */
  isDisguise: boolean
}

/** The change of the cells `[from, to)`. */
export function changeAt(cells: Cells, from: number, to: number, isDisguise: boolean): Change {
  let start = Number.POSITIVE_INFINITY
  let end = 0
  for (let i = from; i < to; i++) {
    start = Math.min(start, cells.starts[i] ?? 0)
    end = Math.max(end, cells.ends[i] ?? 0)
  }
  return { start, end, isDisguise }
}
