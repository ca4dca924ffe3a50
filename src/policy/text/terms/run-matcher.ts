import { LETTER, classOf as letterClassOf } from '../disguises/letters-of.ts'
import { type TermTables, termTables } from './term-tables.ts'
import type { Term } from './term-trie.ts'

/** Finds terms that stand anywhere, inside of words too. */
export interface RunMatcher {
  /** The ids of those that a text holds; of `stem*` it holds the stem. A newline is as good as a space. */
  within(text: string): Set<number>
  /** The same, and where each of them begins. */
  read(text: string): RunsRead
}

/** What a text holds. */
export interface RunsRead {
  ids: ReadonlySet<number>
  /** Every place where a term of an id begins, in order. */
  startsOf(id: number): readonly number[]
}

/** What a matcher of terms that stand anywhere runs on. */
export interface RunTables extends TermTables {
  /** A bit of what each term begins with, four units or all of a shorter one: see `bitOf`. */
  beginnings: Uint32Array
  /** Of each term, 1 where it begins at the edge of a word. */
  isAtEdge: Uint8Array
}

export function runMatcherOf(tables: RunTables): RunMatcher {
  /** Of the last text that was read: what is of use is cut out of it. */
  const places: Places = { pairs: new Int32Array(2_048), length: 0 }
  return {
    within: (text) => within(tables, text, places),
    read(text) {
      const ids = within(tables, text, places)
      const pairs = places.pairs.slice(0, places.length)
      let states: Starts | undefined
      return {
        ids,
        startsOf(id) {
          states ??= byState(pairs)
          return startsOf(tables, text, states, id)
        },
      }
    },
  }
}

/** Where terms stand: pairs of the state in which some end, and of the unit where they begin. */
interface Places {
  pairs: Int32Array
  length: number
}

/** Of each state in which terms end, where they begin. */
type Starts = ReadonlyMap<number, readonly number[]>

function byState(pairs: Int32Array): Starts {
  const states = new Map<number, number[]>()
  for (let i = 0; i < pairs.length; i += 2) {
    const state = pairs[i] as number
    const known = states.get(state)
    if (known) known.push(pairs[i + 1] as number)
    else states.set(state, [pairs[i + 1] as number])
  }
  return states
}

/** Looked up for those that are asked about: a list for each id would cost more than most texts are asked. */
function startsOf(
  { endings, alike, ids, isAtEdge }: RunTables,
  text: string,
  states: Starts,
  id: number,
): readonly number[] {
  const starts: number[] = []
  for (const [state, begun] of states) {
    for (let term = endings[state] as number; term !== 0; term = alike[term - 1] as number) {
      if (ids[term - 1] !== id) continue
      for (const start of begun)
        if (isAtEdge[term - 1] === 0 || !isInsideWord(text, start)) starts.push(start)
    }
  }
  return starts.sort((a, b) => a - b)
}

/** The tables of terms that stand anywhere, or not in a word behind its first letter. */
export function runTables(terms: readonly (Term & { isAtEdge: boolean })[]): RunTables {
  const tables = termTables(terms, [])
  const { classOf } = tables
  const beginnings = new Uint32Array(BEGINNINGS / 32)
  for (const { term } of terms) {
    const length = term.length - Number(term.endsWith('*'))
    const units = Array.from({ length: Math.min(4, length) }, (_, i) => classOf[term.charCodeAt(i)] ?? 0)
    const bit = bitOf(units.reduce(keyWith, 0) & (MASKS[length] ?? LAST_FOUR))
    beginnings[bit >>> 5] = (beginnings[bit >>> 5] ?? 0) | (1 << (bit & 31))
  }
  const isAtEdge = Uint8Array.from(terms, (term) => Number(term.isAtEdge))
  return { ...tables, beginnings, isAtEdge }
}

/** In bits: 16 kB stay in the processor's first cache, and one bit of fifty is set. */
const BEGINNINGS = 2 ** 17
const LAST_FOUR = -1
const LAST_THREE = 0xffffff
const LAST_TWO = 0xffff
const LAST = 0xff
/** What a key of so many units is made of: classes above 255 reach farther. */
const MASKS = [0, LAST, LAST_TWO, LAST_THREE]

/** Of the last four units, by their classes: what stood before them has gone out at the top. */
function keyWith(key: number, unit: number): number {
  return (key << 8) ^ unit
}

function bitOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 15
}

/**
 * A walk begins where the last units are what some term begins with, which few are. Written out, for this is done at each sign: all four bits are
 * looked at before one question is asked.
 */
function within(tables: RunTables, text: string, places: Places): Set<number> {
  places.length = 0
  const { classOf, beginnings } = tables
  const found = new Set<number>()
  const seen = new Set<number>()
  let key = 0
  for (let i = 0; i < text.length; i++) {
    key = keyWith(key, classOf[text.charCodeAt(i)] as number)
    const bit4 = bitOf(key)
    const bit3 = bitOf(key & LAST_THREE)
    const bit2 = bitOf(key & LAST_TWO)
    const bit1 = bitOf(key & LAST)
    const four = (beginnings[bit4 >>> 5] as number) >>> (bit4 & 31)
    const three = (beginnings[bit3 >>> 5] as number) >>> (bit3 & 31)
    const two = (beginnings[bit2 >>> 5] as number) >>> (bit2 & 31)
    const one = (beginnings[bit1 >>> 5] as number) >>> (bit1 & 31)
    if (((four | three | two | one) & 1) === 0) continue
    if ((four & 1) === 1 && i > 2) walk(tables, text, i - 3, found, seen, places)
    if ((three & 1) === 1 && i > 1) walk(tables, text, i - 2, found, seen, places)
    if ((two & 1) === 1 && i > 0) walk(tables, text, i - 1, found, seen, places)
    if ((one & 1) === 1) walk(tables, text, i, found, seen, places)
  }
  return found
}

/** Notes the ids of all terms that begin at `start`, and the states in which they end. */
function walk(
  { classOf, states, endings, alike, ids, isAtEdge }: RunTables,
  text: string,
  start: number,
  found: Set<number>,
  seen: Set<number>,
  places: Places,
): void {
  let state = 0
  for (let i = start; i < text.length; i++) {
    const unit = classOf[text.charCodeAt(i)] as number
    const next = ((states[2 * state] as number) >> 1) + unit
    if (unit === 0 || states[2 * next + 1] !== state) break
    state = next
    if (((states[2 * state] as number) & 1) === 0) continue
    note(places, state, start)
    if (seen.has(state)) continue
    let areAllFound = true
    for (let term = endings[state] as number; term !== 0; term = alike[term - 1] as number) {
      if (isAtEdge[term - 1] === 0 || !isInsideWord(text, start)) found.add(ids[term - 1] as number)
      else areAllFound = false
    }
    if (areAllFound) seen.add(state)
  }
}

function note(places: Places, state: number, start: number): void {
  if (places.length === places.pairs.length) {
    const more = new Int32Array(2 * places.length)
    more.set(places.pairs)
    places.pairs = more
  }
  places.pairs[places.length++] = state
  places.pairs[places.length++] = start
}

/** Letters of scripts that part words by blanks come before it. */
const FIRST_UNSURE = 0x590

/** Whether letters of one word stand before `at` and there; where nobody can be sure, not. */
function isInsideWord(text: string, at: number): boolean {
  if (at === 0) return false
  const [before, here] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return (
    before < FIRST_UNSURE &&
    here < FIRST_UNSURE &&
    letterClassOf(before) === LETTER &&
    letterClassOf(here) === LETTER
  )
}
