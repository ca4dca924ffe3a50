import type { Ages } from '../pack/word-schemas.ts'
import { languageOf } from './languages/language-of.ts'
import { numeralWordsIn } from './numeral-words.ts'
import { LONGEST_PROFILE } from './sentences.ts'
import type { TextView } from './text-views.ts'
import { type ReadAs, withWords } from './with-words.ts'

/**
 * English prose is full of such numbers, and patterns of its own read them: its numbers count before an age alone. There they are read where they are years somebody is old; "15-year-old" is one word of theirs.
 */
const ENGLISH_AGE =
  /(?<![\p{L}\p{N}.,:$€£#-])(?<!(?:hundred|and) )(?:(?<digits>1[0-7])(?=-(?:years?|yrs?)-old(?!\p{L}))|(?<number>twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?=[ -](?:years?|yrs?)[ -]old(?!\p{L})|[ -]?y[./]?o(?!\p{L})))(?<unit>-(?:years?|yrs?)-old)?/gu
const IN_ENGLISH = ['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen']
const FIRST = 12

/** A fruit, a nap and a grasp, where nobody counts. */
const ENGLISH = new Set(['quince', 'doze', 'seize'])
/** Of a longer number: 二十五. */
const IN_NUMBER = /[零〇一二三四五六七八九十百千万億亿\p{N}]/u

/**
 * A view with the numerals from twelve to seventeen in digits, so that an age in words is read by what reads it in digits; null where
 * none stands in it.
 */
export function agesInDigits(view: TextView, ages: Ages): TextView | null {
  const { children } = numeralWordsIn(view, ages)
  const further = [...englishAges(view.text), ...digitsApart(view.text)]
  if (children.length === 0 && further.length === 0) return null
  const isEnglish = children.some(({ term }) => ENGLISH.has(term)) && languageOf(view.text) === 'en'
  const changes: ReadAs[] = []
  let at = 0
  for (const { start, end, years, term } of children.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at || !isNumber(view.text, start, end)) continue
    if (isEnglish && ENGLISH.has(term)) continue
    changes.push({ start, end, word: years })
    at = end
  }
  const read = [...changes, ...further].sort((a, b) => a.start - b.start)
  return read.length === 0 ? null : withWords(view, read).view
}

function englishAges(text: string): ReadAs[] {
  // Pages tell of others so: "the 15-year-old was found".
  if (text.length > LONGEST_PROFILE || !MAY_BE_ENGLISH.test(text)) return []
  return [...text.matchAll(ENGLISH_AGE)].flatMap(({ index, 0: words, groups = {} }) => {
    if (groups.unit !== undefined && ACTS.test(text.slice(index + words.length))) return []
    const years = groups.digits ?? String(FIRST + IN_ENGLISH.indexOf(groups.number ?? ''))
    const word = groups.unit === undefined ? years : `${years} year old`
    return [{ start: index, end: index + words.length, word }]
  })
}

/** "Brave 13-year-old swims four hours through rough seas …": what a headline tells of somebody, with a verb that owners would not say of themselves. */
const ACTS =
  /^ (?!(?:draws|sells|likes|loves|plays|wants|needs|lives|makes|posts|sings|dances|skates|does|has|this)(?!\p{L}))\p{L}{3,}(?<![su])s (?:[\p{L}\p{N}'’-]+ ){4}/u

/** "1 5 years old": two digits and no more, with a blank between; whether they are years is asked of what they make. */
const APART = /(?<![\p{L}\p{N}.,:$€£#-])(?<!\p{N} )1 [0-7](?![\p{L}\p{N}%]|[.,:]\p{N}| \p{N})/gu

function digitsApart(text: string): ReadAs[] {
  return [...text.matchAll(APART)].map(({ index, 0: digits }) => ({
    start: index,
    end: index + digits.length,
    word: digits.replace(' ', ''),
  }))
}

const MAY_BE_ENGLISH = /teen|twelve|-old/

function isNumber(text: string, start: number, end: number): boolean {
  return !IN_NUMBER.test(text.charAt(start - 1)) && !IN_NUMBER.test(text.charAt(end))
}
