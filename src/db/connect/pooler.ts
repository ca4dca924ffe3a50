/**
 * Of a database behind a pooler in transaction mode, as PgBouncer: who connects there has a session for the time of a transaction only. What needs one
 * for longer (listening, a backup) goes to the server itself; pools say so in their address, so that whoever opens one knows.
 */
const MARK = 'toscan_pooled=1'

export function throughPooler(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${MARK}`
}

export function isThroughPooler(url: string): boolean {
  return url.includes(MARK)
}
