import { z } from 'zod'

/**
 * A backup is one tar file, in this order: `manifest.json`; `instance.key` where it is not left out; `tables/<table>/<n>.copy.zst`, the rows of each
 * table in the text form of PostgreSQL's COPY, in pieces; `evidence/<sha256>.zst`, each page once; `end.json`. What has no end was cut off.
 */
export const MANIFEST = 'manifest.json'
export const KEY = 'instance.key'
export const END = 'end.json'

export const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** Of the database's clock. */
  made_at: z.string(),
  /** The last migration that the database had. */
  schema: z.string(),
  /** See `markOfKey` in `auth/vault.ts`. */
  key_mark: z.string(),
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()), counters: z.array(z.string()) }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>

export const endSchema = z.strictObject({
  rows: z.number(),
  objects: z.number(),
  /** SHA-256 of pages that reports refer to and that were not to be had. */
  missing: z.array(z.string()),
  /** SHA-256 of pages that were let go while the backup was made. */
  freed: z.array(z.string()),
})
export type BackupEnd = z.infer<typeof endSchema>

export function tablePiece(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, '0')}.copy.zst`
}

/** The table of a piece; null when it is none. */
export function tableOfPiece(name: string): string | null {
  return /^tables\/(\w+)\/\d{6}\.copy\.zst$/.exec(name)?.[1] ?? null
}

export function evidenceName(sha256: string): string {
  return `evidence/${sha256}.zst`
}

/** The hash of a page; null when it is none. */
export function hashOfEvidence(name: string): string | null {
  return /^evidence\/([0-9a-f]{64})\.zst$/.exec(name)?.[1] ?? null
}
