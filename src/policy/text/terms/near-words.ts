/** Which words are one slip away from another spelling. */
export interface NearWords {
  /** The words that lack the letter at `at` in `written`; the commonest first. */
  lacking(written: string, at: number): string[]
  /** The words that `written` is a slip of: a letter left out, doubled, or two neighbours swapped; the commonest first. */
  of(written: string): string[]
}

/** Shorter words have too many neighbours. */
const MIN_LETTERS = 4
/** Longer ones are no words. */
const MAX_LETTERS = 255
const FREE = -1
const NONE: readonly string[] = []

/** Words by what is left of them when a letter is left out, in one open-addressed table of hashes: as strings it would take 40 MB. */
export function nearTable(words: readonly string[]): Int32Array {
  const long = longOnes(words)
  const letters = long.reduce((sum, word) => sum + word.length, 1)
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(letters * 2))).fill(FREE)
  const mask = slots.length - 1
  for (const [id, word] of long.entries()) {
    sumUp(word)
    for (let at = 0; at < word.length; at++) {
      // A letter beside its like leaves the same word.
      if (at > 0 && word[at] === word[at - 1]) continue
      let slot = hashWithout(word.length, at) & mask
      while (slots[slot] !== FREE) slot = (slot + 1) & mask
      slots[slot] = id
    }
  }
  return slots
}

function longOnes(words: readonly string[]): string[] {
  return words.filter(({ length }) => length >= MIN_LETTERS && length < MAX_LETTERS)
}

/** The words that others may be slips of, and how common each is; 0 for what is none of them. */
export interface KnownWords {
  words: readonly string[]
  weightOf(word: string): number
}

/** @param slots what `nearTable` made of the same words in the same order */
export function nearWords({ words, weightOf }: KnownWords, slots: Int32Array): NearWords {
  const long = longOnes(words)
  const longest = long.reduce((most, word) => Math.max(most, word.length), 0)
  const mask = slots.length - 1
  /** Words of which what has this hash may be left. */
  const candidates = (hash: number): readonly string[] => {
    let found: string[] | undefined
    for (let slot = hash & mask; slots[slot] !== FREE; slot = (slot + 1) & mask) {
      const word = long[slots[slot] as number]
      if (word === undefined) continue
      if (found) found.push(word)
      else found = [word]
    }
    return found ?? NONE
  }
  const byUse = (a: string, b: string): number => weightOf(b) - weightOf(a) || (a < b ? -1 : 1)
  return {
    lacking(written, at) {
      const isIt = (word: string): boolean => word.slice(0, at) + word.slice(at + 1) === written
      if (written.length > longest) return []
      sumUp(written)
      return candidates(hashOfAll(written.length))
        .filter((word) => word.length === written.length + 1 && isIt(word))
        .sort(byUse)
    },
    of(written) {
      const { length } = written
      // A slip of no word; and letters are summed up as far as words go.
      if (length > longest + 1) return []
      const found: string[] = []
      const add = (word: string): void => {
        if (!found.includes(word)) found.push(word)
      }
      sumUp(written)
      for (const word of candidates(hashOfAll(length))) if (isWithoutOne(written, word)) add(word)
      for (let at = 1; at < length; at++) {
        if (written[at] === written[at - 1]) {
          const single = written.slice(0, at) + written.slice(at + 1)
          if (weightOf(single) > 0) add(single)
        }
        if (at + 1 < length)
          for (const word of candidates(hashWithout(length, at))) if (isSwapped(written, word, at)) add(word)
      }
      return found.length > 1 ? found.sort(byUse) : found
    },
  }
}

const BASE = 0x01000193
const powers = new Int32Array(MAX_LETTERS + 1)
for (let i = 0, power = 1; i < powers.length; i++, power = Math.imul(power, BASE)) powers[i] = power
/** For one word at a time: what its first letters come to, one letter more each. */
const sums = new Int32Array(MAX_LETTERS + 1)

/**
 * A polynomial of the letters, so that leaving one out costs no second look at the others.
 * @see Karp and Rabin, Efficient randomized pattern-matching algorithms, 1987
 */
function sumUp(text: string): void {
  for (let i = 0; i < text.length; i++)
    sums[i + 1] = (Math.imul(sums[i] as number, BASE) + text.charCodeAt(i)) | 0
}

/** The hash of the word of `length` letters that was summed up, all of it or without the letter at `at`. */
function hashOfAll(length: number): number {
  return spread(sums[length] as number)
}

function hashWithout(length: number, at: number): number {
  const left = (sums[at] as number) - (sums[at + 1] as number)
  return spread(((sums[length] as number) + Math.imul(left, powers[length - 1 - at] as number)) | 0)
}

function spread(sum: number): number {
  return sum ^ (sum >>> 15)
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
