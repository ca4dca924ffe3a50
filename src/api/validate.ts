import type { z } from 'zod'
import type { ValidationEntry } from '../../sdk/contract.ts'

/** The request cannot be used; `entries` say where and why, in FastAPI's shape. */
export class ValidationFailed extends Error {
  readonly entries: ValidationEntry[]
  constructor(entries: ValidationEntry[]) {
    super('request validation failed')
    this.entries = entries
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
 * `exact` gives the same value with numbers as they were written, for the entries' `input`.
 * @throws ValidationFailed
 */
export function validate<T>(
  schema: z.ZodType<T>,
  value: unknown,
  place: 'body' | 'query' | 'path',
  exact: () => unknown = () => value,
): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const source = exact()
  throw new ValidationFailed(result.error.issues.map((issue) => toEntry(issue, place, source)))
}

function toEntry(issue: z.core.$ZodIssue, place: string, source: unknown): ValidationEntry {
  const params = issue.code === 'custom' ? issue.params : undefined
  const path = issue.path.filter((part) => typeof part !== 'symbol')
  const type = typeof params?.type === 'string' ? params.type : 'value_error'
  const input = valueAt(source, type === 'missing' ? path.slice(0, -1) : path)
  const entry: ValidationEntry = { type, loc: [place, ...path], msg: issue.message, input: input ?? null }
  return isRecord(params?.ctx) ? { ...entry, ctx: params.ctx } : entry
}

function valueAt(source: unknown, path: (string | number)[]): unknown {
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
