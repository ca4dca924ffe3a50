/** Milliseconds that an answer asks to wait (RFC 9110 §10.2.3: seconds or a date); 0 where it does not. */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const until = Date.parse(value)
  return Number.isNaN(until) ? 0 : Math.max(0, until - Date.now())
}
