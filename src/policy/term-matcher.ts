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
 * letters nor digits, except in scripts that write no blanks. `stem*` also matches longer words. Terms must be normalised.
 */
export function buildTermMatcher(terms: readonly { id: number; term: string }[]): TermMatcher {
  const classes = classesOf(terms.map(({ term }) => term))
  const { table, outputs } = buildTable(terms, classes)
  const { classOf, count } = classes
  return {
    find(text) {
      const hits: TermHit[] = []
      let state = 0
      for (let i = 0; i < text.length; i++) {
        state = table[state * count + (classOf[text.charCodeAt(i)] ?? 0)] ?? 0
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

interface Classes {
  /** Class of each UTF-16 unit; 0 for units that no term holds. A newline reads as a space. */
  classOf: Uint16Array
  count: number
}

function classesOf(terms: readonly string[]): Classes {
  const classOf = new Uint16Array(UNITS)
  let count = 1
  for (const term of terms) {
    for (let i = 0; i < term.length; i++) {
      const unit = term.charCodeAt(i)
      if (classOf[unit] === 0) classOf[unit] = count++
    }
  }
  classOf[NEWLINE] = classOf[SPACE] ?? 0
  return { classOf, count }
}

/** The trie with its fail links resolved: one step a unit, `table[state * count + class]`. */
function buildTable(
  terms: readonly { id: number; term: string }[],
  { classOf, count }: Classes,
): { table: Int32Array; outputs: (Pattern[] | undefined)[] } {
  const size = terms.reduce((sum, { term }) => sum + term.length, 1)
  const outputs: (Pattern[] | undefined)[] = [undefined]
  let table = new Int32Array(size * count)
  for (const { id, term } of terms) {
    const open = term.endsWith('*')
    const length = open ? term.length - 1 : term.length
    if (length === 0) continue
    let state = 0
    for (let i = 0; i < length; i++) {
      const at = state * count + (classOf[term.charCodeAt(i)] ?? 0)
      if (table[at] === 0) {
        table[at] = outputs.length
        outputs.push(undefined)
      }
      state = table[at] ?? 0
    }
    outputs[state] = [...(outputs[state] ?? []), { id, length, open }]
  }
  table = table.slice(0, outputs.length * count)
  resolveFailures(table, outputs, count)
  return { table, outputs }
}

function resolveFailures(table: Int32Array, outputs: (Pattern[] | undefined)[], count: number): void {
  const fail = new Int32Array(outputs.length)
  const queue: number[] = []
  for (let each = 0; each < count; each++) if (table[each] !== 0) queue.push(table[each] ?? 0)
  for (const state of queue) {
    const back = fail[state] ?? 0
    const inherited = outputs[back]
    if (inherited) outputs[state] = [...(outputs[state] ?? []), ...inherited]
    for (let each = 0; each < count; each++) {
      const next = table[state * count + each] ?? 0
      const other = table[back * count + each] ?? 0
      if (next === 0) {
        table[state * count + each] = other
      } else {
        fail[next] = other
        queue.push(next)
      }
    }
  }
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
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
