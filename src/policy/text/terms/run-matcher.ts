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
  /** In order, each once. */
  ids: Int32Array
  /** Every place where a term of an id begins, in order, each once. */
  startsOf(id: number): Int32Array
}

/** What a matcher of terms that stand anywhere runs on. In `states` the mark of an ending is set where a shorter term ends, too. */
export interface RunTables extends TermTables, Links {
  /** Of each term, 1 where it begins at the edge of a word. */
  isAtEdge: Uint8Array
}

/**
 * The tables of terms that stand anywhere, or not in a word behind its first letter.
 * @param terms in the order of their ids
 */
export function runTables(terms: readonly (Term & { isAtEdge: boolean })[]): RunTables {
  const tables = termTables(terms, [])
  const links = linksOf(tables)
  const { states } = tables
  for (const [state, shorter] of links.shorter.entries())
    if (shorter !== 0) states[2 * state] = (states[2 * state] as number) | 1
  return { ...tables, ...links, isAtEdge: Uint8Array.from(terms, (term) => Number(term.isAtEdge)) }
}

export function runMatcherOf(tables: RunTables): RunMatcher {
  const last = tables.ids.at(-1) ?? -1
  const noted: Noted = {
    pairs: new Int32Array(2_048),
    length: 0,
    reading: 0,
    known: new Int32Array(tables.ids.length + 1),
    ids: [],
    isFound: new Int32Array(last + 1),
  }
  const asked = askedOf(tables, last)
  return {
    read(text) {
      within(tables, text, noted)
      const pairs = noted.pairs.slice(0, noted.length)
      let places: Places | null = null
      return {
        ids: Int32Array.from(noted.ids).sort(),
        startsOf(id) {
          places ??= placesIn(pairs, asked)
          return startsOf(tables, asked, { text, places }, id)
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
  ids: number[]
  /** Of each id, the number of the text in which it was found last. */
  isFound: Int32Array
}

/** Whose places are asked about. */
interface Asked {
  /** Of each id its first term, and of the next the one behind its last. */
  first: Int32Array
  /** Of each term the number that `endings` has of what is written as it is. */
  heads: Int32Array
  /** Of each such number how often it stands, then where it is laid next, while places are laid out; 0 else. */
  counts: Int32Array
}

function askedOf({ ids, alike }: RunTables, last: number): Asked {
  const first = new Int32Array(last + 2)
  const heads = new Int32Array(ids.length)
  for (let term = 0; term < ids.length; term++) {
    first[(ids[term] as number) + 1] = term + 1
    if (heads[term] === 0) heads[term] = term + 1
    const next = alike[term] as number
    // What is written alike comes later.
    if (next !== 0) heads[next - 1] = heads[term] as number
  }
  // Ids without terms.
  for (let id = 1; id < first.length; id++) first[id] = Math.max(first[id] as number, first[id - 1] as number)
  return { first, heads, counts: new Int32Array(ids.length + 1) }
}

/** What is written alike in a text, by the number that `endings` has of it: where it begins, in order. */
type Places = ReadonlyMap<number, Int32Array>

/** A text is asked about some hundred ids, and each has few of the words that it holds. */
function placesIn(pairs: Int32Array, { counts }: Asked): Places {
  const numbers: number[] = []
  for (let i = 0; i < pairs.length; i += 2) {
    const number = pairs[i] as number
    const count = counts[number] as number
    if (count === 0) numbers.push(number)
    counts[number] = count + 1
  }
  const starts = new Int32Array(pairs.length / 2)
  const places = new Map<number, Int32Array>()
  let laid = 0
  for (const number of numbers) {
    const count = counts[number] as number
    places.set(number, starts.subarray(laid, laid + count))
    counts[number] = laid
    laid += count
  }
  for (let i = 0; i < pairs.length; i += 2) {
    const number = pairs[i] as number
    const at = counts[number] as number
    starts[at] = pairs[i + 1] as number
    counts[number] = at + 1
  }
  for (const number of numbers) counts[number] = 0
  return places
}

const NOWHERE = new Int32Array()

function startsOf(
  { isAtEdge }: RunTables,
  { first, heads }: Asked,
  { text, places }: { text: string; places: Places },
  id: number,
): Int32Array {
  const lists: Int32Array[] = []
  for (let term = first[id] as number; term < (first[id + 1] as number); term++) {
    const all = places.get(heads[term] as number)
    if (all === undefined) continue
    const list = isAtEdge[term] === 0 ? all : all.filter((start) => !isInsideWord(text, start))
    if (list.length > 0) lists.push(list)
  }
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
  { endings, shorter, depths, alike, ids, isAtEdge }: RunTables,
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
    const isInside = isInsideWord(text, start)
    let areAllFound = true
    for (let term = first; term !== 0; term = alike[term - 1] as number) {
      if (isAtEdge[term - 1] === 0 || !isInside) noteId(noted, ids[term - 1] as number)
      else areAllFound = false
    }
    if (areAllFound) noted.known[first] = noted.reading
  }
}

function noteId(noted: Noted, id: number): void {
  if (noted.isFound[id] === noted.reading) return
  noted.isFound[id] = noted.reading
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
