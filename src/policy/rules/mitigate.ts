import type { Mitigation } from '../finding.ts'
import type { Scoring } from '../pack/scoring-schema.ts'
import { FIRST_PERSON } from '../text/first-person.ts'
import { sentenceAround } from '../text/sentences.ts'
import { isTextLabel } from '../text/text-labels.ts'
import { madeOf, type Span } from '../text/text-views.ts'
import type { AtomHits } from './atom-hits.ts'
import { isToldByVictim } from './done-to-author.ts'
import { isDeniedOfAll, isDoneToAuthor, isDoneToNobody } from './indefinite-subjects.ts'
import type { RuleMatch } from './match-text-rule.ts'
import { CLAUSE_END, speaksForThemselves } from './other-clause.ts'

const SENTENCE_END = /[.!?\n]/u
const QUOTES: readonly (readonly [string, string])[] = [
  ['“', '”'],
  ['«', '»'],
  ['„', '“'],
  ['„', '”'],
  ['「', '」'],
  ['"', '"'],
  ['»', '«'],
]
/** What closes any of these, or a quotation between apostrophes. */
const CLOSES = /["“”«»」'’]/
const MAX_QUOTE = 240
/** A text that is nothing but one quotation is the author's own voice. */
const MIN_FRAME = 12

/**
 * Why a match counts for less, or null. Looks only at the text around it. What forbids the act in its own sentence refuses it, and a
 * sentence that speaks of anybody defines and offers nothing; that words of rule texts stand somewhere about makes a rule
 * text of strangers' pages, and never of what is `isOwn`. Only reasons that are asked for count.
 */
export function mitigationOf(
  match: RuleMatch,
  hits: AtomHits,
  scoring: Scoring,
  { isOwn, asked }: { isOwn: boolean; asked: readonly Mitigation[] },
): Mitigation | null {
  const may = framesIn(hits.view)
  const asks = (reason: Mitigation): boolean => asked.includes(reason)
  if (asks('negated') && isNegated(match, hits, scoring, may)) return 'negated'
  if (asks('quoted') && isQuoted(match, hits.view.text)) return 'quoted'
  if (asks('third_person') && isAnothers(match, hits, scoring, may)) return 'third_person'
  if (asks('policy_text') && isRuleText(match, hits, scoring, isOwn)) return 'policy_text'
  return null
}

function isNegated(match: RuleMatch, hits: AtomHits, scoring: Scoring, may: Frames): boolean {
  const { negated, forbidden } = scoring.mitigations
  if (
    may.nobody &&
    (endsIn(NOBODY, hits.view.text, match.act.start) ||
      isDoneToNobody(match, hits.view.text) ||
      isDeniedOfAll(match, hits.view.text))
  )
    return true
  // What the rule asks for may hold a negation itself: "are not human".
  const isBesideIt = (word: Span): boolean =>
    !match.parts.some((part) => overlaps(word, part)) && !isArticle(word, hits.view)
  return (
    stands(match.act, hits, negated, CLAUSE_END, isBesideIt) ||
    isGivenUp(match, hits, scoring) ||
    (may.refusal && isListedAsRefused(match, hits, scoring)) ||
    stands(match, hits, forbidden, SENTENCE_END) ||
    standsInside(match, hits, forbidden)
  )
}

function isAnothers(match: RuleMatch, hits: AtomHits, scoring: Scoring, may: Frames): boolean {
  const { third_person } = scoring.mitigations
  const { text } = hits.view
  return (
    isToldOf(match, hits, scoring) ||
    standsInside(match, hits, third_person) ||
    (may.speech && [...SAYS, IF_YOU_SAY].some((says) => endsIn(says, text, match.start))) ||
    (may.role && endsIn(ROLE, text, match.act.start)) ||
    isDoneToAuthor(match, hits, scoring.general_voice.unless) ||
    isToldByVictim(match, hits, scoring.general_voice.unless) ||
    isReported(match, hits, scoring)
  )
}

function isRuleText(match: RuleMatch, hits: AtomHits, scoring: Scoring, isOwn: boolean): boolean {
  const { policy_text } = scoring.mitigations
  if (speaksGenerally(match, hits, scoring)) return true
  return !isOwn && (stands(match, hits, policy_text, null) || standsInside(match, hits, policy_text))
}

/** "Nobody doubles your money": what nobody does is not offered. */
const NOBODY =
  /(?<!\p{L})(?:nobody|no one|no-one|nadie|ninguem|personne ne|niemand|nessuno|nikt nie|никто не|kimse|tidak ada yang)(?: (?:can|could|will|would|ever|puede|va a|pode|vai|peut|kann|wird|puo|kan|zal|moze|может))? $/u
/** Whose words follow: what somebody may say, asks or threatens, and what a figure of a tale does. */
const SAYS = [
  /(?<!\p{L})(?:if|when|whenever|si|cuando|se|quando|quand|wenn|als|gdy|jesli|если|когда) (?:some(?:one|body)|any(?:one|body)|they|people|he|she|a \p{L}{2,12}|alguien|alguem|quelqu'un|jemand|qualcuno|iemand|ktos|кто-то|кто-нибудь)(?: \p{L}+){0,2} (?:says?|tells?|writes?|asks?|promises?|threatens?|demands?|claims?|offers?|dice|te dice|promete|pide|amenaza|diz|pede|ameaca|dit|promet|demande|menace|sagt|schreibt|verspricht|droht|verlangt|promette|chiede|minaccia|zegt|belooft|dreigt|mowi|pisze|obiecuje|grozi|говорит|пишет|обещает|угрожает)(?: (?:you|te|to you|dir|ti|vous|je|ci|тебе))?(?: that| que| dass| che| dat| ze| что)?[:,]? ?["“«„']?$/u,
  /(?<!\p{L})(?:he|she|they|it|character|hero|heroine|villain|er|sie|el|ella|ele|ela|il|elle|lui|lei|hij|on|ona|он|она|герои|героиня) (?:says?|said|tells?|told|yells?|yelled|screams?|screamed|shouts?|shouted|whispers?|whispered|writes?|wrote|sagt|sagte|schreit|dice|dijo|grita|diz|disse|dit|crie|zegt|mowi|powiedzial\p{L}?|говорит|сказал\p{L}?|кричит):? ?["“«„']?$/u,
]
/** "If you tell …": what somebody is said to say is not said by who says so. */
const IF_YOU_SAY =
  /(?<!\p{L})(?:if you (?:say|tell|call|shout)|si (?:vos )?(?:les? )?(?:decis|dices|gritas)|si tu (?:dis|cries)|si vous (?:dites|criez)|wenn (?:du|ihr|man) (?:sagst|sagt|rufst|ruft)|se (?:tu |voi )?(?:gli )?(?:dici|dite|gridi)|se (?:voce |vc |tu )?(?:diz|disser|dizes|grita)|als je (?:zegt|roept)|jesli (?:mowisz|krzyczysz)|если ты (?:говоришь|кричишь))(?: that| que| dass| dat| che| ze| что)?(?: to| a| zu| aan| aux?)?(?: (?:the|all|los|las|les|die|den|i|gli|le|os|as))?[:,]? ?["“«„']? ?$/u
/** "I played an escort in season 2", "cast as a hitman". */
const ROLE =
  /(?<!\p{L})(?:play(?:s|ed|ing)?|cast as|portray(?:s|ed|ing)?|starring as|in the role of|role of|hice de|interprete|interpreto|interpreta|joue|jouais|spiele|spielte|interpretei|grałam|играла|сыграла|сыграл)(?: (?:an?|the|this|una?|um|uma|une?|eine?n?|der|die|il|la|le))?(?: \p{L}{3,12})? $/u
const LEAD = 70
const MAY_BE_NOBODY =
  /nobody|no one|no-one|never|nadie|ninguem|personne|niemand|nooit|nessuno|nikt|nikogo|никто|никого|nimeni|ingen|kimse|tidak ada/u
const MAY_BE_SPEECH =
  /say|said|tell|told|yell|scream|shout|whisper|if you call|deci|dice|grit|dis|cri|sag|ruf|grid|roep|krzycz|dice|writ|wrote|asks|promi|threaten|demand|claim|offers|dijo|pide|pede|amena|ameac|diz|disse|dit|crie|menace|sagt|schrei|verspricht|droht|verlangt|chiede|minaccia|zegt|belooft|dreigt|mowi|powiedz|pisze|obiecuje|grozi|говорит|сказал|кричит|пишет|обещает|угрожает/u
const MAY_BE_ROLE =
  /play|cast as|portray|starring|role of|hice de|interpret|joue|jouais|spiel|grałam|играла|сыграл/u

const MAY_BE_REFUSAL =
  /do not|don't|dont|won't|will not|never|cannot|can't|no (?:h|o|v|a|g|p|m)|nao |pas|weder|kein|nicht|non |geen|niet|nie |не /u

interface Frames {
  nobody: boolean
  speech: boolean
  role: boolean
  refusal: boolean
}

/** Which of them a view may hold at all: nearly all of its matches need not be asked. */
function framesIn(view: AtomHits['view']): Frames {
  return madeOf(view, SAYS, () => ({
    nobody: MAY_BE_NOBODY.test(view.text),
    speech: MAY_BE_SPEECH.test(view.text),
    role: MAY_BE_ROLE.test(view.text),
    refusal: MAY_BE_REFUSAL.test(view.text),
  }))
}

function endsIn(words: RegExp, text: string, at: number): boolean {
  return words.test(text.slice(Math.max(0, at - LEAD), at))
}

/** What somebody did and does no more, right before what that was, as languages say it: "I used to sell", "dejé de vender", "перестала продавать". */
const NO_MORE =
  /(?<![\p{L}\p{M}])(?:used to(?: \p{L}+)?|(?:stopped|quit|gave up)(?: \p{L}+ing)?|no longer(?: \p{L}+)?|(?:deje|dejamos) de(?: \p{L}+[aei]r)?|(?:parei|deixei) de(?: \p{L}+[aei]r)?|arrete de(?: \p{L}+)?|smesso di(?: \p{L}+re)?|gestopt met(?: \p{L}+en)?|перестала?(?: \p{L}+ть)?|przestal[ae]m(?: \p{L}+c)?|slutade(?: \p{L}+a)?|am renuntat sa(?: \p{L}+)?) ?$/u
const NO_MORE_REACH = 40

/** Whether the sentence says that its author gave the act up; who asks to be written to has not. */
function isGivenUp({ act, start }: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const { text } = hits.view
  const from = Math.min(act.start, start)
  if (![from, act.start].some((at) => NO_MORE.test(text.slice(Math.max(0, at - NO_MORE_REACH), at))))
    return false
  const sentence = sentenceAround(text, act)
  return !scoring.general_voice.unless
    .filter((atom) => atom.startsWith('lex.'))
    .some((atom) => hits.of(atom).some((span) => span.start >= sentence.start && span.end <= sentence.end))
}

/** Small words of Portuguese. Asking for the language of a text would load a table for every page that says "no". */
const PORTUGUESE =
  /(?<![\p{L}.])(?:nao|voces?|vc|minhas?|meus?|pra|pelos?|pelas?|tenho|chama|sou|seus?|suas?|com(?= \p{L}))(?!\p{L})/u

/** "No Rio": what denies in Spanish and English is "in the" in Portuguese. */
function isArticle({ start, end }: Span, view: AtomHits['view']): boolean {
  return view.text.slice(start, end) === 'no' && madeOf(view, PORTUGUESE, () => PORTUGUESE.test(view.text))
}

/** A verb that is denied, as languages do it, and what it is denied of up to a place: "I do NOT do family roleplay, animals or …". */
const REFUSED_LIST =
  /(?<![\p{L}\p{M}])(?:(?:do not|don't|dont|won't|will not|never|cannot|can't) (?:do|offer|film|make|sell|shoot|want|accept|take|post|ask(?: me)?(?: for)?)|no (?:hago|ofrezco|vendo|acepto|grabo|pidas|me pidas)|nao (?:faco|vendo|aceito|ofereco|gravo|peca)|(?:fais|propose|vends|accepte|tourne) pas|(?:mache|biete|verkaufe|drehe) (?:weder|kein\p{L}{0,2}|nicht)|non (?:faccio|offro|vendo|accetto|chiedete(?:mi)?)|(?:doe|maak|verkoop) (?:geen|niet)|nie (?:robie|oferuje|sprzedaje|nagrywam)|не (?:делаю|предлагаю|продаю|снимаю))(?<list> [^.!?\n:;|]{0,70})$/u
const LIST_JOINT = /(?<!\p{L})(?:or|nor|ni|o|ou|oder|noch|of|lub|ani|или|ни)(?!\p{L})/u
/** What begins another clause than that of the list. */
const LIST_ENDS =
  /(?<!\p{L})(?:but|only|just|so|dm|text|call|message|write|pero|solo|mas|mais|aber|nur|ma|maar|ale|но)(?!\p{L})/u
const LIST_REACH = 110

/** Whether the act is a later one of several that the sentence refuses; a price or a contact in it offers. */
function isListedAsRefused({ act }: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const { text } = hits.view
  const list = REFUSED_LIST.exec(text.slice(Math.max(0, act.start - LIST_REACH), act.start))?.groups?.list
  if (list === undefined || FIRST_PERSON.test(list) || LIST_ENDS.test(list)) return false
  const sentence = sentenceAround(text, act)
  return (
    (LIST_JOINT.test(list) || LIST_JOINT.test(text.slice(act.end, sentence.end))) &&
    !isOffered({ start: act.end, end: sentence.end }, hits, scoring)
  )
}

/** Whether a place holds a price or asks to be written to. */
function isOffered(place: Span, hits: AtomHits, scoring: Scoring): boolean {
  return scoring.general_voice.unless.some((atom) =>
    hits.of(atom).some(({ start, end }) => start >= place.start && end <= place.end),
  )
}

/** Whether a match stands in a quotation, and its sentence says of somebody else that they speak. */
export function isSaidByAnother(match: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  return (
    isQuoted(match, hits.view.text) && stands(match, hits, scoring.mitigations.third_person, SENTENCE_END)
  )
}

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
function isReported(match: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const { before, reach_before } = scoring.mitigations.reported
  const { text } = hits.view
  const behind = text.slice(match.end, match.end + JUDGED_WITHIN)
  if (THING_SAID.test(behind)) return true
  if (SAID_BEHIND.test(behind) && !asksToBeWrittenTo(match, hits, scoring)) return true
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

/** Whether the sentence tells of others; between their words so is whatever is said. */
function isToldOf(match: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const reach = scoring.mitigations.third_person
  const { text } = hits.view
  const isOfAnother = (word: Span): boolean =>
    !isTextLabel(word, text) &&
    !speaksForThemselves(match, word, text) &&
    !(SAID.test(text.slice(word.start, word.end)) && asksToBeWrittenTo(match, hits, scoring))
  if (stands(match, hits, reach, SENTENCE_END, isOfAnother)) return true
  const isNoLabel = (word: Span): boolean => !isTextLabel(word, text)
  const all = [...reach.before, ...reach.after]
  return (
    stands(match, hits, { ...reach, before: all, after: [] }, SENTENCE_END, isNoLabel) &&
    stands(match, hits, { ...reach, before: [], after: all }, SENTENCE_END)
  )
}

/** Whether the sentence tells what something is, about anybody: no word of the author, no price and no contact in it. */
function speaksGenerally(match: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const { words, unless } = scoring.general_voice
  const { text } = hits.view
  const sentence = sentenceAround(text, match)
  const isInside = ({ start, end }: Span): boolean => start >= sentence.start && end <= sentence.end
  return (
    words.some((name) => hits.of(`lex.${name}`).some(isInside)) &&
    !unless.some((atom) => hits.of(atom).some(isInside)) &&
    !FIRST_PERSON.test(text.slice(sentence.start, sentence.end))
  )
}

/** Between the words that matched. */
function standsInside(match: RuleMatch, hits: AtomHits, reach: Reach): boolean {
  const isInside = (span: Span): boolean => isBetween(span, match)
  return someSpan(hits, reach.before, isInside) || someSpan(hits, reach.after, isInside)
}

function isBetween(span: Span, match: RuleMatch): boolean {
  return (
    span.start >= match.start && span.end <= match.end && !match.parts.some((part) => overlaps(span, part))
  )
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end
}

type Reach = Scoring['mitigations']['negated']

function stands(
  at: Span,
  hits: AtomHits,
  reach: Reach,
  breaks: RegExp | null,
  counts: (span: Span) => boolean = () => true,
): boolean {
  const text = hits.view.text
  const open = (from: number, to: number): boolean => breaks === null || !breaks.test(text.slice(from, to))
  const isBefore = ({ end }: Span): boolean =>
    end <= at.start && at.start - end <= reach.reach_before && open(end, at.start)
  const isAfter = ({ start }: Span): boolean =>
    start >= at.end && start - at.end <= reach.reach_after && open(at.end, start)
  return (
    someSpan(hits, reach.before, (span) => isBefore(span) && counts(span)) ||
    someSpan(hits, reach.after, (span) => isAfter(span) && counts(span))
  )
}

function someSpan(hits: AtomHits, lexicons: readonly string[], test: (span: Span) => boolean): boolean {
  return lexicons.some((name) => hits.of(`lex.${name}`).some(test))
}

/** An apostrophe opens a quotation before a word and closes one after it; inside of a word it is neither. */
const APOSTROPHE = /['’]/
const APOSTROPHE_OPENS = /(?<![\p{L}\p{N}])['‘](?=[\p{L}\p{N}])/gu
const APOSTROPHE_CLOSES = /(?<=[\p{L}\p{N}.,!?])['’](?![\p{L}\p{N}])/gu

/** '"…" and I stand by it': who agrees with what they quote says it themselves. */
const ENDORSED =
  /^[^"”»]{0,60}["”»][.,!]? ?(?:and |y |e |et |und |en |i |и )?(?:(?:i|we) (?:stand by|agree|mean|believe|say) (?:it|that|this|so)|(?:so|very) true|(?:is|that's|it's) (?:true|facts|right)|facts(?!\p{L})|lo (?:sostengo|digo en serio)|estoy de acuerdo|es verdad|concordo|e verdade|je suis d'accord|c'est vrai|ich stehe dazu|stimmt(?!\p{L})|sono d'accordo|e vero|dat klopt|to prawda|это правда|согласен|согласна)/u

function isQuoted(match: Span, text: string): boolean {
  const before = text.slice(Math.max(0, match.start - MAX_QUOTE), match.start)
  const after = text.slice(match.end, match.end + MAX_QUOTE)
  const left = before.slice(before.lastIndexOf('\n') + 1)
  const right = after.split('\n', 1)[0] ?? ''
  if (!CLOSES.test(right) || ENDORSED.test(right)) return false
  if (standsBetweenApostrophes(left, text.slice(match.start, match.end), right, text.length)) return true
  return QUOTES.some(([opening, closing]) => {
    const inside =
      opening === closing
        ? left.split(opening).length % 2 === 0
        : left.lastIndexOf(opening) > left.lastIndexOf(closing)
    const end = right.indexOf(closing)
    if (!inside || end < 0) return false
    const quoted = left.length - left.lastIndexOf(opening) + (match.end - match.start) + end
    return text.length - quoted >= MIN_FRAME
  })
}

function standsBetweenApostrophes(left: string, words: string, right: string, length: number): boolean {
  if (!APOSTROPHE.test(right)) return false
  const line = left + words + right
  const end = left.length + words.length
  const placesOf = (sign: RegExp) => [...line.matchAll(sign)].map(({ index }) => index)
  const closings = placesOf(APOSTROPHE_CLOSES)
  const opened = placesOf(APOSTROPHE_OPENS).findLast((at) => at <= left.length) ?? -1
  const closed = closings.findLast((at) => at < left.length) ?? -1
  const closes = closings.find((at) => at >= end) ?? -1
  return opened > closed && closes >= 0 && length - (closes - opened) >= MIN_FRAME
}
