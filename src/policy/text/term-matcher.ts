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
  edges: Edges
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
  const { edges, outputs, fail } = buildTrie(all, classOf)
  const endings = new Int32Array(outputs.length + 1)
  for (const [state, output] of outputs.entries())
    endings[state + 1] = (endings[state] ?? 0) + (output?.length ?? 0)
  const isOpen = (term: string): boolean => term.endsWith('*')
  return {
    classOf,
    edges,
    fail,
    endings,
    ended: Int32Array.from(outputs.flatMap((output) => output ?? [])),
    ids: Int32Array.from(all, ({ id }) => id),
    lengths: Uint16Array.from(all, ({ term }) => (isOpen(term) ? term.length - 1 : term.length)),
    open: Uint8Array.from(all, ({ term }) => Number(isOpen(term))),
    further: terms.length,
  }
}

/** A matcher of the terms, and one that finds the further ones too. */
export function matchersOf(tables: TermTables): [TermMatcher, TermMatcher] {
  const { classOf, edges, fail, endings, ended, ids, lengths, open, further } = tables
  const find = (text: string, withFurther: boolean): TermHit[] => {
    const hits: TermHit[] = []
    let state = 0
    for (let i = 0; i < text.length; i++) {
      const unit = classOf[text.charCodeAt(i)] as number
      state = unit === 0 ? 0 : follow(edges, fail, state, unit)
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

/**
 * The edges of the trie in one open-addressed table: a dense one, `states × classes`, would take 70 MB for our lexicons.
 * Only the first state, where most units of a text end up, has its row.
 */
interface Edges {
  first: Int32Array
  /** `state * UNITS + class`, or -1 where a slot is free. */
  keys: Float64Array
  targets: Int32Array
}

function slotOf({ keys }: Edges, state: number, unit: number): number {
  const key = state * UNITS + unit
  const mask = keys.length - 1
  let slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) & mask
  while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & mask
  return slot
}

/** The state after one more unit; 0 where no term goes on. */
function follow(edges: Edges, fail: Int32Array, from: number, unit: number): number {
  let state = from
  while (state !== 0) {
    const slot = slotOf(edges, state, unit)
    if (edges.keys[slot] !== -1) return edges.targets[slot] as number
    state = fail[state] as number
  }
  return edges.first[unit] ?? 0
}

/** `outputs`: the numbers of the terms that end in a state. */
function buildTrie(
  terms: readonly Term[],
  classOf: Uint16Array,
): { edges: Edges; outputs: (number[] | undefined)[]; fail: Int32Array } {
  const units = terms.reduce((sum, { term }) => sum + term.length, 1)
  const slots = 2 ** Math.ceil(Math.log2(units * 2))
  const edges: Edges = {
    first: new Int32Array(1 + classOf.reduce((most, each) => Math.max(most, each), 0)),
    keys: new Float64Array(slots).fill(-1),
    targets: new Int32Array(slots),
  }
  const states: States = {
    count: 1,
    parents: new Int32Array(units),
    units: new Uint16Array(units),
    depths: new Uint16Array(units),
  }
  const outputs: (number[] | undefined)[] = [undefined]
  for (const [at, { term }] of terms.entries()) {
    const length = term.endsWith('*') ? term.length - 1 : term.length
    if (length === 0) continue
    let state = 0
    for (let i = 0; i < length; i++) {
      const unit = classOf[term.charCodeAt(i)] ?? 0
      const slot = slotOf(edges, state, unit)
      if (edges.keys[slot] === -1) {
        const next = states.count++
        edges.keys[slot] = state * UNITS + unit
        edges.targets[slot] = next
        if (state === 0) edges.first[unit] = next
        states.parents[next] = state
        states.units[next] = unit
        states.depths[next] = i + 1
        outputs.push(undefined)
      }
      state = edges.targets[slot] ?? 0
    }
    const ended = outputs[state]
    if (ended) ended.push(at)
    else outputs[state] = [at]
  }
  return { edges, outputs, fail: failLinks(states, edges, outputs) }
}

/** Of each state: the one before it, the unit that leads from there, and how many lead here from the first. */
interface States {
  count: number
  parents: Int32Array
  units: Uint16Array
  depths: Uint16Array
}

/** Where to go on when no term goes on, level by level; a state also ends the terms that its fail state ends. */
function failLinks(states: States, edges: Edges, outputs: (number[] | undefined)[]): Int32Array {
  const fail = new Int32Array(states.count)
  for (const state of byDepth(states)) {
    if (states.depths[state] === 1) continue
    const back = follow(
      edges,
      fail,
      fail[states.parents[state] as number] as number,
      states.units[state] as number,
    )
    fail[state] = back
    const inherited = outputs[back]
    if (inherited) outputs[state] = [...(outputs[state] ?? []), ...inherited]
  }
  return fail
}

/** All states but the first, those of one depth in the order in which they were made. */
function byDepth({ count, depths }: States): Int32Array {
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
