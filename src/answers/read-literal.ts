import { endOfJson } from './end-of-json.ts'
import { parseJson } from './parse-json.ts'

/** What a JavaScript literal says, and where it ends. */
export interface Literal {
  value: unknown
  end: number
  /** Code in it that was passed over: calls, functions, sums; absent where there was none. */
  passed?: Passed[]
}

export interface Passed {
  from: number
  end: number
}

/** Steps that reading a page's scripts may take altogether; spent by whoever reads. */
export interface Fuel {
  left: number
  /** Letters behind a nesting that is too deep to be read. */
  unread: number
}

/**
 * Reads the object, list or string at `from`, JSON or JavaScript: bare keys, single quotes, `!0`, `void 0`, names from
 * `names`. What is no literal (calls, functions) becomes `undefined` and is passed over. Null when there is none or it never ends.
 */
export function readLiteral(
  text: string,
  from: number,
  fuel: Fuel,
  names: ReadonlyMap<string, unknown> = new Map(),
): Literal | null {
  const reader: Reader = { text, at: from, fuel, names, kept: new Map(), passed: [] }
  try {
    const json = readJson(reader)
    if (json !== undefined) return { value: json, end: reader.at }
    const value = readValue(reader, 0)
    const { at: end, passed } = reader
    return passed.length > 0 ? { value, end, passed } : { value, end }
  } catch (error) {
    if (error !== BROKEN) throw error
    return null
  }
}

interface Reader {
  text: string
  at: number
  fuel: Fuel
  names: ReadonlyMap<string, unknown>
  /** What seroval numbers (`$R[4]={…}`), to be pointed to from elsewhere. */
  kept: Map<string, unknown>
  passed: Passed[]
}

const BROKEN = new Error('no literal')
/** The reader calls itself for each level. */
const DEEPEST = 400

/** Most states are JSON, which V8 reads ten times as fast; undefined where this one is not. */
function readJson(reader: Reader): unknown {
  const { end, looked } = endOfJson(reader.text, reader.at)
  const value = end < 0 ? undefined : parseJson(reader.text.slice(reader.at, end))
  if (value === undefined) {
    spend(reader, looked >> LETTERS_OF_A_STEP)
    return undefined
  }
  spend(reader, end - reader.at)
  reader.at = end
  skipBlanks(reader)
  return value
}

/** To look at a letter is an eighth of reading it: so many bits less. Code may begin thousands of times, and each of them look to its end. */
const LETTERS_OF_A_STEP = 3

function readValue(reader: Reader, depth: number): unknown {
  skipBlanks(reader)
  const from = reader.at
  const first = reader.text[from]
  if (depth > DEEPEST) reader.fuel.unread += reader.text.length - reader.at
  if (first === undefined || depth > DEEPEST) throw BROKEN
  const value = first === '$' ? readNumbered(reader, depth) : readWhole(reader, depth, first)
  skipBlanks(reader)
  if (depth === 0 || isEnd(reader.text[reader.at])) return value
  skipExpression(reader)
  pass(reader, from)
  return undefined
}

/** Whoever reads code reads it: what is added to a text, handed on by a call or said by a function. */
function pass({ passed, at: end }: Reader, from: number): void {
  if (end - from > LEAST_PASSED) passed.push({ from, end })
}

const LEAST_PASSED = 8

function readWhole(reader: Reader, depth: number, first: string | undefined): unknown {
  if (first === '{') return readObject(reader, depth)
  if (first === '[') return readList(reader, depth)
  if (first !== 'n' || match(reader, COLLECTION) === null) return readAtom(reader)
  const value = readValue(reader, depth + 1)
  skipBlanks(reader)
  take(reader, ')')
  return value
}

/** `$R[4]={…}` where it is made, `$R[4]` where it is meant. */
function readNumbered(reader: Reader, depth: number): unknown {
  const name = match(reader, NUMBERED)
  if (name === null) return readAtom(reader)
  if (!take(reader, '=')) return reader.kept.get(name)
  skipBlanks(reader)
  const value = readWhole(reader, depth, reader.text[reader.at])
  reader.kept.set(name, value)
  return value
}

function readObject(reader: Reader, depth: number): unknown {
  const entries: [string, unknown][] = []
  reader.at++
  for (;;) {
    skipBlanks(reader)
    if (take(reader, '}')) return Object.fromEntries(entries)
    if (take(reader, ',')) continue
    refuseEndOfAnother(reader)
    const key = readKey(reader)
    skipBlanks(reader)
    const from = reader.at
    if (key !== null && take(reader, ':')) entries.push([key, readValue(reader, depth + 1)])
    else {
      // A method, a spread, a short form.
      skipExpression(reader)
      pass(reader, from)
    }
  }
}

function readList(reader: Reader, depth: number): unknown {
  const values: unknown[] = []
  reader.at++
  for (;;) {
    skipBlanks(reader)
    if (take(reader, ']')) return values
    if (take(reader, ',')) continue
    refuseEndOfAnother(reader)
    values.push(readValue(reader, depth + 1))
  }
}

/** What ends another bracket than the one that is open: code, and no literal. Nothing would come behind it. */
function refuseEndOfAnother({ text, at }: Reader): void {
  if (isEnd(text[at])) throw BROKEN
}

function readKey(reader: Reader): string | null {
  const first = reader.text[reader.at]
  return first === '"' || first === "'" ? readString(reader) : match(reader, KEY)
}

function readAtom(reader: Reader): unknown {
  const first = reader.text[reader.at]
  if (first === '"' || first === "'" || first === '`') return readString(reader)
  const code = reader.text.charCodeAt(reader.at)
  const number = isBracket(code) ? null : match(reader, NUMBER)
  if (number !== null) return Number(number)
  const name = isBracket(code) ? null : match(reader, NAME)
  if (name === null) {
    const from = reader.at
    skipExpression(reader)
    pass(reader, from)
    return undefined
  }
  return name in WORDS ? WORDS[name] : reader.names.get(name)
}

const WORDS: Record<string, unknown> = {
  true: true,
  false: false,
  null: null,
  '!0': true,
  '!1': false,
  'void 0': undefined,
}

function readString(reader: Reader): string {
  const { text } = reader
  const from = reader.at
  const quote = text.charCodeAt(from)
  let escapes = 0
  let at = from + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) {
      escapes++
      at++
    } else if (code === quote) break
  }
  spend(reader, at - from - escapes)
  if (at >= text.length) throw BROKEN
  reader.at = at + 1
  const written = text.slice(from + 1, at)
  return escapes > 0 ? unescaped(written) : written
}

/** A JavaScript string's escapes; JSON knows neither `\\x` nor `\\'`. U+0000 is left out, as it is of JSON. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|([\s\S]))/gi,
    (_, hex, four, code, letter) => {
      const digits = hex ?? four ?? code
      if (digits !== undefined) {
        const point = Number.parseInt(digits, 16)
        return point === 0 || point > 0x10ffff ? '' : String.fromCodePoint(point)
      }
      return ESCAPES[letter] ?? letter
    },
  )
}

const ESCAPES: Record<string, string | undefined> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' }

/** To the comma or bracket that ends it. */
function skipExpression(reader: Reader): void {
  let depth = 0
  for (; reader.at < reader.text.length; reader.at++) {
    spend(reader)
    if (isOrdinary(reader.text.charCodeAt(reader.at))) continue
    const here = reader.text[reader.at]
    if (here === '"' || here === "'" || here === '`') {
      readString(reader)
      reader.at--
    } else if (here === '{' || here === '[' || here === '(') depth++
    else if (depth === 0 && isEnd(here)) return
    else if (here === '}' || here === ']' || here === ')') depth--
  }
  throw BROKEN
}

function isEnd(letter: string | undefined): boolean {
  return letter === ',' || letter === '}' || letter === ']' || letter === ')'
}

function skipBlanks(reader: Reader): void {
  spend(reader)
  const code = reader.text.charCodeAt(reader.at)
  if (code <= BLANK || code >= NO_BREAK_SPACE || code === SLASH) match(reader, BLANKS)
}

function take(reader: Reader, letter: string): boolean {
  if (reader.text.charCodeAt(reader.at) !== letter.charCodeAt(0)) return false
  reader.at++
  return true
}

function match(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)?.[0] ?? null
  if (found !== null) reader.at += found.length
  return found
}

/** Neither begins nor ends anything in an expression: small letters, capitals, digits and some signs. */
function isOrdinary(code: number): boolean {
  return (code > COMMA && code < OPEN_BRACKET) || (code > BACKTICK && code < OPEN_BRACE) || code > CLOSE_BRACE
}

/** Where nothing can stand that has to be matched. */
function isBracket(code: number): boolean {
  return (
    code === OPEN_BRACKET ||
    code === OPEN_BRACE ||
    code === OPEN_PARENTHESIS ||
    code === CLOSE_BRACKET ||
    code === CLOSE_BRACE ||
    code === CLOSE_PARENTHESIS
  )
}

/** Made once: there is a step for each letter of a page's scripts. */
const KEY = /[\p{L}\p{N}_$]{1,200}/uy
const NUMBERED = /\$R\[\d{1,7}\]/y
const COLLECTION = /new (?:Map|Set)\(/y
const NUMBER = /-?\d[\d.eE+-]{0,30}/y
const NAME = /(?:![01]|void 0|[\p{L}_$][\p{L}\p{N}_$]{0,100})/uy
/** Comments are among them. */
const BLANKS = /(?:\s|\/\/[^\n]*|\/\*[\s\S]{0,200}?\*\/)*/y
const SLASH = 0x2f

const BLANK = 0x20
const OPEN_PARENTHESIS = 0x28
const CLOSE_PARENTHESIS = 0x29
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const BACKTICK = 0x60
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const NO_BREAK_SPACE = 0xa0

function spend(reader: Reader, steps = 1): void {
  reader.fuel.left -= steps
  if (reader.fuel.left < 0) throw BROKEN
}
