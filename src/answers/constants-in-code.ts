import {
  endOfWord,
  isWordLetter,
  LONGEST_UNKNOWN,
  pastBlanks,
  pastBrackets,
  pastSlash,
  pastString,
  pastUnknown,
  SIGNS,
} from './code-parts.ts'
import { decodedBy, madeBy, type Value } from './made-of-texts.ts'
import { type Fuel, type Passed, unescaped } from './read-literal.ts'

/** A text that stands in a script, put together as the script does: joined, decoded, turned round. */
export interface Constant {
  value: string
  from: number
  end: number
}

const {
  plus,
  equals,
  question,
  blank,
  quote,
  dollar,
  apostrophe,
  openParenthesis,
  closeParenthesis,
  comma,
  dot,
  slash,
  openBracket,
  backslash,
  closeBracket,
  backtick,
  openBrace,
  closeBrace,
} = SIGNS

/** What stands in the place of a part that only running the script would tell. */
export const GAP = '\ufffc'

/**
 * The texts in a script, in their order, each with all that `+`, template literals, names of other texts and the usual ways to disguise one
 * (`atob`, `unescape`, `fromCharCode`, a list that is joined, a text that is reversed) make of it. Nothing is run.
 */
export function constantsInCode(code: string, read: readonly Passed[], fuel: Fuel): Constant[] {
  const reader: Reader = { code, fuel, names: new Map(), found: [], read, next: 0 }
  scan(reader, 0, code.length)
  return reader.found
}

interface Reader {
  code: string
  fuel: Fuel
  /** Texts that have a name of their own; null where a name stands for several. */
  names: Map<string, string | null>
  found: Constant[]
  read: readonly Passed[]
  /** Of what was read, the first that may still come. */
  next: number
}

function scan(reader: Reader, from: number, to: number): void {
  const { code, fuel } = reader
  let at = from
  while (at < to) {
    if (--fuel.left < 0) {
      fuel.unread += to - at
      return
    }
    at = pastRead(reader, at)
    const letter = code.charCodeAt(at)
    if (isWordLetter(letter)) {
      const end = endOfWord(code, at)
      at = (mayBegin(reader, at, end) ? readChain(reader, at, to) : null) ?? end
    } else if (letter === quote || letter === apostrophe || letter === backtick)
      at = readChain(reader, at, to) ?? pastString(code, at)
    else if (letter === openBracket)
      at = (LIST_OF_TEXTS.test(code.slice(at, at + 20)) ? readChain(reader, at, to) : null) ?? at + 1
    else at = letter === slash ? pastSlash(code, at) : at + 1
  }
}

/** Behind what was read already, or the same place. */
function pastRead(reader: Reader, at: number): number {
  const { read } = reader
  while ((read[reader.next]?.end ?? Number.POSITIVE_INFINITY) <= at) reader.next++
  const span = read[reader.next]
  return span !== undefined && span.from <= at ? span.end : at
}

/** Only what decodes, and a name of a text to which more is added. */
function mayBegin({ code, names }: Reader, at: number, end: number): boolean {
  if (end - at > LONGEST_NAME) return false
  if (MAY_DECODE[code.charCodeAt(at)] && DECODERS.has(code.slice(at, end))) return true
  // Behind most words stands something else, and none is cut out.
  const next = code.charCodeAt(end)
  if (names.size === 0 || (next !== plus && next > blank && next <= LAST_OF_ASCII)) return false
  if (code.charCodeAt(at - 1) === dot || !/^\s*\+[^+=]/.test(code.slice(end, end + 10))) return false
  return typeof names.get(code.slice(at, end)) === 'string'
}

/** Reads texts that are added to each other, keeps what comes of it and gives the place behind; null where no text begins. */
function readChain(reader: Reader, at: number, to: number): number | null {
  const { code, found, names, fuel } = reader
  const first = readTerm(reader, at, 0)
  if (first === null) return null
  let { value, end } = first
  const skipped: Passed[] = []
  for (let terms = 0; terms < MOST_TERMS; terms++) {
    const place = pastPlus(code, end)
    if (place === null || Array.isArray(value)) break
    const term = readTerm(reader, place, 0)
    if (term !== null) {
      value += typeof term.value === 'string' ? term.value : term.value.join(',')
      end = term.end
      continue
    }
    const past = pastUnknown(code, place)
    fuel.left -= past > place ? past - place : LONGEST_UNKNOWN
    if (past <= place) break
    skipped.push({ from: place, end: past })
    value += GAP
    end = past
  }
  if (Array.isArray(value)) return null
  found.push({ value, from: at, end })
  const name = skipped.length === 0 ? nameGiven(code, at) : null
  if (name !== null) names.set(name, names.has(name) && names.get(name) !== value ? null : value)
  for (const each of skipped) scan({ ...reader, read: [], next: 0 }, each.from, Math.min(each.end, to))
  return end
}

/** Behind a plus that adds, and its blanks; null where none follows. */
function pastPlus(code: string, at: number): number | null {
  const sign = pastBlanks(code, at)
  const next = code.charCodeAt(sign + 1)
  return code.charCodeAt(sign) === plus && next !== plus && next !== equals
    ? pastBlanks(code, sign + 1)
    : null
}

/** The name that is given to what begins here. */
function nameGiven(code: string, at: number): string | null {
  let place = at - 1
  while (code.charCodeAt(place) <= blank) place--
  if (code.charCodeAt(place) !== equals) return null
  return NAMED.exec(code.slice(Math.max(0, place - LONGEST_NAME * 2), place + 1))?.[1] ?? null
}

/** A text with what is done to it, a name of one, or what decodes one; null where it is none. */
function readTerm(reader: Reader, at: number, depth: number): { value: Value; end: number } | null {
  if (--reader.fuel.left < 0 || depth > DEEPEST) return null
  const term = readBare(reader, at, depth)
  return term === null ? null : readMethods(reader, term, depth)
}

function readBare(reader: Reader, at: number, depth: number): { value: Value; end: number } | null {
  const { code, names, fuel } = reader
  const letter = code.charCodeAt(at)
  if (letter === quote || letter === apostrophe) {
    const end = pastString(code, at)
    fuel.left -= end - at
    const written = code.slice(at + 1, end - 1)
    return end > at + 1 ? { value: written.includes('\\') ? unescaped(written) : written, end } : null
  }
  if (letter === backtick) return readTemplate(reader, at, depth)
  if (letter === openBracket) return readList(reader, at, depth)
  if (letter === openParenthesis) {
    const inner = readSum(reader, pastBlanks(code, at + 1), depth + 1)
    const end = inner && pastBlanks(code, inner.end)
    return inner && end !== null && code.charCodeAt(end) === closeParenthesis
      ? { ...inner, end: end + 1 }
      : null
  }
  if (!isWordLetter(letter)) return null
  const end = endOfWord(code, at)
  if (end - at > LONGEST_NAME) return null
  const word = code.slice(at, end)
  if (/^\d+$/.test(word)) return { value: word, end }
  if (DECODERS.has(word)) return readDecoded(reader, word, end, depth)
  const known = names.get(word)
  return typeof known === 'string' && !/^\s*[.([]/.test(code.slice(end, end + 5))
    ? { value: known, end }
    : null
}

/** The sum of terms, each of which has to be known. */
function readSum(reader: Reader, at: number, depth: number): { value: Value; end: number } | null {
  let sum = readTerm(reader, at, depth)
  while (sum !== null && typeof sum.value === 'string') {
    const place = pastPlus(reader.code, sum.end)
    if (place === null) break
    const term = readTerm(reader, place, depth)
    if (term === null || typeof term.value !== 'string') return null
    sum = { value: sum.value + term.value, end: term.end }
  }
  return sum
}

function readTemplate(reader: Reader, at: number, depth: number): { value: string; end: number } | null {
  const { code, fuel } = reader
  let value = ''
  let from = at + 1
  let place = from
  for (; place < code.length; place++) {
    if (--fuel.left < 0) return null
    const letter = code.charCodeAt(place)
    if (letter === backslash) place++
    else if (letter === backtick) return { value: value + unescaped(code.slice(from, place)), end: place + 1 }
    else if (letter === dollar && code.charCodeAt(place + 1) === openBrace) {
      value += unescaped(code.slice(from, place))
      const inner = depth < DEEPEST ? readSum(reader, pastBlanks(code, place + 2), depth + 1) : null
      const end = inner && pastBlanks(code, inner.end)
      const isWhole = inner !== null && end !== null && code.charCodeAt(end) === closeBrace
      value += isWhole && typeof inner.value === 'string' ? inner.value : GAP
      const past = isWhole ? end + 1 : pastBrackets(code, place + 1)
      // To look for a bracket that is far costs as much as to find it there.
      fuel.left -= past > place + 1 ? past - place : LONGEST_UNKNOWN
      place = past - 1
      from = place + 1
    }
  }
  return null
}

/** A list of known texts, which counts only where it is joined. */
function readList(reader: Reader, at: number, depth: number): { value: string[]; end: number } | null {
  const { code } = reader
  const values: string[] = []
  let place = pastBlanks(code, at + 1)
  while (values.length < MOST_TERMS * 10) {
    if (code.charCodeAt(place) === closeBracket) return { value: values, end: place + 1 }
    const term = readSum(reader, place, depth + 1)
    if (term === null || typeof term.value !== 'string') return null
    values.push(term.value)
    place = pastBlanks(code, term.end)
    if (code.charCodeAt(place) === comma) place = pastBlanks(code, place + 1)
    else if (code.charCodeAt(place) !== closeBracket) return null
  }
  return null
}

function readDecoded(
  reader: Reader,
  name: string,
  at: number,
  depth: number,
): { value: string; end: number } | null {
  const { code } = reader
  const opens = (name === 'String' ? FROM_CODES : /^\s*\(\s*/).exec(code.slice(at, at + FARTHEST))?.[0]
  reader.fuel.left -= STEPS_OF_A_CALL
  if (opens === undefined) return null
  const from = at + opens.length
  if (name === 'String') {
    const end = code.indexOf(')', from)
    const numbers = end < 0 || end - from > MOST_CODES ? '' : code.slice(from, end).replace(/[\s\]]/g, '')
    if (!/^(?:(?:0x[\da-f]{1,6}|\d{1,7}),?)+$/i.test(numbers)) return null
    const points = numbers.split(',').filter(Boolean).map(Number)
    return {
      value: points
        .map((point) => (point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''))
        .join(''),
      end: end + 1,
    }
  }
  const inner = readSum(reader, from, depth + 1)
  const end = inner && pastBlanks(code, inner.end)
  if (inner === null || end === null || typeof inner.value !== 'string') return null
  if (code.charCodeAt(end) !== closeParenthesis) return null
  const value = decodedBy(name, inner.value)
  return value === null ? null : { value, end: end + 1 }
}

/** What methods that need nothing but texts make of one: parts of it that are reversed and joined again, letters that are exchanged. */
function readMethods(
  reader: Reader,
  term: { value: Value; end: number },
  depth: number,
): { value: Value; end: number } {
  const { code } = reader
  let { value, end } = term
  for (let calls = 0; calls < MOST_TERMS; calls++) {
    const next = code.charCodeAt(end)
    if (next > blank && next !== dot && next !== question) break
    const call = METHOD.exec(code.slice(end, end + FARTHEST))
    if (call === null) break
    const opens = end + call[0].length
    const close = pastBlanks(code, opens)
    const argument = code.charCodeAt(close) === closeParenthesis ? null : readSum(reader, close, depth + 1)
    const closes = argument === null ? close : pastBlanks(code, argument.end)
    if (code.charCodeAt(closes) !== closeParenthesis) break
    const made = madeBy(call[1] ?? '', value, typeof argument?.value === 'string' ? argument.value : null)
    if (made === null) break
    value = made
    end = closes + 1
  }
  return { value, end }
}

/** Names of functions that give a text for another. */
const DECODERS: ReadonlySet<string> = new Set([
  'atob',
  'unescape',
  'decodeURIComponent',
  'decodeURI',
  'String',
])
/** Letters that they begin with, by their code. */
const MAY_DECODE: readonly (true | undefined)[] = Array.from({ length: 0x80 }, (_, code) =>
  'audS'.includes(String.fromCharCode(code)) ? true : undefined,
)
const FROM_CODES =
  /^\s*\.\s*from(?:CharCode|CodePoint)\s*(?:\(\s*|\.apply\(\s*\w{1,20}\s*,\s*\[|\(\s*\.\.\.\[)/
const METHOD = /^\s*\??\.\s*(split|reverse|join|concat|trim|toLowerCase|toUpperCase)\(/
/** What a list may begin with that is joined. */
const LIST_OF_TEXTS = /^\[\s*["'`]/
const NAMED = /(?:^|[\s,;({])([A-Za-z_$][\w$]{0,59})\s*=\s*$/
/** What it costs to look what is handed to one. */
const STEPS_OF_A_CALL = 10
const LONGEST_NAME = 60
const LAST_OF_ASCII = 0x7f
const MOST_TERMS = 200
const MOST_CODES = 20_000
const DEEPEST = 12
/** Letters that are looked at for what is done to a text. */
const FARTHEST = 80
