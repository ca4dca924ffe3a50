import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
const PREFIX = 'toscan-tests-'
/** A whole run held less than half of one at its fullest. */
const GIB_FREE = 4
/** And is not to push out who else works here. */
const GIB_AVAILABLE = 8

/**
 * A folder in memory for what tests write, ended with `remove`; null where there is none, or little room. A database of tests is a copy of four
 * hundred small files, and there are hundreds of them: on a disk the kernel is busy with their names for most of a second each.
 */
export function makeMemoryFolder(): { path: string; remove: () => void } | null {
  if (!hasRoom()) return null
  removeLeftBehind()
  const path = join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(path, { recursive: true })
  // Under root a database runs as another user, who must be able to enter.
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, where]) => where === MEMORY)
    const [, , kind, options = ''] = mount ?? []
    const { bavail, bsize } = statfsSync(MEMORY)
    const gib = 1024 ** 3
    return (
      kind === 'tmpfs' &&
      !/\b(noexec|ro)\b/.test(options) &&
      (bavail * bsize) / gib >= GIB_FREE &&
      process.availableMemory() / gib >= GIB_AVAILABLE
    )
  } catch {
    return false
  }
}

/** By runs that were killed: nothing else would ever take these out of memory. */
function removeLeftBehind() {
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX)))
    if (!isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
