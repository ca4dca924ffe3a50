import { LISTED_DECISIONS, RECOMMENDATIONS, SCAN_STATUSES } from '../../../sdk/contract.ts'
import type { SCAN_FILTERS } from '../../../sdk/scan-filters.ts'
import type { ListFilter } from '../../db/scans/list-filter.ts'
import { Refusal } from '../http/refusal.ts'
import { isUuid } from './ids.ts'

const MAX_Q_CHARACTERS = 200

export type FilterName = (typeof SCAN_FILTERS)[number]

/** The caller, where `reviewer` or `assigned` says so instead of an id. */
export const ME = 'me'

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
    status: SCAN_STATUSES.find((status) => status === query.status) ?? null,
    batchId: readBatchId(query.batch_id),
    decisions: readDecisions(query.decision),
    reviewer: shortText(query.reviewer),
    assigned: shortText(query.assigned),
    reasonCode: shortText(query.reason_code),
    domain:
      shortText(query.domain)
        ?.toLowerCase()
        .replace(/^www\./, '') ?? null,
    sortBy: query.sort_by === 'risk_score' ? 'risk_score' : 'created_at',
    sortOrder: query.sort_order === 'asc' ? 'asc' : 'desc',
  }
}

export function readRecommendations(text: string | undefined): string[] | null {
  const values = listOf(text)
  const unknown = values.filter((value) => !RECOMMENDATIONS.some((known) => known === value))
  if (unknown.length > 0) throw new Refusal(400, `Invalid recommendation values: ${pythonList(unknown)}`)
  return values.length > 0 ? [...new Set(values)] : null
}

function readDecisions(text: string | undefined): string[] | null {
  const values = listOf(text)
  const unknown = values.filter((value) => !LISTED_DECISIONS.some((known) => known === value))
  if (unknown.length > 0) throw new Refusal(400, `Invalid decision values: ${pythonList(unknown)}`)
  return values.length > 0 ? [...new Set(values)] : null
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/** As it stands in records, and empty where that is none. */
function readBatchId(text: string | undefined): string | null {
  const batchId = text?.trim()
  if (!batchId) return null
  if (!isUuid(batchId)) throw new Refusal(400, 'batch_id must be a UUID')
  return batchId
}

/** As it is looked for; null for nothing. */
export function shortText(text: string | undefined): string | null {
  return (text ?? '').replaceAll('\0', '').trim().toWellFormed().slice(0, MAX_Q_CHARACTERS) || null
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
