import { harmless } from './harmless.ts'

/** As much of a scan as a line shows; words of a newer server come through. */
export interface ScanLine {
  scan_id: string
  profile_url: string
  status: string
  recommendation: string | null
  risk_score: number | null
}

const VERDICTS: Record<string, string> = {
  no_flags: '○ no flags',
  review_low: '▲ low',
  review_medium: '▲▲ medium',
  review_high: '▲▲▲ high',
}

/** Columns for `printRows`: verdict, score, id, address. What has no verdict says why. */
export function scanRows(scans: readonly ScanLine[]): string[][] {
  return scans.map(({ scan_id, profile_url, status, recommendation, risk_score }) => [
    recommendation === null ? status : (VERDICTS[recommendation] ?? harmless(recommendation)),
    risk_score === null ? '' : String(risk_score),
    scan_id,
    harmless(profile_url),
  ])
}
