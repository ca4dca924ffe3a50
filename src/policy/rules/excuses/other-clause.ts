import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import { sentenceAround } from '../../text/sentences.ts'
import type { Span } from '../../text/text-views.ts'

export const CLAUSE_END =
  /[.!?;:,|•\n()]|\p{Extended_Pictographic}| (?:but|just|only|pero|solo|sino|mas|mais|seulement|aber|nur|ma|но|maar|ale) /u

/** Each of them. */
export const CLAUSE_ENDS = new RegExp(CLAUSE_END, 'gu')

/** Whether a match is in another clause than a word that would excuse it, and its author says there who they are: "Police are useless, so I sell …, text me". */
export function speaksForThemselves(match: Span, word: Span, text: string): boolean {
  const isBefore = word.end <= match.start
  const between = isBefore ? text.slice(word.end, match.start) : text.slice(match.end, word.start)
  // What stands in brackets is said of what they stand beside.
  const ends = [...between.matchAll(CLAUSE_ENDS)].filter(([sign]) => !/[()]/.test(sign))
  const end = isBefore ? ends[0] : ends.at(-1)
  if (end === undefined) return false
  const sentence = sentenceAround(text, match)
  const theirs = isBefore
    ? text.slice(word.end + end.index, sentence.end)
    : text.slice(sentence.start, match.end + end.index)
  // Who says "I" in a quotation is somebody else.
  const said = theirs.replace(QUOTED, ' ')
  return FIRST_PERSON.test(said) || OWN_DEAL.test(said)
}

/** Forms of dealing that carry a first person of their own. */
const OWN_DEAL =
  /(?<![\p{L}\p{M}])(?:vendo|compro|verkaufe|tausche|kaufe|vends|cerco|verkoop|sprzedam|sprzedaje|kupie|wymienie|продам|продаю|куплю|меняю|satiyorum|aliyorum|ariyorum)(?![\p{L}\p{M}])/u

const QUOTED = /["“„«»「][^"“”„«»」]{0,240}["”“»«」]/gu
