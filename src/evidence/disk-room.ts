import { statfs } from 'node:fs/promises'

/** Bytes. What PostgreSQL takes at once for its log, and sixty pages of some length. */
const LEAST = 16 * 1024 * 1024

/**
 * Whether a disk has next to no room left: less than 16 MiB, or than a hundredth of one that is small. What is written then may be
 * lost, and a database that cannot write its log ends.
 */
export async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return blocks > 0 && bavail * bsize < Math.min(LEAST, (blocks * bsize) / 100)
  } catch {
    // Not made yet, or not to be looked at: who writes there is told.
    return false
  }
}
