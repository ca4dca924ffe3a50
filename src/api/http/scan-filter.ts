import { RECOMMENDATIONS } from '../../../sdk/contract.ts'
import type { ListFilter } from '../../db/list-scans.ts'
import { Refusal } from './refusal.ts'

const MAX_Q_CHARACTERS = 200

/** The parameters of the list by which scans are chosen and ordered, in the order of the interface. */
export const FILTER_NAMES = [
  'recommendation',
  'scan_mode',
  'q',
  'from_date',
  'to_date',
  'sort_by',
  'sort_order',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/**
 * What a caller asks of the list, and what a saved view holds.
 * @throws Refusal 400 that names the value
 */
export function readScanFilter(query: Partial<Record<FilterName, string>>): Omit<ListFilter, 'orgId'> {
  return {
    recommendations: readRecommendations(query.recommendation),
    scanMode: query.scan_mode === 'quick' || query.scan_mode === 'deep' ? query.scan_mode : null,
    q: readSearch(query.q),
    fromDate: readDate('from_date', query.from_date),
    toDate: readDate('to_date', query.to_date),
    sortBy: query.sort_by === 'risk_score' ? 'risk_score' : 'created_at',
    sortOrder: query.sort_order === 'asc' ? 'asc' : 'desc',
  }
}

export function readRecommendations(text: string | undefined): string[] | null {
  const values = (text ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  const unknown = values.filter((value) => !RECOMMENDATIONS.some((known) => known === value))
  if (unknown.length > 0) throw new Refusal(400, `Invalid recommendation values: ${pythonList(unknown)}`)
  return values.length > 0 ? [...new Set(values)] : null
}

/** As Python prints a list of strings. */
function pythonList(values: string[]): string {
  const repr = (value: string) => {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
    const escaped = value.replaceAll('\\', '\\\\').replace(/[\p{C}\p{Z}]/gu, pythonEscape)
    return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote
  }
  return `[${values.map(repr).join(', ')}]`
}

const PYTHON_ESCAPES: Record<string, string> = { ' ': ' ', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** What Python does not hold for printable. */
function pythonEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  const known = PYTHON_ESCAPES[character]
  if (known !== undefined) return known
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`
}

/** A line break would reach over the end of the URL into the username, see `matches`. */
function readSearch(text: string | undefined): string | null {
  const sought = (text ?? '').replaceAll('\0', '').replaceAll('\n', ' ').trim().toWellFormed()
  const q = [...sought].slice(0, MAX_Q_CHARACTERS).join('')
  return q === '' ? null : q
}

function readDate(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) throw new Refusal(400, `${name} must be YYYY-MM-DD`)
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists =
    year >= 1 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  if (!exists) throw new Refusal(400, `${name} is not a valid calendar date`)
  return text
}
