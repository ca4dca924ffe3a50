import { behindBlanks, behindString } from './json-text.ts'

/** Where and why CPython 3.11's `json.loads` refuses a text; offsets count code points, as FastAPI reports them. */
export interface JsonFault {
  msg: string
  pos: number
}

class Fault extends Error {
  readonly pos: number
  constructor(msg: string, pos: number) {
    super(msg)
    this.pos = pos
  }
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
const WORDS = ['null', 'true', 'false', 'NaN', 'Infinity', '-Infinity']
const NAME_EXPECTED = 'Expecting property name enclosed in double quotes'

/**
 * Call when `JSON.parse` has failed. Python reads NaN and Infinity; JSON has no such values, and FastAPI fails on them with a
 * 500: here they are a fault too. Iterative, so that hostile nesting cannot exhaust the stack.
 */
export function findJsonFault(text: string): JsonFault {
  try {
    const end = scanDocument(text)
    if (end !== text.length) throw new Fault('Extra data', end)
    return { msg: 'Expecting value', pos: nonFiniteAt(text) }
  } catch (error) {
    if (error instanceof Fault) return { msg: error.message, pos: codePoints(text, error.pos) }
    throw error
  }
}

/** Where the first NaN or infinity stands outside of strings, in code points; 0 where there is none. */
function nonFiniteAt(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = behindString(text, at) - 1
    // Of names that Python knows, only these begin with a capital.
    else if (code === 0x4e || code === 0x49) return codePoints(text, text[at - 1] === '-' ? at - 1 : at)
  }
  return 0
}

function scanDocument(text: string): number {
  return behindBlanks(text, scanValue(text, behindBlanks(text, 0)))
}

/** Index behind the value that starts at `start`. */
function scanValue(text: string, start: number): number {
  const open: string[] = []
  let at = start
  for (;;) {
    const opened = text[at]
    if (opened === '{' || opened === '[') {
      const close = opened === '{' ? '}' : ']'
      const inside = behindBlanks(text, at + 1)
      if (text[inside] !== close) {
        open.push(close)
        at = close === '}' ? scanName(text, inside) : inside
        continue
      }
      at = inside + 1
    } else at = scanScalar(text, at)

    // A value has ended: leave every container that ends here, then go on behind a comma.
    for (;;) {
      const close = open.at(-1)
      if (close === undefined) return at
      at = behindBlanks(text, at)
      if (text[at] === close) {
        open.pop()
        at++
        continue
      }
      if (text[at] !== ',') throw new Fault("Expecting ',' delimiter", at)
      at = behindBlanks(text, at + 1)
      if (close === '}') at = scanName(text, at)
      break
    }
  }
}

function scanScalar(text: string, at: number): number {
  if (text[at] === '"') return scanString(text, at)
  NUMBER.lastIndex = at
  if (NUMBER.test(text)) return NUMBER.lastIndex
  const word = WORDS.find((candidate) => text.startsWith(candidate, at))
  if (!word) throw new Fault('Expecting value', at)
  return at + word.length
}

function scanName(text: string, at: number): number {
  if (text[at] !== '"') throw new Fault(NAME_EXPECTED, at)
  const colon = behindBlanks(text, scanString(text, at))
  if (text[colon] !== ':') throw new Fault("Expecting ':' delimiter", colon)
  return behindBlanks(text, colon + 1)
}

function scanString(text: string, quote: number): number {
  for (let at = quote + 1; ; ) {
    if (at >= text.length) throw new Fault('Unterminated string starting at', quote)
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) throw new Fault('Invalid control character at', at)
    at = code === 0x5c ? scanEscape(text, at, quote) : at + 1
  }
}

function scanEscape(text: string, at: number, quote: number): number {
  const kind = text[at + 1]
  if (kind === undefined) throw new Fault('Unterminated string starting at', quote)
  if (kind === 'u') {
    const complete = at + 6 < text.length && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))
    if (!complete) throw new Fault('Invalid \\uXXXX escape', at + 1)
    return at + 6
  }
  if (!'"\\/bfnrt'.includes(kind)) throw new Fault('Invalid \\escape', at)
  return at + 2
}

function codePoints(text: string, end: number): number {
  let count = 0
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code < 0xdc00 || code > 0xdfff) count++
  }
  return count
}
