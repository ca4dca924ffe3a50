import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '../../errors.ts'

const AGAIN_MS = 500
const START_PATIENCE_MS = 60_000

/**
 * Whether an error says that the database cannot be used for now: what the system says of a connection or a name; lost or timed out; the classes 08, 53 and 57 of
 * PostgreSQL's error codes; or 25006, a database that only reads, as one does while another takes over.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Unavailable && error.cause !== undefined) return isDatabaseOutage(error.cause)
  const code = 'code' in error ? String(error.code) : ''
  // A name with several addresses, none of which answered.
  if (error instanceof AggregateError && error.errors.some(isDatabaseOutage)) return true
  // Whatever keeps a connection from being made may be over in a moment, but for a socket that is not ours to use.
  if ('syscall' in error && /^(connect|getaddrinfo)$/.test(String(error.syscall)))
    return code !== 'EACCES' && code !== 'EPERM'
  return (
    /^(08|53|57|25006)|^(ECONNREFUSED|ECONNRESET|EMFILE|ENFILE|EPIPE|ETIMEDOUT)$/.test(code) ||
    /timeout|terminated|not queryable|has been discarded/i.test(error.message)
  )
}

/** Does the work, again and again while the database cannot be used. @throws what else it throws, or the outage once `signal` has come */
export async function despiteOutage<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isDatabaseOutage(error)) throw error
      await pause(AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/**
 * A step of a start, which may be done twice: a database that goes away meanwhile is no reason to end.
 * @throws what else the work throws, or the outage after a minute or once `signal` has come
 */
export function startStep<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const patience = AbortSignal.timeout(START_PATIENCE_MS)
  return despiteOutage(work, signal ? AbortSignal.any([signal, patience]) : patience)
}

/** In the midst of a fetch: a database that refuses the connection must not be taken for a site that does. @throws Unavailable */
export function asOurOwn(cause: unknown): never {
  throw new Unavailable('The database did not answer', { cause })
}
