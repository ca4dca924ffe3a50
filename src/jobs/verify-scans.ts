import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { EvidenceSigner } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { capturedRows } from '../db/scans/captures.ts'
import { type CompletedScan, completedScansAfter } from '../db/scans/manifests.ts'
import { type StoredStamp, stampWithId } from '../db/scans/time-stamps.ts'
import { readCertificate } from '../evidence/exchange.ts'
import {
  type CapturedRow,
  exchangeOf,
  type Manifest,
  type ManifestEntry,
  manifestOf,
  readManifest,
  rowHash,
  signedExchangeOf,
} from '../evidence/manifest.ts'
import { BadTimeStamp, verifyTimeStamp } from '../evidence/time-stamp.ts'

const AT_ONCE = 200

export interface ScanFault {
  scan_id: string
  /** Null: of the scan as a whole. */
  ref: string | null
  /**
   * `unsigned`: there is no manifest although there should be one. `signature`: this installation has not signed it. `time`: what it has is no time stamp
   * of it. `planted`: a row that the manifest does not have. Otherwise what has changed since: the date of a page or scan, the page, the report, or another field.
   */
  fault: 'unsigned' | 'signature' | 'time' | 'planted' | 'date' | 'page' | 'report' | 'changed'
}

export interface VerifiedScans {
  signed: number
  /** Of before scans were signed. */
  unsigned: number
  /** With a time stamp. */
  stamped: number
  /** Pages that a manifest names and that are not kept any more. */
  expired: number
}

/** Holds every completed scan and its stored pages against what was signed when it ended. */
export async function verifyScans(
  db: Tx,
  signer: EvidenceSigner,
  tell: (fault: ScanFault) => void,
): Promise<VerifiedScans> {
  const found: VerifiedScans = { signed: 0, unsigned: 0, stamped: 0, expired: 0 }
  const stamps = rememberStamps(db)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const scans = await completedScansAfter(db, after, AT_ONCE)
    for (const scan of scans) {
      const rows = scan.manifest === null ? [] : await capturedRows(db, scan.scan_id)
      const { faults, expired } = verifyScan(scan, rows, signer)
      for (const fault of faults) tell({ scan_id: scan.scan_id, ...fault })
      found[scan.manifest === null ? 'unsigned' : 'signed']++
      if (scan.manifest !== null && scan.stamp_id !== null) {
        found.stamped++
        const isOfIt = (await stamps(scan.stamp_id)).has(sha256Of(scan.manifest))
        if (!isOfIt) tell({ scan_id: scan.scan_id, ref: null, fault: 'time' })
      }
      found.expired += expired
    }
    const last = scans.at(-1)
    if (!last) return found
    after = last.scan_id
  }
}

type Fault = Omit<ScanFault, 'scan_id'>

function verifyScan(
  scan: CompletedScan,
  rows: CapturedRow[],
  signer: EvidenceSigner,
): { faults: Fault[]; expired: number } {
  const ofScan = (fault: Fault['fault']) => ({ faults: [{ ref: null, fault }], expired: 0 })
  const { manifest: text, signature } = scan
  if (text === null || signature === null)
    return scan.is_older ? { faults: [], expired: 0 } : ofScan('unsigned')
  if (!signer.verify(text, signature)) return ofScan('signature')
  const signed = readManifest(text)
  const standing = rows.map((row) => faultOf(row, signed))
  const known = new Set(rows.map(({ ref }) => ref))
  return {
    faults: [...faultsOfScan(scan, signed), ...standing.flatMap((fault) => fault ?? [])],
    expired: signed.captures.filter(({ ref }) => !known.has(ref)).length,
  }
}

/** Each is looked at once: a thousand manifests share it. */
function rememberStamps(db: Tx): (stampId: string) => Promise<ReadonlySet<string>> {
  const known = new Map<string, Promise<ReadonlySet<string>>>()
  return (stampId) => {
    const found = known.get(stampId) ?? stampWithId(db, stampId).then(hashesOf)
    known.set(stampId, found)
    return found
  }
}

/** SHA-256 of the manifests that it is of; none where it is no time stamp of them. */
function hashesOf(stamp: StoredStamp | undefined): ReadonlySet<string> {
  if (!stamp) return new Set()
  try {
    const { at } = verifyTimeStamp(Buffer.from(stamp.token, 'base64'), sha256Of(stamp.hashes))
    return new Set(at === stamp.stamped_at ? stamp.hashes.trimEnd().split('\n') : [])
  } catch (error) {
    if (error instanceof BadTimeStamp) return new Set()
    throw error
  }
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function faultsOfScan(scan: CompletedScan, signed: Manifest): Fault[] {
  const { captures, ...is } = manifestOf(scan, [])
  const differs = (name: keyof typeof is) => is[name] !== signed[name]
  const fault = (what: Fault['fault'], names: (keyof typeof is)[]): Fault[] =>
    names.some(differs) ? [{ ref: null, fault: what }] : []
  return [
    ...fault('date', ['created_at', 'completed_at']),
    ...fault('report', ['report_sha256', 'coverage_sha256']),
    ...fault('changed', ['scan_id', 'org_id', 'profile_url', 'scan_mode']),
  ]
}

function faultOf(row: CapturedRow, { captures }: Manifest): Fault | null {
  const hash = rowHash(row)
  const { ref } = row
  const named = captures.filter((entry) => entry.ref === ref)
  const same = named.filter((entry) => entry.row_sha256 === hash)
  if (same.some((entry) => isAskedAsSigned(row, entry))) return null
  const [entry] = named
  if (!entry) return { ref, fault: 'planted' }
  if (entry.sha256 !== row.sha256) return { ref, fault: 'page' }
  return { ref, fault: entry.fetched_at === row.fetched_at ? 'changed' : 'date' }
}

/** Of an entry that says nothing of it, of before it was kept, nothing of it is shown either. */
function isAskedAsSigned(row: CapturedRow, { exchange }: ManifestEntry): boolean {
  if (exchange === undefined) return true
  return isDeepStrictEqual(signedExchangeOf(row), exchange) && hasItsCertificate(row)
}

/** Its words, and the certificate itself, are what the fingerprint is of. */
function hasItsCertificate(row: CapturedRow): boolean {
  const certificate = exchangeOf(row)?.tls?.certificate
  return (
    !certificate || isDeepStrictEqual(readCertificate(Buffer.from(certificate.der, 'base64')), certificate)
  )
}
