/** `1 day`, `90 days`. */
export function daysOf(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'day' : 'days'}`
}

/** What somebody typed: days, null for as long as the operator keeps pages, undefined where it is neither. */
export function readDays(typed: string, longest: number): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= longest ? days : undefined
}

/** As many days as the service takes where the operator keeps things for ever. */
export const MOST_DAYS = 36_500

/** Null: for ever. */
export function isShorter(days: number | null, now: number | null): boolean {
  return days !== null && (now === null || days < now)
}

/** What goes at once: `2 stored pages and 1 whole scan are deleted within the hour`. */
export function dueWords({ pages_due, scans_due }: { pages_due: number; scans_due: number }): string {
  const things = [counted(pages_due, 'stored page'), counted(scans_due, 'whole scan')].flatMap(
    (words) => words ?? [],
  )
  if (things.length === 0) return 'Nothing is older than that'
  return `${things.join(' and ')} ${pages_due + scans_due === 1 ? 'is' : 'are'} deleted within the hour`
}

function counted(count: number, what: string): string | null {
  return count === 0 ? null : `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}
