import { Offline } from './not-sent.ts'
import type { Session } from './session.ts'

const TIMEOUT_MS = 30_000

/** A `fetch` for the client of the service: with the session's token, and with its way of renewing it. */
export function authorizedFetch(session: Session): typeof globalThis.fetch {
  return (input, options = {}) =>
    session.authorized(
      (token) => {
        const headers = new Headers(options.headers)
        headers.set('authorization', `Bearer ${token}`)
        const signal = stillValid(options.signal)
        return fetchOrOffline(input, { ...options, headers, signal, keepalive: isFarewell(options) })
      },
      options.method === 'GET' ? 'read' : 'write',
    )
}

/** Browsers send at most 64 KiB for a page that is gone. */
const MOST_LETTERS = 8000

/** A document that closes is still called visible while `pagehide` is told. */
let isLeaving = false
for (const name of ['pagehide', 'pageshow'])
  window.addEventListener(name, ({ type }) => (isLeaving = type === 'pagehide'), { capture: true })

/** A change that a page makes while it closes is sent all the same; so is one of a page out of sight, which may be closed at any moment. */
function isFarewell({ method, body }: RequestInit): boolean {
  if (method === 'GET' || !(isLeaving || document.visibilityState === 'hidden')) return false
  return !body || (typeof body === 'string' && body.length < MOST_LETTERS)
}

/** Browsers name no reason. It is tried all the same: without a network there may still be a service on this machine. */
async function fetchOrOffline(input: RequestInfo | URL, options: RequestInit): Promise<Response> {
  const wasOffline = !navigator.onLine
  try {
    return await fetch(input, options)
  } catch (error) {
    if (wasOffline && !navigator.onLine) throw new Offline(error)
    throw error
  }
}

/** A read may have waited for a password for longer than its time limit, which then counts anew. */
function stillValid(signal: AbortSignal | null | undefined): AbortSignal | null | undefined {
  return signal?.aborted ? AbortSignal.timeout(TIMEOUT_MS) : signal
}
