import type { Evidence } from '../../../evidence/evidence.ts'
import type { Ages } from '../../pack/word-schemas.ts'
import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import { LONGEST_PROFILE, lineAround, sentenceAround } from '../../text/sentences.ts'
import type { Span } from '../../text/text-views.ts'
import type { RuleMatch } from '../match-text-rule.ts'
import { isDayOfDate } from './dates.ts'
import { numberIn } from './number-in.ts'

/** Whether evidence is a page of some site with more on it than a profile says. */
export function hasMuchElse({ platform, texts }: Evidence): boolean {
  return platform === null && texts.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_PROFILE
}

/**
 * Whether a statement of an age or of a year of birth on such a page is in running text that nobody says of themselves, and that does not name the owner: "the
 * blend was born in 1956 and …", where a note is the owner's as in `isToldOnPage`.
 */
export function isToldOfAnother(stated: Span, text: string, names: readonly string[]): boolean {
  const { start, end } = wholeSentence(text, stated)
  const said = text.slice(start, end)
  if (FIRST_PERSON.test(said) || names.some((name) => said.includes(name))) return false
  return noteAround(said, { start: stated.start - start, end: stated.end - start }).length > LONGEST_STATEMENT
}

/**
 * Whether an age on a page, which has much else on it, is said of somebody there: news, lists and classes name children too. What says "I" is its
 * author's; so are a short note, and a sentence with the owner's name in it.
 */
export function isToldOnPage(
  match: RuleMatch,
  text: string,
  { names, ages }: { names: readonly string[]; ages: Ages },
): boolean {
  const { start, end } = wholeSentence(text, match)
  const said = text.slice(start, end)
  if (FIRST_PERSON.test(said)) return false
  const number = numberIn(match, text)
  if (number === null) return false
  const behind = text.slice(number.end, number.end + FAR)
  if (isDayOfDate(text, number.end, ages) || TIME_OF_DAY.test(text.slice(match.end, match.end + FAR)))
    return true
  if (SIGNED.test(text.slice(lineAround(text, match).start, match.start))) return true
  // A number and a class near each other are a page's numbers and its menu.
  if (match.parts.length > 1 && (IS_COUNT.test(behind) || text.slice(match.start, match.end).includes('\n')))
    return true
  if (names.some((name) => said.includes(name))) return false
  // "Mia (15)" is somebody's age on her own profile, and "Bildung (15)" a menu's count.
  if (behind.startsWith(')')) return true
  const note = noteAround(said, { start: number.start - start, end: number.end - start })
  return note.length > (OF_SOMEBODY.test(behind) ? LONGEST_DESCRIPTION : LONGEST_STATEMENT)
}

/** A longer sentence of a page tells of somebody. UTF-16 units. */
const LONGEST_STATEMENT = 70
/** The same of one that begins with an adjective: "15-year-old driver". */
const LONGEST_DESCRIPTION = 50
const OF_SOMEBODY = /^[ -]year[ -]old(?!\p{L})/u

/** What stands around a place between the marks that part notes: "15" of "jess 🌻 15 | volleyball". */
function noteAround(said: string, { start, end }: Span): string {
  const before = said.slice(0, Math.max(0, start)).split(MARK).at(-1) ?? ''
  return before + said.slice(Math.max(0, start), end) + (said.slice(end).split(MARK)[0] ?? '')
}

const MARK = /\p{Extended_Pictographic}|[|•·~]/u
/** "Schule (13)", "S. 16 – 21". */
const IS_COUNT = /^(?:\)| ?[–-] ?\d)/u
/** "—Joe L., age 10": whose words stand above it. */
const SIGNED = /^ ?(?:[—–―] ?|-)\p{L}/u
const FAR = 40

/** Past the point of an initial: "A 16-year-old U.S. citizen was". */
function wholeSentence(text: string, match: Span): Span {
  const { start, end } = sentenceAround(text, match)
  return INITIAL.test(text.slice(start, end)) ? { start, end: lineAround(text, match).end } : { start, end }
}

const INITIAL = /(?<!\p{L})\p{L}$/u

/** The time of a day behind a date. */
const TIME_OF_DAY = /^,? ?\d{1,2}:\d\d/u
