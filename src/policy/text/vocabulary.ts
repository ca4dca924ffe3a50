import { type NearWords, nearWords } from './near-words.ts'
import type { WordUse } from './word-use.ts'

/** The words of a pack: what tells a disguised word from one that nobody knows. All words are normalised, letters and their marks alone. */
export interface Vocabulary {
  has(word: string): boolean
  /** The same by the hash of its letters (`withLetter`), endings of stems left out; saves making the string. */
  hasHash(hash: number): boolean
  isStrong(word: string): boolean
  /** Whether `text` may hold a strong word somewhere; false is certain. Letters only. */
  mayHoldStrong(text: string): boolean
  /** The languages whose terms hold it, a bit each. */
  languagesOf(word: string): number
  /** What it costs to read `word` where words are not parted: the rarer, the more; null for what is no word. */
  costOf(word: string): number | null
  /** Letters of the longest word. */
  longest: number
  near: NearWords
  /** Slips of strong words alone: asked first, for it is small. */
  nearStrong: NearWords
}

const MIN_STRONG = 5
/** How many terms must hold a word of so many letters before it counts where words are not parted: letters and syllables stand everywhere. */
const MIN_COUNT = [Number.POSITIVE_INFINITY, 12, 5, 2]
/** Endings that a stem may take on. */
const MAX_ENDING = 3
const MIN_STEM = 5
const ENDING_COST = 4
const SLOTS = 65_536

/** @param stems words that may go on: the last words of terms that end in a star */
export function buildVocabulary(words: ReadonlyMap<string, WordUse>, stems: ReadonlySet<string>): Vocabulary {
  const total = Math.log(words.values().reduce((sum, { count }) => sum + count, 1))
  const strongStarts = new Uint8Array(SLOTS)
  for (const [word, { isStrong }] of words)
    if (isStrong && word.length >= MIN_STRONG) strongStarts[startOf(word, 0)] = 1
  const hashes = new Int32Array(2 ** Math.ceil(Math.log2(words.size * 4 + 1)))
  const mask = hashes.length - 1
  for (const word of words.keys()) {
    const hash = hashOf(word)
    let slot = hash & mask
    while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & mask
    hashes[slot] = hash
  }
  const stemOf = (word: string): string | null => {
    for (let length = word.length - 1; length >= Math.max(MIN_STEM, word.length - MAX_ENDING); length--) {
      const stem = word.slice(0, length)
      if (stems.has(stem)) return stem
    }
    return null
  }
  const useOf = (word: string): WordUse | undefined => words.get(word) ?? words.get(stemOf(word) ?? '')
  return {
    has: (word) => useOf(word) !== undefined,
    hasHash(hash) {
      for (let slot = hash & mask; hashes[slot] !== 0; slot = (slot + 1) & mask)
        if (hashes[slot] === hash) return true
      return false
    },
    isStrong: (word) => word.length >= MIN_STRONG && useOf(word)?.isStrong === true,
    languagesOf: (word) => useOf(word)?.languages ?? 0,
    mayHoldStrong(text) {
      for (let i = 0; i + MIN_STRONG <= text.length; i++)
        if (strongStarts[startOf(text, i)] === 1) return true
      return false
    },
    costOf(word) {
      const whole = words.get(word)
      if (whole) return whole.count < (MIN_COUNT[word.length] ?? 1) ? null : total - Math.log(whole.count)
      const stem = stemOf(word)
      const use = stem === null ? undefined : words.get(stem)
      return use ? total - Math.log(use.count) + ENDING_COST * (word.length - (stem?.length ?? 0)) : null
    },
    longest: words.keys().reduce((most, word) => Math.max(most, word.length), 0) + MAX_ENDING,
    near: nearWords(words),
    nearStrong: nearWords(new Map(words.entries().filter(([, { isStrong }]) => isStrong))),
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
