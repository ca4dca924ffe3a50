import type { Scoring } from '../../pack/scoring-schema.ts'
import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import { sentenceAround } from '../../text/sentences.ts'
import type { Span } from '../../text/text-views.ts'
import type { AtomHits } from '../atom-hits.ts'
import type { RuleMatch } from '../match-text-rule.ts'

/** What somebody did and does no more, right before what that was, as languages say it: "I used to sell", "dejé de vender", "перестала продавать". */
const NO_MORE =
  /(?<![\p{L}\p{M}])(?:used to(?: \p{L}+)?|(?:stopped|quit|gave up)(?: \p{L}+ing)?|no longer(?: \p{L}+)?|(?:deje|dejamos) de(?: \p{L}+[aei]r)?|(?:parei|deixei) de(?: \p{L}+[aei]r)?|arrete de(?: \p{L}+)?|smesso di(?: \p{L}+re)?|gestopt met(?: \p{L}+en)?|перестала?(?: \p{L}+ть)?|przestal[ae]m(?: \p{L}+c)?|slutade(?: \p{L}+a)?|am renuntat sa(?: \p{L}+)?) ?$/u
const NO_MORE_REACH = 40

/** Whether the sentence says that its author gave the act up; who asks to be written to has not. */
export function isGivenUp({ act, start }: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
  const { text } = hits.view
  const from = Math.min(act.start, start)
  if (![from, act.start].some((at) => NO_MORE.test(text.slice(Math.max(0, at - NO_MORE_REACH), at))))
    return false
  const sentence = sentenceAround(text, act)
  return !scoring.general_voice.unless
    .filter((atom) => atom.startsWith('lex.'))
    .some((atom) => hits.of(atom).some((span) => span.start >= sentence.start && span.end <= sentence.end))
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
export function isListedAsRefused({ act }: RuleMatch, hits: AtomHits, scoring: Scoring): boolean {
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
