import { rename } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Pack } from 'tar-stream'
import { markOfKey } from '../auth/vault.ts'
import type { Db } from '../db/database.ts'
import {
  appliedMigrations,
  type CopiedTable,
  hashesAfter,
  inSnapshot,
  permanentTables,
  rowsOf,
  snapshotTime,
} from '../db/deployment/copy-tables.ts'
import { unreferencedBytes } from '../db/scans/captures.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import {
  type BackupEnd,
  END,
  evidenceName,
  KEY,
  MANIFEST,
  type Manifest,
  tablePiece,
} from './backup-format.ts'
import { addEntry, writeNewFile, writeTar } from './new-file.ts'

const zstd = promisify(zstdCompress)
/** With a checksum, so that whoever reads it back sees what was changed. */
const compress = (bytes: Uint8Array) => zstd(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
/** Bytes of rows in one piece: what is held in memory of them. */
const PIECE_BYTES = 4 * 1024 * 1024
const AT_ONCE = 500

/**
 * Writes database, pages and, unless it is left out, the instance key into one new file that its owner alone may read, while the
 * service runs: the rows are those of one moment, and every page that they refer to is looked for behind them.
 * @throws Conflict when the file is there already
 */
export async function writeBackup(
  ctx: { db: Db; url: string; evidence: EvidenceStore; key: string },
  file: string,
  { withKey }: { withKey: boolean },
): Promise<BackupEnd> {
  const partial = `${file}.partial`
  return writeNewFile(partial, (out) =>
    // Empty until the whole backup takes its place, so that nobody else takes the name.
    writeNewFile(file, async () => {
      const end = await writeTar(out, (tar) => fill(ctx, tar, withKey))
      await rename(partial, file)
      return end
    }),
  )
}

async function fill(
  { db, url, evidence, key }: { db: Db; url: string; evidence: EvidenceStore; key: string },
  tar: Pack,
  withKey: boolean,
): Promise<BackupEnd> {
  return inSnapshot(url, async (client) => {
    const tables = await permanentTables(client)
    const manifest: Manifest = {
      format: 1,
      made_at: await snapshotTime(client),
      schema: (await appliedMigrations(client)).at(-1) ?? '',
      key_mark: markOfKey(key),
      tables,
    }
    await addEntry(tar, MANIFEST, JSON.stringify(manifest, null, 2))
    if (withKey) await addEntry(tar, KEY, key)
    const end: BackupEnd = { rows: 0, objects: 0, missing: [], freed: [] }
    for (const table of tables) end.rows += await addRows(tar, table, rowsOf(client, table))
    await addEvidence(tar, { db, evidence }, end, (after) => hashesAfter(client, after, AT_ONCE))
    await addEntry(tar, END, JSON.stringify(end))
    tar.finalize()
    return end
  })
}

/** Gives the number of rows: COPY ends each with a line break and writes those within as two characters. */
async function addRows(tar: Pack, table: CopiedTable, rows: Readable): Promise<number> {
  let count = 0
  let pieces = 0
  let held: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    if (bytes === 0) return
    const whole = Buffer.concat(held)
    held = []
    bytes = 0
    for (const byte of whole) if (byte === 0x0a) count++
    await addEntry(tar, tablePiece(table.name, pieces++), await compress(whole))
  }
  for await (const chunk of rows) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes >= PIECE_BYTES) await flush()
  }
  await flush()
  return count
}

async function addEvidence(
  tar: Pack,
  ctx: { db: Db; evidence: EvidenceStore },
  end: BackupEnd,
  next: (after: string) => Promise<{ sha256: string; cited: boolean }[]>,
) {
  let after = ''
  for (;;) {
    const some = await next(after)
    for (const { sha256, cited } of some) {
      const read = await ctx.evidence.get(sha256)
      if (read.ok) {
        await addEntry(tar, evidenceName(sha256), await compress(read.bytes))
        end.objects++
      } else if (!cited || (await unreferencedBytes(ctx.db, [sha256])).length > 0) end.freed.push(sha256)
      else end.missing.push(sha256)
    }
    const last = some.at(-1)
    if (!last) return
    after = last.sha256
  }
}
