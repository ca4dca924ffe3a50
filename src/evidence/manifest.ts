import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Exchange, type SignedExchange, signedPartOf } from './exchange.ts'

/** What stands in the row of a stored page; texts as the database gives them, JSON as its text. */
export interface CapturedRow {
  ref: string
  kind: string
  url: string
  final_url: string
  redirects: string
  status: number
  headers: string
  identity: string
  fetched_at: string
  sha256: string
  bytes: number
  truncated: boolean
  withheld: boolean
  /** How it was asked for; null where that is not known. */
  exchange: string | null
}

/** What a manifest says of the scan itself. */
export interface ScanFacts {
  scan_id: string
  org_id: string
  profile_url: string
  scan_mode: string | null
  created_at: string
  completed_at: string | null
  /** JSON texts. */
  report: string
  coverage: string
}

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Exchanged = z.object({
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  tls: z
    .object({
      protocol: z.string(),
      cipher: z.string(),
      certificate: z.object({
        subject: z.string(),
        issuer: z.string(),
        valid_from: z.string(),
        valid_to: z.string(),
        sha256: Hash,
      }),
    })
    .nullable(),
}) satisfies z.ZodType<SignedExchange>

const ManifestEntry = z.object({
  ref: z.string(),
  kind: z.string(),
  url: z.string(),
  fetched_at: z.string(),
  sha256: Hash,
  bytes: z.int(),
  row_sha256: Hash,
  chain: Hash,
  /** Absent where the scan ended before this was kept: then nothing that its row says of it is signed. */
  exchange: Exchanged.nullable().optional(),
})
export type ManifestEntry = z.infer<typeof ManifestEntry>

const TYPE = 'toscan.evidence-manifest.v1'
const Manifest = z.object({
  type: z.literal(TYPE),
  scan_id: z.string(),
  org_id: z.string(),
  profile_url: z.string(),
  scan_mode: z.string().nullable(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
  report_sha256: Hash,
  coverage_sha256: Hash,
  captures: z.array(ManifestEntry),
})
export type Manifest = z.infer<typeof Manifest>

/** The text that is signed. `rows`: in the order of capture. */
export function writeManifest(scan: ScanFacts, rows: readonly CapturedRow[]): string {
  return JSON.stringify(manifestOf(scan, rows), null, 1)
}

/** @throws when it is none of ours */
export function readManifest(text: string): Manifest {
  return Manifest.parse(JSON.parse(text))
}

export function manifestOf({ report, coverage, ...scan }: ScanFacts, rows: readonly CapturedRow[]): Manifest {
  let chain = '0'.repeat(64)
  const captures = rows.map((row) => {
    const { ref, kind, url, fetched_at, sha256, bytes } = row
    const row_sha256 = rowHash(row)
    chain = sha256Of(`${chain}${row_sha256}`)
    return { ref, kind, url, fetched_at, sha256, bytes, row_sha256, chain, exchange: signedExchangeOf(row) }
  })
  const { scan_id, org_id, profile_url, scan_mode, created_at, completed_at } = scan
  return {
    type: TYPE,
    scan_id,
    org_id,
    profile_url,
    scan_mode,
    created_at,
    completed_at,
    report_sha256: sha256Of(report),
    coverage_sha256: sha256Of(coverage),
    captures,
  }
}

/** @throws when it is none of ours */
export function exchangeOf({ exchange }: CapturedRow): Exchange | null {
  // Written by `insertCapture`.
  return exchange === null ? null : (JSON.parse(exchange) as Exchange)
}

/** What of it is signed. @throws when it is none of ours */
export function signedExchangeOf(row: CapturedRow): SignedExchange | null {
  const exchange = exchangeOf(row)
  return exchange && signedPartOf(exchange)
}

/** Of every field but `exchange` that is not null, by name and in the order of names, each text with its length in bytes before it. */
export function rowHash({ exchange, ...row }: CapturedRow): string {
  const fields = Object.entries(row)
    .filter(([, value]) => value !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256Of(fields.map(([name, value]) => netstring(name) + netstring(String(value))).join(''))
}

function netstring(text: string): string {
  return `${Buffer.byteLength(text)}:${text},`
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
