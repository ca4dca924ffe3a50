import type { Session } from './session.ts'

const TIMEOUT_MS = 30_000

/** A `fetch` for the client of the service: with the session's token, and with its way of renewing it. */
export function authorizedFetch(session: Session): typeof globalThis.fetch {
  return (input, options = {}) =>
    session.authorized(
      (token) => {
        const headers = new Headers(options.headers)
        headers.set('authorization', `Bearer ${token}`)
        return fetch(input, { ...options, headers, signal: stillValid(options.signal) })
      },
      options.method === 'GET' ? 'read' : 'write',
    )
}

/** A read may have waited for a password for longer than its time limit, which then counts anew. */
function stillValid(signal: AbortSignal | null | undefined): AbortSignal | null | undefined {
  return signal?.aborted ? AbortSignal.timeout(TIMEOUT_MS) : signal
}
