import type { Span } from '../../text/text-views.ts'
import type { AtomHits } from '../atom-hits.ts'
import { type AgeReading, PRONOUN_TAGS, SAYS_OF_SELF } from './age-subjects.ts'

/** "Mi tienda", "ma boutique", "unser Verein": what somebody has and what it is, and nothing more; a name or an age one has is one's own. */
const POSSESSION =
  /^ ?(?:mis?|nuestr[oa]s?|mon|ma|mes|notre|nos|meus?|minhas?|noss[oa]s?|mein|meine|unsere?|mijn|onze?|(?:il |la |i |le )?(?:mi[oae]|miei|nostr[oaie])|moj|moja|moje|nasz|nasza|nasze|мои|моя|мое|наш|наша|наше|мій|моє|min|mitt|mina|var|vart|vara) (?!(?:nombre|edad|cumple(?:anos)?|nome|idade|aniversario|niver|nom|age|anniv(?:ersaire)?|name|alter|geburtstag|naam|leeftijd|verjaardag|eta|compleanno|imie|wiek|urodziny|имя|возраст|день рождения|др|имʼя|ім'я|вік|namn|alder|fodelsedag)(?!\p{L}))[\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+)?$/u

/** "Mi perro es viejo, 15 años": what is called old is what has the years. */
const CALLED_OLD =
  /(?<!\p{L})(?:is|are|es|esta|e|est|ist|is|jest|already|ya|deja|schon|gia|al|juz|уже)? ?(?:old|viej[oa]s?|velh[oa]s?|vieux|vieilles?|alt|vecchi[oa]?|oud|star[aey]|старыи|старая|старое|стара|старии|yasli|gammal|gammalt|tua|batran[a]?|παλιο|παλια|γερος) ?$/u
/** Whether a clause begins with what somebody has, and goes on with what is said of it: "my mum was", "mi padre". */
export function isPossession(clause: string): boolean {
  if (SAYS_OF_SELF.test(clause)) return false
  return (
    POSSESSION.test(clause) ||
    /^ ?(?:my(?! (?:name|age|own|b-?day|birthday)(?!\p{L}))|our|his|her|their) [\p{L}'’ -]{2,30}$/u.test(
      clause,
    )
  )
}

/** Of the clause before only what stands at its end, or before one name, has the age: "my sister Ana", not "my sister films". */
export function namesAnother(clause: Span, { hits, isCapital }: AgeReading): boolean {
  const { text } = hits.view
  const said = text.slice(clause.start, clause.end).replace(PRONOUN_TAGS, '')
  if (SAYS_OF_SELF.test(said)) return false
  if (CALLED_OLD.test(said) && said.trim().includes(' ')) return true
  if (isRelatedTo(said) || isInState(clause, hits)) return true
  if (
    /^ ?(?:our|the|this|my(?! name| age| b-?day| birthday))(?!\p{L})/u.test(said) &&
    !hasVerb(clause, { hits, isCapital })
  )
    return true
  if (
    POSSESSION.test(said.trimEnd()) &&
    !isFullName(said, clause.start, { hits, isCapital }) &&
    !hasVerb(clause, { hits, isCapital })
  )
    return true
  return othersIn(hits, clause).some(({ end }) => isOneName(end, clause.end, text, isCapital))
}

/** "Mutter einer Schülerin", "teacher of a pupil": whose mother or teacher one is, is younger than oneself. */
const RELATED_TO =
  /(?<!\p{L})(?:(?:mother|mum|mom|mommy|father|dad|parents?|aunt|uncle|grandma|grandpa|teacher|coach|nanny) (?:of|to)|(?:mutter|vater|mama|papa|eltern|oma|opa|tante|onkel|lehrerin|lehrer|trainerin?) (?:von|eine[rs]|zweier|dreier|meine[rs])|(?:madre|padre|mama|papa|tia|tio|abuela|abuelo|mae|pai|avo|profesora?|professora?) d[eao]|(?:mere|pere|maman|tante|oncle|mamie|papi) d(?:e|'un|'une)|(?:madre|padre|zia|zio|nonna|nonno|mamma) di|(?:moeder|vader|juf|oma|opa) van)(?!\p{L})/u
/** Where languages say it by a genitive, it is all that a clause says: "мама разрешила, 15 лет" has a verb. */
const RELATED_BY_CASE =
  /^\P{L}*(?:(?:мама|папа|мать|отец|тетя|бабушка) (?:\p{L}+ )?\p{L}{2,}(?<!л[аои])(?:ы|и|ей|ого|их|ых|ов|а|я)|(?:mama|tata|matka|ojciec|ciocia) (?:\p{L}+ )?\p{L}{2,}(?<!ł[aoy]|li)(?:y|i|ej|ów|ek|a))\P{L}*$/u

/** Whether a clause says whose relative or teacher its subject is. */
export function isRelatedTo(said: string): boolean {
  return RELATED_TO.test(said) || RELATED_BY_CASE.test(said)
}

/** "Meine Katze ist blind": where a clause says of somebody's own that their body is so, the age behind it is theirs. */
function isInState({ start, end }: Span, hits: AtomHits): boolean {
  const { text } = hits.view
  const last = start + text.slice(start, end).trimEnd().length
  return hits
    .of('lex.bodily_state')
    .some((state) => state.end === last && state.start > start && OWNED.test(text.slice(start, state.start)))
}

/** "My old cat is", "meine Katze ist", "моя кошка", "kedim": somebody's own in a word or three, and what joins it to what is said of it. */
const OWNED =
  /^ ?(?:(?:my|our|his|her|their|mis?|nuestr[oa]|meu|minha|noss[oa]|mon|ma|notre|meine?|unsere?|mijn|onze?|(?:il |la )?(?:mi[oa]|nostr[oa])|moj[ae]?|nasz[ae]?|мои|моя|мое|наш|наша|мій|моє|min|mitt|var|vart) [\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+){0,3}|\p{L}+[iu]m) $/u

/** Possessives that are given names too, in languages that write a thing small. */
const NAME_TOO = /^[^\p{L}]*(?:mia|mio|min|mina|ma|mon|vara)(?!\p{L})/u

/** "Mia Lumen" is somebody's name, "Mia nonna" somebody's grandmother. */
function isFullName(said: string, from: number, { hits, isCapital }: AgeReading): boolean {
  const words = said.split(/[^\p{L}\p{M}'’-]+/u).filter((word) => word !== '')
  let at = from
  return (
    NAME_TOO.test(said) &&
    words.length >= 2 &&
    words.every((word) => {
      at = hits.view.text.indexOf(word, at)
      return isCapital(at)
    })
  )
}

function hasVerb(clause: Span, { hits, isCapital }: AgeReading): boolean {
  const another = othersIn(hits, clause)
  return (
    another.length > 0 && !another.some(({ end }) => isOneName(end, clause.end, hits.view.text, isCapital))
  )
}

/** "Mi hermana se llama Ana": between somebody else and a name. */
const NAMED =
  /^(?:is|named|called|is (?:named|called)|se llama|se chama|si chiama|s'appelle|hei(?:ß|ss)t|heet|nazywa sie|ma na imie|зовут) /u

function isOneName(from: number, to: number, text: string, isCapital: (at: number) => boolean): boolean {
  const rest = text.slice(from, to).trim().replace(NAMED, '')
  // "My dog's birthday is in May": what somebody has is theirs, and so is what follows from it.
  if (rest === '' || /^['’]s /u.test(rest)) return true
  return /^[\p{L}\p{M}'’-]+$/u.test(rest) && isCapital(text.indexOf(rest, from))
}

/** Whether somebody else, or a span of years, is named in a place. */
export function standsIn(hits: AtomHits, place: Span): boolean {
  return othersIn(hits, place).length > 0
}

function othersIn(hits: AtomHits, { start, end }: Span): Span[] {
  return ['lex.somebody_else', 'lex.spans_of_years'].flatMap((atom) =>
    hits.of(atom).filter((hit) => hit.start >= start && hit.end <= end),
  )
}
