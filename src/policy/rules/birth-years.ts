import { BORN } from '../text/age-words.ts'
import { normaliseText, type Span } from '../text/text-views.ts'

export interface BirthYear extends Span {
  year: number
}

/** The birth years that a view states, with the words that say so: "born on 4 May 1990", "soy del 92", "1990 doğumluyum". Whose they are is another question. */
export function birthYearsIn(text: string): BirthYear[] {
  return [...text.matchAll(NUMBER)].flatMap(({ index, 0: written, groups }) => {
    const { year, short } = groups ?? {}
    const end = index + written.length
    const before = (year === undefined ? SAID_RIGHT_BEFORE : SAID_BEFORE).exec(
      text.slice(Math.max(0, index - FAR), index),
    )
    const after = year === undefined ? null : SAID_AFTER.exec(text.slice(end, end + FAR))
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

function alternatives(of: 'before' | 'after'): string {
  return Object.values(BORN)
    .flatMap((words) => (words[of] ?? '').split(', '))
    .filter((word) => word !== '')
    .map((word) => normaliseText(word).replaceAll('.', '\\.'))
    .sort((a, b) => b.length - a.length)
    .join('|')
}

const NUMBER =
  /(?<![\p{N}.,:$€£#+-])(?:(?<year>(?:19[4-9]|20[01])\d)(?!\d)|'?(?<short>[4-9]\d|0\d)(?![\p{N}:%€$]|[.,]\d| \p{L}))/gu
/** UTF-16 units. */
const FAR = 40
const BEFORE = `(?<![\\p{L}\\p{M}])(?:${alternatives('before')})`
const SAID_BEFORE = new RegExp(`${BEFORE} (?:[^.!?\\n]{1,16}[ ,/.-])?$`, 'u')
const SAID_RIGHT_BEFORE = new RegExp(`${BEFORE} (?:(?:in|en|im|el|em) )?$`, 'u')
const SAID_AFTER = new RegExp(`^ ?(?:${alternatives('after')})`, 'u')
