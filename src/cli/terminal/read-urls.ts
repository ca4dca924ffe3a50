/**
 * The addresses in a list: one a line, or a column of a CSV file.
 * @param column name in the first line; when left out `profile_url` or `url`, and without such a name the first column
 * @returns null when the named column is not there
 */
export function readUrls(text: string, column?: string): string[] | null {
  const rows = parseCsv(text.replace(/^\uFEFF/, '')).filter((row) => row.some((cell) => cell.trim() !== ''))
  const names = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const wanted = column === undefined ? ['profile_url', 'url'] : [column.toLowerCase()]
  const at = names.findIndex((name) => wanted.includes(name))
  if (at < 0 && column !== undefined) return null
  const cells = at < 0 ? rows.map((row) => row[0]) : rows.slice(1).map((row) => row[at])
  return cells.map((cell = '') => cell.trim()).filter((cell) => cell !== '' && !cell.startsWith('#'))
}

/** RFC 4180: cells in quotes may hold commas, line breaks and doubled quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, plain = '', quoted, end] of text.matchAll(/("((?:[^"]|"")*)"|[^,\r\n]*)(,|\r?\n|\r|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows
}
