import type { TextRule } from '../../pack/rule-schema.ts'
import type { Ages, AgeWords } from '../../pack/word-schemas.ts'
import { asAlternatives, listedWords } from '../../text/languages/listed-words.ts'
import { madeOnce } from '../../text/made-once.ts'
import { originalSpan, type Span, type TextView } from '../../text/text-views.ts'

/** What a rule may ask for with `clause`: that a clause says of its author an age, or that they are not of age. */
export type OwnClause = 'age' | 'status'

/** Which of them a rule asks for, if any. */
export function ownClauseOf({ clause }: Pick<TextRule, 'clause'>): OwnClause | null {
  return clause === 'age' || clause === 'status' ? clause : null
}

/** The clause around `part` (a number of years; words for not being of age) that says nothing but that of its author; else null. `text` is a view. */
export function ownClauseAt(kind: OwnClause, part: Span, read: Read, ages: Ages): Span | null {
  return kind === 'age' ? ageClauseAt(part, read, ages) : statusClauseAt(part, read, ages)
}

/** A view, and the text of which it is one: whatever ends a clause may be a comma in the view. */
interface Read {
  view: TextView
  original: string
}

/**
 * The clause around a number where it says nothing but the age of who wrote it, at hand ("im 15 lol") or to come ("16 next week", "almost sixteen", "turning 18 in March"):
 * the number and words of `ages.yaml`, in whatever order; else null. One word more ("my cat turns 15", "15 years sober", "16 in the queue") makes it about something else.
 * `text` is a view.
 */
function ageClauseAt(number: Span, read: Read, ages: Ages): Span | null {
  const { text } = read.view
  const clause = clauseAt(number, text, ages)
  const years = yearsOf(text.slice(number.start, number.end))
  if (clause === null || (isOfWhoReads(clause.said) && isAsked(clause, read))) return null
  return saysChildsAge(clause.said, years) ? clause : null
}

/**
 * The clause around words for not being of age ("underage", "minderjährig") where it says of its author nothing but that, in one word more at least ("I'm still underage", "underage
 * so no weird dms"); else null. Alone they may be a heading, what is forbidden, or who is to stay away.
 */
function statusClauseAt(status: Span, read: Read, ages: Ages): Span | null {
  const { text } = read.view
  const clause = clauseAt(status, text, ages, isWritten)
  if (clause === null || isAsked(clause, read) || isForbidden(clause, read)) return null
  return clause.said.length > 0 || REASON.test(text.slice(clause.end)) ? clause : null
}

/** What pages ask and tell their visitors has the same words: "Noch nicht 18? Dann raus". */
function isOfWhoReads(said: readonly Kind[]): boolean {
  return said.includes('not_yet') || said.includes('under')
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

/** The same of a grown-up's age in digits: "Tengo 33 y bailo", "just turned 40"; or what says it whatever goes on: "mit meinen 36 Jahren fange ich an". */
export function grownUpsAgeAt(number: Span, text: string, ages: Ages): Span | null {
  const clause = clauseAt(number, text, ages)
  if (clause === null || isOfWhoReads(clause.said)) return null
  return clause.said.some((kind) => SAYS_AGE.includes(kind)) ? clause : null
}

const SAYS_AGE: readonly Kind[] = ['named', 'own', 'reached', 'is', 'comes']

interface Clause extends Span {
  said: readonly Kind[]
}

function clauseAt(
  { start, end }: Span,
  text: string,
  ages: Ages,
  isWhole: (around: string) => boolean = isCounted,
): Clause | null {
  const readers = readersOf(ages)
  const left = text.slice(Math.max(0, start - FAR), start)
  const right = text.slice(end, end + FAR)
  const lead = left.slice(lastBreak(left))
  const trail = right.slice(0, firstBreak(right))
  // What follows is looked at in one place, what leads up to it in many.
  const follows = wordsAfter(trail, readers)
  const years = yearsAfter(trail)
  const before = (follows ?? years) && wordsBefore(lead, readers)
  const after = before?.said.includes('own') ? years : follows
  if (!before || !after) return null
  // Before its number a day makes a date of it: "on friday 13".
  const said = [...before.said.filter((kind) => kind !== 'day'), ...after.said]
  if (!isWhole(lead + trail)) return null
  return { start: start - lead.length + before.rest, end: end + trail.length - after.rest, said }
}

function saysChildsAge(said: readonly Kind[], years: number): boolean {
  if (said.includes('not_yet')) return years <= ADULT
  if (said.includes('under')) return said.includes('is') && years <= ADULT
  if (said.includes('reached') || said.includes('named')) return years < ADULT
  if (said.includes('comes') || said.includes('day')) return years <= ADULT
  return said.includes('is') && years < ADULT
}

const ADULT = 18
/** There a number of years has its own counter. */
const DENSE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}]/u
const COUNTED = /[歳才岁歲살세]|อายุ|ปี|年龄|年齢|나이/u
/** UTF-16 units to either side; a clause that says no more is shorter. */
const FAR = 48
type Kind = keyof AgeWords

/** Whether what stands around a number makes years of it. */
function isCounted(around: string): boolean {
  return !DENSE_SCRIPT.test(around) || COUNTED.test(around)
}

function isWritten(): boolean {
  return true
}

/** Where a clause ends for certain, and what goes on after it: "tengo casi 17 y toco", "under 18 so please". */
const BREAK =
  /(?!(?<=\d)\. ?(?:januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)(?!\p{L}))[.!?;,|•·/\n()。！？、，…–—]|\p{Extended_Pictographic}|\p{Regional_Indicator}/gu
const JOINT =
  '(?:and|because|cause|since|so|but|who|y|pero|porque|asi que|e|mas|entao|et|mais|donc|und|aber|also|en|maar|dus|ma|quindi|i|ale|wiec|и|но|а|так что|поэтому|ve|ama|o yuzden|dan|tapi|jadi|och|men|sa|si|dar|asa ca|και|aur|par)'
const JOINT_BEFORE = new RegExp(`(?:^|[ ])${JOINT} $`, 'u')
const JOINT_AFTER = new RegExp(`^ (?:${JOINT} |و)`, 'u')

/** "Underage so no weird dms": who is asked for something because of it is somebody else. */
const REASON = /^,? (?:so|dus|also|donc|asi que|por eso|entao|quindi|wiec|поэтому|так что|o yuzden|jadi|sa) /u

function lastBreak(left: string): number {
  return [...left.matchAll(BREAK)].reduce((at, { index, 0: sign }) => Math.max(at, index + sign.length), 0)
}

function firstBreak(right: string): number {
  const at = right.search(BREAK)
  return at < 0 ? right.length : at
}

/** What words say, and how many UTF-16 units are left that belong to another clause. */
interface Words {
  said: Kind[]
  rest: number
}

/** What the words between the clause's beginning and its number say; null where one of them is about something else. */
function wordsBefore(lead: string, readers: readonly Reader[]): Words | null {
  let rest = lead
  const said: Kind[] = []
  while (/[\p{L}\p{N}]/u.test(rest)) {
    const found = readers.map(({ before }) => before.exec(rest)).find((match) => match !== null)
    if (!found) return JOINT_BEFORE.test(rest) ? { said, rest: rest.length } : null
    said.push(...kindsIn(found))
    rest = rest.slice(0, found.index)
    if (said.includes('own')) break
  }
  return { said, rest: rest.length }
}

/** Years, whatever follows them: all that an age needs which is said before its number. */
function yearsAfter(trail: string): Words | null {
  const years = YEARS.exec(trail)
  return years && { said: [], rest: trail.length - years[0].length }
}

function wordsAfter(trail: string, readers: readonly Reader[]): Words | null {
  let rest = trail
  let joined: Words | null = null
  const said: Kind[] = []
  while (/[\p{L}\p{N}]/u.test(rest)) {
    // What joins in one language is a word of an age in another: the Polish "i", the English "I".
    if (JOINT_AFTER.test(rest)) joined = { said: [...said], rest: rest.length }
    const found = readers.map(({ after }) => after.exec(rest)).find((match) => match !== null)
    if (!found) return joined
    said.push(...kindsIn(found))
    rest = rest.slice(found[0].length)
  }
  return { said, rest: rest.length }
}

function kindsIn({ groups }: RegExpExecArray): Kind[] {
  return KINDS.filter((kind) => groups?.[kind] !== undefined)
}

const KINDS: readonly Kind[] = ['named', 'own', 'reached', 'not_yet', 'under', 'comes', 'day', 'is', 'beside']
/** Behind the number of an `own` age. */
const YEARS =
  /^ (?:anos|anni|ans|jahren|jaar|лет|lat)(?! (?:de|di|d'|im|in|als|опыта)(?!\p{L}))(?![\p{L}\p{N}])/u

function groupsOf(all: readonly AgeWords[], times: readonly string[]): string {
  return KINDS.map((kind) => {
    const words = asAlternatives(all.flatMap((each) => listedWords(each[kind])))
    return { kind, words: [words, ...(kind === 'day' ? times : [])].filter((each) => each !== '') }
  })
    .filter(({ words }) => words.length > 0)
    .map(({ kind, words }) => `(?<${kind}>(?:${words.join('|')})${kind === 'named' ? NAME : ''})`)
    .join('|')
}

/** One word or two. */
const NAME = String.raw` [\p{L}\p{M}'’-]{2,20}(?: [\p{L}\p{M}'’-]{2,20})?`

const GAP = String.raw`[^\p{L}\p{M}\p{N}]*`
/** Months by their number, and the Thai word for them. */
const DENSE_TIMES = ['\\d{1,2}月に?', '\\d{1,2}월에?', 'เดือน']

interface Reader {
  before: RegExp
  after: RegExp
}

/** One of what is written with blanks, one of what is written without. */
const readersOf = madeOnce((ages: Ages): readonly Reader[] => {
  const all = Object.values(ages)
  const spaced = groupsOf(
    all.flatMap(({ says }) => says ?? []),
    timesOf(all),
  )
  const dense = groupsOf(
    all.flatMap((each) => each.dense ?? []),
    DENSE_TIMES,
  )
  return [
    {
      before: new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${spaced})${GAP}$`, 'u'),
      after: new RegExp(String.raw`^${GAP}(?:${spaced})(?![\p{L}\p{M}\p{N}])`, 'u'),
    },
    { before: new RegExp(`(?:${dense})${GAP}$`, 'u'), after: new RegExp(`^${GAP}(?:${dense})`, 'u') },
  ]
})

/** "In march", "w maju", "ocakta"; "on friday", "ce samedi", "domenica"; "in two weeks", "dans 3 jours": with what stands before it, for alone beside a number it makes a date. */
function timesOf(all: readonly Ages[string][]): string[] {
  const wordsOf = (kind: 'months' | 'weekdays' | 'spans', part: 'at' | 'names' | 'alone'): string =>
    asAlternatives(all.flatMap((each) => listedWords(each[kind]?.[part])))
  const said = (kind: 'months' | 'weekdays' | 'spans', gap: string): string =>
    `(?:${wordsOf(kind, 'at')}) ?${gap}(?:${wordsOf(kind, 'names')})`
  return [
    said('months', '(?:early |late |mid )?'),
    wordsOf('months', 'alone'),
    ...datesOf(wordsOf('months', 'names')),
    said('weekdays', ''),
    wordsOf('weekdays', 'alone'),
    said('spans', String.raw`(?:\p{L}{2,8}|\d{1,3}) `),
  ]
}

/** "May 3rd", "on 3 May", "am 5. mai", "el 5 de mayo", "le 1er mai". */
function datesOf(months: string): readonly string[] {
  if (months === '') return []
  return [
    `(?:on )?(?:${months}) \\d{1,2}(?:st|nd|rd|th)?`,
    `(?:on|on the|am|el|le|il|op|em|dia|no dia) \\d{1,2}(?:st|nd|rd|th|er|o|\\.)?(?: of| de)? ?(?:${months})`,
  ]
}

const IN_WORDS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen'.split(' ')

function yearsOf(number: string): number {
  const digits = number.match(/\d+/)?.[0]
  return digits === undefined ? 10 + IN_WORDS.indexOf(number.trim()) : Number(digits)
}
