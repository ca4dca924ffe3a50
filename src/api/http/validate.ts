import type { z } from 'zod'
import type { ValidationEntry } from '../../../sdk/contract.ts'
import type { Path } from './json-text.ts'
import { isShort, withShortInputs } from './short-inputs.ts'

/** The request cannot be used; `entries` say where and why, in FastAPI's shape, with what was sent where that is short. */
export class ValidationFailed extends Error {
  readonly entries: ValidationEntry[]
  constructor(entries: ValidationEntry[]) {
    super('request validation failed')
    this.entries = withShortInputs(entries)
  }
}

export function bodyEntry(
  type: string,
  msg: string,
  input: unknown,
  ctx?: Record<string, unknown>,
): ValidationEntry {
  return { type, loc: ['body'], msg, input, ...(ctx && { ctx }) }
}

/**
 * Parses `value` by `schema`; every wrong field gives one entry, in the order of the schema.
 * `exactAt` gives parts of the value with numbers as they were written, for the entries' `input`.
 * @throws ValidationFailed
 */
export function validate<T>(
  schema: z.ZodType<T>,
  value: unknown,
  place: 'body' | 'query' | 'path',
  exactAt?: (paths: readonly Path[]) => unknown[],
): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  const paths = issues.map(pathOfInput)
  const plain = paths.map((path) => valueAt(value, path) ?? null)
  const inputs = exactAt ? asWritten(plain, paths, exactAt) : plain
  throw new ValidationFailed(issues.map((issue, index) => toEntry(issue, place, inputs[index])))
}

/** All parts of a request; one refusal names what is wrong in any of them. @throws ValidationFailed */
export function validateAll<Parts extends Record<string, unknown>>(
  checks: {
    [Name in keyof Parts]: () => Parts[Name]
  },
): Parts {
  const entries: ValidationEntry[] = []
  const parts: Partial<Parts> = {}
  for (const name in checks) {
    try {
      parts[name] = checks[name]()
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error
      entries.push(...error.entries)
    }
  }
  if (entries.length > 0) throw new ValidationFailed(entries)
  return assumeWhole(parts)
}

/** Every check has given its part, or nothing comes so far. */
function assumeWhole<Parts>(parts: Partial<Parts>): Parts {
  return parts as Parts
}

/** What a missing member was missing from, else what was wrong. */
function pathOfInput(issue: z.core.$ZodIssue): Path {
  const path = pathOf(issue)
  return typeOf(issue) === 'missing' ? path.slice(0, -1) : path
}

/** Asked for where it is repeated and can differ: one walk over the source for all of them. */
function asWritten(
  plain: unknown[],
  paths: Path[],
  exactAt: (paths: readonly Path[]) => unknown[],
): unknown[] {
  const wanted = plain.map((input) => typeof input !== 'string' && input !== null && isShort(input))
  if (!wanted.includes(true)) return plain
  const exact = exactAt(paths.filter((_path, index) => wanted[index]))
  return plain.map((input, index) => (wanted[index] ? exact.shift() : input))
}

function toEntry(issue: z.core.$ZodIssue, place: string, input: unknown): ValidationEntry {
  const params = issue.code === 'custom' ? issue.params : undefined
  const entry: ValidationEntry = {
    type: typeOf(issue),
    loc: [place, ...pathOf(issue)],
    msg: issue.message,
    input,
  }
  return isRecord(params?.ctx) ? { ...entry, ctx: params.ctx } : entry
}

function pathOf(issue: z.core.$ZodIssue): (string | number)[] {
  return issue.path.filter((part) => typeof part !== 'symbol')
}

function typeOf(issue: z.core.$ZodIssue): string {
  const type: unknown = issue.code === 'custom' ? issue.params?.type : undefined
  return typeof type === 'string' ? type : 'value_error'
}

function valueAt(source: unknown, path: Path): unknown {
  let value = source
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return null
    value = Object.hasOwn(value, part) ? Reflect.get(value, part) : null
  }
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
