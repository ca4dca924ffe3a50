import { readFileSync } from 'node:fs'

/** So many a busy process has open: a socket a page, files of evidence, connections to the database. */
const ENOUGH = 1024

/** What is to be said where this process may have too few files open, or null. Node has raised its limit to the hard one before anything runs. */
export function tooFewFiles(): string | null {
  const limit = openFilesLimit()
  if (limit === null || limit >= ENOUGH) return null
  return `this process may have ${limit} files and connections open, and takes ${ENOUGH} when it is busy: beyond its limit pages and receivers cannot be reached. Raise it (ulimit -Hn ${ENOUGH}, LimitNOFILE=, --ulimit nofile=)`
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
