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
  ids: ReadonlySet<number>
  /** Every place where a term of an id begins, in order. */
  startsOf(id: number): readonly number[]
}

/** What a matcher of terms that stand anywhere runs on. In `states` the mark of an ending is set where a shorter term ends, too. */
export interface RunTables extends TermTables, Links {
  /** Of each term, 1 where it begins at the edge of a word. */
  isAtEdge: Uint8Array
}

/** The tables of terms that stand anywhere, or not in a word behind its first letter. */
export function runTables(terms: readonly (Term & { isAtEdge: boolean })[]): RunTables {
  const tables = termTables(terms, [])
  const links = linksOf(tables)
  const { states } = tables
  for (const [state, shorter] of links.shorter.entries())
    if (shorter !== 0) states[2 * state] = (states[2 * state] as number) | 1
  return { ...tables, ...links, isAtEdge: Uint8Array.from(terms, (term) => Number(term.isAtEdge)) }
}

export function runMatcherOf(tables: RunTables): RunMatcher {
  const noted: Noted = {
    pairs: new Int32Array(2_048),
    length: 0,
    reading: 0,
    known: new Int32Array(tables.ids.length + 1),
  }
  const asked = askedOf(tables)
  return {
    read(text) {
      const ids = within(tables, text, noted)
      const pairs = noted.pairs.slice(0, noted.length)
      return { ids, startsOf: (id) => startsOf(tables, asked, { text, pairs }, id) }
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
}

/** Whose places are asked about. */
interface Asked {
  /** Of each id its terms, by their numbers and one, from `first[id]` to `first[id + 1]`. */
  first: Int32Array
  terms: Int32Array
  /** Of each term the number that `endings` has of what is written as it is. */
  heads: Int32Array
  /** Of each such number the last question that asked for it; one more where it counts at the edge of a word alone. */
  marks: Float64Array
  /** Even. */
  question: number
}

function askedOf({ ids, alike }: RunTables): Asked {
  const first = new Int32Array(ids.reduce((most, id) => Math.max(most, id), -1) + 2)
  const heads = new Int32Array(ids.length + 1)
  for (let term = 1; term <= ids.length; term++) {
    const id = ids[term - 1] as number
    first[id + 1] = (first[id + 1] as number) + 1
    if (heads[term] === 0) heads[term] = term
    // What is written alike comes later.
    heads[alike[term - 1] as number] = heads[term] as number
  }
  for (let id = 1; id < first.length; id++) first[id] = (first[id] as number) + (first[id - 1] as number)
  const terms = new Int32Array(ids.length)
  const next = first.slice()
  for (let term = 1; term <= ids.length; term++) {
    const id = ids[term - 1] as number
    terms[next[id] as number] = term
    next[id] = (next[id] as number) + 1
  }
  return { first, terms, heads, marks: new Float64Array(ids.length + 1), question: 0 }
}

/** Few ids are asked about: the places of all that a text holds are gone through for each. */
function startsOf(
  { isAtEdge }: RunTables,
  asked: Asked,
  { text, pairs }: { text: string; pairs: Int32Array },
  id: number,
): number[] {
  const { first, terms, heads, marks } = asked
  asked.question += 2
  const { question } = asked
  for (let at = first[id] as number; at < (first[id + 1] as number); at++) {
    const term = terms[at] as number
    const head = heads[term] as number
    if (marks[head] !== question) marks[head] = question + (isAtEdge[term - 1] as number)
  }
  const starts: number[] = []
  for (let i = 0; i < pairs.length; i += 2) {
    const mark = marks[pairs[i] as number] as number
    const start = pairs[i + 1] as number
    if (mark === question || (mark === question + 1 && !isInsideWord(text, start))) starts.push(start)
  }
  return starts.sort((a, b) => a - b)
}

/** From each sign to the next, and where no term goes on with it, from what the letters so far end with. Nothing is read twice. */
function within(tables: RunTables, text: string, noted: Noted): Set<number> {
  noted.length = 0
  noted.reading++
  const { classOf, states, fallbacks } = tables
  const found = new Set<number>()
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
    if (((states[2 * state] as number) & 1) === 1)
      noteEndings(tables, text, { state, end: i + 1 }, found, noted)
  }
  return found
}

/** Notes the terms that end at `end`, the longest of which may be what led to `state`. */
function noteEndings(
  { endings, shorter, depths, alike, ids, isAtEdge }: RunTables,
  text: string,
  { state, end }: { state: number; end: number },
  found: Set<number>,
  noted: Noted,
): void {
  for (let ending = state; ending !== 0; ending = shorter[ending] as number) {
    const first = endings[ending] as number
    if (first === 0) continue
    const start = end - (depths[ending] as number)
    note(noted, first, start)
    if (noted.known[first] === noted.reading) continue
    const isInside = isInsideWord(text, start)
    let areAllFound = true
    for (let term = first; term !== 0; term = alike[term - 1] as number) {
      if (isAtEdge[term - 1] === 0 || !isInside) found.add(ids[term - 1] as number)
      else areAllFound = false
    }
    if (areAllFound) noted.known[first] = noted.reading
  }
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
