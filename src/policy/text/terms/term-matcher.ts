import { kindOf, mayPart, WORD, wordEnd } from '../word-kinds.ts'
import { type TermTables, termTables } from './term-tables.ts'
import type { Term } from './term-trie.ts'

/** One term found: which, and its span in the text that was searched. */
export interface TermHit {
  id: number
  start: number
  end: number
}

/** The terms found in a text, as numbers beside each other: a page holds a thousand, and hardly one is ever asked about. */
export interface TermsFound {
  ids: Int32Array
  starts: Int32Array
  ends: Int32Array
}

export interface TermMatcher {
  read(text: string): TermsFound
}

/** The same within a part of a text, as if it were all of it: parts need not be cut out. */
export interface PartMatcher extends TermMatcher {
  read(text: string, from?: number, to?: number): TermsFound
}

/**
 * Terms as whole words: from each place where a word may begin, the longest path of letters that some term goes, so that a text is read little more
 * than once. A term stands on its own between characters that are neither letters, their vowel signs nor digits, except in scripts that write no
 * blanks. `stem*` also matches longer words. Terms must be normalised. Hits are in the order in which terms (stems) end, longer ones first.
 */
export function buildTermMatcher(terms: readonly Term[]): PartMatcher {
  return matchersOf(termTables(terms, []))[0]
}

/** A matcher of the terms, and one that finds the further ones too. */
export function matchersOf(tables: TermTables): [PartMatcher, TermMatcher] {
  return [
    { read: (text, from = 0, to = text.length) => read(tables, text, from, to, false) },
    { read: (text) => read(tables, text, 0, text.length, true) },
  ]
}

/** One by one, for texts that hold few. */
export function hitsOf({ ids, starts, ends }: TermsFound): TermHit[] {
  return Array.from(ids, (id, i) => ({ id, start: starts[i] as number, end: ends[i] as number }))
}

/** The inner loop calls nothing, so that what it reads of the tables is loaded once a walk and not at each letter: a fifth less time. */
function read(tables: TermTables, text: string, from: number, to: number, withFurther: boolean): TermsFound {
  const { classOf, states } = tables
  noted.length = 0
  noted.most = withFurther ? tables.ids.length : tables.further
  for (let start = from; start < to; start++) {
    for (let state = 0, i = start; ; ) {
      let isEnding = false
      for (; i < to && !isEnding; i++) {
        const unit = classOf[text.charCodeAt(i)] as number
        const next = ((states[2 * state] as number) >> 1) + unit
        if (unit === 0 || states[2 * next + 1] !== state) break
        state = next
        isEnding = ((states[2 * state] as number) & 1) === 1
      }
      if (!isEnding) break
      noteEndings(tables, text, state, start, i, to)
    }
    // No other word begins inside of one.
    if (kindOf(text.charCodeAt(start)) === WORD) start = wordEnd(text, start + 1, to) - 1
  }
  return found(to)
}

/** Numbers of a hit: its id, where it starts and ends, and where what the term spells out ends: a stem goes on behind it. */
const WIDTH = 4

/** Of the text that is read. */
const noted = {
  hits: new Int32Array(WIDTH * 1_024),
  /** Numbers that are of it. */
  length: 0,
  /** The last term that is looked for. */
  most: 0,
}

/** Notes the terms that end in `state`, which `text` has come to from `start` to `end`. */
function noteEndings(
  { endings, alike, ids, open }: TermTables,
  text: string,
  state: number,
  start: number,
  end: number,
  to: number,
): void {
  const isWhole = end >= to || mayPart(kindOf(text.charCodeAt(end - 1)), kindOf(text.charCodeAt(end)))
  for (let term = endings[state] as number; term !== 0; term = alike[term - 1] as number) {
    const isOpen = open[term - 1] === 1
    if (term > noted.most || (!isOpen && !isWhole)) continue
    if (noted.length === noted.hits.length) {
      const more = new Int32Array(2 * noted.length)
      more.set(noted.hits)
      noted.hits = more
    }
    const { hits, length } = noted
    hits[length] = ids[term - 1] as number
    hits[length + 1] = start
    hits[length + 2] = isOpen ? wordEnd(text, end, to) : end
    hits[length + 3] = end
    noted.length += WIDTH
  }
}

/** What is noted, by counting: whoever brings terms of their own may write ones of which thousands lie over one another. */
function found(to: number): TermsFound {
  const { hits, length } = noted
  const count = length / WIDTH
  const room = new Int32Array(3 * count)
  const [ids, starts, ends] = [
    room.subarray(0, count),
    room.subarray(count, 2 * count),
    room.subarray(2 * count),
  ]
  const next = isInOrder() ? null : firstPlaces(to)
  for (let i = 0, at = 0; at < length; i++, at += WIDTH) {
    const place = next === null ? i : (next[hits[at + 3] as number] as number)
    if (next !== null) next[hits[at + 3] as number] = place + 1
    ids[place] = hits[at] as number
    starts[place] = hits[at + 1] as number
    ends[place] = hits[at + 2] as number
  }
  return { ids, starts, ends }
}

function isInOrder(): boolean {
  const { hits, length } = noted
  for (let at = WIDTH + 3; at < length; at += WIDTH)
    if ((hits[at] as number) < (hits[at - WIDTH] as number)) return false
  return true
}

/** By where terms end, how many end before. */
function firstPlaces(to: number): Int32Array {
  const { hits, length } = noted
  const next = new Int32Array(to + 2)
  for (let at = 3; at < length; at += WIDTH) {
    const end = hits[at] as number
    next[end + 1] = (next[end + 1] as number) + 1
  }
  for (let end = 1; end < next.length; end++) next[end] = (next[end] as number) + (next[end - 1] as number)
  return next
}
