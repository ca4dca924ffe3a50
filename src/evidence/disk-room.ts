import { access, constants, statfs } from 'node:fs/promises'

/** Bytes. What PostgreSQL takes at once for its log, and sixty pages of some length. */
const LEAST = 16 * 1024 * 1024
/** Files. Sixty pages with their folders and what is written before it has its name. */
const LEAST_FILES = 256

/**
 * Whether a disk has next to no room left: less than 16 MiB or 256 files, or than a hundredth of one that is small. What is written
 * then may be lost, and a database that cannot write its log ends.
 */
export async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, blocks, bsize, ffree, files } = await statfs(folder)
    // A file system that counts no files says 0 of them, which is not to say that it takes none.
    const fewFiles = ffree > 0 && ffree < Math.min(LEAST_FILES, files / 100)
    return fewFiles || (blocks > 0 && bavail * bsize < Math.min(LEAST, (blocks * bsize) / 100))
  } catch {
    // Not made yet, or not to be looked at: who writes there is told.
    return false
  }
}

/** The system's word for why a folder takes nothing (`ENOSPC`, `EROFS`, `EACCES`), where that can be told without writing; null where it cannot. */
export async function whyNotTaken(folder: string): Promise<string | null> {
  if (await isDiskFull(folder)) return 'ENOSPC'
  try {
    await access(folder, constants.W_OK)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // One that is missing is made by the next page.
    return REFUSALS.has(code) ? code : null
  }
}

/** Those of `access(2)` that mean that a folder is there and may not be written. */
const REFUSALS = new Set(['EROFS', 'EACCES'])
