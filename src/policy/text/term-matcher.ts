/** One term found: which, and its span in the text that was searched. */
export interface TermHit {
  id: number
  start: number
  end: number
}

export interface TermMatcher {
  find(text: string): TermHit[]
}

interface Pattern {
  id: number
  length: number
  /** The term was written `stem*`: any letters may follow. */
  open: boolean
}

const NEWLINE = 0x0a
const SPACE = 0x20
const UNITS = 65_536

/**
 * Aho–Corasick over whole words: one pass finds all terms. A term stands on its own between characters that are neither
 * letters, their vowel signs nor digits, except in scripts that write no blanks. `stem*` also matches longer words. Terms must be normalised.
 */
export function buildTermMatcher(terms: readonly { id: number; term: string }[]): TermMatcher {
  const classOf = classesOf(terms.map(({ term }) => term))
  const { edges, outputs, fail } = buildTrie(terms, classOf)
  return {
    find(text) {
      const hits: TermHit[] = []
      let state = 0
      for (let i = 0; i < text.length; i++) {
        const unit = classOf[text.charCodeAt(i)] ?? 0
        state = unit === 0 ? 0 : follow(edges, fail, state, unit)
        const found = outputs[state]
        if (found === undefined) continue
        for (const pattern of found) {
          const start = i + 1 - pattern.length
          if (!isBoundary(text, start - 1, start)) continue
          if (pattern.open) hits.push({ id: pattern.id, start, end: wordEnd(text, i + 1) })
          else if (isBoundary(text, i + 1, i)) hits.push({ id: pattern.id, start, end: i + 1 })
        }
      }
      return hits
    },
  }
}

/** Class of each UTF-16 unit; 0 for units that no term holds. A newline reads as a space. */
function classesOf(terms: readonly string[]): Uint16Array {
  const classOf = new Uint16Array(UNITS)
  let count = 1
  for (const term of terms) {
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

interface Child {
  state: number
  parent: number
  unit: number
}

function buildTrie(
  terms: readonly { id: number; term: string }[],
  classOf: Uint16Array,
): { edges: Edges; outputs: (Pattern[] | undefined)[]; fail: Int32Array } {
  const units = terms.reduce((sum, { term }) => sum + term.length, 1)
  const slots = 2 ** Math.ceil(Math.log2(units * 2))
  const edges: Edges = {
    first: new Int32Array(1 + classOf.reduce((most, each) => Math.max(most, each), 0)),
    keys: new Float64Array(slots).fill(-1),
    targets: new Int32Array(slots),
  }
  const outputs: (Pattern[] | undefined)[] = [undefined]
  const levels: Child[][] = []
  for (const { id, term } of terms) {
    const open = term.endsWith('*')
    const length = open ? term.length - 1 : term.length
    if (length === 0) continue
    let state = 0
    for (let i = 0; i < length; i++) {
      const unit = classOf[term.charCodeAt(i)] ?? 0
      const slot = slotOf(edges, state, unit)
      if (edges.keys[slot] === -1) {
        edges.keys[slot] = state * UNITS + unit
        edges.targets[slot] = outputs.length
        if (state === 0) edges.first[unit] = outputs.length
        levels[i] ??= []
        levels[i]?.push({ state: outputs.length, parent: state, unit })
        outputs.push(undefined)
      }
      state = edges.targets[slot] ?? 0
    }
    outputs[state] = [...(outputs[state] ?? []), { id, length, open }]
  }
  return { edges, outputs, fail: failLinks(levels, edges, outputs) }
}

/** Where to go on when no term goes on, level by level; a state also ends the terms that its fail state ends. */
function failLinks(levels: readonly Child[][], edges: Edges, outputs: (Pattern[] | undefined)[]): Int32Array {
  const fail = new Int32Array(outputs.length)
  for (const { state, parent, unit } of levels.slice(1).flat()) {
    const back = follow(edges, fail, fail[parent] ?? 0, unit)
    fail[state] = back
    const inherited = outputs[back]
    if (inherited) outputs[state] = [...(outputs[state] ?? []), ...inherited]
  }
  return fail
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
