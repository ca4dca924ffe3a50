/** The place behind a row of a list that is ordered by time, then by id, newest first. */
export interface TimePosition {
  at: string
  id: string
}

/** Takes the page out of `limit + 1` rows. `next` is null at the end. */
export function timePage<Row>(rows: Row[], limit: number, positionOf: (row: Row) => TimePosition) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last ? positionOf(last) : null }
}
