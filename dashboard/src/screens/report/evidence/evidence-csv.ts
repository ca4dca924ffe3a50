import { csv } from '../../../../../sdk/csv.ts'
import type { Scan } from '../scan.ts'

const HEADER = [
  'scan_id',
  'profile_url',
  'recommendation',
  'risk_score',
  'ref',
  'type',
  'outcome',
  'binding',
  'hop',
  'url',
  'title',
  'captured_at',
  'http_status',
  'sha256',
  'codes',
  'quotes',
]

/** The evidence of a report, one row each. */
export function evidenceCsv(scan: Scan): string {
  const { evidence_index: entries = [], findings = [], recommendation, risk_score } = scan.triage_report ?? {}
  const quotes = (findings ?? []).flatMap((finding) => finding.evidence)
  return csv(
    HEADER,
    (entries ?? []).map((entry) => [
      scan.profile_id,
      scan.url,
      recommendation,
      risk_score,
      entry.ref,
      entry.type,
      entry.outcome,
      entry.binding,
      entry.hop,
      entry.url,
      entry.title,
      entry.captured_at,
      entry.http_status,
      entry.sha256,
      entry.codes.join(' '),
      quotes
        .filter((quote) => quote.ref === entry.ref)
        .map((quote) => quote.quote)
        .join(' | '),
    ]),
  )
}
