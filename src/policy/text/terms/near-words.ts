import type { WordUse } from '../languages/word-use.ts'

/** Which words are one slip away from another spelling. */
export interface NearWords {
  /** The words that lack the letter at `at` in `written`; the commonest first. */
  lacking(written: string, at: number): string[]
  /** The words that `written` is a slip of: a letter left out, doubled, or two neighbours swapped; the commonest first. */
  of(written: string): string[]
}

/** Shorter words have too many neighbours. */
const MIN_LETTERS = 4
const FREE = -1
const NONE: readonly string[] = []
/** A slip is likelier of a word that the text would be about. */
const STRONG = 6

/** Words by what is left of them when a letter is left out, in one open-addressed table of hashes: as strings it would take 40 MB. */
export function nearTable(words: Iterable<string>): Int32Array {
  const long = longOnes(words)
  const letters = long.reduce((sum, word) => sum + word.length, 1)
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(letters * 2))).fill(FREE)
  const mask = slots.length - 1
  for (const [id, word] of long.entries()) {
    for (let at = 0; at < word.length; at++) {
      // A letter beside its like leaves the same word.
      if (at > 0 && word[at] === word[at - 1]) continue
      let slot = hashWithout(word, at) & mask
      while (slots[slot] !== FREE) slot = (slot + 1) & mask
      slots[slot] = id
    }
  }
  return slots
}

function longOnes(words: Iterable<string>): string[] {
  return [...words].filter((word) => word.length >= MIN_LETTERS)
}

/** @param slots what `nearTable` made of the same words in the same order */
export function nearWords(words: ReadonlyMap<string, WordUse>, slots: Int32Array): NearWords {
  const long = longOnes(words.keys())
  const longest = long.reduce((most, word) => Math.max(most, word.length), 0)
  const mask = slots.length - 1
  /** Words of which `text` without its letter at `at` (none: -1) may be what is left. */
  const candidates = (text: string, at: number): readonly string[] => {
    let found: string[] | undefined
    for (let slot = hashWithout(text, at) & mask; slots[slot] !== FREE; slot = (slot + 1) & mask) {
      const word = long[slots[slot] as number]
      if (word === undefined) continue
      if (found) found.push(word)
      else found = [word]
    }
    return found ?? NONE
  }
  const weightOf = (word: string): number => {
    const use = words.get(word)
    return (use?.count ?? 0) * (use?.isStrong ? STRONG : 1)
  }
  const byUse = (a: string, b: string): number => weightOf(b) - weightOf(a) || (a < b ? -1 : 1)
  return {
    lacking(written, at) {
      const isIt = (word: string): boolean => word.slice(0, at) + word.slice(at + 1) === written
      return candidates(written, -1)
        .filter((word) => word.length === written.length + 1 && isIt(word))
        .sort(byUse)
    },
    of(written) {
      const found = new Set<string>()
      // Each letter is left out in turn: a run as long as a page would cost its square.
      if (written.length > longest + 1) return []
      for (const word of candidates(written, -1)) if (isWithoutOne(written, word)) found.add(word)
      for (let at = 0; at < written.length; at++) {
        if (at > 0 && written[at] === written[at - 1]) {
          const single = written.slice(0, at) + written.slice(at + 1)
          if (words.has(single)) found.add(single)
        }
        if (at > 0 && at + 2 < written.length + 1)
          for (const word of candidates(written, at)) if (isSwapped(written, word, at)) found.add(word)
      }
      return [...found].sort(byUse)
    },
  }
}

function hashWithout(text: string, at: number): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) if (i !== at) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}

/** `written` is `word` without one letter, not its first. */
function isWithoutOne(written: string, word: string): boolean {
  if (word.length !== written.length + 1 || word[0] !== written[0]) return false
  let at = 1
  while (at < written.length && written[at] === word[at]) at++
  return written.slice(at) === word.slice(at + 1)
}

/** `written` is `word` with the letters at `at` and behind it swapped. */
function isSwapped(written: string, word: string, at: number): boolean {
  return (
    word.length === written.length &&
    written[at] === word[at + 1] &&
    written[at + 1] === word[at] &&
    written[at] !== written[at + 1] &&
    written.slice(0, at) === word.slice(0, at) &&
    written.slice(at + 2) === word.slice(at + 2)
  )
}
