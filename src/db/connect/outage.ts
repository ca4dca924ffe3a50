import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Unavailable } from '../../errors.ts'
import type { Db } from '../database.ts'

const AGAIN_MS = 500
const START_PATIENCE_MS = 60_000

/**
 * Whether the database cannot be used for now. An error that may be of an emptied database may as well be of a wrong statement of
 * ours, which no waiting mends: the database is asked whether what we made of it is there.
 */
export async function metOutage(db: Db, error: unknown): Promise<boolean> {
  if (!isEmptied(error)) return isDatabaseOutage(error)
  try {
    // They are restored behind all that they speak of.
    const { rows } = await sql`select from migrations limit 1`.execute(db)
    return rows.length === 0
  } catch (asking) {
    return isDatabaseOutage(asking)
  }
}

/**
 * Whether an error may say that the database cannot be used for now: because it is not reached (`mayPass`), or because somebody has changed it
 * under us and may change it back. `metOutage` knows it.
 */
export function isDatabaseOutage(error: unknown): boolean {
  return isReplaced(error) || mayPass(error)
}

/** PostgreSQL's words for a database that is not there (3D000) or has nothing of ours (42P01, 42883, 3F000), and for a door that does not open to us (class 28). */
const REPLACED = /^(3D000|42P01|42883|3F000|28\w{3})$/
/** Of these, that there is a database without what is ours. */
const EMPTY = /^(42P01|42883|3F000)$/

function isReplaced(error: unknown): boolean {
  return REPLACED.test(codeOf(error))
}

/** Whether a database that answers may have nothing of ours. */
export function isEmptied(error: unknown): boolean {
  return EMPTY.test(codeOf(error))
}

function codeOf(error: unknown): string {
  if (error instanceof Unavailable && error.cause !== undefined) return codeOf(error.cause)
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/**
 * Whether waiting may mend it: what the system says of a connection or a name; lost or timed out; the classes 08, 53 and 57 of
 * PostgreSQL's error codes; or 25006, a database that only reads, as one does while another takes over.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Unavailable && error.cause !== undefined) return mayPass(error.cause)
  const code = codeOf(error)
  // A name with several addresses, none of which answered.
  if (error instanceof AggregateError && error.errors.some(mayPass)) return true
  // Whatever keeps a connection from being made may be over in a moment, but for a socket that is not ours to use.
  if ('syscall' in error && /^(connect|getaddrinfo)$/.test(String(error.syscall)))
    return code !== 'EACCES' && code !== 'EPERM'
  return (
    /^(08|53|57|25006)|^(ECONNREFUSED|ECONNRESET|EMFILE|ENFILE|EPIPE|ETIMEDOUT)$/.test(code) ||
    /timeout|terminated|not queryable|has been discarded/i.test(error.message)
  )
}

/** Does the work, again and again while the database cannot be used. @throws what else it throws, or the outage once `signal` has come */
export function despiteOutage<T>(db: Db, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return again(work, (error) => metOutage(db, error), signal)
}

async function again<T>(
  work: () => Promise<T>,
  mayMend: (error: unknown) => boolean | Promise<boolean>,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !(await mayMend(error))) throw error
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
  return again(work, mayPass, signal ? AbortSignal.any([signal, patience]) : patience)
}

/** In the midst of a fetch: a database that refuses the connection must not be taken for a site that does. @throws Unavailable */
export function asOurOwn(cause: unknown): never {
  throw new Unavailable('The database did not answer', { cause })
}
