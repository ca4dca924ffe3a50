import type { Ages } from '../pack/word-schemas.ts'
import { listedWords } from './languages/listed-words.ts'
import { madeOnce } from './made-once.ts'
import { numeralWordsIn } from './numeral-words.ts'
import type { Span, TextView } from './text-views.ts'

interface Numerals {
  /** By the first letter of the word, as views write it. */
  values: ReadonlyMap<string, readonly (readonly [word: string, value: number])[]>
  /** "treinta y uno", "vingt et un", "einundzwanzig", "eenentwintig". */
  joints: readonly string[]
}

const numeralsOf = madeOnce((ages: Ages): Numerals => {
  const values = new Map(
    Object.values(ages).flatMap(({ counts = {} }) =>
      Object.entries(counts).flatMap(([value, words]) =>
        listedWords(words).map((word) => [word, Number(value)] as const),
      ),
    ),
  )
  return {
    values: Map.groupBy(values, ([word]) => word.charAt(0)),
    joints: Object.values(ages).flatMap(({ joins }) => listedWords(joins)),
  }
})

const MAX_WORDS = 3

/**
 * The age from 18 to 69 that normalised `words` end in, in years; null where they end in none. "aquí tengo treinta y dos"
 * is 32.
 */
export function ageAtEnd(words: string, ages: Ages): number | null {
  const split = words.split(/[ -]+/).filter((word) => word !== '')
  for (let count = Math.min(MAX_WORDS, split.length); count > 0; count--) {
    const years = numberIn(split.slice(-count).join(''), numeralsOf(ages))
    if (years !== null && years >= 18 && years <= 69) return years
  }
  return null
}

/** A number of years in words, where it stands in a text. */
export interface Numeral extends Span {
  years: number
}

/** The numbers from 18 to 69 that a view says in words, the longest at each place: "treinta y dos", "einunddreißig", "thirty-six". */
export function numeralsIn(view: TextView, ages: Ages): Numeral[] {
  const { text } = view
  const numerals = numeralsOf(ages)
  const found: Numeral[] = []
  let from = 0
  // Few words of a text begin as a numeral does.
  for (const start of numeralWordsIn(view, ages).counts) {
    if (start < from || ENDS_IN_LETTER.test(text.slice(Math.max(0, start - 2), start))) continue
    const numeral = longestFrom(text, wordsFrom(text, start), numerals)
    if (numeral === null) continue
    found.push(numeral)
    from = numeral.end
  }
  return found
}

const ENDS_IN_LETTER = /[\p{L}\p{M}]$/u
const WORD = /[\p{L}\p{M}]+/gu

/** As many words as a number may have. */
function wordsFrom(text: string, start: number): Span[] {
  const words: Span[] = []
  WORD.lastIndex = start
  for (let count = 0; count < MAX_WORDS; count++) {
    const word = WORD.exec(text)
    if (word === null) break
    words.push({ start: word.index, end: word.index + word[0].length })
  }
  return words
}

/** Between the words of one number. */
const WITHIN = /^[ -]$/u

function longestFrom(text: string, words: readonly Span[], numerals: Numerals): Numeral | null {
  const start = words[0]?.start ?? 0
  for (let count = words.length; count > 0; count--) {
    const taken = words.slice(0, count)
    const end = taken.at(-1)?.end ?? start
    const isOne = taken.every((word, i) => i === 0 || WITHIN.test(text.slice(taken[i - 1]?.end, word.start)))
    const years = isOne
      ? numberIn(taken.map((word) => text.slice(word.start, word.end)).join(''), numerals)
      : null
    if (years !== null && years >= 18 && years <= 69) return { start, end, years }
  }
  return null
}

/** What numerals and joints from end to end add up to, tens and units said once each; null where no reading does. */
function numberIn(letters: string, numerals: Numerals, said: readonly number[] = []): number | null {
  if (letters === '') return added(said)
  const words = (numerals.values.get(letters.charAt(0)) ?? []).filter(([word]) => letters.startsWith(word))
  const joints =
    said.length > 0 ? numerals.joints.filter((joint) => letters.startsWith(joint) && letters !== joint) : []
  const readings = [
    ...words.map(([word, value]) => numberIn(letters.slice(word.length), numerals, [...said, value])),
    ...joints.map((joint) => numberIn(letters.slice(joint.length), numerals, said)),
  ]
  return readings.find((years) => years !== null) ?? null
}

function added(said: readonly number[]): number | null {
  const [tens, units, ...more] = said.toSorted((a, b) => b - a)
  if (tens === undefined || more.length > 0) return null
  if (units === undefined) return tens
  return tens % 10 === 0 && units < 10 ? tens + units : null
}
