import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { EvidenceStore } from './store.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** No page is fetched beyond a part of this: a file that unpacks to more is none of ours. */
const MAX_BYTES = 64 * 1024 * 1024
const NAME = /^([0-9a-f]{62})\.zst$/

/** Zstandard files `ab/cdef….zst` in a folder; `zstd -d` reads them. Processes may share the folder. */
export function createFolderStore(folder: string): EvidenceStore {
  const pathOf = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError(`${sha256} is no SHA-256`)
    return join(folder, sha256.slice(0, 2), `${sha256.slice(2)}.zst`)
  }

  return {
    async put(sha256, bytes) {
      const path = pathOf(sha256)
      if (await exists(path)) return
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeWhole(path, await compress(bytes))
    },

    async get(sha256) {
      const packed = await readFile(pathOf(sha256)).catch(unlessMissing)
      if (packed === undefined) return { ok: false, reason: 'missing' }
      const bytes = await decompress(packed, { maxOutputLength: MAX_BYTES }).catch(() => null)
      const isWhole = bytes !== null && createHash('sha256').update(bytes).digest('hex') === sha256
      return isWhole ? { ok: true, bytes } : { ok: false, reason: 'corrupt' }
    },

    has: (sha256) => exists(pathOf(sha256)),

    delete: (sha256) => rm(pathOf(sha256), { force: true }),

    async *list(before) {
      for await (const shelf of entriesOf(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shelf)) continue
        for await (const file of entriesOf(join(folder, shelf))) {
          const path = join(folder, shelf, file)
          const info = await stat(path).catch(unlessMissing)
          if (info === undefined || info.mtime >= before) continue
          const name = NAME.exec(file)
          if (name) yield shelf + name[1]
          // What a crash left of a write.
          else if (file.endsWith('.tmp')) await rm(path, { force: true })
        }
      }
    },
  }
}

/** Under its own name a file is there whole or not at all, also after the power failed. */
async function writeWhole(path: string, bytes: Uint8Array) {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function* entriesOf(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch(unlessMissing)
  if (entries) for await (const entry of entries) yield entry.name
}

async function exists(path: string): Promise<boolean> {
  return (await access(path).then(() => true, unlessMissing)) === true
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
