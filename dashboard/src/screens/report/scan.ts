import type { Open } from '../../../../sdk/client.ts'
import type { EvidenceEntry, ReportFinding, ScanRecord, TriageReport } from '../../../../sdk/contract.ts'

/** As the service sends them: words that are newer than this dashboard may come, and parts may be missing. */
export type Scan = Open<ScanRecord>
export type Report = Open<TriageReport>
export type Entry = Open<EvidenceEntry>
export type Finding = Open<ReportFinding>
export type Quote = Finding['evidence'][number]

/** Of these the content was seen, or its absence is the content. */
const SEEN = new Set(['ok', 'gone', 'banned'])

export function isSeen({ outcome }: Pick<Entry, 'outcome'>): boolean {
  return SEEN.has(outcome)
}

/** Its pictures are shown to nobody who has not asked for each of them. */
export function isMinorSafety(report: Report | null | undefined): boolean {
  return (report?.findings ?? []).some(({ family }) => family === 'minor_safety')
}
