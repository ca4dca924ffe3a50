import { ErrorBody, RECOMMENDATIONS, ScanList, ValidationErrorBody } from '../../sdk/contract.ts'
import { type ListFilter, listScans } from '../db/list-scans.ts'
import { databaseTime } from '../db/scan-reads.ts'
import { toInteger } from './checks.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type ApiContext, endpoint } from './endpoint.ts'
import { Refusal } from './refusal.ts'
import { listScansQuery } from './requests.ts'

const DEFAULT_LIMIT = 20
const MAX_Q_CHARACTERS = 200

export const getScans = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/scans',
    summary: 'List the scans of the organization',
    description:
      'Newest first. Sorted by risk, scans without a score count as lowest. A page of a search may be short before the end: go on while `has_more` is true.',
    tag: 'Scans',
    access: 'any',
    query: listScansQuery,
    answers: { 200: ScanList, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      const filter: ListFilter = {
        orgId: caller.orgId,
        recommendations: readRecommendations(query.recommendation),
        scanMode: query.scan_mode === 'quick' || query.scan_mode === 'deep' ? query.scan_mode : null,
        q: readSearch(query.q),
        fromDate: readDate('from_date', query.from_date),
        toDate: readDate('to_date', query.to_date),
        sortBy: query.sort_by === 'risk_score' ? 'risk_score' : 'created_at',
        sortOrder: query.sort_order === 'asc' ? 'asc' : 'desc',
      }
      const after = query.after ? readCursor(query.after, filter) : null
      const limit = query.limit === undefined ? DEFAULT_LIMIT : toInteger(query.limit)
      const page = await listScans(ctx.db, filter, after, limit)
      const nextCursor = page.next && writeCursor(page.next, filter)
      return {
        scans: page.rows,
        next_cursor: nextCursor,
        has_more: nextCursor !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })

function readRecommendations(text: string | undefined): string[] | null {
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
