import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Client } from 'pg'
import { extract, type Header } from 'tar-stream'
import {
  type CopiedTable,
  emptyTables,
  intoTable,
  settleCounters,
  settleScans,
} from '../db/deployment/copy-tables.ts'
import { hold } from '../db/deployment/held.ts'
import { InvalidInput } from '../errors.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import {
  type BackupEnd,
  END,
  endSchema,
  hashOfEvidence,
  KEY,
  MANIFEST,
  type Manifest,
  manifestSchema,
  tableOfPiece,
} from './backup-format.ts'

/** Its bytes; to be read before the next one comes. */
type Entry = AsyncIterable<unknown> & { header: Header }

const decompress = promisify(zstdDecompress)

/**
 * What a backup says of itself: its manifest and its key, null where that was left out.
 * @throws InvalidInput when the file is no backup of ours
 */
export async function readHead(file: string): Promise<{ manifest: Manifest; key: string | null }> {
  let manifest: Manifest | null = null
  for await (const entry of entriesOf(file)) {
    const bytes = await wholeOf(file, entry)
    if (manifest !== null)
      return { manifest, key: entry.header.name === KEY ? bytes.toString('utf8').trim() : null }
    if (entry.header.name !== MANIFEST) break
    const read = manifestSchema.safeParse(jsonOf(bytes))
    if (!read.success) throw new InvalidInput(`${file} is a backup of another kind than this version reads.`)
    manifest = read.data
  }
  throw new InvalidInput(`${file} is no backup of Toscan.`)
}

/**
 * Puts all of it into an empty database with the backup's own schema, in the caller's transaction, and its pages into the store.
 * What comes of it is held: it scans and sends nothing.
 * @throws InvalidInput when the file was cut off or changed
 */
export async function readBackup(
  { client, evidence }: { client: Client; evidence: EvidenceStore },
  file: string,
  manifest: Manifest,
): Promise<BackupEnd> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  await emptyTables(client, manifest.tables)
  const rows = rowsWriter(client)
  let end: BackupEnd | null = null
  let objects = 0
  for await (const entry of entriesOf(file)) {
    const { name } = entry.header
    const bytes = await wholeOf(file, entry)
    const table = tables.get(tableOfPiece(name) ?? '')
    const sha256 = hashOfEvidence(name)
    if (table) await rows.write(table, await unpacked(file, name, bytes))
    else if (sha256 !== null) {
      const page = await unpacked(file, name, bytes)
      if (createHash('sha256').update(page).digest('hex') !== sha256) throw damaged(file, name)
      await evidence.put(sha256, page)
      objects++
    } else if (name === END) end = endSchema.parse(jsonOf(bytes))
  }
  await rows.end()
  if (end === null || end.objects !== objects || end.rows !== rows.count())
    throw new InvalidInput(`${file} is not whole: nothing was restored.`)
  await settleCounters(client, manifest.tables)
  await settleScans(client, end.freed)
  await hold(client)
  return end
}

/** One COPY at a time: the pieces of a table follow one another. */
function rowsWriter(client: Client) {
  let open: { name: string; stream: Writable; done: Promise<void> } | null = null
  let count = 0
  const end = async () => {
    open?.stream.end()
    await open?.done
    open = null
  }
  return {
    async write(table: CopiedTable, rows: Uint8Array) {
      if (open?.name !== table.name) {
        await end()
        const stream = intoTable(client, table)
        open = { name: table.name, stream, done: finished(stream) }
        open.done.catch(() => {})
      }
      for (const byte of rows) if (byte === 0x0a) count++
      const { stream, done } = open
      if (!stream.write(rows))
        await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done])
    },
    end,
    count: () => count,
  }
}

async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const tar = extract()
  const source = createReadStream(file)
  // Errors come out of the loop; what nobody listens to would end the process.
  source.on('error', (error) => tar.destroy(error))
  tar.on('error', () => {})
  source.pipe(tar)
  try {
    for await (const entry of tar) {
      entry.on('error', () => {})
      yield entry
    }
  } catch (cause) {
    throw unreadable(file, cause)
  } finally {
    source.destroy()
  }
}

function wholeOf(file: string, entry: Entry): Promise<Buffer> {
  return buffer(entry as AsyncIterable<Uint8Array>).catch((cause) => {
    throw unreadable(file, cause)
  })
}

function unreadable(file: string, cause: unknown): InvalidInput {
  return new InvalidInput(
    `${file} cannot be read as a backup, and nothing was restored: ${cause instanceof Error ? cause.message : cause}`,
    { cause },
  )
}

async function unpacked(file: string, name: string, bytes: Uint8Array): Promise<Uint8Array> {
  return decompress(bytes).catch((cause) => {
    throw damaged(file, name, cause)
  })
}

function damaged(file: string, name: string, cause?: unknown): InvalidInput {
  return new InvalidInput(`${file} is damaged at ${name}: nothing was restored.`, { cause })
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
