import type { Ages } from '../pack/word-schemas.ts'
import { listedWords } from './languages/listed-words.ts'
import { madeOnce } from './made-once.ts'

interface Numerals {
  /** By word, as views write it. */
  values: readonly (readonly [word: string, value: number])[]
  /** "treinta y uno", "vingt et un", "einundzwanzig", "eenentwintig". */
  joints: readonly string[]
}

const numeralsOf = madeOnce(
  (ages: Ages): Numerals => ({
    values: [
      ...new Map(
        Object.values(ages).flatMap(({ counts = {} }) =>
          Object.entries(counts).flatMap(([value, words]) =>
            listedWords(words).map((word) => [word, Number(value)] as const),
          ),
        ),
      ),
    ],
    joints: Object.values(ages).flatMap(({ joins }) => listedWords(joins)),
  }),
)

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

/** What numerals and joints from end to end add up to, tens and units said once each; null where no reading does. */
function numberIn(letters: string, numerals: Numerals, said: readonly number[] = []): number | null {
  if (letters === '') return added(said)
  const words = numerals.values.filter(([word]) => letters.startsWith(word))
  const joints = said.length > 0 ? numerals.joints.filter((joint) => letters.startsWith(joint)) : []
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
