import type { WordUse } from './languages/word-use.ts'
import { type NearWords, nearTable, nearWords } from './terms/near-words.ts'

/** The words of a pack: what tells a disguised word from one that nobody knows. All words are normalised, letters and their marks alone. */
export interface Vocabulary {
  has(word: string): boolean
  /** The same by the hash of its letters (`withLetter`), endings of stems left out; saves making the string. */
  hasHash(hash: number): boolean
  /**
   * Whether what is no word itself may be a stem with an ending, by the hashes of it without its last one, two and three of `length` letters;
   * false is certain.
   */
  mayEndStem(length: number, less1: number, less2: number, less3: number): boolean
  isStrong(word: string): boolean
  /** Whether `text` may hold a strong word somewhere; false is certain. Letters only. */
  mayHoldStrong(text: string): boolean
  /** The languages whose terms hold it, a bit each. */
  languagesOf(word: string): number
  /** What it costs to read `word` where words are not parted: the rarer, the more; null for what is no word. */
  costOf(word: string): number | null
  /** Calls `reach` for each word that begins at `start` of `run`, the shortest first, with where it ends, what `costOf` gives for it and `languagesOf`. */
  costsFrom(run: string, start: number, reach: (end: number, cost: number, languages: number) => void): void
  near: NearWords
  /** Slips of strong words alone: asked first, for it is small. */
  nearStrong: NearWords
}

/** Its bit among the languages of a word. */
export const ENGLISH = 1

const MIN_STRONG = 5
/** How many terms must hold a word of so many letters before it counts where words are not parted: letters and syllables stand everywhere. */
const MIN_COUNT = [Number.POSITIVE_INFINITY, 12, 5, 2]
/** A slip is likelier of a word that the text would be about. */
const STRONG = 6
/** Endings that a stem may take on. */
const MAX_ENDING = 3
const MIN_STEM = 5
const ENDING_COST = 4
const SLOTS = 65_536

/** What a vocabulary runs on: plain data, which can be kept in a file. */
export interface VocabularyTables {
  words: string[]
  /** Of each word. */
  counts: Int32Array
  isStrong: Uint8Array
  languages: Int32Array
  stems: string[]
  strongStarts: Uint8Array
  byHash: HashTable
  stemsByHash: HashTable
  near: Int32Array
  nearStrong: Int32Array
}

/**
 * Open-addressed, two numbers a slot, beside each other because both are looked at: number and one of the word that it holds, 0 where it is free, and
 * the hash of its letters.
 */
type HashTable = Int32Array

/** @param stems words that may go on: the last words of terms that end in a star */
export function vocabularyTables(
  uses: ReadonlyMap<string, WordUse>,
  stems: ReadonlySet<string>,
): VocabularyTables {
  const words = [...uses.keys()]
  const strong = words.filter((word) => uses.get(word)?.isStrong)
  const strongStarts = new Uint8Array(SLOTS)
  for (const word of strong) if (word.length >= MIN_STRONG) strongStarts[startOf(word, 0)] = 1
  return {
    words,
    counts: Int32Array.from(words, (word) => uses.get(word)?.count ?? 0),
    isStrong: Uint8Array.from(words, (word) => Number(uses.get(word)?.isStrong)),
    languages: Int32Array.from(words, (word) => uses.get(word)?.languages ?? 0),
    stems: [...stems],
    strongStarts,
    byHash: hashTable(words),
    stemsByHash: hashTable([...stems]),
    near: nearTable(words),
    nearStrong: nearTable(strong),
  }
}

/** Words go by their numbers: an object for each would take more room than all of its tables. */
export function vocabularyFrom(tables: VocabularyTables): Vocabulary {
  const { words, counts, isStrong, languages, strongStarts } = tables
  const byHash = wordsByHash(words, tables.byHash)
  const stemsByHash = wordsByHash(tables.stems, tables.stemsByHash)
  const total = Math.log(counts.reduce((sum, count) => sum + count, 1))
  const longest = words.reduce((most, word) => Math.max(most, word.length), 0) + MAX_ENDING
  const numberOf = (word: string): number => byHash.at(hashOf(word), word, 0, word.length)
  const isStem = (word: string): boolean => stemsByHash.at(hashOf(word), word, 0, word.length) >= 0
  const stemOf = (word: string): string | null => {
    for (let length = word.length - 1; length >= Math.max(MIN_STEM, word.length - MAX_ENDING); length--) {
      const stem = word.slice(0, length)
      if (isStem(stem)) return stem
    }
    return null
  }
  /** Of the word, or of the stem that it is. */
  const useOf = (word: string): number => {
    const number = numberOf(word)
    return number >= 0 ? number : numberOf(stemOf(word) ?? '')
  }
  const costOf = (number: number): number => total - Math.log(counts[number] as number)
  const weightOf = (word: string): number => {
    const number = numberOf(word)
    return number < 0 ? 0 : (counts[number] as number) * (isStrong[number] === 1 ? STRONG : 1)
  }
  const strongWeightOf = (word: string): number => (isStrong[numberOf(word)] === 1 ? weightOf(word) : 0)
  return {
    has: (word) => useOf(word) >= 0,
    hasHash: byHash.has,
    mayEndStem: (length, less1, less2, less3) =>
      (length > MIN_STEM && stemsByHash.has(less1)) ||
      (length > MIN_STEM + 1 && stemsByHash.has(less2)) ||
      (length > MIN_STEM + 2 && stemsByHash.has(less3)),
    isStrong: (word) => word.length >= MIN_STRONG && isStrong[useOf(word)] === 1,
    languagesOf: (word) => languages[useOf(word)] ?? 0,
    mayHoldStrong(text) {
      for (let i = 0; i + MIN_STRONG <= text.length; i++)
        if (strongStarts[startOf(text, i)] === 1) return true
      return false
    },
    costOf(word) {
      const whole = numberOf(word)
      if (whole >= 0) return (counts[whole] as number) < (MIN_COUNT[word.length] ?? 1) ? null : costOf(whole)
      const stem = stemOf(word) ?? ''
      const number = numberOf(stem)
      return number < 0 ? null : costOf(number) + ENDING_COST * (word.length - stem.length)
    },
    costsFrom(run, start, reach) {
      const limit = Math.min(run.length, start + longest)
      let stemEnd = -1
      let stem = -1
      let hash = NO_LETTERS
      for (let end = start + 1; end <= limit; end++) {
        hash = withLetter(hash, run.charCodeAt(end - 1))
        const number = byHash.at(hash, run, start, end)
        if (number >= 0) {
          if ((counts[number] as number) >= (MIN_COUNT[end - start] ?? 1))
            reach(end, costOf(number), languages[number] as number)
          if (end - start >= MIN_STEM && stemsByHash.at(hash, run, start, end) >= 0) {
            stemEnd = end
            stem = number
          }
        } else if (stemEnd >= 0 && end - stemEnd <= MAX_ENDING)
          reach(end, costOf(stem) + ENDING_COST * (end - stemEnd), languages[stem] as number)
      }
    },
    near: nearWords({ words, weightOf }, tables.near),
    nearStrong: nearWords(
      { words: words.filter((_, number) => isStrong[number] === 1), weightOf: strongWeightOf },
      tables.nearStrong,
    ),
  }
}

function hashTable(words: readonly string[]): HashTable {
  const slots = 2 ** Math.ceil(Math.log2(words.length * 2 + 1))
  const table = new Int32Array(2 * slots)
  const mask = slots - 1
  for (const [i, word] of words.entries()) {
    const hash = hashOf(word)
    let slot = hash & mask
    while (table[2 * slot] !== 0) slot = (slot + 1) & mask
    table[2 * slot] = i + 1
    table[2 * slot + 1] = hash
  }
  return table
}

/** Finds a word by the hash of its letters and then by the letters, so that none has to be cut out of a text to be looked up. */
function wordsByHash(all: readonly string[], table: HashTable) {
  const mask = table.length / 2 - 1
  return {
    /** Whether some word has this hash. */
    has(hash: number): boolean {
      for (let slot = hash & mask; table[2 * slot] !== 0; slot = (slot + 1) & mask)
        if (table[2 * slot + 1] === hash) return true
      return false
    },
    /** The number of the word that is `text` from `start` to `end`, whose hash this is; -1 where it is none. */
    at(hash: number, text: string, start: number, end: number): number {
      for (let slot = hash & mask; table[2 * slot] !== 0; slot = (slot + 1) & mask) {
        if (table[2 * slot + 1] !== hash) continue
        const number = (table[2 * slot] as number) - 1
        const word = all[number] as string
        if (word.length === end - start && text.startsWith(word, start)) return number
      }
      return -1
    },
  }
}

export const NO_LETTERS = 0x2c1b3c6d

/** The hash of a word and one letter more. */
export function withLetter(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x85ebca6b) ^ (hash >>> 15)
}

function hashOf(word: string): number {
  let hash = NO_LETTERS
  for (let i = 0; i < word.length; i++) hash = withLetter(hash, word.charCodeAt(i))
  return hash
}

/** Where the first five letters of a strong word are noted. */
function startOf(text: string, at: number): number {
  let hash = 0
  for (let i = at; i < at + MIN_STRONG; i++) hash = Math.imul(hash, 31) + text.charCodeAt(i)
  return (hash ^ (hash >>> 16)) & (SLOTS - 1)
}
