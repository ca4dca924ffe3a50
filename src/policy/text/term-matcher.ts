/** One term found: which, and its span in the text that was searched. */
export interface TermHit {
  id: number
  start: number
  end: number
}

export interface TermMatcher {
  find(text: string): TermHit[]
}

/** What matchers run on: plain data, which can be kept in a file. */
export interface TermTables {
  /** Class of each UTF-16 unit; 0 for units that no term holds. */
  classOf: Uint16Array
  /** Where a state's next states begin: the one after `unit` is `base[state] + unit`, where `check` of that is `state`. */
  base: Int32Array
  check: Int32Array
  /** Where to go on when no term goes on. */
  fail: Int32Array
  /** Of each state, where in `ended` the terms begin that end there; one more at the end. */
  endings: Int32Array
  /** Numbers of terms. */
  ended: Int32Array
  ids: Int32Array
  lengths: Uint16Array
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
 * Aho–Corasick over whole words: one pass finds all terms. A term stands on its own between characters that are neither
 * letters, their vowel signs nor digits, except in scripts that write no blanks. `stem*` also matches longer words. Terms must be normalised.
 */
export function buildTermMatcher(terms: readonly Term[]): TermMatcher {
  return matchersOf(termTables(terms, []))[0]
}

/** The tables of both matchers: of the terms, and of these and the further ones. They share them, which are most of what they cost. */
export function termTables(terms: readonly Term[], further: readonly Term[]): TermTables {
  const all = [...terms, ...further]
  const classOf = classesOf(all)
  const trie = buildTrie(all, classOf)
  const { base, check, slots } = layOut(trie)
  const fail = failLinks(trie, { base, check, slots })
  const endings = new Int32Array(base.length + 1)
  const endedAt: (readonly number[])[] = []
  for (const [state, slot] of slots.entries()) endedAt[slot] = trie.outputs[state] ?? []
  for (const slot of base.keys()) endings[slot + 1] = (endings[slot] ?? 0) + (endedAt[slot]?.length ?? 0)
  const isOpen = (term: string): boolean => term.endsWith('*')
  return {
    classOf,
    base,
    check,
    fail,
    endings,
    ended: Int32Array.from(endedAt.flatMap((ended) => ended ?? [])),
    ids: Int32Array.from(all, ({ id }) => id),
    lengths: Uint16Array.from(all, ({ term }) => (isOpen(term) ? term.length - 1 : term.length)),
    open: Uint8Array.from(all, ({ term }) => Number(isOpen(term))),
    further: terms.length,
  }
}

/** A matcher of the terms, and one that finds the further ones too. */
export function matchersOf(tables: TermTables): [TermMatcher, TermMatcher] {
  const { classOf, endings, ended, ids, lengths, open, further } = tables
  const find = (text: string, withFurther: boolean): TermHit[] => {
    const hits: TermHit[] = []
    let state = 0
    for (let i = 0; i < text.length; i++) {
      const unit = classOf[text.charCodeAt(i)] as number
      state = unit === 0 ? 0 : follow(tables, state, unit)
      const last = endings[state + 1] as number
      for (let at = endings[state] as number; at < last; at++) {
        const term = ended[at] as number
        if (term >= further && !withFurther) continue
        const start = i + 1 - (lengths[term] as number)
        if (!isBoundary(text, start - 1, start)) continue
        const id = ids[term] as number
        if (open[term] === 1) hits.push({ id, start, end: wordEnd(text, i + 1) })
        else if (isBoundary(text, i + 1, i)) hits.push({ id, start, end: i + 1 })
      }
    }
    return hits
  }
  return [{ find: (text) => find(text, false) }, { find: (text) => find(text, true) }]
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
  classOf[NEWLINE] = classOf[SPACE] ?? 0
  return classOf
}

/** States and what leads to them, as long as it grows: 0 is the first state. */
interface Trie {
  count: number
  parents: Int32Array
  /** The class of the unit that leads to a state. */
  units: Uint16Array
  depths: Uint16Array
  /** The last that was added of the states that follow one, and the one added before each; 0: none. */
  lastChild: Int32Array
  sibling: Int32Array
  /** The numbers of the terms that end in a state. */
  outputs: (number[] | undefined)[]
  classes: number
}

function buildTrie(terms: readonly Term[], classOf: Uint16Array): Trie {
  const most = terms.reduce((sum, { term }) => sum + term.length, 1)
  const trie: Trie = {
    count: 1,
    parents: new Int32Array(most),
    units: new Uint16Array(most),
    depths: new Uint16Array(most),
    lastChild: new Int32Array(most),
    sibling: new Int32Array(most),
    outputs: [undefined],
    classes: 1 + classOf.reduce((highest, each) => Math.max(highest, each), 0),
  }
  // The first state is followed by hundreds, and every term begins there.
  const first = new Int32Array(trie.classes)
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
    const ended = trie.outputs[state]
    if (ended) ended.push(at)
    else trie.outputs[state] = [at]
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
  trie.parents[child] = state
  trie.units[child] = unit
  trie.depths[child] = (trie.depths[state] as number) + 1
  trie.sibling[child] = trie.lastChild[state] as number
  trie.lastChild[state] = child
  trie.outputs.push(undefined)
  return child
}

interface Layout {
  base: Int32Array
  check: Int32Array
  /** Of each state of the trie, its place in the arrays. */
  slots: Int32Array
}

const FREE = -1
const MOSTLY = 0.9

/**
 * The trie as a double array: two numbers a state, and one look to follow it, where rows of all classes would take 800 MB for our lexicons.
 * @see Aoe, An Efficient Digital Search Algorithm by Using a Double-Array Structure, 1989
 */
function layOut(trie: Trie): Layout {
  const { count, classes, lastChild, sibling, units } = trie
  // More than enough: what is not used is cut off below.
  const size = 2 * count + 2 * classes
  const base = new Int32Array(size)
  const check = new Int32Array(size).fill(FREE)
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
    while (children.some((child) => check[at + (units[child] as number)] !== FREE)) {
      if (check[at + lowest] !== FREE) taken++
      at++
    }
    // What is nearly full is not searched again.
    if (taken > MOSTLY * (at + lowest - from)) from = at + lowest
    const slot = slots[state] as number
    base[slot] = at
    for (const child of children) {
      const own = at + (units[child] as number)
      check[own] = slot
      slots[child] = own
      used = Math.max(used, own + 1)
    }
  }
  place(0)
  for (const state of byDepth(trie)) place(state)
  // Whatever class comes after the last state stays within the arrays.
  return { base: base.slice(0, used + classes), check: check.slice(0, used + classes), slots }
}

/** The state after one more unit; 0 where no term goes on. */
function follow(
  { base, check, fail }: Pick<TermTables, 'base' | 'check' | 'fail'>,
  from: number,
  unit: number,
): number {
  let state = from
  for (;;) {
    const next = (base[state] as number) + unit
    if (check[next] === state) return next
    if (state === 0) return 0
    state = fail[state] as number
  }
}

/** Where to go on when no term goes on, level by level; a state also ends the terms that its fail state ends. */
function failLinks(trie: Trie, { base, check, slots }: Layout): Int32Array {
  const { parents, units, depths, outputs } = trie
  const fail = new Int32Array(base.length)
  const stateAt = new Int32Array(base.length)
  for (const [state, slot] of slots.entries()) stateAt[slot] = state
  for (const state of byDepth(trie)) {
    if (depths[state] === 1) continue
    const before = fail[slots[parents[state] as number] as number] as number
    const back = follow({ base, check, fail }, before, units[state] as number)
    fail[slots[state] as number] = back
    const inherited = outputs[stateAt[back] as number]
    if (inherited) outputs[state] = [...(outputs[state] ?? []), ...inherited]
  }
  return fail
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

/** True when a word may begin or end between the unit `inside` of a hit and its neighbour `outside`. */
function isBoundary(text: string, outside: number, inside: number): boolean {
  if (outside < 0 || outside >= text.length) return true
  if (!isWordUnit(text, outside) || !isWordUnit(text, inside)) return true
  return WITHOUT_BLANKS.test(text[outside] ?? '') || WITHOUT_BLANKS.test(text[inside] ?? '')
}

function isWordUnit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
  if (unit >= 0xd800 && unit <= 0xdfff) return false
  return LETTER_OR_DIGIT.test(text[at] ?? '')
}

function wordEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && isWordUnit(text, end) && !WITHOUT_BLANKS.test(text[end] ?? '')) end++
  return end
}
