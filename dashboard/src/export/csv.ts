/** What makes a spreadsheet take a cell for a formula; the wide forms too, which some of them read alike. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Rows as CSV by RFC 4180, with a mark that makes spreadsheets read UTF-8. Cells hold what strangers have written: one that a
 * spreadsheet would take for a formula gets a `'` in front.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return `\ufeff${[header, ...rows].map(csvLine).join('')}`
}

export type CsvValue = string | number | boolean | null | undefined

export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Numbers are ours and stay numbers, also below zero. */
function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
