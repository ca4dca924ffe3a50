import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where `scripts/build-tables.ts` puts what it made of the built-in pack: read before anything else, and never written by a service. */
const BUILT = fileURLToPath(new URL('../../../dist', import.meta.url))

/** A file that the build made, or one beside what Node keeps of our code. It can go at any time: what it held is made again. */
export interface KeptFile {
  /** Where what is written lies; null where nothing is. */
  folder: string | null
  /** @throws where it is not there */
  read(): Buffer<ArrayBuffer>
  /** Whole or not at all; a file that cannot be written is none. */
  write(bytes: string | Buffer): void
}

/**
 * The file of this folder and name that belongs to `parts`, all that its contents hang on; `*` in the name stands for their hash. Where
 * Node keeps nothing only the build's can be read.
 */
export function keptFile(
  folderName: string,
  name: string,
  parts: readonly (string | Uint8Array)[],
): KeptFile {
  const beside = getCompileCacheDir()
  const folder = beside === undefined ? null : join(beside, folderName)
  const file = name.replace('*', hashOf(parts))
  return {
    folder,
    read() {
      try {
        return readFileSync(join(BUILT, folderName, file))
      } catch (error) {
        if (folder === null) throw error
        return readFileSync(join(folder, file))
      }
    },
    write(bytes) {
      if (folder === null) return
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const partial = join(folder, `${file}.${randomUUID()}`)
        writeFileSync(partial, bytes, { mode: 0o600 })
        renameSync(partial, join(folder, file))
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
