/** The service counts no further. */
const MOST_COUNTED = 10_000

/** A number of cases: `12`, `10,000+`. */
export function countWords(count: number): string {
  return count.toLocaleString('en') + (count >= MOST_COUNTED ? '+' : '')
}
