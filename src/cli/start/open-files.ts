import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { whyLacking } from '../../net/guard/own-lack.ts'

/** So many a busy process has open: a socket a page, files of evidence, connections to the database. */
const ENOUGH = 1024
const LOOK_MS = 1000

/** What is to be said where this process may have too few files open, or null. Node has raised its limit to the hard one before anything runs. */
export function tooFewFiles(): string | null {
  const limit = openFilesLimit()
  if (limit === null || limit >= ENOUGH) return null
  return `this process may have ${limit} files and connections open, and takes ${ENOUGH} when it is busy: beyond its limit pages and receivers cannot be reached. Raise it (ulimit -Hn ${ENOUGH}, LimitNOFILE=, --ulimit nofile=)`
}

/** Writes into the log when pages and receivers cannot be reached for want of descriptors or memory of ours, and when they can be again. */
export function watchOwnLack(log: Logger): { stop(): void } {
  let known: string | null = null
  const timer = setInterval(() => {
    const lack = whyLacking()
    if (lack !== null && known === null) log.error({ lack }, 'no scans are taken: this process lacks room')
    if (lack === null && known !== null) log.info('scans are taken again: this process has room')
    known = lack
  }, LOOK_MS).unref()
  return { stop: () => clearInterval(timer) }
}

/** Null where the system says nothing of it, or sets no limit. */
function openFilesLimit(): number | null {
  try {
    const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
    return Number.isInteger(limit) ? limit : null
  } catch {
    return null
  }
}
