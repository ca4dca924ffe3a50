/** When the database said what time it is, by what passes here whatever anybody does to the clock of this machine. */
let told: { theirs: number; at: number } | null = null

/**
 * Takes the time of the database for that of this process, wherever something is written down that others read. Told now and then: what
 * has passed since is counted here.
 * @param theirs milliseconds since 1970, as they were at `at` (`performance.now()`)
 */
export function tellTime(theirs: number, at: number): void {
  told = { theirs, at }
}

/** What time it is for all who share a database; without one, for this machine. */
export function sharedNow(): Date {
  return told === null ? new Date() : new Date(told.theirs + performance.now() - told.at)
}
