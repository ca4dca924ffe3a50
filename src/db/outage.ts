/**
 * Whether an error says that the database cannot be used for now: refused, lost or timed out; the classes 08, 53 and 57 of
 * PostgreSQL's error codes; or 25006, a database that only reads, as one does while another takes over.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|53|57|25006)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN)$/.test(code) ||
    /timeout|terminated|not queryable/i.test(error.message)
  )
}
