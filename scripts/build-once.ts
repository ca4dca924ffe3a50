import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withStartLock } from '../src/db/server/start-lock.ts'

const ROOT = join(import.meta.dirname, '..')
/** A build takes seconds; on a machine that does much else, minutes. */
const LONGEST_BUILD_MS = 600_000

/**
 * Builds what is stale, in one process at a time: of two that start at once in one folder the second waits, and uses what the first has made.
 * @param name what is built; its lock lies in `dist`, and one whose owner was killed is taken over
 */
export async function buildOnce(
  name: string,
  isStale: () => boolean,
  build: () => Promise<void> | void,
  root = ROOT,
): Promise<void> {
  if (!isStale()) return
  const lock = join(root, 'dist', `${name}.lock`)
  mkdirSync(dirname(lock), { recursive: true })
  const onWait = () => console.error(`Waiting for another process that builds the ${name} …`)
  await withStartLock(
    lock,
    async () => {
      if (isStale()) await build()
    },
    { longestMs: LONGEST_BUILD_MS, onWait },
  )
}
