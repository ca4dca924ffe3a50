import type { Ages } from '../../pack/word-schemas.ts'
import { asAlternatives, listedWords } from '../../text/languages/listed-words.ts'
import { madeOnce } from '../../text/made-once.ts'
import { normaliseText } from '../../text/text-views.ts'

/**
 * Whether a number that ends at `end` is the day of a date that is written out with its month and its year: "17 Oktober 2022", in one line or a line
 * each, "17 / October / 2022", "20. Oktober 2013".
 */
export function isDayOfDate(text: string, end: number, ages: Ages): boolean {
  return monthAndYear(ages).test(text.slice(end, end + FAR))
}

/** UTF-16 units. */
const FAR = 40
/** What pages put between the parts of a date. */
const BETWEEN = String.raw`[ \n]{0,2}[.,/|·–-]?[ \n]{0,2}`

const monthAndYear = madeOnce(
  (ages: Ages): RegExp =>
    new RegExp(
      String.raw`^${BETWEEN}(?:de |di |of )?(?:${asAlternatives(monthsOf(ages))})${BETWEEN}(?:de )?(?:\d{4}|'?\d\d)(?!\d)`,
      'u',
    ),
)

/** As they are called in each language of the ages (CLDR, which the runtime brings), in the form that stands in a date, long and short, and as people inflect them. */
function monthsOf(ages: Ages): string[] {
  const inDates = Object.keys(ages).flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, {
        day: 'numeric',
        month,
        year: 'numeric',
        timeZone: 'UTC',
      })
      return MONTHS.flatMap((index) => {
        const parts = format.formatToParts(Date.UTC(2020, index, 1))
        return parts.filter(({ type }) => type === 'month').map(({ value }) => value)
      })
    }),
  )
  const named = inDates.filter((name) => /^\p{L}/u.test(name)).map((name) => name.replace(/\.$/, ''))
  return [
    ...named.map(normaliseText),
    ...Object.values(ages).flatMap((each) => listedWords(each.months?.names)),
  ]
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index)
