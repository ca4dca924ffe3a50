import { measureJson, type Path, sourcesAt } from './json-text.ts'
import { findJsonFault } from './python-json.ts'
import { bodyEntry, ValidationFailed } from './validate.ts'

/** Bytes that are no text, or nested beyond reason: FastAPI's own 400. */
export class UnreadableBody extends Error {}

/** So many values that building them would keep everybody else waiting. */
export class TooManyValues extends Error {}

export interface Body {
  value: unknown
  /**
   * The values at these paths with numbers as they were written (`1.0`, big integers), for error entries; undefined for what
   * is too long to be repeated.
   */
  exactAt: (paths: readonly Path[]) => unknown[]
  /** Source text of a member of the top-level object, or undefined. */
  sourceOf: (member: string) => string | undefined
}

/** CPython's recursion limit, less the frames that FastAPI needs to get there. */
const MAX_DEPTH = 950
/** Ten for every address that a batch can hold. Bytes alone say little: a list of zeros has one for every two. */
const MAX_VALUES = 100_000
/** Of a value that an error repeats, as it was written. */
const MAX_SOURCE = 16 * 1024

/**
 * Reads a request body as FastAPI does: JSON by content type, the raw text otherwise.
 * @throws ValidationFailed (422) for broken JSON and for an absent body when one is needed; UnreadableBody (400);
 * TooManyValues (413).
 */
export function readBody(
  bytes: Buffer,
  contentType: string | undefined,
  options: { mayBeAbsent: boolean },
): Body {
  if (bytes.length === 0) return absent(options)
  if (!isJson(contentType)) throw new ValidationFailed([notAnObject(bytes.toString())])
  const text = decode(bytes)
  const value = parse(text)
  if (value === null) return absent(options)
  if (typeof value !== 'object' || Array.isArray(value))
    throw new ValidationFailed([notAnObject(text.length > MAX_SOURCE ? undefined : parseExact(text))])
  const exactAt = (paths: readonly Path[]) =>
    sourcesAt(text, paths).map((source) =>
      source === undefined || source.length > MAX_SOURCE ? undefined : parseExact(source),
    )
  return { value, exactAt, sourceOf: (member) => sourcesAt(text, [[member]])[0] }
}

function absent(options: { mayBeAbsent: boolean }): Body {
  if (!options.mayBeAbsent) throw new ValidationFailed([bodyEntry('missing', 'Field required', null)])
  return { value: {}, exactAt: (paths) => paths.map(() => ({})), sourceOf: () => undefined }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new UnreadableBody('There was an error parsing the body')
  }
}

/** Whether a body of this content type is read as JSON. */
export function isJson(contentType: string | undefined): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return type === 'application/json' || /^application\/.+\+json$/.test(type)
}

function parse(text: string): unknown {
  const { depth, values } = measureJson(text)
  if (depth > MAX_DEPTH) throw new UnreadableBody('There was an error parsing the body')
  if (values > MAX_VALUES) throw new TooManyValues()
  try {
    return JSON.parse(text)
  } catch {
    const fault = findJsonFault(text)
    throw new ValidationFailed([
      {
        type: 'json_invalid',
        loc: ['body', fault.pos],
        msg: 'JSON decode error',
        input: {},
        ctx: { error: fault.msg },
      },
    ])
  }
}

function notAnObject(input: unknown) {
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  return bodyEntry('model_attributes_type', msg, input)
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source: string }) => unknown

/** Keeps the written form of numbers that JavaScript would change. `JSON.rawJSON` is newer than the type library. */
const keepNumbers: Reviver = (_key, value, context) =>
  typeof value === 'number' && String(value) !== context.source ? rawJson(context.source) : value

function rawJson(source: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source)
}

/** Numbers stay as they were written. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, keepNumbers as Parameters<typeof JSON.parse>[1])
}
