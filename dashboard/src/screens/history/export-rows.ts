import { csv } from '../../../../sdk/csv.ts'
import type { ScanRow } from './history-filter.ts'

export const COLUMNS = [
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
] as const satisfies readonly (keyof ScanRow)[]
export type ColumnName = (typeof COLUMNS)[number]

export const FORMATS = {
  csv: { label: 'CSV', type: 'text/csv;charset=utf-8' },
  json: { label: 'JSON', type: 'application/json' },
} as const
export type Format = keyof typeof FORMATS

/** The text of the file; CSV with the mark by which spreadsheets know UTF-8. */
export function exportRows(rows: readonly ScanRow[], columns: readonly ColumnName[], format: Format): string {
  if (format === 'csv')
    return `\ufeff${csv(
      [...columns],
      rows.map((row) => columns.map((column) => row[column])),
    )}`
  const chosen = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))
  return `${JSON.stringify(chosen, null, 2)}\n`
}
