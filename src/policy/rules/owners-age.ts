import { FIRST_PERSON } from '../text/first-person.ts'
import { languageOf } from '../text/language-of.ts'
import { LONGEST_PROFILE, sentenceAround } from '../text/sentences.ts'
import type { Span } from '../text/text-views.ts'
import type { AtomHits } from './atom-hits.ts'

/**
 * Whose age it is. The owner's own words ("I'm 15") are never doubted; an age without a subject ("15 years old", "grade 9") is the
 * owner's unless its own clause says it of somebody or something else. What other clauses and sentences speak of decides nothing.
 */

const CLAUSE_END =
  /[,;:|•·()–—、]|\p{Extended_Pictographic}| - | (?:and|y|e|et|und|en|i|и|та|och|και|dan|और) (?=\p{L})/gu
/** What the last clause is an apposition to the next one with: "my sister Ana, 15 years old". */
const APPOSITION = /[,:(–—]|^ - $/u
const LISTED = /[|•·]/
/** Pronouns that a profile lists say who its owner is, and speak of nobody else. */
const PRONOUN_TAGS =
  /(?<!\p{L})(?:she|he|they|her|him|them)(?:\/(?:she|he|they|her|him|them|hers|his|theirs))+(?!\p{L})/gu
const SAYS_OF_SELF =
  /(?<!\p{L})(?:i'?m|i am|my (?:name|age)|soy|sou|je suis|ich bin|sono|ik ben|jestem|я|me llamo|mi nombre(?: es)?|me chamo|(?:o )?meu nome(?: e)?|je m'appelle|mon (?:pre)?nom(?: est)?|ich hei(?:ß|ss)e?|mein name(?: ist)?|mi chiamo|il mio nome(?: e)?|ik heet|mijn naam(?: is)?|nazywam sie|mam na imie|меня зовут|мое имя|benim adim|adim|мене звати|jag heter|jag ar|ma numesc|ma cheama|με λενε|ειμαι|(?:minh|em|to) ten(?: la)?|nama (?:aku|saya)|namaku|मेरा नाम|שמי|קוראים לי)(?: [\p{L}\p{M}'’-]{1,14}){0,4} ?$/u
const OF_ANOTHER =
  /(?<!\p{L})(?:he|she|they|his|her|their|whose|ella|elle|lei|hij|zij|он|она|він|вона|han|hon|ea|αυτοσ|αυτη|הוא|היא|वह|our|the|this|that|these|your|its|it|it's|my(?! (?:name|age)(?!\p{L})))(?!\p{L})/u
/** "Mi tienda", "ma boutique", "unser Verein": what somebody has and what it is, and nothing more; a name or an age one has is one's own. */
const POSSESSION =
  /^ ?(?:mis?|nuestr[oa]s?|mon|ma|mes|notre|nos|meus?|minhas?|noss[oa]s?|mein|meine|unsere?|mijn|onze?|(?:il |la |i |le )?(?:mi[oae]|miei|nostr[oaie])|moj|moja|moje|nasz|nasza|nasze|мои|моя|мое|наш|наша|наше|мій|моє|min|mitt|mina|var|vart|vara) (?!(?:nombre|edad|nome|idade|nom|age|name|alter|naam|leeftijd|eta|imie|wiek|имя|возраст|имʼя|ім'я|вік|namn|alder)(?!\p{L}))[\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+)?$/u
/** What is ours is written at its end in Turkish: "evliliğimiz", our marriage. */
const OUR_OWN = /\p{L}[iuı]m[iuı]z ?$/u
/** "Mi perro es viejo, 15 años": what is called old is what has the years. */
const CALLED_OLD =
  /(?<!\p{L})(?:is|are|es|esta|e|est|ist|is|jest|already|ya|deja|schon|gia|al|juz|уже)? ?(?:old|viej[oa]s?|velh[oa]s?|vieux|vieilles?|alt|vecchi[oa]?|oud|star[aey]|старыи|старая|старое|стара|старии|yasli|gammal|gammalt|tua|batran[a]?|παλιο|παλια|γερος) ?$/u
/** Whether a clause begins with what somebody has, and goes on with what is said of it: "my mum was", "mi padre". */
export function isPossession(clause: string): boolean {
  if (SAYS_OF_SELF.test(clause)) return false
  return (
    POSSESSION.test(clause) ||
    /^ ?(?:my(?! (?:name|age|own)(?!\p{L}))|our|his|her|their) [\p{L}'’ -]{2,30}$/u.test(clause)
  )
}

/** The same where who has it stands behind or is written to it: "我的车", "うちの猫は", "xe của tôi", "แมวของฉัน". */
const POSSESSED =
  /(?:我|我们|我们家|我家|咱家|他|她)的(?!年龄|年齡|年纪|年紀|岁数|歲數)[\p{L}]{1,4}(?:今年|现在|已经)? ?$|(?:うち|私|わたし|僕|俺|我が家|彼|彼女|友達)の(?!年齢|年は|歳|とし)[\p{L}]{1,6}[はがも] ?$|(?<!tuoi )cua (?:toi|minh|em|to|con|chung toi) ?$|(?<!อายุ)ของ(?:ฉัน|ผม|หนู|เรา|ดิฉัน)? ?$/u
const BEFORE = 40
/** "Born in 2011: our little bakery". */
const EXPLAINED = /^ ?[:(-] ?(?:our|the|this)(?!\p{L})/u
const RELATIVE = /^ ?(?:who|que|qui|quien|die|der|che|kto|которая|которыи)(?!\p{L})/u
const PAST = /(?<!\p{L})(?:from|since|back in|was(?: an?| in)?|were(?: in)?) ?$/u
const COPULA =
  /(?<!\p{L})(?:is|are|turns?|turned|now|already|only|just|almost|about|currently|ist|est|es|jest)$/u
const OPENING =
  /^(?:hi|hey|hello|hola|oi|salut|hallo|ciao|just|only|a|an|girl|boy|im|i'm|i am|name|from)(?!\p{L}) ?/u
/** "A 17 year old girl once …": a tale of somebody, told in the past; of themselves owners say what they are and do. */
const TOLD_OF = /(?<![\p{L}\p{N}])(?:an?|the|this|that) ?$/u
const TALE =
  /^ ?(?!(?:\p{L}+ ){0,2}(?:who|that|and)(?!\p{L}))(?:\p{L}+ ){1,3}(?:once|was|were|has|had|got|won|died|went|took|gave|ran|began|wrote|saw|did|knew|came|became|drew|flew|struck|said|told)(?!\p{L})/u
/** "For a 13 year old today": whoever is so old. */
const ANYBODY = /(?<!\p{L})(?:for|of|than|with|by|between|about) (?:an?|any|every) ?$/u
const LABEL = /(?<!\p{L})(?:age|about|me|bio|name|edad|idade|alter|eta|yas|wiek|возраст)$/u
const NEAR_WORDS = 3
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

/** What an age's clause is read with. */
export interface AgeReading {
  hits: AtomHits
  /** Whether the word at this unit of the view is written with a capital in the original. */
  isCapital(at: number): boolean
}

/**
 * Whether a match (an age, a school year, a birthday) is said of the owner of the text. `age` is the words of the age itself: an "I" behind them speaks of something else
 * ("my daughter turned 16 and I drive her to high school"). Offsets in units of the view.
 */
export function isOwnersAge(match: Span, age: Span, { hits, isCapital }: AgeReading): boolean {
  const { text } = hits.view
  const start = match.start + Math.max(0, text.slice(match.start, match.end).search(/[\p{L}\p{N}]/u))
  const left = text.slice(Math.max(0, start - BEFORE), start)
  if (POSSESSED.test(left) || THOUGHT.test(left)) return false
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
  const { lead, before, beside } = clausesBefore(text, sentence.start, start)
  if (isAnothers(hits, { start: match.end, end: nearEnd(text, match.end, sentence.end) }, text)) return false
  const said = text.slice(lead.start, lead.end)
  if (said.trim() !== '') {
    if (standsIn(hits, lead) || isRelatedTo(said)) return false
    if (SAYS_OF_SELF.test(said)) return true
    if (TOLD_OF.test(said) && TALE.test(text.slice(match.end, sentence.end))) return false
    if (PAST.test(said) || ANYBODY.test(said)) return false
    if (RELATIVE.test(said) && before !== null) return !namesAnother(before, { hits, isCapital })
    if (OF_ANOTHER.test(said.replace(PRONOUN_TAGS, '')) || OUR_OWN.test(said)) return false
    return isPerson(lead, { hits, isCapital })
  }
  if (before !== null && vouchesForMedia(before, hits)) return true
  if (before === null) return beside === null || !namesAnother(beside, { hits, isCapital })
  return !namesAnother(before, { hits, isCapital }) && isPerson(before, { hits, isCapital })
}

/** A longer sentence of a page tells of somebody. UTF-16 units. */
const LONGEST_STATEMENT = 60

/** Whether an age stands in a sentence of a page's running text that nobody says of themselves: "Pemba, 15, was dug out five days after the earthquake". */
export function isOfSomebody(match: Span, text: string): boolean {
  if (text.length <= LONGEST_PROFILE) return false
  const { start, end } = sentenceAround(text, match)
  return end - start > LONGEST_STATEMENT && !FIRST_PERSON.test(text.slice(start, end))
}

/** "Im 15. Jahrhundert", "am 15. Mai": what English writes for "I'm" is a preposition, and the point makes an ordinal. */
function isGermanDate(text: string, start: number, end: number): boolean {
  return (
    /^[ai]m 1\d/u.test(text.slice(start, end)) &&
    /^\. ?\p{L}/u.test(text.slice(end)) &&
    languageOf(text) === 'de'
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
  const lead = text.slice(0, start).replace(/[^\p{L}\p{N}]+$/u, '')
  const from = lead.search(/[^.|•·,;:\n()]*$/u)
  const heading = { start: from + lead.slice(from).search(/\S/u), end: lead.length }
  return (
    lead.slice(from).trim().split(' ').length <= MOST_HEADING_WORDS &&
    goods.some(
      (hit) =>
        hit.start >= heading.start &&
        hit.end <= heading.end &&
        (hit.start === heading.start || hit.end === heading.end),
    )
  )
}

/**
 * The clause that leads up to a place, and the one before it: `before` where what follows is an apposition to it, `beside` where it is another
 * entry of a list.
 */
function clausesBefore(
  text: string,
  from: number,
  to: number,
): { lead: Span; before: Span | null; beside: Span | null } {
  const left = text.slice(from, to)
  // "and" goes on with the subject before it, unless another one follows: "my daughter is 14 and started 9th grade".
  const ends = [...left.matchAll(CLAUSE_END)].filter(
    ({ index, 0: end }) => !/\p{L}/u.test(end) || FIRST_PERSON.test(left.slice(index + end.length)),
  )
  const last = ends.at(-1)
  if (last === undefined) return { lead: { start: from, end: to }, before: null, beside: null }
  const lead = { start: from + last.index + last[0].length, end: to }
  const previous = ends.at(-2)
  const start = previous === undefined ? from : from + previous.index + previous[0].length
  const before = { start, end: from + last.index }
  const isApposition = APPOSITION.test(last[0]) && text.slice(before.start, before.end).trim() !== ''
  const beside = LISTED.test(last[0]) && text.slice(before.start, before.end).trim() !== '' ? before : null
  return {
    lead,
    before: isApposition ? { start, end: before.end + (last[0] === ':' ? 1 : 0) } : null,
    beside,
  }
}

/** Of the clause before only what stands at its end, or before one name, has the age: "my sister Ana", not "my sister films". */
function namesAnother(clause: Span, { hits, isCapital }: AgeReading): boolean {
  const { text } = hits.view
  const said = text.slice(clause.start, clause.end).replace(PRONOUN_TAGS, '')
  if (SAYS_OF_SELF.test(said)) return false
  if (CALLED_OLD.test(said) && said.trim().includes(' ')) return true
  if (isRelatedTo(said) || isInState(clause, hits)) return true
  if (/^ ?(?:our|the|this|my(?! name| age))(?!\p{L})/u.test(said) && !hasVerb(clause, { hits, isCapital }))
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

function isRelatedTo(said: string): boolean {
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
  if (rest === '') return true
  return /^[\p{L}\p{M}'’-]+$/u.test(rest) && isCapital(text.indexOf(rest, from))
}

/** "14 years old or younger": a range of ages is nobody's. */
const RANGE = /^ (?:or|and) (?:younger|older|under|over|above|below|up)(?!\p{L})/u

/** Somebody else or a thing right behind the age: "15 year old daughter", "13 years old whisky". */
function isAnothers(hits: AtomHits, near: Span, text: string): boolean {
  return (
    standsIn(hits, near) ||
    RANGE.test(text.slice(near.start, near.end)) ||
    /^ (?:of|in business|ago|later|and counting|strong|running)(?!\p{L})/u.test(
      text.slice(near.start, near.end),
    )
  )
}

/** The end of the next few words, or of the clause. */
function nearEnd(text: string, from: number, to: number): number {
  const rest = text.slice(from, to)
  const [end] = rest.matchAll(CLAUSE_END)
  const clause = rest.slice(0, end?.index ?? rest.length)
  return (
    from +
    (clause.match(new RegExp(String.raw`^(?: ?[\p{L}\p{M}\p{N}'’-]{1,30}){0,${NEAR_WORDS}}`, 'u'))?.[0]
      .length ?? 0)
  )
}

/**
 * Whether a subject can be the owner: nobody, one word or a name; or, where it is a longer description, a text whose owner speaks
 * of themselves. "Family bakery, 13 years old" is a firm's age.
 */
function isPerson(subject: Span, { hits, isCapital }: AgeReading): boolean {
  const { text } = hits.view
  const said = text.slice(subject.start, subject.end)
  const isLabel = said.endsWith(':')
  if (!isLabel && SAYS_OF_SELF.test(said)) return true
  const words = withoutFrame(said.replace(PRONOUN_TAGS, '').replace(/[^\p{L}\p{M}\p{N}'’ -]/gu, ' '))
  if (words.length === 0) return true
  if (isLabel) return LABEL.test(words.join(' '))
  if (saysOwnDoings(hits, subject)) return true
  if (isOfThing(hits, subject)) return false
  if (words.length === 1) return true
  const isName = words.length === 2 && words.every((word) => isCapital(text.indexOf(word, subject.start)))
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

function standsIn(hits: AtomHits, place: Span): boolean {
  return othersIn(hits, place).length > 0
}

function othersIn(hits: AtomHits, { start, end }: Span): Span[] {
  return ['lex.somebody_else', 'lex.spans_of_years'].flatMap((atom) =>
    hits.of(atom).filter((hit) => hit.start >= start && hit.end <= end),
  )
}
