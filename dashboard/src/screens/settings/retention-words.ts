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
