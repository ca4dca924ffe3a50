import type { OwnClause } from '../../pack/rule-schema.ts'
import type { Ages } from '../../pack/word-schemas.ts'
import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import { originalSpan, type Span, type TextView } from '../../text/text-views.ts'
import { type Clause, clauseAt, isOfWhoReads, type Kind } from './age-clause.ts'

/** The clause around `part` (a number of years; words for being of age or not) that says nothing but that of its author; else null. */
export function ownClauseAt(kind: OwnClause, part: Span, read: Read, ages: Ages): Span | null {
  if (kind === 'age') return ageClauseAt(part, read, ages)
  return kind === 'ahead' ? aheadClauseAt(part, read, ages) : statusClauseAt(part, read, ages)
}

/** A view, and the text of which it is one: whatever ends a clause may be a comma in the view. */
interface Read {
  view: TextView
  original: string
}

/**
 * The clause around a number where it says nothing but the age of who wrote it, at hand ("im 15 lol") or to come ("16 next week", "almost sixteen", "turning 18 in March"):
 * the number and words of `ages.yaml`, in whatever order; else null.
 */
function ageClauseAt(number: Span, read: Read, ages: Ages): Span | null {
  const { text } = read.view
  const clause = clauseAt(number, text, ages)
  const years = yearsOf(text.slice(number.start, number.end))
  if (clause === null || (isOfWhoReads(clause.said) && isAsked(clause, read))) return null
  if (clause.said.includes('day') && SO_FEW.test(text.slice(clause.start, number.start))) return null
  return saysChildsAge(clause.said, years) ? clause : null
}

/** "Just 15 this week": with a day of now behind it and no word for years or for oneself, so few of something. */
const SO_FEW =
  /^\P{L}*(?:just|only|nur|bloss|solo|so|apenas|seulement|juste|alleen|slechts|tylko|только|лише|sadece|bara|doar)\P{L}*$/u

/**
 * The clause around words for not being of age ("underage", "minderjährig") where it says of its author nothing but that, in one word more at least ("I'm still underage", "underage
 * so no weird dms"); else null. Alone they may be a heading, what is forbidden, or who is to stay away.
 */
function statusClauseAt(status: Span, read: Read, ages: Ages): Span | null {
  const clause = statementAt(status, read, ages)
  if (clause === null) return null
  return clause.said.length > 0 || REASON.test(read.view.text.slice(clause.end)) ? clause : null
}

/** "Underage so no weird dms", "mineure, pas de rencontres": who is asked for something because of it, or refused as such, is somebody else. */
const REASON =
  /^,? ?(?:so |dus |also )?(?:no|not|kein\p{L}{0,2}|nichts?|pas d(?:e|')|geen|niente|nessun\p{L}?|sin|sem|nao|nada de|bez|без|никаких|zadnych|inga|ingen) ?(?:\p{L}{2,10} ){0,2}(?:dms?|pms?|messages?|nudes?|pics|creeps?|pervs?|meets?|meetups?|flirting|rencontres?|rdv|contacts?|mp|snaps?|treffen|nachrichten|anfragen|photos?|fotos?|bilder|mensajes?|quedadas?|encontros?|mensagens|foto|incontri|messaggi|berichten|afspraken|spotkan\p{L}?|wiadomosci|встреч|фото|traffar|bilder)(?!\p{L})|^,? (?:so|dus|also|donc|asi que|por eso|entao|quindi|wiec|поэтому|так что|o yuzden|jadi|sa) /u

/** The clause around words for being of age ("legal", "volljährig") that says of its author that they will be: "legal in 3 months", "bald volljährig"; else null. */
function aheadClauseAt(status: Span, read: Read, ages: Ages): Span | null {
  const clause = statementAt(status, read, ages)
  return clause?.said.some((kind) => AHEAD.includes(kind)) ? clause : null
}

const AHEAD: readonly Kind[] = ['comes', 'day', 'not_yet']

/** The clause around words about being of age that its author states: who asks or forbids speaks of others. */
function statementAt(status: Span, read: Read, ages: Ages): Clause | null {
  const clause = clauseAt(status, read.view.text, ages, () => true)
  return clause === null || isAsked(clause, read) || isForbidden(clause, read) ? null : clause
}

function isAsked(clause: Span, read: Read): boolean {
  return /^\s*[?？]/u.test(besideOf(clause, read).after)
}

/** "Underage 🚫", "❌ minderjährig": a sign beside it says what may not be. */
function isForbidden(clause: Span, read: Read): boolean {
  const { before, after } = besideOf(clause, read)
  return FORBIDDEN_BEFORE.test(before) || FORBIDDEN_AFTER.test(after)
}

const FORBIDDEN_BEFORE = /[🚫❌⛔✖✘🔞]\uFE0F?\s*$/u
const FORBIDDEN_AFTER = /^\s*[🚫❌⛔✖✘🔞]/u

/** What is written right beside a clause. */
function besideOf(clause: Span, { view, original }: Read): { before: string; after: string } {
  const { start, end } = originalSpan(view, clause.start, clause.end)
  return {
    before: original.slice(Math.max(0, start - BESIDE), start),
    after: original.slice(end, end + BESIDE),
  }
}

/** UTF-16 units: a sign with its selector, and blanks. */
const BESIDE = 5

/** "Not 18 yet? Leave.": who is asked for the age at which one may stay, and told what to do otherwise, is whoever reads. */
export function asksReaders(match: Span, read: Read): boolean {
  const words = read.view.text.slice(match.start, match.end)
  return (
    OF_AGE.test(words) && !FIRST_PERSON.test(words) && /^\s*[?？]\s*\S/u.test(besideOf(match, read).after)
  )
}

const OF_AGE = /18|eighteen|underage|achtzehn/u

function saysChildsAge(said: readonly Kind[], years: number): boolean {
  if (said.includes('not_yet')) return years <= ADULT
  if (said.includes('under')) return said.includes('is') && years <= ADULT
  if (said.includes('reached') || said.includes('named')) return years < ADULT
  if (said.includes('comes') || said.includes('day')) return years <= ADULT
  return said.includes('is') && years < ADULT
}

const ADULT = 18

const IN_WORDS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen'.split(' ')

function yearsOf(number: string): number {
  const digits = number.match(/\d+/)?.[0]
  return digits === undefined ? 10 + IN_WORDS.indexOf(number.trim()) : Number(digits)
}
