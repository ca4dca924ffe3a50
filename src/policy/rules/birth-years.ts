import { BORN } from '../text/age-words.ts'
import { normaliseText, type Span } from '../text/text-views.ts'

export interface BirthYear extends Span {
  year: number
}

/** The birth years that a view states, with the words that say so: "born on 4 May 1990", "soy del 92", "1990 doğumluyum". Whose they are is another question. */
export function birthYearsIn(text: string): BirthYear[] {
  return FORMS.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ index, 0: all, groups }) => {
      const year = yearOf(groups ?? {})
      return year === null ? [] : [{ year, start: index, end: index + all.length }]
    }),
  )
}

/** A year of two digits below this is of this century: whoever was born in 2015 has no account, and whoever was born in 1915 hardly has. */
const FIRST_OF_LAST_CENTURY = 15

function yearOf({ year, short }: Record<string, string | undefined>): number | null {
  if (year !== undefined) return Number(year)
  if (short === undefined) return null
  return Number(short) + (Number(short) < FIRST_OF_LAST_CENTURY ? 2000 : 1900)
}

function alternatives(of: 'before' | 'after'): string {
  return Object.values(BORN)
    .flatMap((words) => (words[of] ?? '').split(', '))
    .filter((word) => word !== '')
    .map((word) => normaliseText(word).replaceAll('.', '\\.'))
    .sort((a, b) => b.length - a.length)
    .join('|')
}

const YEAR = '(?<year>(?:19[4-9]|20[01])\\d)(?!\\d)'
const FORMS = [
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${alternatives('before')}) (?:[^.!?\\n]{1,16}[ ,/.-])?${YEAR}`, 'gu'),
  new RegExp(
    `(?<![\\p{L}\\p{M}])(?:${alternatives('before')}) (?:in |en |im |el |em )?'?(?<short>[4-9]\\d|0\\d)(?![\\p{N}:%€$]|[.,]\\d| \\p{L})`,
    'gu',
  ),
  new RegExp(`(?<!\\d)${YEAR} ?(?:${alternatives('after')})`, 'gu'),
]
