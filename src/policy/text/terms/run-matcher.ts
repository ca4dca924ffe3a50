import { LETTER, classOf as letterClassOf } from '../disguises/letters-of.ts'
import { type Links, linksOf } from './shorter-endings.ts'
import { type TermTables, termTables } from './term-tables.ts'
import type { Term } from './term-trie.ts'

/** Finds terms that stand anywhere, inside of words too. */
export interface RunMatcher {
  /** Those that a text holds; of `stem*` it holds the stem. A newline is as good as a space. */
  read(text: string): RunsRead
}

/** What a text holds. */
export interface RunsRead {
  /** Each once. */
  ids: Int32Array
  /** Every place where a term of an id begins, in order, each once. */
  startsOf(id: number): Int32Array
}

/** What a matcher of terms that stand anywhere runs on. In `states` the mark of an ending is set where a shorter term ends, too. */
export interface RunTables extends TermTables, Links {
  /** Of each term, `BEGINS` where it begins at the edge of a word, and `ENDS` where no letter follows. */
  edges: Uint8Array
  /** UTF-16 units of each term. */
  lengths: Uint16Array
}

/** A term of which each place may be asked where it stands in a word. */
export interface EdgedTerm extends Term {
  begins: boolean
  ends: boolean
}

const BEGINS = 1
const ENDS = 2

/**
 * The tables of terms that stand anywhere, or not in a word behind its first letter, or not before a letter.
 * @param terms in the order of their ids
 */
export function runTables(terms: readonly EdgedTerm[]): RunTables {
  const tables = termTables(terms, [])
  const links = linksOf(tables)
  const { states } = tables
  for (const [state, shorter] of links.shorter.entries())
    if (shorter !== 0) states[2 * state] = (states[2 * state] as number) | 1
  return {
    ...tables,
    ...links,
    edges: Uint8Array.from(terms, ({ begins, ends }) => (begins ? BEGINS : 0) | (ends ? ENDS : 0)),
    lengths: Uint16Array.from(terms, ({ term }) => term.length),
  }
}

export function runMatcherOf(tables: RunTables): RunMatcher {
  const last = tables.ids.reduce((most, id) => Math.max(most, id), -1)
  const noted: Noted = {
    pairs: new Int32Array(2_048),
    length: 0,
    reading: 0,
    known: new Int32Array(tables.ids.length + 1),
    terms: [],
    isFound: new Int32Array(tables.ids.length),
    ids: [],
    isIdFound: new Int32Array(last + 1),
  }
  const heads = headsOf(tables)
  const counts = new Int32Array(tables.ids.length + 1)
  return {
    read(text) {
      within(tables, text, noted)
      const pairs = noted.pairs.slice(0, noted.length)
      const terms = new Int32Array(noted.terms)
      let places: Places | null = null
      let termsOf: ReadonlyMap<number, readonly number[]> | null = null
      return {
        ids: new Int32Array(noted.ids),
        startsOf(id) {
          places ??= placesIn(pairs, counts)
          termsOf ??= Map.groupBy(terms, (term) => tables.ids[term] as number)
          return startsOf(tables, heads, text, places, termsOf.get(id) ?? [])
        },
      }
    },
  }
}

/** Of the last text that was read; terms that are written alike go by the number that `endings` has of them. What is of use is cut out of it. */
interface Noted {
  /** Where terms stand: that number, and the unit where they begin. */
  pairs: Int32Array
  length: number
  /** The number of the text. */
  reading: number
  /** Of those that are written alike, the number of the text in which all of them were found last. */
  known: Int32Array
  terms: number[]
  /** Of each term, the number of the text in which it was found last; of each id likewise below. */
  isFound: Int32Array
  ids: number[]
  isIdFound: Int32Array
}

/** Of each term the number that `endings` has of what is written as it is. */
function headsOf({ ids, alike }: RunTables): Int32Array {
  const heads = new Int32Array(ids.length)
  for (let term = 0; term < ids.length; term++) {
    if (heads[term] === 0) heads[term] = term + 1
    const next = alike[term] as number
    // What is written alike comes later.
    if (next !== 0) heads[next - 1] = heads[term] as number
  }
  return heads
}

/** Where the terms of a text begin, in order, those that are written alike beside each other. */
interface Places {
  starts: Int32Array
  /** By the number that `endings` has of them, which they are among those that the text holds. */
  nth: ReadonlyMap<number, number>
  /** Where the starts of the nth of them end; those of the next begin there. */
  ends: readonly number[]
}

/**
 * A text is asked about some hundred ids, and each has few of the words that it holds.
 * @param counts of each number how often it stands, then where it is laid next; 0 for all before and behind
 */
function placesIn(pairs: Int32Array, counts: Int32Array): Places {
  const nth = new Map<number, number>()
  for (let i = 0; i < pairs.length; i += 2) {
    const number = pairs[i] as number
    const count = counts[number] as number
    if (count === 0) nth.set(number, nth.size)
    counts[number] = count + 1
  }
  const starts = new Int32Array(pairs.length / 2)
  const ends: number[] = []
  let laid = 0
  for (const number of nth.keys()) {
    const count = counts[number] as number
    counts[number] = laid
    laid += count
    ends.push(laid)
  }
  for (let i = 0; i < pairs.length; i += 2) {
    const number = pairs[i] as number
    const at = counts[number] as number
    starts[at] = pairs[i + 1] as number
    counts[number] = at + 1
  }
  for (const number of nth.keys()) counts[number] = 0
  return { starts, nth, ends }
}

const NOWHERE = new Int32Array()

/** Where some of the terms that a text holds begin. */
function startsOf(
  { edges, lengths }: RunTables,
  heads: Int32Array,
  text: string,
  { starts, nth, ends }: Places,
  terms: readonly number[],
): Int32Array {
  const lists = terms.map((term) => {
    const at = nth.get(heads[term] as number) ?? 0
    const all = starts.subarray(ends[at - 1] ?? 0, ends[at])
    const edge = edges[term] as number
    return edge === 0
      ? all
      : all.filter((start) => standsAs(edge, text, start, start + (lengths[term] as number)))
  })
  return lists.length < 2 ? (lists[0] ?? NOWHERE) : inOrder(lists)
}

/** All of them, each once. */
function inOrder(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let length = 0
  for (const list of lists) {
    all.set(list, length)
    length += list.length
  }
  all.sort()
  let kept = 0
  for (const start of all) if (kept === 0 || start !== all[kept - 1]) all[kept++] = start
  return all.subarray(0, kept)
}

/** From each sign to the next, and where no term goes on with it, from what the letters so far end with. Nothing is read twice. */
function within(tables: RunTables, text: string, noted: Noted): void {
  noted.length = 0
  noted.terms = []
  noted.ids = []
  noted.reading++
  const { classOf, states, fallbacks } = tables
  let state = 0
  for (let i = 0; i < text.length; i++) {
    const unit = classOf[text.charCodeAt(i)] as number
    if (unit === 0) {
      state = 0
      continue
    }
    let next = ((states[2 * state] as number) >> 1) + unit
    while (states[2 * next + 1] !== state && state !== 0) {
      state = fallbacks[state] as number
      next = ((states[2 * state] as number) >> 1) + unit
    }
    if (states[2 * next + 1] !== state) continue
    state = next
    if (((states[2 * state] as number) & 1) === 1) noteEndings(tables, text, { state, end: i + 1 }, noted)
  }
}

/** Notes the terms that end at `end`, the longest of which may be what led to `state`. */
function noteEndings(
  { endings, shorter, depths, alike, ids, edges }: RunTables,
  text: string,
  { state, end }: { state: number; end: number },
  noted: Noted,
): void {
  for (let ending = state; ending !== 0; ending = shorter[ending] as number) {
    const first = endings[ending] as number
    if (first === 0) continue
    const start = end - (depths[ending] as number)
    note(noted, first, start)
    if (noted.known[first] === noted.reading) continue
    const here = (isInsideWord(text, start) ? BEGINS : 0) | (isBeforeLetter(text, end) ? ENDS : 0)
    let areAllFound = true
    for (let term = first; term !== 0; term = alike[term - 1] as number) {
      if (((edges[term - 1] as number) & here) === 0) noteTerm(noted, term - 1, ids[term - 1] as number)
      else areAllFound = false
    }
    if (areAllFound) noted.known[first] = noted.reading
  }
}

function noteTerm(noted: Noted, term: number, id: number): void {
  if (noted.isFound[term] === noted.reading) return
  noted.isFound[term] = noted.reading
  noted.terms.push(term)
  if (noted.isIdFound[id] === noted.reading) return
  noted.isIdFound[id] = noted.reading
  noted.ids.push(id)
}

function note(noted: Noted, first: number, start: number): void {
  if (noted.length === noted.pairs.length) {
    const more = new Int32Array(2 * noted.length)
    more.set(noted.pairs)
    noted.pairs = more
  }
  noted.pairs[noted.length++] = first
  noted.pairs[noted.length++] = start
}

/** Whether a term with such edges may stand from `start` to `end`. */
function standsAs(edge: number, text: string, start: number, end: number): boolean {
  return !(
    ((edge & BEGINS) !== 0 && isInsideWord(text, start)) ||
    ((edge & ENDS) !== 0 && isBeforeLetter(text, end))
  )
}

/** Whether a letter stands at `at`, and no mark; where nobody can be sure, not. */
function isBeforeLetter(text: string, at: number): boolean {
  if (at >= text.length) return false
  const unit = text.charCodeAt(at)
  return unit < FIRST_UNSURE && letterClassOf(unit) === LETTER && !isMark(unit)
}

/** Of units before `FIRST_UNSURE`. */
function isMark(unit: number): boolean {
  return (unit >= 0x300 && unit < 0x370) || (unit >= 0x483 && unit < 0x48a)
}

/** Letters of scripts that part words by blanks come before it. */
const FIRST_UNSURE = 0x590

/** Whether letters of one word stand before `at` and there; where nobody can be sure, not. */
export function isInsideWord(text: string, at: number): boolean {
  if (at === 0) return false
  const [before, here] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return (
    before < FIRST_UNSURE &&
    here < FIRST_UNSURE &&
    letterClassOf(before) === LETTER &&
    letterClassOf(here) === LETTER
  )
}
