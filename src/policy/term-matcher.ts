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
  const edges = new Map<number, number>()
  const fail: number[] = [0]
  const outputs: (Pattern[] | undefined)[] = [undefined]
  const children: [number, number][][] = [[]]

  for (const { id, term } of terms) {
    const open = term.endsWith('*')
    const text = open ? term.slice(0, -1) : term
    if (text.length === 0) continue
    let state = 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      let next = edges.get(state * UNITS + unit)
      if (next === undefined) {
        next = fail.length
        edges.set(state * UNITS + unit, next)
        children[state]?.push([unit, next])
        children.push([])
        fail.push(0)
        outputs.push(undefined)
      }
      state = next
    }
    outputs[state] = [...(outputs[state] ?? []), { id, length: text.length, open }]
  }

  const queue = (children[0] ?? []).map(([, state]) => state)
  for (const state of queue) {
    for (const [unit, next] of children[state] ?? []) {
      let back = fail[state] ?? 0
      while (back !== 0 && !edges.has(back * UNITS + unit)) back = fail[back] ?? 0
      fail[next] = edges.get(back * UNITS + unit) ?? 0
      const inherited = outputs[fail[next] ?? 0]
      if (inherited) outputs[next] = [...(outputs[next] ?? []), ...inherited]
      queue.push(next)
    }
  }

  const first = new Int32Array(UNITS)
  for (const [unit, state] of children[0] ?? []) first[unit] = state

  return {
    find(text) {
      const hits: TermHit[] = []
      let state = 0
      for (let i = 0; i < text.length; i++) {
        const read = text.charCodeAt(i)
        const unit = read === NEWLINE ? SPACE : read
        let next = state === 0 ? undefined : edges.get(state * UNITS + unit)
        while (next === undefined && state !== 0) {
          state = fail[state] ?? 0
          next = state === 0 ? undefined : edges.get(state * UNITS + unit)
        }
        state = next ?? first[unit] ?? 0
        const found = outputs[state]
        if (!found) continue
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
