import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Unavailable } from '../../errors.ts'
import type { Db } from '../database.ts'
import { mayPass } from './outage.ts'

const PAUSE_MS = 500
/** A connection is given up after five seconds, which is long for somebody who looks at a silent terminal. */
const SILENT_MS = 2000

/**
 * Resolves when the database answers. One that comes up a moment later, or recovers from a crash, is waited for.
 * @param say is told what there is to wait for: when it fails first, or when nothing has come for two seconds; and again when the reason changes
 * @throws Unavailable after `seconds`, and at once for what waiting does not mend, as a wrong password; an AbortError
 */
export async function awaitDatabase(
  db: Db,
  { seconds = 60, say, signal }: { seconds?: number; say: (reason: string) => void; signal?: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  let said: string | null = null
  const sayOnce = (reason: string) => {
    if (reason !== said) say(reason)
    said = reason
  }
  const silence = setTimeout(() => sayOnce(`nothing has come for ${SILENT_MS / 1000} s`), SILENT_MS)
  try {
    for (let cause = await whyNoAnswer(db); cause !== null; cause = await whyNoAnswer(db)) {
      clearTimeout(silence)
      const reason = reasonOf(cause)
      if (!mayPass(cause)) throw new Unavailable(`The database cannot be used: ${reason}`, { cause })
      if (performance.now() > deadline)
        throw new Unavailable(`The database did not answer within ${seconds} s: ${reason}`, { cause })
      sayOnce(reason)
      await sleep(PAUSE_MS, undefined, { signal })
    }
  } finally {
    clearTimeout(silence)
  }
}

async function whyNoAnswer(db: Db): Promise<unknown> {
  return sql`select`.execute(db).then(
    () => null,
    (error) => error,
  )
}

/** Where a connection string leads, in words without secrets: `"scans" at db.example.org:5432`. Empty where it is none. */
export function placeOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { hostname, port, pathname, searchParams, username } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username)
  return `"${name}" at ${searchParams.get('host') ?? (hostname || 'localhost')}:${port || 5432}`
}

/** What went wrong, with what to do where its own words do not say it. A name with several addresses that all refuse is an error without a message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  const reason = error.message || code || error.name
  if (code === 'ERR_INVALID_URL')
    return `${reason}. Signs of a password that mean something in a URL are written by percent: @ as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25`
  if (/client password must be a string/.test(reason))
    return 'it wants a password, and none stands in the URL, in PGPASSWORD or in a password file'
  if (/^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code))
    return `its certificate is signed by nobody who is known here (${code}). Name who signed it in the URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem`
  return reason
}
