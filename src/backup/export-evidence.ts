import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { capturedRows } from '../db/scans/captures.ts'
import { manifestOfScan } from '../db/scans/manifests.ts'
import { scanOfOrg } from '../db/scans/scan-reads.ts'
import { scanRecordJson } from '../db/scans/scan-record.ts'
import { NotFound } from '../errors.ts'
import type { SignedExchange } from '../evidence/exchange.ts'
import { type CapturedRow, exchangeOf, type Manifest, readManifest } from '../evidence/manifest.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import { writeNewFile } from './new-file.ts'
import { type WarcEntry, writeWarc } from './warc.ts'
import { zip } from './zip.ts'

export interface EvidenceExportEnd {
  /** Pages, pictures and screenshots in the file. */
  captures: number
  /** Of minor safety, whose bytes are not kept. */
  withheld: number
  /** Not to be had. */
  missing: number
}

const WARC = 'data.warc.gz'
/** Of a scan of before scans were signed. */
const NO_MANIFEST = { time_stamp: null }
const NO_EXCHANGES: Exchanges = new Map()

/**
 * Writes what a completed scan rests on into one new WACZ that its owner alone may read: stored pages as a WARC that replays, beside them
 * the signed manifest and the record of the scan.
 * @throws Conflict when the file is there already; NotFound
 */
export async function exportEvidence(
  ctx: { db: Db; evidence: EvidenceStore },
  scan: { scanId: string; orgId: string },
  file: string,
  software: string,
): Promise<EvidenceExportEnd> {
  const record = await scanOfOrg(ctx.db, scan.orgId, scan.scanId)
  if (record?.status !== 'completed') throw new NotFound(`there is no completed scan ${scan.scanId}`)
  return writeNewFile(file, async (out) => {
    const rows = await capturedRows(ctx.db, scan.scanId)
    const seen = await Promise.all(
      rows.map(async (row) => ({ row, bytes: await bytesOf(ctx.evidence, row) })),
    )
    const kept = seen.flatMap(({ row, bytes }) => (bytes === null ? [] : [{ row, bytes }]))
    const description = `What scan ${scan.scanId} of ${record.profile_url} rests on`
    const { time_stamp: stamp, ...manifest } = (await manifestOfScan(ctx.db, scan.scanId)) ?? NO_MANIFEST
    const exchanges = 'manifest' in manifest ? signedExchanges(readManifest(manifest.manifest)) : NO_EXCHANGES
    const entries = kept.flatMap(({ row, bytes }) => [
      ...redirectsOf(row),
      { ...entryOf(row, bytes), exchange: exchanges.get(row.ref) },
    ])
    const { warc, index } = await writeWarc(entries, { name: WARC, software, description })
    const files = [
      { path: `archive/${WARC}`, bytes: warc },
      { path: 'indexes/index.cdx', bytes: Buffer.from(index) },
      { path: 'pages/pages.jsonl', bytes: Buffer.from(pagesOf(kept.map(({ row }) => row))) },
      ...certificatesOf(rows, exchanges),
      { path: 'toscan/scan.json', bytes: Buffer.from(scanRecordJson(record)) },
      ...('manifest' in manifest
        ? [{ path: 'toscan/manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) }]
        : []),
      ...(stamp
        ? [
            { path: 'toscan/stamped-hashes.txt', bytes: Buffer.from(stamp.hashes) },
            { path: 'toscan/time-stamp.der', bytes: Buffer.from(stamp.token, 'base64') },
          ]
        : []),
    ]
    const created = new Date().toISOString()
    await out.writeFile(zip([...files, ...packageOf(files, { title: description, software, created })]))
    const withheld = rows.filter((row) => row.withheld).length
    return { captures: kept.length, withheld, missing: rows.length - kept.length - withheld }
  })
}

type Exchanges = ReadonlyMap<string, SignedExchange>

/** By `ref`, how pages were asked for: what is signed, and nothing else. */
function signedExchanges({ captures }: Manifest): Exchanges {
  return new Map(captures.flatMap(({ ref, exchange }) => (exchange ? [[ref, exchange] as const] : [])))
}

/** Certificates of servers, each once, named by the fingerprint that is signed. */
function certificatesOf(rows: readonly CapturedRow[], exchanges: Exchanges) {
  const signed = new Set([...exchanges.values()].map(({ tls }) => tls?.certificate.sha256))
  const files = new Map<string, Uint8Array>()
  for (const row of rows) {
    const der = Buffer.from(exchangeOf(row)?.tls?.certificate.der ?? '', 'base64')
    const sha256 = createHash('sha256').update(der).digest('hex')
    if (signed.has(sha256)) files.set(`toscan/certificates/${sha256}.der`, der)
  }
  return [...files].map(([path, bytes]) => ({ path, bytes }))
}

async function bytesOf(
  evidence: EvidenceStore,
  { sha256, withheld }: CapturedRow,
): Promise<Uint8Array | null> {
  if (withheld) return null
  const stored = await evidence.get(sha256)
  return stored.ok ? stored.bytes : null
}

/** A screenshot stands under a name of its own, as other archives have it. */
function entryOf(row: CapturedRow, bytes: Uint8Array): WarcEntry {
  // Written by `insertCapture`.
  const headers = JSON.parse(row.headers) as Record<string, string>
  const { kind, final_url, fetched_at: at, ref, truncated, status } = row
  const common = { at, bytes, ref, truncated }
  const contentType = headers['content-type'] ?? 'application/octet-stream'
  if (kind === 'screenshot') return { ...common, url: `urn:view:${final_url}`, contentType, answer: null }
  if (kind === 'rendered')
    return { ...common, url: final_url, contentType: 'text/html; charset=utf-8', answer: null }
  return { ...common, url: final_url, contentType, answer: { status, headers } }
}

/** What led there: status and target are kept of each, no bytes. */
function redirectsOf({ redirects, fetched_at: at }: CapturedRow): WarcEntry[] {
  const hops = JSON.parse(redirects) as { url: string; status: number; location: string; kind: string }[]
  return hops
    .filter(({ kind }) => kind === 'http')
    .map(({ url, status, location }) => ({
      url,
      at,
      bytes: new Uint8Array(),
      contentType: '',
      answer: { status, headers: { location } },
      ref: null,
      truncated: false,
    }))
}

function pagesOf(rows: readonly CapturedRow[]): string {
  const pages = rows.filter(({ kind }) => kind === 'answer' || kind === 'rendered')
  const lines = [
    { format: 'json-pages-1.0', id: 'pages', title: 'Pages' },
    ...pages.map(({ ref, final_url, fetched_at }) => ({
      id: ref,
      url: final_url,
      ts: new Date(fetched_at).toISOString(),
      title: `${ref}: ${final_url}`,
    })),
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** The list of all files with their hashes, and the hash of that list. */
function packageOf(
  files: readonly { path: string; bytes: Uint8Array }[],
  about: { title: string; software: string; created: string },
) {
  const resources = files.map(({ path, bytes }) => ({
    name: path.slice(path.lastIndexOf('/') + 1).toLowerCase(),
    path,
    hash: hashOf(bytes),
    bytes: bytes.length,
  }))
  const datapackage = { profile: 'data-package', wacz_version: '1.1.1', ...about, resources }
  const bytes = Buffer.from(JSON.stringify(datapackage, null, 2))
  const digest = { path: 'datapackage.json', hash: hashOf(bytes) }
  return [
    { path: 'datapackage.json', bytes },
    { path: 'datapackage-digest.json', bytes: Buffer.from(JSON.stringify(digest, null, 2)) },
  ]
}

function hashOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
