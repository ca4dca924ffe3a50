export interface ProfileLine {
  /** From 1, as editors count. */
  line: number
  text: string
  /** What is wrong with it. */
  problem: string
}

export interface ProfileList {
  /** In the order of the lines, each once. */
  urls: string[]
  /** The line of each of them. */
  lines: number[]
  bad: ProfileLine[]
  /** Lines that repeat an earlier one. */
  duplicates: number
}

/** The service's own limit, in bytes. */
const MAX_BYTES = 2083

/** Addresses out of typed lines, a text file or a spreadsheet: of a line with several cells, the first that is an address. */
export function readProfileList(text: string): ProfileList {
  const list: ProfileList = { urls: [], lines: [], bad: [], duplicates: 0 }
  const seen = new Set<string>()
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const cells = cellsOf(raw)
    const text = cells.find((cell) => /^https?:/i.test(cell)) ?? cells.find(Boolean) ?? ''
    if (text === '' || isHeader(cells, index)) continue
    const problem = problemOf(text)
    if (problem) list.bad.push({ line: index + 1, text, problem })
    else if (seen.has(text)) list.duplicates++
    else {
      seen.add(text)
      list.urls.push(text)
      list.lines.push(index + 1)
    }
  }
  return list
}

/** The first line of a spreadsheet that names its columns. */
function isHeader(cells: string[], index: number): boolean {
  return index === 0 && cells.some((cell) => /^(profile[_ ]?)?(url|link|address|profile)s?$/i.test(cell))
}

/** Separated by commas, semicolons or tabs outside of quotes; a line that is an address as a whole is one cell. */
function cellsOf(line: string): string[] {
  const trimmed = line.trim()
  if (/^https?:\S+$/i.test(trimmed) && !/[",;]https?:/i.test(trimmed) && !/[,;\t]\s/.test(trimmed))
    return [trimmed.replace(/[,;]+$/, '')]
  return [...trimmed.matchAll(/"((?:[^"]|"")*)"|[^,;\t]+/g)].map(([whole, quoted]) =>
    (quoted?.replaceAll('""', '"') ?? whole).trim(),
  )
}

function problemOf(text: string): string | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || !/^https?:\/\/[^/]/i.test(text)) {
    return 'Must begin with http:// or https://, for example https://platform.example/u/name'
  }
  if (/\s/.test(text)) return 'Holds a blank'
  if (new TextEncoder().encode(text).length > MAX_BYTES) return `Longer than ${MAX_BYTES} bytes`
  return null
}
