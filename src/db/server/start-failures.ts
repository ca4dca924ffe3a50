import { userInfo } from 'node:os'
import { Unavailable } from '../../errors.ts'

/** What is said where the embedded PostgreSQL cannot be had: what is in its way, and what one can do about it. */

/** Its account cannot enter a folder above the database. */
export function cannotBeReached(dataDir: string, home: string): Unavailable {
  return new Unavailable(
    `The database of ${dataDir} lies in ${home}, and the account that runs it cannot get there: every folder above it has to let others pass (chmod o+x). It is not moved by itself.`,
  )
}

/** The folder names another place for its database than it would get here. */
export function wasMoved(dataDir: string, placed: string): Unavailable {
  return new Unavailable(
    `${dataDir} was copied or moved from a folder whose database lies in ${placed}. Put it back, and move installations with \`toscan backup\` and \`toscan restore\`.`,
  )
}

/** No package of this platform is installed. */
export function hasNoBinaries(cause: unknown): Unavailable {
  return new Unavailable(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    { cause },
  )
}

/** By what `initdb` left behind. */
export function wasNotMade(made: { stderr: string | null; error?: Error }): Unavailable {
  return new Unavailable(`The embedded PostgreSQL could not be initialised: ${whyNotMade(made)}`, {
    facts: { stderr: made.stderr, error: made.error?.message },
  })
}

/** `ended` says how its process ended; null where it runs and does not answer. */
export function didNotStart(ended: string | null, log: string): Unavailable {
  return new Unavailable(
    `The embedded PostgreSQL did not start (${ended ?? 'no answer in 30 s'}). See ${log}.`,
  )
}

/** What initdb said, in its words where we know none that say what to do. */
function whyNotMade({ stderr, error }: { stderr: string | null; error?: Error }): string {
  if (!isNamedAccount())
    return `the account that runs it (${process.getuid?.()}) has no entry in /etc/passwd, which PostgreSQL needs. Give it one, run as another, or set DATABASE_URL.`
  const said = stderr
    ?.trim()
    .split('\n')
    .findLast((line) => line.startsWith('initdb: '))
  return `${(said?.slice('initdb: '.length) ?? error?.message ?? 'initdb gave no reason').replace(/\.$/, '')}.`
}

/** As those are not that a container was told to run by a number alone. */
function isNamedAccount(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}
