import type { ComparedScan } from '../../../../sdk/client.ts'
import type { Scan } from '../report/scan.ts'

/** As it is compared; null of a scan without a report, or with one that holds less than a comparison asks for. */
export function comparable({ profile, triage_report: report }: Scan): ComparedScan | null {
  if (!report?.evidence_index || !report.findings) return null
  // A newer service may say more than this dashboard knows; what is compared is compared as it stands.
  return { profile, triage_report: report } as ComparedScan
}
