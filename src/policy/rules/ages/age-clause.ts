import type { Ages, AgeWords } from '../../pack/word-schemas.ts'
import { asAlternatives, listedWords } from '../../text/languages/listed-words.ts'
import { madeOnce } from '../../text/made-once.ts'
import type { Span } from '../../text/text-views.ts'

/** The same of a grown-up's age in digits: "Tengo 33 y bailo", "just turned 40"; or what says it whatever goes on: "mit meinen 36 Jahren fange ich an". */
export function grownUpsAgeAt(number: Span, text: string, ages: Ages): Span | null {
  const clause = clauseAt(number, text, ages)
  if (clause === null || isOfWhoReads(clause.said)) return null
  return clause.said.some((kind) => SAYS_AGE.includes(kind)) ? clause : null
}

/** What pages ask and tell their visitors has the same words: "Noch nicht 18? Dann raus". */
export function isOfWhoReads(said: readonly Kind[]): boolean {
  return said.includes('not_yet') || said.includes('under')
}

const SAYS_AGE: readonly Kind[] = ['named', 'own', 'reached', 'is', 'comes']

export interface Clause extends Span {
  said: readonly Kind[]
}

/**
 * The clause around a number, or around other words about age, where all else in it are words of `ages.yaml`, in whatever order, with what these say; else null. One word more ("my
 * cat turns 15", "15 years sober", "16 in the queue") makes it about something else. `isWhole` is asked of what stands around it. `text` is a view.
 */
export function clauseAt(
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

/** There a number of years has its own counter. */
const DENSE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}]/u
const COUNTED = /[歳才岁歲살세]|อายุ|ปี|年龄|年齢|나이/u
/** UTF-16 units to either side; a clause that says no more is shorter. */
const FAR = 48
export type Kind = keyof AgeWords

/** Whether what stands around a number makes years of it. */
function isCounted(around: string): boolean {
  return !DENSE_SCRIPT.test(around) || COUNTED.test(around)
}

/** Where a clause ends for certain, and what goes on after it: "tengo casi 17 y toco", "under 18 so please". */
const BREAK =
  /(?!(?<=\d)\. ?(?:januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)(?!\p{L}))[.!?;,|•·/\n()。！？、，…–—]|\p{Extended_Pictographic}|\p{Regional_Indicator}/gu
const JOINT =
  '(?:and|because|cause|since|so|but|who|y|pero|porque|asi que|e|mas|entao|et|mais|donc|und|aber|also|en|maar|dus|ma|quindi|i|ale|wiec|и|но|а|так что|поэтому|ve|ama|o yuzden|dan|tapi|jadi|och|men|sa|si|dar|asa ca|και|aur|par)'
const JOINT_BEFORE = new RegExp(`(?:^|[ ])${JOINT} $`, 'u')
const JOINT_AFTER = new RegExp(`^ (?:${JOINT} |و)`, 'u')

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
