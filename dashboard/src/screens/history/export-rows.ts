import { csv } from '../../../../sdk/csv.ts'
import { type ScanColumn, scanCell } from '../../../../sdk/scan-table.ts'
import type { ScanRow } from './history-filter.ts'

export const FORMATS = {
  csv: { label: 'CSV', type: 'text/csv;charset=utf-8' },
  json: { label: 'JSON', type: 'application/json' },
} as const
export type Format = keyof typeof FORMATS

/** The text of the file; CSV with the mark by which spreadsheets know UTF-8. */
export function exportRows(rows: readonly ScanRow[], columns: readonly ScanColumn[], format: Format): string {
  if (format === 'csv')
    return `\ufeff${csv(
      [...columns],
      rows.map((row) => columns.map((column) => scanCell(row, column))),
    )}`
  const chosen = rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column, scanCell(row, column)])),
  )
  return `${JSON.stringify(chosen, null, 2)}\n`
}
