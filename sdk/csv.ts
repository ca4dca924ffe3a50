/** Rows as CSV (RFC 4180) with a header, for spreadsheets that must not run what strangers wrote. */
export function csv(header: string[], rows: readonly (string | number | null | undefined)[][]): string {
  return csvRows([header, ...rows])
}

/** Further rows of the same. */
export function csvRows(rows: readonly (string | number | null | undefined)[][]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

/** Cells hold together also where a spreadsheet splits at semicolons or tabs. One that begins like a formula gets a leading apostrophe; numbers of ours are no formulas. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^\s*[=+\-@\t\r＝＋－＠]/.test(value) || /^[\t\r]/.test(value) ? `'${value}` : value
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
