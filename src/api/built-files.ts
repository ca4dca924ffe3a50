import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface BuiltFile {
  bytes: Buffer
  /** The same, compressed, where that makes it smaller: when it is first asked for, since all of them keep a start waiting. */
  gzip(): Buffer | null
  type: string
  etag: string
  /** Its name changes with its content. */
  isHashed: boolean
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Reads a built dashboard or guide whole: each is about a megabyte or two, and what is not in this map cannot be asked for.
 * Null when the folder holds no build. Keys are paths as browsers ask for them, `/index.html`.
 */
export function readBuilt(folder: string): Map<string, BuiltFile> | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name)
        return [file.slice(folder.length).split(sep).join('/'), readOne(file)]
      }),
  )
}

function readOne(file: string): BuiltFile {
  const bytes = readFileSync(file)
  let compressed: Buffer | null | undefined
  return {
    bytes,
    gzip() {
      if (compressed === undefined) {
        const made = gzipSync(bytes, { level: 9 })
        compressed = made.length < bytes.length ? made : null
      }
      return compressed
    },
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isHashed: /-[\w-]{8}\.\w+$/.test(file),
  }
}
