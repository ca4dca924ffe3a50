/** Of a date as RFC 9110 (5.6.7) writes it, in its three forms: a day of the week comes first. */
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /
/** Whatever more is asked for. */
const MOST_SECONDS = 1e9

/**
 * Milliseconds from `now` that `Retry-After` asks to wait (RFC 9110, 10.2.3: seconds, which some write with a fraction, or a date); null where it asks
 * nothing. JavaScript alone would read `+40` and `1.5` as dates, and a date without a zone as one of ours.
 */
export function askedWaitMs(retryAfter: string | null | undefined, now: number): number | null {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text), MOST_SECONDS) * 1000
  if (!DATE.test(text)) return null
  const until = Date.parse(/ GMT$/.test(text) ? text : `${text} GMT`)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}
