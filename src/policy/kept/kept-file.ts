import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'

/** A file beside what Node keeps of our code. It can go at any time: what it held is made again. */
export interface KeptFile {
  folder: string
  /** @throws where it is not there */
  read(): Buffer
  /** Whole or not at all; a file that cannot be written is none. */
  write(bytes: string | Buffer): void
}

/**
 * The file of this folder and name that belongs to `parts`, all that its contents hang on; `*` in the name stands for their hash. Null where
 * Node keeps nothing.
 */
export function keptFile(
  folderName: string,
  name: string,
  parts: readonly (string | Uint8Array)[],
): KeptFile | null {
  const beside = getCompileCacheDir()
  if (beside === undefined) return null
  const folder = join(beside, folderName)
  const path = join(folder, name.replace('*', hashOf(parts)))
  return {
    folder,
    read: () => readFileSync(path),
    write(bytes) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const partial = `${path}.${randomUUID()}`
        writeFileSync(partial, bytes, { mode: 0o600 })
        renameSync(partial, path)
      } catch {
        // A cache that cannot be written is none.
      }
    },
  }
}

/** SHA-256, in hex. */
export function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}
