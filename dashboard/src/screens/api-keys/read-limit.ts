/** Requests a minute as somebody has typed them; null for none, undefined for what is none. */
export function readLimit(text: string): number | null | undefined {
  const typed = text.replaceAll(/[\s,]/g, '')
  if (typed === '') return null
  const limit = /^\d{1,7}$/.test(typed) ? Number(typed) : 0
  return limit >= 1 && limit <= 1_000_000 ? limit : undefined
}
