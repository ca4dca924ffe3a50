import { LETTER, classOf as letterClassOf } from './letters-of.ts'

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

/** The same for terms that stand anywhere, inside of words too. */
export interface RunMatcher {
  /** The ids of those that a text holds; of `stem*` it holds the stem. A newline is as good as a space. */
  within(text: string): Set<number>
}

/** What a matcher of terms that stand anywhere runs on. */
export interface RunTables extends TermTables {
  /** A bit of what each term begins with, four units or all of a shorter one: see `bitOf`. */
  beginnings: Uint32Array
  /** Of each term, 1 where it begins at the edge of a word. */
  isAtEdge: Uint8Array
}

/** What matchers run on: plain data, which can be kept in a file. */
export interface TermTables {
  /** Class of each UTF-16 unit; 0 for units that no term holds. */
  classOf: Uint16Array
  /**
   * Two numbers of each state, beside each other because both are looked at: twice the place where its next states begin, and one more where a
   * term ends in it; and the state before it. The state after `unit` is that place plus `unit`, where the state before that is the state itself.
   */
  states: Int32Array
  /** Of each state, the number of the first term that ends in it and one; 0: none. */
  endings: Int32Array
  /** Of each term, the number of the next one that is written alike and one; 0: none. */
  alike: Int32Array
  ids: Int32Array
  /** 1 for a term that was written `stem*`: any letters may follow. */
  open: Uint8Array
  /** Terms before this number are found by both matchers, the others by the second alone. */
  further: number
}

const NEWLINE = 0x0a
const SPACE = 0x20
const UNITS = 65_536

export interface Term {
  id: number
  term: string
}

/**
 * Terms as whole words: from each place where a word may begin, the longest path of letters that some term goes, so that a text is read little more
 * than once. A term stands on its own between characters that are neither letters, their vowel signs nor digits, except in scripts that write no
 * blanks. `stem*` also matches longer words. Terms must be normalised. Hits are in the order in which terms (stems) end, longer ones first.
 */
export function buildTermMatcher(terms: readonly Term[]): PartMatcher {
  return matchersOf(termTables(terms, []))[0]
}

/** The tables of both matchers: of the terms, and of these and the further ones. They share them, which are most of what they cost. */
export function termTables(terms: readonly Term[], further: readonly Term[]): TermTables {
  const all = [...terms, ...further]
  const classOf = classesOf(all)
  const trie = buildTrie(all, classOf)
  const { states, slots } = layOut(trie)
  const endings = new Int32Array(states.length / 2)
  for (const [state, slot] of slots.entries()) {
    const first = trie.firstEnding[state] as number
    endings[slot] = first
    if (first !== 0) states[2 * slot] = (states[2 * slot] as number) | 1
  }
  return {
    classOf,
    states,
    endings,
    alike: trie.alike,
    ids: Int32Array.from(all, ({ id }) => id),
    open: Uint8Array.from(all, ({ term }) => Number(term.endsWith('*'))),
    further: terms.length,
  }
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

export function runMatcherOf(tables: RunTables): RunMatcher {
  return { within: (text) => within(tables, text) }
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

/**
 * A walk begins where the last units are what some term begins with, which few are. Written out, for this is done at each sign: all four bits are
 * looked at before one question is asked.
 */
function within(tables: RunTables, text: string): Set<number> {
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
    if ((four & 1) === 1 && i > 2) walk(tables, text, i - 3, found, seen)
    if ((three & 1) === 1 && i > 1) walk(tables, text, i - 2, found, seen)
    if ((two & 1) === 1 && i > 0) walk(tables, text, i - 1, found, seen)
    if ((one & 1) === 1) walk(tables, text, i, found, seen)
  }
  return found
}

/** Notes the ids of all terms that begin at `start`. */
function walk(
  { classOf, states, endings, alike, ids, isAtEdge }: RunTables,
  text: string,
  start: number,
  found: Set<number>,
  seen: Set<number>,
): void {
  let state = 0
  for (let i = start; i < text.length; i++) {
    const unit = classOf[text.charCodeAt(i)] as number
    const next = ((states[2 * state] as number) >> 1) + unit
    if (unit === 0 || states[2 * next + 1] !== state) break
    state = next
    if (((states[2 * state] as number) & 1) === 0 || seen.has(state)) continue
    let areAllFound = true
    for (let term = endings[state] as number; term !== 0; term = alike[term - 1] as number) {
      if (isAtEdge[term - 1] === 0 || !isInsideWord(text, start)) found.add(ids[term - 1] as number)
      else areAllFound = false
    }
    if (areAllFound) seen.add(state)
  }
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

/** Class of each UTF-16 unit; 0 for units that no term holds. A newline reads as a space. */
function classesOf(terms: readonly Term[]): Uint16Array {
  const classOf = new Uint16Array(UNITS)
  let count = 1
  for (const { term } of terms) {
    for (let i = 0; i < term.length; i++) {
      const unit = term.charCodeAt(i)
      if (classOf[unit] === 0) classOf[unit] = count++
    }
  }
  const space = classOf[SPACE] as number
  if (space !== 0) classOf[NEWLINE] = space
  return classOf
}

/** States and what leads to them, as long as it grows: 0 is the first state. */
interface Trie {
  count: number
  /** The class of the unit that leads to a state. */
  units: Uint16Array
  depths: Uint16Array
  /** The last that was added of the states that follow one, and the one added before each; 0: none. */
  lastChild: Int32Array
  sibling: Int32Array
  /** Of each state and of each term as `TermTables` has them. */
  firstEnding: Int32Array
  alike: Int32Array
  classes: number
}

function buildTrie(terms: readonly Term[], classOf: Uint16Array): Trie {
  const most = terms.reduce((sum, { term }) => sum + term.length, 1)
  const trie: Trie = {
    count: 1,
    units: new Uint16Array(most),
    depths: new Uint16Array(most),
    lastChild: new Int32Array(most),
    sibling: new Int32Array(most),
    firstEnding: new Int32Array(most),
    alike: new Int32Array(terms.length),
    classes: 1 + classOf.reduce((highest, each) => Math.max(highest, each), 0),
  }
  // The first state is followed by hundreds, and every term begins there.
  const first = new Int32Array(trie.classes)
  const lastEnding = new Int32Array(most)
  for (const [at, { term }] of terms.entries()) {
    const length = term.endsWith('*') ? term.length - 1 : term.length
    if (length === 0) continue
    let state = 0
    for (let i = 0; i < length; i++) {
      const unit = classOf[term.charCodeAt(i)] ?? 0
      let next = (state === 0 ? first[unit] : childOf(trie, state, unit)) ?? 0
      if (next === 0) next = addChild(trie, state, unit)
      if (state === 0) first[unit] = next
      state = next
    }
    const last = lastEnding[state] as number
    if (last === 0) trie.firstEnding[state] = at + 1
    else trie.alike[last - 1] = at + 1
    lastEnding[state] = at + 1
  }
  return trie
}

function childOf({ lastChild, sibling, units }: Trie, state: number, unit: number): number {
  let child = lastChild[state] as number
  while (child !== 0 && units[child] !== unit) child = sibling[child] as number
  return child
}

function addChild(trie: Trie, state: number, unit: number): number {
  const child = trie.count++
  trie.units[child] = unit
  trie.depths[child] = (trie.depths[state] as number) + 1
  trie.sibling[child] = trie.lastChild[state] as number
  trie.lastChild[state] = child
  return child
}

interface Layout {
  states: Int32Array
  /** Of each state of the trie, its place in the arrays. */
  slots: Int32Array
}

const FREE = -1
const MOSTLY = 0.9

/**
 * The trie as a double array: two numbers a state (see `TermTables`), and one look to follow it, where rows of all classes would take 800 MB for our lexicons.
 * @see Aoe, An Efficient Digital Search Algorithm by Using a Double-Array Structure, 1989
 */
function layOut(trie: Trie): Layout {
  const { count, classes, lastChild, sibling, units } = trie
  // More than enough: what is not used is cut off below.
  const size = 2 * count + 2 * classes
  const states = new Int32Array(2 * size)
  for (let slot = 0; slot < size; slot++) states[2 * slot + 1] = FREE
  const isTaken = (slot: number): boolean => states[2 * slot + 1] !== FREE
  const slots = new Int32Array(count)
  let used = 1
  let from = 1
  const place = (state: number) => {
    const children: number[] = []
    for (let child = lastChild[state] as number; child !== 0; child = sibling[child] as number)
      children.push(child)
    if (children.length === 0) return
    const lowest = children.reduce((low, child) => Math.min(low, units[child] as number), classes)
    let at = Math.max(1, from - lowest)
    let taken = 0
    while (children.some((child) => isTaken(at + (units[child] as number)))) {
      if (isTaken(at + lowest)) taken++
      at++
    }
    // What is nearly full is not searched again.
    if (taken > MOSTLY * (at + lowest - from)) from = at + lowest
    const slot = slots[state] as number
    states[2 * slot] = 2 * at
    for (const child of children) {
      const own = at + (units[child] as number)
      states[2 * own + 1] = slot
      slots[child] = own
      used = Math.max(used, own + 1)
    }
  }
  place(0)
  for (const state of byDepth(trie)) place(state)
  // Whatever class comes after the last state stays within the arrays.
  return { states: states.slice(0, 2 * (used + classes)), slots }
}

/** All states but the first, those of one depth in the order in which they were made. */
function byDepth({ count, depths }: Trie): Int32Array {
  const begins: number[] = []
  for (let state = 1; state < count; state++) {
    const next = (depths[state] as number) + 1
    begins[next] = (begins[next] ?? 0) + 1
  }
  for (let depth = 1; depth < begins.length; depth++)
    begins[depth] = (begins[depth] ?? 0) + (begins[depth - 1] ?? 0)
  const ordered = new Int32Array(count - 1)
  for (let state = 1; state < count; state++) {
    const depth = depths[state] as number
    const at = begins[depth] ?? 0
    ordered[at] = state
    begins[depth] = at + 1
  }
  return ordered
}

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u
/** Han, kana, Thai, Lao, Khmer and Burmese write words without blanks; a boundary there says nothing. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

/** What a unit is to a word; looked up once for each. */
const OUTSIDE = 0
const WORD = 1
const WORD_WITHOUT_BLANKS = 2
const UNKNOWN = 255
const kinds = new Uint8Array(UNITS).fill(UNKNOWN)

function kindOf(unit: number): number {
  const known = kinds[unit] as number
  if (known !== UNKNOWN) return known
  const fresh = readKind(unit)
  kinds[unit] = fresh
  return fresh
}

function readKind(unit: number): number {
  // Views are in lower case.
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) ? WORD : OUTSIDE
  const sign = String.fromCharCode(unit)
  if ((unit >= 0xd800 && unit <= 0xdfff) || !LETTER_OR_DIGIT.test(sign)) return OUTSIDE
  return WITHOUT_BLANKS.test(sign) ? WORD_WITHOUT_BLANKS : WORD
}

/** Whether one word may end and another begin between neighbours of these kinds. */
function mayPart(left: number, right: number): boolean {
  return left !== WORD || right !== WORD
}

function wordEnd(text: string, from: number, to: number): number {
  let end = from
  while (end < to && kindOf(text.charCodeAt(end)) === WORD) end++
  return end
}
