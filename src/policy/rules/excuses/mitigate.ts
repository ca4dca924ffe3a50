import type { Mitigation } from '../../finding.ts'
import type { Scoring } from '../../pack/scoring-schema.ts'
import { beginsWord } from '../../text/begins-word.ts'
import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import { sentenceAround } from '../../text/sentences.ts'
import { madeOf, overlaps, type Span } from '../../text/text-views.ts'
import type { AtomHits } from '../atom-hits.ts'
import type { RuleMatch } from '../match-text-rule.ts'
import { isDealtByAnother } from './dealt-by-another.ts'
import { isToldByVictim } from './done-to-author.ts'
import { stands, standsInside } from './excusing-hits.ts'
import { isDeniedOfAll, isDoneToAuthor, isDoneToNobody } from './indefinite-subjects.ts'
import { isQuoted } from './is-quoted.ts'
import { CLAUSE_END } from './other-clause.ts'
import { isReported, isToldOf, SENTENCE_END } from './others-words.ts'
import { isGivenUp, isListedAsRefused } from './refused-acts.ts'
import { isReportedHere } from './reported-here.ts'

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
    isAnsweredNo(match, hits.view.text) ||
    isGivenUp(match, hits, scoring) ||
    (may.refusal && isListedAsRefused(match, hits, scoring)) ||
    stands(match, hits, forbidden, SENTENCE_END) ||
    standsInside(match, hits, forbidden)
  )
}

/** "Cheaper by bank transfer? No, we only take cards": what is asked and answered so is refused, unless "no" begins what is offered without ("No problem", "no ID"). */
function isAnsweredNo({ end }: RuleMatch, text: string): boolean {
  return ANSWERED_NO.test(text.slice(end, end + ANSWER_REACH))
}

const ANSWERED_NO =
  /^[^?!.\n]{0,40}\? ?(?:no|nope|nein|non|nao|nee|nie|нет|hayir|sorry)(?:[,.!]| (?:gracias|thanks?|danke|merci|obrigad[oa]|grazie|way)(?!\p{L}))/u
const ANSWER_REACH = 70

function isAnothers(match: RuleMatch, hits: AtomHits, scoring: Scoring, may: Frames): boolean {
  const { third_person } = scoring.mitigations
  const { text } = hits.view
  return (
    isToldOf(match, hits, scoring) ||
    isDealtByAnother(match, hits) ||
    isReportedHere(match, text) ||
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
  /(?<!(?<!\p{L})(?:i|we|ich|wir|yo|eu|io|ik|ja|я|мы)) (?:wrote|texted|said|writes|schrieb|schreibt|sagte|escribio|dijo|(?:m'a |a )?(?:ecrit|dit)|(?:mi )?ha (?:scritto|detto)|escreveu|disse|schreef|zei|napisal[a]?|powiedzial[a]?|написал[а]?|сказал[а]?|yazdi|dedi)(?: (?:me|us|to me|mir|uns|mi|mne|mij))? ?: ?["“«„']?(?:(?:if|when|wenn|si|quand|cuando|se|quando|als|jak|если|когда) [^.!?:;\n]{2,40},? ?)?$/u,
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
  /say|said|tell|told|yell|scream|shout|whisper|if you call|deci|dice|grit|dis|cri|sag|ruf|grid|roep|krzycz|dice|writ|wrote|texted|schrieb|escrib|ecrit|scritto|detto|escrev|schreef|zei|napisa|написа|yazdi|dedi|asks|promi|threaten|demand|claim|offers|dijo|pide|pede|amena|ameac|diz|disse|dit|crie|menace|sagt|schrei|verspricht|droht|verlangt|chiede|minaccia|zegt|belooft|dreigt|mowi|powiedz|pisze|obiecuje|grozi|говорит|сказал|кричит|пишет|обещает|угрожает/u
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

/** Small words of Portuguese. Asking for the language of a text would load a table for every page that says "no". */
const GOES_ON = /[\p{L}.]$/u
const speaksPortuguese = beginsWord(
  /(?:nao|voces?|vc|minhas?|meus?|pra|pelos?|pelas?|tenho|chama|sou|seus?|suas?|com(?= \p{L}))(?!\p{L})/u,
  GOES_ON,
)

/** "No Rio": what denies in Spanish and English is "in the" in Portuguese. */
function isArticle({ start, end }: Span, view: AtomHits['view']): boolean {
  return (
    view.text.slice(start, end) === 'no' && madeOf(view, speaksPortuguese, () => speaksPortuguese(view.text))
  )
}

/** Whether a match stands in a quotation, and its sentence says of somebody else that they speak. */
export function isSaidByAnother(match: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  return (
    isQuoted(match, hits.view.text) && stands(match, hits, scoring.mitigations.third_person, SENTENCE_END)
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
