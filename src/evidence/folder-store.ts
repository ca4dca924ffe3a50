import { randomUUID } from 'node:crypto'
import { access, close, fdatasync, open, rename, writeFile } from 'node:fs'
import { mkdir, opendir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { InvalidInput } from '../errors.ts'
import { checkStore } from './check-store.ts'
import { whyNotTaken } from './disk-room.ts'
import { hashNamed, nameOf, packBytes, unpackBytes } from './pack-bytes.ts'
import type { EvidenceStore } from './store.ts'

/** Zstandard files `ab/cdef….zst` in a folder. Processes may share the folder. */
export function createFolderStore(folder: string): EvidenceStore {
  const pathOf = (sha256: string) => join(folder, nameOf(sha256))

  const store: EvidenceStore = {
    check: () =>
      checkStore(store).catch((cause) => {
        throw new InvalidInput(`Evidence cannot be kept in ${folder}: ${cause.message}`, { cause })
      }),

    async put(sha256, bytes) {
      const path = pathOf(sha256)
      if (await exists(path)) return
      const packed = await packBytes(bytes)
      // Of 256 folders all are there soon.
      if (await writeWhole(path, packed).then(() => true, unlessMissing)) return
      // Those above ours are as open as their owner makes new ones.
      await mkdir(dirname(folder), { recursive: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Not with those above it: then a disk that only reads is told as a folder that is missing.
      await mkdir(dirname(path), { mode: 0o700 }).catch(unlessThere)
      await writeWhole(path, packed)
    },

    async get(sha256) {
      const packed = await readFile(pathOf(sha256)).catch(unlessMissing)
      return packed === undefined ? { ok: false, reason: 'missing' } : unpackBytes(sha256, packed)
    },

    has: (sha256) => exists(pathOf(sha256)),

    whyNotTaken: () => whyNotTaken(folder),

    delete: (sha256) => rm(pathOf(sha256), { force: true }),

    async *list(before) {
      for await (const shelf of entriesOf(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shelf)) continue
        for await (const file of entriesOf(join(folder, shelf))) {
          const path = join(folder, shelf, file)
          const info = await stat(path).catch(unlessMissing)
          if (info === undefined || info.mtime >= before) continue
          const sha256 = hashNamed(`${shelf}/${file}`)
          if (sha256 !== null) yield sha256
          // What a crash left of a write.
          else if (file.endsWith('.tmp')) await rm(path, { force: true })
        }
      }
    },
  }
  return store
}

/** What each page needs goes by numbers of files: objects for them and for their errors take 50 us of a page's 240. */
const files = {
  open: promisify(open),
  writeFile: promisify(writeFile),
  fdatasync: promisify(fdatasync),
  close: promisify(close),
  rename: promisify(rename),
}

/** Under its own name a file is there whole or not at all, also after the power failed. */
async function writeWhole(path: string, bytes: Uint8Array) {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await files.open(temporary, 'wx', 0o600)
    try {
      await files.writeFile(file, bytes)
      await files.fdatasync(file)
    } finally {
      await files.close(file)
    }
    await files.rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function* entriesOf(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch(unlessMissing)
  if (entries) for await (const entry of entries) yield entry.name
}

function exists(path: string): Promise<boolean> {
  return new Promise((resolve, reject) =>
    access(path, (error) => (error && error.code !== 'ENOENT' ? reject(error) : resolve(error === null))),
  )
}

function unlessMissing(error: unknown): undefined {
  return unless('ENOENT', error)
}

function unlessThere(error: unknown): undefined {
  return unless('EEXIST', error)
}

function unless(code: string, error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === code) return undefined
  throw error
}
