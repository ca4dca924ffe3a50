import type { ParsedPage } from '../evidence/page.ts'
import type { Piece } from '../evidence/piece.ts'
import { flightRows } from './flight-rows.ts'
import { parseJson } from './parse-json.ts'
import { type Fuel, type Passed, readLiteral } from './read-literal.ts'
import { saidInCode } from './said-in-code.ts'

/** What scripts carry, and how many of their letters were not looked at. */
export interface States {
  states: unknown[]
  /** What their code says beside them. */
  said: Piece[]
  unread: number
}

/** Steps for all scripts of a page together: some 4 MB of state are read whole. */
const MOST_STEPS = 4_000_000
/** What comes out of one script may be anything: code has many beginnings that lead nowhere. */
const MOST_BEGINNINGS = 2_000

/**
 * Every state of the page in whatever form: JSON scripts, what scripts assign, hand to a function or return from one (Nuxt), streams
 * (React Server Components, React Router).
 */
export function everyState(page: Pick<ParsedPage, 'scripts'>): States {
  const fuel = { left: MOST_STEPS, unread: 0 }
  const states: unknown[] = []
  const said: Piece[] = []
  const ofCode = { left: MOST_STEPS, unread: 0 }
  const around = { fuel: ofCode, isAskedFor: namesAskedFor(page.scripts, ofCode) }
  let flight = ''
  let stream = ''
  let unread = 0
  for (const { type, text: written } of page.scripts) {
    if (/ld\+json/i.test(type)) continue
    const text = isCode(type) ? written : unwrapped(written)
    const whole = /^\s*[[{]/.test(text) ? parseJson(text) : undefined
    if (whole !== undefined) {
      states.push(whole)
      continue
    }
    const found = statesIn(text, fuel)
    unread += found.unread
    for (const state of found.states) {
      const rows = /\.push\(\s*$/.test(state.before) ? pushedRows(state.value) : null
      if (/\.enqueue\(\s*$/.test(state.before) && typeof state.value === 'string') stream += state.value
      else if (rows !== null) flight += rows
      else states.push(state.value)
    }
    // Words of data that are in no language of machines.
    if (!isCode(type)) {
      if (found.states.length === 0) states.push(text)
      continue
    }
    const number = said.length
    for (const piece of saidInCode(text, found.read, around))
      said.push({ ...piece, path: piece.path.replace('code/', `code/${number}.`) })
  }
  return {
    states: [...states, ...flightRows(flight), ...streamed(stream)],
    said,
    unread: unread + fuel.unread + ofCode.unread,
  }
}

/** Tells whether a name stands in scripts more than once; it is looked for when somebody asks. */
function namesAskedFor(scripts: ParsedPage['scripts'], fuel: Fuel): (name: string) => boolean {
  const told = new Map<string, boolean>()
  return (name) => {
    const before = told.get(name)
    if (before !== undefined) return before
    let times = 0
    for (const { text } of scripts) {
      fuel.left -= text.length >> LETTERS_OF_A_STEP
      if (fuel.left < 0) return true
      times += timesIn(text, name, 2 - times)
      if (times >= 2) break
    }
    told.set(name, times >= 2)
    return times >= 2
  }
}

/** To look for a name costs a hundredth of reading. */
const LETTERS_OF_A_STEP = 7

/** How often a name stands there by itself, as far as `most`. */
function timesIn(text: string, name: string, most: number): number {
  let times = 0
  for (let at = text.indexOf(name); at >= 0 && times < most; at = text.indexOf(name, at + name.length))
    if (!/[\w$]/.test(text.charAt(at - 1)) && !/[\w$]/.test(text.charAt(at + name.length))) times++
  return times
}

function isCode(type: string): boolean {
  return type === '' || /^(?:text|application)\/(?:javascript|ecmascript)|^module$/i.test(type)
}

/** Data as they were before somebody made them safe to stand in a page: Angular's marks, entities, percents, base64. */
function unwrapped(text: string): string {
  const opened = text.trim().replace(/^(?:<!--|\/\*[\s\S]{0,500}?\*\/)\s*/, '')
  const bare = opened.endsWith('-->') ? opened.slice(0, -'-->'.length).trimEnd() : opened
  if (/^[[{]?\s*&(?:q|quot|#34|#x22);/i.test(bare))
    return bare.replace(MARKS, (_, mark: string) => BEHIND_MARKS[mark.toLowerCase()] ?? '')
  return decoded(bare)
}

const MARKS = /&(q|quot|#34|#x22|s|#39|#x27|apos|l|lt|g|gt|a|amp);/gi
// biome-ignore format: a table
const BEHIND_MARKS: Readonly<Record<string, string>> = {
  q: '"', quot: '"', '#34': '"', '#x22': '"', s: "'", '#39': "'", '#x27': "'", apos: "'", l: '<', lt: '<', g: '>', gt: '>', a: '&', amp: '&',
}

interface Found {
  states: { before: string; value: unknown }[]
  /** Where they stood, without the code in them. */
  read: Passed[]
  unread: number
}

/** Objects, lists and texts of JSON in a script's code. */
function statesIn(text: string, fuel: Fuel): Found {
  const states: Found['states'] = []
  const read: Passed[] = []
  const beginning =
    /(?:^|[=(,:?>]|\breturn)\s{0,20}(?:\$R\[\d{1,7}\]=)?(?=[{[]|["'`](?:[{[]|\\x[57]b|%[57]B|eyJ|W3|P\d+:|\w{1,6}:|\s{0,20}<[a-z]))/gi
  const { names, given } = namesIn(text, fuel)
  read.push(...given)
  let tries = 0
  for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
    const from = beginning.lastIndex
    const literal = ++tries > MOST_BEGINNINGS ? null : readLiteral(text, from, fuel, names)
    if (tries > MOST_BEGINNINGS || fuel.left <= 0)
      return { states, read: inOrder(read), unread: text.length - from }
    // At the very beginning nothing stands before a literal.
    if (match[0] === '') beginning.lastIndex = from + 1
    if (literal === null) continue
    const value = typeof literal.value === 'string' ? inText(literal.value) : literal.value
    // Past it only where it said something: the body of a function looks like an object too.
    const before = text.slice(Math.max(0, from - 40), from)
    if (!hasText(value) || isOfCode(value, before, text.slice(literal.end, literal.end + 20))) continue
    states.push({ before, value })
    beginning.lastIndex = literal.end
    addWithout(literal.passed ?? [], from, literal.end, read)
  }
  return { states, read: inOrder(read), unread: 0 }
}

/** Single texts are code's, but for pieces of a stream. */
function isOfCode(value: unknown, before: string, behind: string): boolean {
  if (typeof value === 'string') return !/\.(?:push|enqueue)\(\s*$/.test(before)
  return Array.isArray(value) && /^\s*\.(?:join|reverse)\(/.test(behind)
}

/** The span from here to there without those within it. */
function addWithout(passed: readonly Passed[], from: number, end: number, read: Passed[]): void {
  let at = from
  for (const each of passed) {
    if (each.from > at) read.push({ from: at, end: each.from })
    at = Math.max(at, each.end)
  }
  if (end > at) read.push({ from: at, end })
}

/** JSON that stands in a string, percent-encoded or in base64; streams are joined before they are read. */
function inText(written: string): unknown {
  const text = decoded(written)
  return /^\s*[[{]/.test(text) && !/^\[[^"]*$/.test(text) ? (parseJson(text) ?? text) : text
}

function decoded(text: string): string {
  if (/^(?:eyJ|W3)[\w+/-]{16,}={0,2}$/.test(text)) return Buffer.from(text, 'base64').toString('utf8')
  if (!/^%[57]B/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Not encoded after all: it is read as it stands.
    return text
  }
}

function hasText(value: unknown): boolean {
  const open: unknown[] = [value]
  for (let looked = 0; open.length > 0 && looked < 5_000; looked++) {
    const next = open.pop()
    if (typeof next === 'string') return true
    if (typeof next === 'object' && next !== null) for (const child of Object.values(next)) open.push(child)
  }
  return open.length > 0
}

function inOrder(spans: Passed[]): Passed[] {
  return spans.toSorted((one, other) => one.from - other.from)
}

/** What short names stand for, and where that is written. */
interface Names {
  names: ReadonlyMap<string, unknown>
  given: Passed[]
}

/** `(function(a,b){return {…}}("first","second"))`. */
function namesIn(text: string, fuel: Fuel): Names {
  const head = /__NUXT__\s*=\s*\(?\s*function\s*\(([\w$,\s]{1,20000})\)\s*\{/.exec(text)
  const call = text.lastIndexOf('}(')
  if (!head || call < head.index) return { names: new Map(), given: [] }
  const names = (head[1] ?? '').split(',').map((name) => name.trim())
  const written = text.slice(call + 2).replace(/\)+\s*;?\s*$/, '')
  const values = readLiteral(`[${written}]`, 0, fuel)?.value
  if (!Array.isArray(values)) return { names: new Map(), given: [] }
  const known = new Map<string, unknown>(names.map((name, index) => [name, values[index]]))
  const from = head.index + head[0].length
  const end = fill(text, from, known, fuel)
  return {
    names: known,
    given: [
      { from, end },
      { from: call + 2, end: text.length },
    ],
  }
}

/** What is meant in several places is made empty, and filled before anything is returned: `a.bio=b;a.links=[…];`. Gives the place behind. */
function fill(text: string, from: number, names: ReadonlyMap<string, unknown>, fuel: Fuel): number {
  for (let at = from; ; ) {
    FIELD.lastIndex = at
    const [found, name = '', bare, quoted, place] = FIELD.exec(text) ?? []
    if (found === undefined) return at
    const literal = readLiteral(text, at + found.length, fuel, names)
    if (literal === null) return at
    const whole = names.get(name)
    const key = bare ?? quoted ?? place ?? ''
    if (typeof whole === 'object' && whole !== null && key !== '__proto__')
      Object.defineProperty(whole, key, {
        value: literal.value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    at = literal.end
  }
}

/** A field that is given a value, behind the statement before it. */
const FIELD = /\s*[;,]?\s*([\w$]{1,60})(?:\.([\w$]{1,200})|\["([^"\\]{1,200})"\]|\[(\d{1,6})\])\s*=(?!=)\s*/y

/** What is pushed of a stream of rows: text, text behind a number, or, behind a three, bytes in base64; null when it is something else. */
function pushedRows(value: unknown): string | null {
  const [kind, written] = Array.isArray(value) ? value : [1, value]
  if (typeof written !== 'string') return Array.isArray(value) && value.length < 3 && kind !== 1 ? '' : null
  if (!Array.isArray(value)) return /^\w{1,6}:(?:[[{"$]|[A-Z]{1,2}[[{"\d])/.test(written) ? written : null
  if (typeof kind !== 'number' || value.length > 2) return null
  return kind === 3 ? Buffer.from(written, 'base64').toString('utf8') : written
}

function streamed(stream: string): unknown[] {
  if (stream === '') return []
  return stream
    .split('\n')
    .map((line) => parseJson(line.replace(/^P\d+:/, '')))
    .filter((state) => state !== undefined)
}
