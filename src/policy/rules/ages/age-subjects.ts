import { FIRST_PERSON } from '../../text/languages/first-person.ts'
import type { Span } from '../../text/text-views.ts'
import type { AtomHits } from '../atom-hits.ts'

/** Pronouns that a profile lists say who its owner is, and speak of nobody else. */
export const PRONOUN_TAGS =
  /(?<!\p{L})(?:she|he|they|her|him|them)(?:\/(?:she|he|they|her|him|them|hers|his|theirs))+(?!\p{L})/gu
/** The end of a clause in which its author says what they are or are called: "my name is Ana". */
export const SAYS_OF_SELF =
  /(?<!\p{L})(?:i'?m|i am|my (?:name|age)|soy|sou|je suis|ich bin|sono|ik ben|jestem|я|me llamo|mi nombre(?: es)?|me chamo|(?:o )?meu nome(?: e)?|je m'appelle|mon (?:pre)?nom(?: est)?|ich hei(?:ß|ss)e?|mein name(?: ist)?|mi chiamo|il mio nome(?: e)?|ik heet|mijn naam(?: is)?|nazywam sie|mam na imie|меня зовут|мое имя|benim adim|adim|мене звати|jag heter|jag ar|ma numesc|ma cheama|με λενε|ειμαι|(?:minh|em|to) ten(?: la)?|nama (?:aku|saya)|namaku|मेरा नाम|שמי|קוראים לי)(?: [\p{L}\p{M}'’-]{1,14}){0,4} ?$/u

const COPULA =
  /(?<!\p{L})(?:is|are|turns?|turned|now|already|only|just|almost|about|currently|ist|est|es|jest)$/u
const OPENING =
  /^(?:hi|hey|hello|hola|oi|salut|hallo|ciao|just|only|a|an|girl|boy|im|i'm|i am|name|from)(?!\p{L}) ?/u

const LABEL = /(?<!\p{L})(?:age|about|me|bio|name|edad|idade|alter|eta|yas|wiek|возраст)$/u

/** Whether words end with what a form calls an age, or its owner: "my age", "about me". */
export function isAgeLabel(said: string): boolean {
  return LABEL.test(said)
}

/** "FC Blau Jahrgang 2012": the year group of a team. */
const CLUB = /^(?:fc|afc|sv|tsv|sc|ssv|vfb|vfl|fsv|tus|tsg|acf?|asd|rc|cd|cf|ud|rcd|fk|bk|ks|kv|vv)$/u

/** What an age's clause is read with. */
export interface AgeReading {
  hits: AtomHits
  /** Whether the word at this unit of the view is written with a capital in the original. */
  isCapital(at: number): boolean
}

/** The same with what the owner is called, as the view writes it. */
export interface OwnersReading extends AgeReading {
  names: readonly string[]
}

/**
 * Whether a subject can be the owner: nobody, one word or a name; or, where it is a longer description, a text whose owner speaks
 * of themselves. "Family bakery, 13 years old" is a firm's age.
 */
export function isPerson(subject: Span, { hits, isCapital }: AgeReading): boolean {
  const { text } = hits.view
  const said = text.slice(subject.start, subject.end)
  if (SAYS_OF_SELF.test(said)) return true
  const words = withoutFrame(said.replace(PRONOUN_TAGS, '').replace(/[^\p{L}\p{M}\p{N}'’ -]/gu, ' '))
  if (words.length === 0) return true
  if (saysOwnDoings(hits, subject)) return true
  if (isOfThing(hits, subject)) return false
  if (words.length === 1) return true
  const isName =
    words.length === 2 &&
    !words.some((word) => CLUB.test(word)) &&
    words.every((word) => isCapital(text.indexOf(word, subject.start)))
  return isName || speaksOfSelf(hits, subject)
}

/** "Toco la guitarra", "ich spiele Klavier", "gitar çalıyorum": whose clause it is, its verb says, where no pronoun does; what is played on is no subject. */
function saysOwnDoings(hits: AtomHits, { start, end }: Span): boolean {
  const { text } = hits.view
  return hits
    .of('lex.own_doings')
    .some(
      (hit) =>
        hit.start >= start &&
        hit.end <= end &&
        (OWN_SUBJECT.test(text.slice(start, hit.start)) || /^\P{L}*$/u.test(text.slice(hit.end, end))),
    )
}

/** All that stands before such a verb. */
const OWN_SUBJECT =
  /^\P{L}*(?:(?:i|hi|hey|hola|oi|salut|hallo|ciao|yo|eu|je|moi|ich|io|ik|ja|я|jag|aku|just|also|really|solo|so|anche|auch|juste|ook|też) ?){0,3}\P{L}*$/u

/** Whether a clause is about what has years of its own, and says nothing of its owner: "mi coche es bueno", but not "la guitarra es mi vida" or "toco la guitarra". */
function isOfThing(hits: AtomHits, { start, end }: Span): boolean {
  const { text } = hits.view
  const isInside = (hit: Span): boolean => hit.start >= start && hit.end <= end
  return (
    hits.of('lex.aged_things').some(isInside) ||
    hits
      .of('lex.aged_subjects')
      .some(
        (hit) =>
          isInside(hit) &&
          DETERMINERS.test(text.slice(start, hit.start)) &&
          !FIRST_PERSON.test(text.slice(hit.end, end)),
      )
  )
}

/** All that stands before the subject of a clause. */
const DETERMINERS =
  /^[^\p{L}]*(?:(?:the|el|la|los|las|un|una|o|a|os|as|um|uma|le|les|l'|une|der|die|das|ein|eine|il|lo|i|gli|uno|de|het|een|ο|η|το|bu|mi|mis|nuestr[oa]s?|meus?|minhas?|noss[oa]s?|mon|ma|mes|notre|nos|meine?|unsere?|mi[oae]|miei|nostr[oaie]|mijn|onze?|moj[aei]?|nasz[ae]?|мои|моя|мое|наш|наша|наше|мій|моє|min|mitt|var|vart) ?){0,3}$/u

function withoutFrame(said: string): string[] {
  let rest = said.trim()
  while (OPENING.test(rest) && rest !== '') rest = rest.replace(OPENING, '').trim()
  while (COPULA.test(rest)) rest = rest.replace(COPULA, '').trim()
  return rest.split(/\s+/u).filter((word) => word !== '')
}

/** UTF-16 units: a bio. On a long page somebody says "I" somewhere. */
const OWN_SURROUNDINGS = 300

function speaksOfSelf(hits: AtomHits, subject: Span): boolean {
  const [from, to] = [Math.max(0, subject.start - OWN_SURROUNDINGS), subject.end + OWN_SURROUNDINGS]
  const around = hits.view.text.slice(from, to)
  return (
    FIRST_PERSON.test(around) ||
    around.search(PRONOUN_TAGS) >= 0 ||
    hits.of('lex.school_year').some(({ start, end }) => start >= from && end <= to)
  )
}
