import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import { languageOf } from '../../text/languages/language-of.ts'
import { sentenceAround } from '../../text/sentences.ts'
import type { Span } from '../../text/text-views.ts'
import type { AtomHits } from '../atom-hits.ts'
import { isPerson, type OwnersReading, PRONOUN_TAGS, SAYS_OF_SELF } from './age-subjects.ts'
import { isChoiceAtGate } from './gate-choices.ts'
import { isOwnersLabel } from './labelled-ages.ts'
import { clausesBefore, nearEnd } from './leading-clauses.ts'
import { isOnceHad } from './memories.ts'
import { numberIn } from './number-in.ts'
import { isRelatedTo, namesAnother, standsIn } from './others-ages.ts'

/**
 * Whose age it is. The owner's own words ("I'm 15") are never doubted; an age without a subject ("15 years old", "grade 9") is the
 * owner's unless its own clause says it of somebody or something else. What other clauses and sentences speak of decides nothing.
 */

const OF_ANOTHER =
  /(?<!\p{L})(?:he|she|they|his|her|their|whose|ella|elle|lei|hij|zij|он|она|він|вона|han|hon|ea|αυτοσ|αυτη|הוא|היא|वह|our|the|this|that|these|your|its|it|it's|my(?! (?:name|age|b-?day|birthday)(?!\p{L})))(?!\p{L})/u

/** What is ours is written at its end in Turkish: "evliliğimiz", our marriage. */
const OUR_OWN = /\p{L}[iuı]m[iuı]z ?$/u

/** The same where who has it stands behind or is written to it: "我的车", "うちの猫は", "xe của tôi", "แมวของฉัน". */
const POSSESSED =
  /(?:我|我们|我们家|我家|咱家|他|她)的(?!年龄|年齡|年纪|年紀|岁数|歲數)[\p{L}]{1,4}(?:今年|现在|已经)? ?$|(?:うち|私|わたし|僕|俺|我が家|彼|彼女|友達)の(?!年齢|年は|歳|とし)[\p{L}]{1,6}[はがも] ?$|(?<!tuoi )cua (?:toi|minh|em|to|con|chung toi) ?$|(?<!อายุ)ของ(?:ฉัน|ผม|หนู|เรา|ดิฉัน)? ?$/u
const BEFORE = 40
/** "Born in 2011: our little bakery". */
const EXPLAINED = /^(?: ?[:(-] ?(?:our|the|this)|, our)(?!\p{L})/u
/** "Lumen Bakery 🎂 2012": such a mark ends no clause, it says of what stands before it when that was born. */
const BIRTH_MARK = /^ ?(?:🎂|🐣|\*)/u
const RELATIVE = /^ ?(?:who|que|qui|quien|die|der|che|kto|которая|которыи)(?!\p{L})/u
const PAST = /(?<!\p{L})(?:from|since|back in|(?:was|were)(?: just| only| barely)?(?: an?| in)?) ?$/u
/** So many years ago, and not so many years old. */
const AGO =
  /(?<!\p{L})(?:vor|seit|hace|depuis|il y a|ongeveer) (?:ca\.? |circa |etwa |rund |fast |uber |unos |casi |environ |plus de )?$/u

/** "A 17 year old girl once …": a tale of somebody, told in the past; of themselves owners say what they are and do. */
const TOLD_OF = /(?<![\p{L}\p{N}])(?:an?|the|this|that) ?$/u
const TALE =
  /^ ?(?!(?:\p{L}+ ){0,2}(?:who|that|and)(?!\p{L}))(?:\p{L}+ ){0,3}(?:once|was|were|has|had|got|won|died|went|took|gave|ran|began|wrote|saw|did|knew|came|became|drew|flew|struck|said|told)(?!\p{L})/u
/** "For a 13 year old today": whoever is so old. */
const ANYBODY = /(?<!\p{L})(?:for|of|than|with|by|between|about) (?:an?|any|every) ?$/u

/** UTF-16 units. A clause with its apposition is shorter; a page without a full stop is no sentence. */
const MAX_CLAUSES = 400

/** What others take somebody for is not how old they are: "people think I'm 15", "la gente cree que tengo 15". */
const THOUGHT =
  /(?<!\p{L})(?:(?:people|ppl|everyone|everybody|they|strangers|others|some|most|you)(?: \p{L}+){0,2} (?:think|thinks|thought|guess|guessed|say|says|assume|swear|believe)(?: that)?(?: i look(?: like)?)?|(?:creen|cree|dicen|piensan) que|(?:acham|dizem|pensam) que|(?:pensent|disent|croient) que|(?:denken|glauben|sagen)(?: immer)?(?: dass)?|(?:pensano|dicono|credono) che|(?:denken|zeggen) dat|(?:думают|говорят),?(?: что)?|(?:mysla|mowia),? ze) ?$/u
/** Who or what a clause is about, in Japanese and Korean, right before what is said of it. */
const TOPIC = /[はがも은는이가도] ?(?:今年|もう|まだ|올해|이제|벌써|지금|아직)?(?:で)? ?$/u
/** How far something was driven. */
const MILEAGE =
  /^[^.!?\n]{0,12}\d{2,3}(?:[.,]?\d{3}|k) ?(?:miles?|mi|kms?|kilometers?|kilometres?|kilometros|kilometer)(?!\p{L})/u
const MOST_HEADING_WORDS = 3
/** UTF-16 units. */
const MOST_YEARS = 8

/**
 * Whether a match (an age, a school year, a birthday) is said of the owner of the text. `age` is the words of the age itself: an "I" behind them speaks of something else
 * ("my daughter turned 16 and I drive her to high school"). Offsets in units of the view.
 */
export function isOwnersAge(match: Span, age: Span, reading: OwnersReading): boolean {
  const { hits } = reading
  const { text } = hits.view
  const start = match.start + Math.max(0, text.slice(match.start, match.end).search(/[\p{L}\p{N}]/u))
  const left = text.slice(Math.max(0, start - BEFORE), start)
  if (POSSESSED.test(left) || THOUGHT.test(left) || AGO.test(left)) return false
  if (isChoiceAtGate(match, text)) return false
  const number = numberIn(match, text)
  if (number !== null && isOnceHad(number, text)) return false
  if (isTopicOfClause(hits, text, start)) return false
  if (isGermanDate(text, start, match.end)) return false
  if (FIRST_PERSON.test(text.slice(start, Math.max(start, age.end)))) return true
  if (
    isOfGoods(hits, text, { start, end: match.end }) ||
    MILEAGE.test(text.slice(match.end, match.end + BEFORE))
  )
    return false
  if (EXPLAINED.test(text.slice(match.end, match.end + BEFORE))) return false
  const whole = sentenceAround(text, { start, end: match.end })
  const sentence = {
    start: Math.max(whole.start, start - MAX_CLAUSES),
    end: Math.min(whole.end, match.end + MAX_CLAUSES),
  }
  const isMarked = BIRTH_MARK.test(text.slice(match.start, start))
  const { lead, before, beside } = clausesBefore(text, sentence.start, isMarked ? match.start : start)
  if (isAnothers(hits, { start: match.end, end: nearEnd(text, match.end, sentence.end) }, text)) return false
  const said = text.slice(lead.start, lead.end)
  if (said.trim() !== '' && !(isLabel(before, text) && LISTED_AGE.test(said))) {
    if (standsIn(hits, lead) || isRelatedTo(said)) return false
    if (SAYS_OF_SELF.test(said)) return true
    if (TOLD_OF.test(said) && TALE.test(text.slice(match.end, sentence.end))) return false
    if (PAST.test(said) || ANYBODY.test(said)) return false
    if (RELATIVE.test(said) && before !== null) return !namesAnother(before, reading)
    if (OF_ANOTHER.test(said.replace(PRONOUN_TAGS, '')) || OUR_OWN.test(said)) return false
    return isPerson(lead, reading)
  }
  if (before !== null && vouchesForMedia(before, hits)) return true
  if (before !== null && isLabel(before, text))
    return (
      !isOfGoods(hits, text, { start: before.start, end: match.end }) &&
      isOwnersLabel(before, { start, end: match.end }, reading)
    )
  if (before === null) return beside === null || !namesAnother(beside, reading)
  return !namesAnother(before, reading) && isPerson(before, reading)
}

function isLabel(clause: Span | null, text: string): boolean {
  return clause !== null && text.slice(clause.start, clause.end).endsWith(':')
}

/** "My kids: 15 and 13 years old": each of them is the label's. */
const LISTED_AGE = /^ ?\d{1,2}(?: ?years?(?: old)?| ?y\/?o)?(?: and| &| y| et| und| e| en| i| и)? $/u

/** "Im 15. Jahrhundert", "im 12,5-km-Lauf": what English writes for "I'm" is a preposition, and the point makes an ordinal. */
function isGermanDate(text: string, start: number, end: number): boolean {
  return (
    /^[ai]m 1\d/u.test(text.slice(start, end)) &&
    (/^,\d/u.test(text.slice(end)) || (/^\. ?\p{L}/u.test(text.slice(end)) && languageOf(text) === 'de'))
  )
}

/** "息子は15歳です", "동생이 15살입니다": the ending is that of any polite sentence, and its topic is somebody else. */
function isTopicOfClause(hits: AtomHits, text: string, start: number): boolean {
  const particle = text.slice(Math.max(0, start - BEFORE), start).match(TOPIC)
  if (particle === null) return false
  const at = start - particle[0].length
  return ['lex.somebody_else', 'lex.aged_things'].some((atom) =>
    hits.of(atom).some((hit) => hit.end >= at && hit.end <= at + 1),
  )
}

/** What a label says beside its number, where a child's form has the number alone. */
const YEARS =
  /(?<!\p{L})(?:years?|yrs?|anos|ans|anni|jahre|jaar|lat|лет|років|yil|ar|ani|tahun)(?!\p{L})|[年년]/u

/** "Whisky. Age: 15 years": what stands right before as a heading is what matures. */
function isOfGoods(hits: AtomHits, text: string, { start, end }: Span): boolean {
  const goods = hits.of('lex.aged_goods')
  if (goods.length === 0 || !YEARS.test(text.slice(start, end + MOST_YEARS))) return false
  const heading = headingBefore(text, start)
  return (
    text.slice(heading.start, heading.end).split(' ').length <= MOST_HEADING_WORDS &&
    goods.some(
      (hit) =>
        hit.start >= heading.start &&
        hit.end <= heading.end &&
        (hit.start === heading.start || hit.end === heading.end),
    )
  )
}

/** What stands before a place up to the mark that ends what is before it, walking back: a text is long, and a heading is not. */
function headingBefore(text: string, before: number): Span {
  let end = before
  while (end > 0 && !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, end - SIGN), end))) end--
  let start = end
  while (start > 0 && !HEADING_ENDS.has(text.charAt(start - 1))) start--
  return { start: start + Math.max(0, text.slice(start, end).search(/\S/u)), end }
}

/** UTF-16 units. */
const SIGN = 2
const HEADING_ENDS = new Set('.|•·,;:\n()')

/** "Mis fotos son reales, 15 años": what a clause says of pictures is whole, and pictures have no age. */
function vouchesForMedia(clause: Span, hits: AtomHits): boolean {
  const said = hits.view.text.slice(clause.start, clause.end)
  return (
    VOUCHED.test(said) &&
    hits.of('lex.media').some(({ start, end }) => start >= clause.start && end <= clause.end)
  )
}

/** Somebody's own, with a verb and one word more. */
const VOUCHED =
  /^ ?(?:my|mis|minhas|meus|mes|meine|mijn|i miei|le mie|moje|мои|benim)(?: \p{L}+){1,2} (?:are|son|sao|sont|sind|sono|zijn|sa|все) (?:all |todas? |todos? |alle? |tutt[ei] |100 ?% )?\p{L}+ ?$/u

/** "15 year old bakery in Leeds", but not "15 year old bakery lover": the thing is what is so old, and no part of a longer name of somebody. */
const ENDS_NOUN =
  /^(?: ?(?:$|[^\p{L}\p{N} '’-])| (?:in|from|of|about|by|at|with|on|that|which|run|near|for|and|is|has|selling|making)(?!\p{L}))/u

/** "14 years old or younger": a range of ages is nobody's. */
const RANGE = /^ (?:or|and) (?:younger|older|under|over|above|below|up)(?!\p{L})/u

/** Somebody else or a thing right behind the age: "15 year old daughter", "13 years old whisky". */
function isAnothers(hits: AtomHits, near: Span, text: string): boolean {
  return (
    standsIn(hits, near) ||
    hits.of('lex.aged_goods').some(({ start, end }) => start === near.start + 1 && end === near.end) ||
    [...hits.of('lex.aged_things'), ...hits.of('lex.aged_firms')].some(
      ({ start, end }) =>
        // What stands on the next line is a line of its own.
        start === near.start + 1 &&
        text[near.start] !== '\n' &&
        ENDS_NOUN.test(text.slice(end, end + BEFORE)),
    ) ||
    RANGE.test(text.slice(near.start, near.end)) ||
    /^ (?:of|in business|ago|later|and counting|strong|running)(?!\p{L})/u.test(
      text.slice(near.start, near.end),
    )
  )
}
