import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { StoredBytes } from './store.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** No page is fetched beyond a part of this: an object that unpacks to more is none of ours. */
const MAX_BYTES = 64 * 1024 * 1024
const NAME = /^([0-9a-f]{2})\/([0-9a-f]{62})\.zst$/

/** Most pages are smaller: to hand one to another thread takes as long as to compress it here. */
const MOST_AT_ONCE = 64 * 1024

/** Zstandard, as `zstd -d` reads it. Told the size beforehand, it makes its tables for that, and not for pages of megabytes. */
export async function packBytes(bytes: Uint8Array): Promise<Uint8Array> {
  const options = { pledgedSrcSize: bytes.length }
  return bytes.length <= MOST_AT_ONCE ? zstdCompressSync(bytes, options) : compress(bytes, options)
}

/** What was packed, if it is whole and hashes to its name. */
export async function unpackBytes(sha256: string, packed: Uint8Array): Promise<StoredBytes> {
  const bytes = await decompress(packed, { maxOutputLength: MAX_BYTES }).catch(() => null)
  const isWhole = bytes !== null && createHash('sha256').update(bytes).digest('hex') === sha256
  return isWhole ? { ok: true, bytes } : { ok: false, reason: 'corrupt' }
}

/**
 * `ab/cdef….zst`: the same in every store, so that copying a folder into a bucket moves the evidence.
 * @throws TypeError when it is no SHA-256.
 */
export function nameOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError(`${sha256} is no SHA-256`)
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}.zst`
}

/** The SHA-256 that a name stands for, null when it is no name of ours. */
export function hashNamed(name: string): string | null {
  const parts = NAME.exec(name)
  return parts ? `${parts[1]}${parts[2]}` : null
}
