import { harmless } from './harmless.ts'

/** As much of a scan as a line shows; words of a newer server come through. */
export interface ScanLine {
  scan_id: string
  profile_url: string
  status: string
  recommendation: string | null
  risk_score: number | null
  profile_state?: string | null
}

const VERDICTS: Record<string, string> = {
  no_flags: '○ no flags',
  review_low: '▲ low',
  review_medium: '▲▲ medium',
  review_high: '▲▲▲ high',
}

/** Of a profile that nobody could read: not what it would be called if it had been. */
const UNSEEN: Record<string, string> = {
  front_only: '◐ front only',
  gone: '◇ gone',
  suspended: '◇ suspended',
  unread: '◇ not read',
}

/** Columns for `printRows`: verdict, score, id, address. What has no verdict says why. */
export function scanRows(scans: readonly ScanLine[]): string[][] {
  return scans.map(({ scan_id, profile_url, status, recommendation, risk_score, profile_state }) => [
    recommendation === null ? status : verdictOf(recommendation, profile_state ?? 'read'),
    risk_score === null ? '' : String(risk_score),
    scan_id,
    harmless(profile_url),
  ])
}

function verdictOf(recommendation: string, state: string): string {
  const isCalm = recommendation === 'no_flags' || recommendation === 'review_low'
  return (isCalm && UNSEEN[state]) || VERDICTS[recommendation] || harmless(recommendation)
}
