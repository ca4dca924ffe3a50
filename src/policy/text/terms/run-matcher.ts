import { LETTER, classOf as letterClassOf } from '../disguises/letters-of.ts'
import { type Links, linksOf } from './shorter-endings.ts'
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
  /** Of the last text that was read: what is of use is cut out of it. */
  const places: Places = { pairs: new Int32Array(2_048), length: 0 }
  return {
    within: (text) => within(tables, text, places),
    read(text) {
      const ids = within(tables, text, places)
      const pairs = places.pairs.slice(0, places.length)
      let written: Starts | undefined
      return {
        ids,
        startsOf(id) {
          written ??= byTerm(pairs)
          return startsOf(tables, text, written, id)
        },
      }
    },
  }
}

/** Where terms stand: pairs of the number that `endings` has of those that are written alike, and of the unit where they begin. */
interface Places {
  pairs: Int32Array
  length: number
}

/** Of the terms that are written alike, by that number, where they begin. */
type Starts = ReadonlyMap<number, readonly number[]>

function byTerm(pairs: Int32Array): Starts {
  const starts = new Map<number, number[]>()
  for (let i = 0; i < pairs.length; i += 2) {
    const first = pairs[i] as number
    const known = starts.get(first)
    if (known) known.push(pairs[i + 1] as number)
    else starts.set(first, [pairs[i + 1] as number])
  }
  return starts
}

/** Looked up for those that are asked about: a list for each id would cost more than most texts are asked. */
function startsOf(
  { alike, ids, isAtEdge }: RunTables,
  text: string,
  written: Starts,
  id: number,
): readonly number[] {
  const starts: number[] = []
  for (const [first, begun] of written) {
    for (let term = first; term !== 0; term = alike[term - 1] as number) {
      if (ids[term - 1] !== id) continue
      for (const start of begun)
        if (isAtEdge[term - 1] === 0 || !isInsideWord(text, start)) starts.push(start)
    }
  }
  return starts.sort((a, b) => a - b)
}

/** From each sign to the next, and where no term goes on with it, from what the letters so far end with. Nothing is read twice. */
function within(tables: RunTables, text: string, places: Places): Set<number> {
  places.length = 0
  const { classOf, states, fallbacks } = tables
  const found = new Set<number>()
  const known = new Uint8Array(tables.ids.length + 1)
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
      noteEndings(tables, text, { state, end: i + 1 }, { found, known, places })
  }
  return found
}

interface Noted {
  found: Set<number>
  /** By the number of the first that is written so, 1 where all of them have been found. */
  known: Uint8Array
  places: Places
}

/** Notes the terms that end at `end`, the longest of which may be what led to `state`. */
function noteEndings(
  { endings, shorter, depths, alike, ids, isAtEdge }: RunTables,
  text: string,
  { state, end }: { state: number; end: number },
  { found, known, places }: Noted,
): void {
  for (let ending = state; ending !== 0; ending = shorter[ending] as number) {
    const first = endings[ending] as number
    if (first === 0) continue
    const start = end - (depths[ending] as number)
    note(places, first, start)
    if (known[first] === 1) continue
    const isInside = isInsideWord(text, start)
    let areAllFound = true
    for (let term = first; term !== 0; term = alike[term - 1] as number) {
      if (isAtEdge[term - 1] === 0 || !isInside) found.add(ids[term - 1] as number)
      else areAllFound = false
    }
    if (areAllFound) known[first] = 1
  }
}

function note(places: Places, first: number, start: number): void {
  if (places.length === places.pairs.length) {
    const more = new Int32Array(2 * places.length)
    more.set(places.pairs)
    places.pairs = more
  }
  places.pairs[places.length++] = first
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
