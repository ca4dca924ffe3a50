import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { checkHttpUrl, type UrlCheck } from './http-url.ts'

/** A failed check in the words of pydantic v2. */
export interface Failure {
  type: string
  msg: string
  ctx?: Record<string, unknown>
  /** Below the checked value, e.g. the index in a list. */
  path?: (string | number)[]
}

type Check = (value: unknown) => Failure[] | Failure | null
type Documentation = Record<string, unknown>

/** A field that must be sent. */
export function required<T>(check: Check, documentation: Documentation) {
  return field<T>(
    (value) => (value === undefined ? { type: 'missing', msg: 'Field required' } : check(value)),
    documentation,
  )
}

/** A field that may be left out; `null` counts as left out when `nullable`. */
export function optional<T>(check: Check, documentation: Documentation, nullable = false) {
  const passes = (value: unknown) => value === undefined || (nullable && value === null)
  return field<T>((value) => (passes(value) ? null : check(value)), documentation).optional()
}

function field<T>(check: Check, documentation: Documentation): z.ZodType<T> {
  const schema = z
    .unknown()
    .superRefine((value, refinement) => {
      for (const failure of [check(value) ?? []].flat()) {
        const { path, ...params } = failure
        refinement.addIssue({ code: 'custom', message: failure.msg, params, path: path ?? [] })
      }
    })
    .meta(documentation)
  return assumeChecked<T>(schema)
}

/** The refinement above is what makes the value a `T`; zod cannot know that of `unknown`. */
function assumeChecked<T>(schema: z.ZodType): z.ZodType<T> {
  return schema as z.ZodType<T>
}

export const httpUrl: Check = (value) => {
  const result = checkHttpUrl(value)
  return result.ok ? null : result
}

/** Addresses that are checked in one turn of the event loop: two milliseconds or three where none is plain. */
const A_TURN = 500
const checkedInTurns = new WeakMap<object, UrlCheck[]>()

/** Checks a long list beforehand, so that others have their turns meanwhile: `httpUrlList` and `hrefsOf` find what came of it. */
export async function checkUrlsInTurns(list: unknown, max: number) {
  if (!Array.isArray(list) || list.length <= A_TURN || list.length > max) return
  const results: UrlCheck[] = []
  for (let from = 0; from < list.length; from += A_TURN) {
    if (from > 0) await nextTurn()
    results.push(...list.slice(from, from + A_TURN).map((item) => checkHttpUrl(item)))
  }
  checkedInTurns.set(list, results)
}

/** The addresses of a list as they are fetched, where it was checked beforehand; undefined of others, and where one is none. */
export function hrefsOf(list: readonly unknown[]): string[] | undefined {
  const checked = checkedInTurns.get(list)
  const hrefs = checked?.flatMap((result) => (result.ok ? result.href : []))
  return hrefs?.length === list.length ? hrefs : undefined
}

export const httpUrlList =
  (max: number): Check =>
  (value) => {
    if (!Array.isArray(value)) return { type: 'list_type', msg: 'Input should be a valid list' }
    if (value.length > max) return tooLong(max, value.length)
    const checked = checkedInTurns.get(value)
    const failures = value.flatMap((item, index): Failure[] => {
      const result = checked?.[index] ?? checkHttpUrl(item)
      return result.ok ? [] : [{ type: result.type, msg: result.msg, ctx: result.ctx, path: [index] }]
    })
    return failures.length === 0 && value.length === 0 ? tooShort() : failures
  }

function tooLong(max: number, length: number): Failure {
  const msg = `List should have at most ${max} ${max === 1 ? 'item' : 'items'} after validation, not ${length}`
  return { type: 'too_long', msg, ctx: { field_type: 'List', max_length: max, actual_length: length } }
}

function tooShort(): Failure {
  const msg = 'List should have at least 1 item after validation, not 0'
  return { type: 'too_short', msg, ctx: { field_type: 'List', min_length: 1, actual_length: 0 } }
}

export const dictionary: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? null
    : { type: 'dict_type', msg: 'Input should be a valid dictionary' }

export const string =
  (limits: { min?: number; max?: number } = {}): Check =>
  (value) => {
    if (typeof value !== 'string') return { type: 'string_type', msg: 'Input should be a valid string' }
    const length = [...value].length
    const { min = 0, max = Number.POSITIVE_INFINITY } = limits
    if (length < min) {
      const msg = `String should have at least ${min} ${min === 1 ? 'character' : 'characters'}`
      return { type: 'string_too_short', msg, ctx: { min_length: min } }
    }
    if (length > max) {
      const msg = `String should have at most ${max} ${max === 1 ? 'character' : 'characters'}`
      return { type: 'string_too_long', msg, ctx: { max_length: max } }
    }
    return null
  }

export const literal =
  (allowed: readonly string[]): Check =>
  (value) => {
    if (typeof value === 'string' && allowed.includes(value)) return null
    const quoted = allowed.map((item) => `'${item}'`)
    const expected = quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
    return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } }
  }

export const boolean: Check = (value) =>
  typeof value === 'boolean' ? null : { type: 'bool_type', msg: 'Input should be a valid boolean' }

/** A day or a moment of ISO 8601; a moment says its offset. */
export const moment: Check = (value) => {
  if (typeof value === 'string' && readMoment(value) !== null) return null
  return { type: 'datetime_parsing', msg: 'Input should be a day or a moment with its offset, ISO 8601' }
}

/** The moment that `moment` accepts, in UTC; null for none. JavaScript would read 31 February as 3 March. */
export function readMoment(text: string | undefined): string | null {
  const day = /^(?!0000)\d{4}-\d{2}-\d{2}(?=$|T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$)/.exec(
    text ?? '',
  )?.[0]
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (text === undefined || Number.isNaN(midnight)) return null
  if (new Date(midnight).toISOString().slice(0, 10) !== day) return null
  const time = Date.parse(text)
  return Number.isNaN(time) || time < 0 ? null : new Date(time).toISOString()
}

/** An integer from a query string or a JSON body, as lenient as pydantic: ` 5 `, `+5`, `05`, `1_0`, `1.0`. */
export const integer =
  (min: number, max: number): Check =>
  (value) => {
    const read = readInteger(value)
    if (typeof read === 'object') return read
    if (read < min) {
      const msg = `Input should be greater than or equal to ${min}`
      return { type: 'greater_than_equal', msg, ctx: { ge: min } }
    }
    if (read > max)
      return {
        type: 'less_than_equal',
        msg: `Input should be less than or equal to ${max}`,
        ctx: { le: max },
      }
    return null
  }

/** The number that `integer` accepts in `value`. */
export function toInteger(value: unknown): number {
  const read = readInteger(value)
  return typeof read === 'number' ? read : Number.NaN
}

function readInteger(value: unknown): number | Failure {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') {
    if (Number.isInteger(value)) return value
    return {
      type: 'int_from_float',
      msg: 'Input should be a valid integer, got a number with a fractional part',
    }
  }
  if (typeof value !== 'string') return { type: 'int_type', msg: 'Input should be a valid integer' }
  const text = value.trim()
  if (!/^[+-]?\d+(_\d+)*(\.0+)?$/.test(text)) {
    return {
      type: 'int_parsing',
      msg: 'Input should be a valid integer, unable to parse string as an integer',
    }
  }
  // CPython refuses to convert more digits than this (CVE-2020-10735).
  if (text.length > 4300) {
    const msg = 'Unable to parse input string as an integer, exceeded maximum size'
    return { type: 'int_parsing_size', msg }
  }
  return Number(text.replaceAll('_', ''))
}
