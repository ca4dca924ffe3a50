import type { Db } from '../../db/database.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { tellTime } from '../../evidence/shared-time.ts'

/** A machine that slept has missed as much; and clocks of the database are set right, too. */
const ASK_MS = 10_000

/** From now on pages and steps are dated by the clock of the database. While it does not answer, by what it said last. */
export async function followTime(db: Db): Promise<{ stop(): void }> {
  const ask = async () => {
    const sent = performance.now()
    const theirs = Date.parse(await databaseTime(db))
    // What the question took is taken to be the same in both directions.
    tellTime(theirs, (sent + performance.now()) / 2)
  }
  await ask()
  const timer = setInterval(() => void ask().catch(() => {}), ASK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
