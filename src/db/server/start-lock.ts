import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../../errors.ts'

/**
 * Runs `work` while holding a lock file, so that two processes never start or stop one database at once. A lock whose
 * owner is gone is taken over.
 * @param wait `longestMs`: for how long another live process may hold it; `onWait`: called once, when one does
 * @throws Unavailable when another live process holds it longer than that.
 */
export async function withStartLock<T>(
  file: string,
  work: () => Promise<T>,
  { longestMs = 60_000, onWait = () => {} }: { longestMs?: number; onWait?: () => void } = {},
): Promise<T> {
  for (let waited = 0; !tryLock(file); waited += 50) {
    if (waited >= longestMs)
      throw new Unavailable(`Another process holds ${file}. Stop it, or remove the file.`)
    if (waited === 50) onWait()
    await sleep(50)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function tryLock(file: string): boolean {
  try {
    const handle = openSync(file, 'wx')
    writeSync(handle, processMark(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if (ownerIsGone(file)) rmSync(file, { force: true })
    return false
  }
}

function ownerIsGone(file: string): boolean {
  try {
    const mark = readFileSync(file, 'utf8')
    const pid = Number(mark.split(' ')[0])
    // Just made and not yet written: give its owner a second.
    if (!pid) return Date.now() - statSync(file).mtimeMs > 1000
    process.kill(pid, 0)
    return processMark(pid) !== mark
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'ENOENT')
  }
}

/** Process ids come again, in a container with every start; with the start time they do not. */
export function processMark(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // proc(5): field 22, counted behind the name, which may hold blanks and brackets.
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return String(pid)
  }
}
