import type { Ages } from '../../pack/word-schemas.ts'
import { asAlternatives, listedWords } from '../../text/languages/listed-words.ts'
import { madeOnce } from '../../text/made-once.ts'
import type { Span } from '../../text/text-views.ts'

export interface BirthYear extends Span {
  year: number
}

/** The birth years that a view states, with the words that say so: "born on 4 May 1990", "soy del 92", "1990 doğumluyum". Whose they are is another question. */
export function birthYearsIn(text: string, ages: Ages): BirthYear[] {
  const { rightBefore, shortlyBefore, rightBehind } = readerOf(ages)
  return [...text.matchAll(NUMBER)].flatMap(({ index, 0: written, groups }) => {
    const { year, short } = groups ?? {}
    const end = index + written.length
    const before = (year === undefined ? rightBefore : shortlyBefore).exec(
      text.slice(Math.max(0, index - FAR), index),
    )
    const after = year === undefined ? null : rightBehind.exec(text.slice(end, end + FAR))
    if (before === null && after === null) return []
    return [
      {
        year: year === undefined ? ofTwoDigits(Number(short)) : Number(year),
        start: index - (before?.[0].length ?? 0),
        end: end + (after?.[0].length ?? 0),
      },
    ]
  })
}

/** A year of two digits below this is of this century: whoever was born in 2015 has no account, and whoever was born in 1915 hardly has. */
const FIRST_OF_LAST_CENTURY = 15

function ofTwoDigits(short: number): number {
  return short + (short < FIRST_OF_LAST_CENTURY ? 2000 : 1900)
}

const NUMBER =
  /(?<![\p{N}.,:$€£#+-])(?:(?<year>(?:19[4-9]|20[01])\d)(?!\d)|'?(?<short>[4-9]\d|0\d)(?![\p{N}:%€$]|[.,]\d| \p{L}))/gu
/** UTF-16 units. */
const FAR = 40

const readerOf = madeOnce((ages: Ages) => {
  const wordsOf = (side: 'before' | 'after'): string =>
    asAlternatives(Object.values(ages).flatMap(({ born }) => listedWords(born?.[side])))
  const before = `(?<![\\p{L}\\p{M}])(?:${wordsOf('before')})`
  return {
    shortlyBefore: new RegExp(`${before} (?:[^.!?\\n]{1,16}[ ,/.-])?$`, 'u'),
    rightBefore: new RegExp(`${before} (?:(?:in|en|im|el|em) )?$`, 'u'),
    rightBehind: new RegExp(`^ ?(?:${wordsOf('after')})`, 'u'),
  }
})
