/** As much of a scan of the list as a table holds; words of a newer server come through. */
export interface TableRow {
  scan_id: string
  profile_url: string
  status: string
  scan_mode?: string | null
  submitted_at: string
  completed_at: string | null
  recommendation: string | null
  risk_score: number | null
  confidence: string | null
  profile_state?: string | null
  decision?: string | null
  reviewer?: { email: string } | null
  assigned_to?: { email: string } | null
  reason_codes?: readonly string[]
}

export const SCAN_COLUMNS = [
  'scan_id',
  'profile_url',
  'status',
  'scan_mode',
  'submitted_at',
  'completed_at',
  'recommendation',
  'risk_score',
  'confidence',
  'profile_state',
  'decision',
  'reviewer',
  'assigned_to',
  'reason_codes',
] as const satisfies readonly (keyof TableRow)[]
export type ScanColumn = (typeof SCAN_COLUMNS)[number]

/** What a table of scans has in a column: of people the e-mail address, codes with blanks between. */
export function scanCell(row: TableRow, column: ScanColumn): string | number | null {
  if (column === 'reviewer' || column === 'assigned_to') return row[column]?.email ?? null
  if (column === 'reason_codes') return row.reason_codes?.join(' ') ?? null
  return row[column] ?? null
}
