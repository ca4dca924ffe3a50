import type { Scoring } from '../../pack/scoring-schema.ts'
import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import { sentenceAround } from '../../text/sentences.ts'
import { isTextLabel } from '../../text/text-labels.ts'
import type { Span } from '../../text/text-views.ts'
import type { AtomHits } from '../atom-hits.ts'
import type { RuleMatch } from '../match-text-rule.ts'
import { isBetween, someSpan, stands } from './excusing-hits.ts'
import { speaksForThemselves } from './other-clause.ts'

/** A line ends a sentence too. */
export const SENTENCE_END = /[.!?\n]/u

/** Behind whose words it is that something is: "people saying that …", but not "I am saying that …". */
const OWN_WORDS = /(?<![\p{L}\p{N}])(?:i|i'm|we|we're|yo|eu|je|ich|wir|io|ik|я|мы)(?: [\p{L}'’]+){0,2} $/u
const ATTRIBUTION = 24

/** "… is a vile thing to say": what is judged as something said. */
const THING_SAID =
  /^["”»]? (?:is|are|was|e|es|est|ist|to) (?:\p{L}{1,14} ){1,7}(?:to say|da dire|que decir|de decir|de se dizer|a dizer|a dire|de dire|zu sagen|om te zeggen|do powiedzenia)(?!\p{L})/u
const JUDGED_WITHIN = 90
/** "…, they yelled at me": whose words it was is said behind them. */
const SAID_BEHIND =
  /^[,.!?]{0,3}["”»“]?[,.]? ?[-–—]? ?(?:(?:was|is|were|had been) (?:written|sprayed|painted|scrawled) (?:on|across|in)|(?:stand|steht|prangte|hing) (?:an|auf|in|uber)|(?:estaba|esta|ponia|habian) (?:escrito|pintado)|(?:etait|est) (?:ecrit|tague)|(?:era|c'era) scritto|(?:estava|esta) (?:escrito|pichado)|stond op|bylo napisane|было написано|yaziyordu|yazilmisti|(?:he|she|they|people|kids|someone|somebody|everyone|my \p{L}{3,12}|the \p{L}{3,12}) (?:once |always |often )?(?:said|says?|yelled|shouted|screamed|wrote|told (?:me|us)|called (?:me|us)|used to (?:say|yell|shout)|kept (?:saying|yelling))|(?:said|yelled|shouted|screamed|wrote) (?:he|she|they|my|the|some)|(?:me|nos|le|les) (?:grit(?:aron|aban|o|aba)|dijeron|dijo|decian?|llamaron|escribi(?:o|eron))|m'(?:a|ont)(?:-t-on|-t-il|-t-elle|-ils)? (?:dit|crie|lance|ecrit|hurle)|on m'a (?:dit|crie|lance|ecrit)|(?:rief|sagte|schrie|schrieb|riefen|sagten|schrien|schrieben) (?:er|sie|man|jemand|mir|uns|der|die|mein\p{L}?|ein\p{L}{0,2})|(?:mi|ci) (?:hanno|ha) (?:detto|gridato|urlato|scritto)|(?:mi|ci) (?:gridavano|dicevano|urlavano)|(?:me |nos )(?:gritaram|disseram|diziam|falaram|escreveram|gritou|disse|falou)|(?:riep|zei|riepen|zeiden|schreef|schreven) (?:hij|zij|ze|men|iemand|mijn|de|een)|(?:krzyczeli|mowili|pisali|powiedzieli|powiedzial\p{L}?)(?: (?:mi|nam|do mnie))?)(?![\p{L}\p{M}])/u

/** Whether the sentence gives the words of somebody else who says, thinks or threatens it: before the match or between its words, "these people saying that …". */
export function isReported(match: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const { before, reach_before } = scoring.mitigations.reported
  const { text } = hits.view
  const behind = text.slice(match.end, match.end + JUDGED_WITHIN)
  if (THING_SAID.test(behind)) return true
  if (SAID_BEHIND.test(behind) && !isClaimedDespiteIt(match, hits, scoring)) return true
  const isAhead = ({ end }: Span): boolean =>
    end <= match.start &&
    match.start - end <= reach_before &&
    !SENTENCE_END.test(text.slice(end, match.start))
  return someSpan(
    hits,
    before,
    (word) =>
      (isAhead(word) || isBetween(word, match)) &&
      !OWN_WORDS.test(text.slice(Math.max(0, word.start - ATTRIBUTION), word.start)),
  )
}

/** "…, she said": whose words they are. */
const SAID = /^(?:he|she|they) said$/
const PRICES = new Set(['re.price', 're.hourly_price'])

/** Whether the sentence of a match asks its reader to write: what somebody else said asks nobody that, unless it is quoted. */
function asksToBeWrittenTo(match: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const sentence = sentenceAround(hits.view.text, match)
  return scoring.general_voice.unless
    .filter((atom) => !PRICES.has(atom))
    .some((atom) => hits.of(atom).some(({ start, end }) => start >= sentence.start && end <= sentence.end))
}

/**
 * Whether the words of a match are their author's although "…, she said" stands behind: they ask to be written to, or are neither quoted nor said to anybody and
 * begin the sentence with what they offer or order, or say "I" where nothing else is said, as a tale would. Who reports others' words in such a form marks them or says who did it; any offence could have the two words behind it.
 */
function isClaimedDespiteIt(match: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const { text } = hits.view
  if (asksToBeWrittenTo(match, hits, scoring)) return true
  const sentence = sentenceAround(text, match)
  const said = text.slice(sentence.start, sentence.end)
  const bare = BARE_SAID.exec(said)
  if (bare === null || MARKED.test(said)) return false
  const isWholeText = !/\p{L}/u.test(text.slice(0, sentence.start) + text.slice(sentence.end))
  if (isWholeText && FIRST_PERSON.test(said.slice(0, bare.index))) return true
  return !/\p{L}/u.test(text.slice(sentence.start, match.start)) && ORDERS_OR_OFFERS.test(said)
}

/** Said by a pronoun, to nobody, and no word more. As `MARKED` and `ORDERS_OR_OFFERS`, read in a sentence. */
const BARE_SAID =
  /[,.]? ?[-–—]? ?(?<!\p{L})(?:(?:he|she|they) (?:said|says)|said (?:he|she|they)|sagte (?:er|sie)|dijo(?: ella| el)?|dit-(?:il|elle)|a-t-(?:il|elle) dit|disse(?: ela| ele| lei| lui)?|zei (?:hij|zij|ze)|сказал[аи]?(?: он[аи]?)?|powiedzial[a]?)(?=\P{L}*$)/u
const MARKED = /["“”„«»「」]/u
/** Sentences without a subject: "Selling …", "kill yourself", "all … free in my folder". */
const ORDERS_OR_OFFERS =
  /^\P{L}*(?:selling|buying|offering|for sale|available|kill|hang|cut|end|send|pay|get|go|do|film(?:ed|ing)?|record(?:ed|ing)?|leak(?:ed|ing)?|vendo|verkaufe|biete|vends|sprzedam|продаю|verkoop|satilik)(?!\p{L})/u

/** Whether the sentence tells of others; between their words so is whatever is said. */
export function isToldOf(match: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const reach = scoring.mitigations.third_person
  const { text } = hits.view
  const isOfAnother = (word: Span): boolean =>
    !isTextLabel(word, text) &&
    !speaksForThemselves(match, word, text) &&
    !(SAID.test(text.slice(word.start, word.end)) && isClaimedDespiteIt(match, hits, scoring))
  if (stands(match, hits, reach, SENTENCE_END, isOfAnother)) return true
  const isNoLabel = (word: Span): boolean => !isTextLabel(word, text)
  const all = [...reach.before, ...reach.after]
  return (
    stands(match, hits, { ...reach, before: all, after: [] }, SENTENCE_END, isNoLabel) &&
    stands(match, hits, { ...reach, before: [], after: all }, SENTENCE_END)
  )
}
