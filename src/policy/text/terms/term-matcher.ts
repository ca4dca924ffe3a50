import { kindOf, mayPart, WORD, wordEnd } from '../word-kinds.ts'
import { type TermTables, termTables } from './term-tables.ts'
import type { Term } from './term-trie.ts'

/** One term found: which, and its span in the text that was searched. */
export interface TermHit {
  id: number
  start: number
  end: number
}

export interface TermMatcher {
  find(text: string): TermHit[]
}

/** The same within a part of a text, as if it were all of it: parts need not be cut out. */
export interface PartMatcher extends TermMatcher {
  find(text: string, from?: number, to?: number): TermHit[]
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
    { find: (text, from = 0, to = text.length) => find(tables, text, from, to, false) },
    { find: (text) => find(tables, text, 0, text.length, true) },
  ]
}

/** The inner loop calls nothing, so that what it reads of the tables is loaded once a walk and not at each letter: a fifth less time. */
function find(tables: TermTables, text: string, from: number, to: number, withFurther: boolean): TermHit[] {
  const { classOf, states } = tables
  const noted: Noted = { hits: [], ends: [], most: withFurther ? tables.ids.length : tables.further }
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
      noteEndings(tables, text, { state, start, end: i, to }, noted)
    }
    // No other word begins inside of one.
    if (kindOf(text.charCodeAt(start)) === WORD) start = wordEnd(text, start + 1, to) - 1
  }
  return inOrderOf(noted.ends, noted.hits, to)
}

interface Noted {
  hits: TermHit[]
  /** Of each hit, where what the term spells out ends: a stem goes on behind it. */
  ends: number[]
  /** The last term that is looked for. */
  most: number
}

/** Notes the terms that end in `state`, which `text` has come to from `start` to `end`. */
function noteEndings(
  { endings, alike, ids, open }: TermTables,
  text: string,
  { state, start, end, to }: { state: number; start: number; end: number; to: number },
  { hits, ends, most }: Noted,
): void {
  const isWhole = end >= to || mayPart(kindOf(text.charCodeAt(end - 1)), kindOf(text.charCodeAt(end)))
  for (let term = endings[state] as number; term !== 0; term = alike[term - 1] as number) {
    const isOpen = open[term - 1] === 1
    if (term > most || (!isOpen && !isWhole)) continue
    hits.push({ id: ids[term - 1] as number, start, end: isOpen ? wordEnd(text, end, to) : end })
    ends.push(end)
  }
}

/** By counting: whoever brings terms of their own may write ones of which thousands lie over one another. */
function inOrderOf(ends: readonly number[], hits: TermHit[], length: number): TermHit[] {
  if (ends.every((end, i) => i === 0 || (ends[i - 1] as number) <= end)) return hits
  const next = new Int32Array(length + 2)
  for (const end of ends) next[end + 1] = (next[end + 1] as number) + 1
  for (let end = 1; end < next.length; end++) next[end] = (next[end] as number) + (next[end - 1] as number)
  const sorted = hits.slice()
  for (const [i, hit] of hits.entries()) {
    const end = ends[i] as number
    const at = next[end] as number
    next[end] = at + 1
    sorted[at] = hit
  }
  return sorted
}
