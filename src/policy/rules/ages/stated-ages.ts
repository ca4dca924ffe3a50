import type { Binding, Evidence } from '../../../evidence/evidence.ts'
import type { Finding } from '../../finding.ts'
import type { CompiledPack } from '../../pack/compile-pack.ts'
import { matchesIn } from '../../pack/word-edges.ts'
import type { Ages } from '../../pack/word-schemas.ts'
import { ageAtEnd, numeralsIn } from '../../text/numerals.ts'
import { nativeView, normaliseText, originalSpan, type TextView } from '../../text/text-views.ts'
import { nearOnly, withWords } from '../../text/with-words.ts'
import { type AtomHits, atomHits } from '../atom-hits.ts'
import type { StructureInput } from '../links/targets.ts'
import { grownUpsAgeAt } from './age-clause.ts'
import { birthYearsIn } from './birth-years.ts'
import { isDayOfDate } from './dates.ts'
import { numberIn } from './number-in.ts'
import { isPossession } from './others-ages.ts'
import { hasMuchElse, isToldOfAnother } from './told-on-pages.ts'

const OWN_SURFACES: readonly Binding[] = ['own', 'linked', 'links_back', 'second_hop']
/** Longer texts are read up to here. UTF-16 units. */
const MAX_TEXT = 5_000
/** UTF-16 units around the handle in which a page of somebody else's speaks of the creator. */
const NEAR_HANDLE = 400
/** Years at which a school is finished, a trade taken up or a wedding held at the soonest. */
const GROWN_UP = 17

/**
 * A birth year counts as the age that it makes; `other` is the age that its author says they give elsewhere, or have on a birthday; `least` is what a
 * graduation, a marriage or a career allows at the youngest.
 */
type Kind = 'age' | 'born' | 'other' | 'least'

interface StatedAge {
  evidence: Evidence
  textIndex: number
  kind: Kind
  years: number
  start: number
  end: number
}

/**
 * Ages that the creator's own surfaces state, when they differ by `min_years` or more: between two surfaces, or an age and
 * a birth year, graduation or marriage within one. Years are read against the year of capture. One finding, at the statement
 * farthest from the first.
 */
export function statedAgesDiffer({ compiled, code, rule, evidence, subject }: StructureInput): Finding[] {
  const handle = subject.handle === null ? null : normaliseText(subject.handle)
  const names = firstNamesOf(evidence, handle)
  const ages = evidence
    .filter((each) => OWN_SURFACES.includes(each.binding))
    .flatMap((each) => statedAges(compiled, rule.patterns, each, handle, names))
  const first = ages.find(({ kind }) => kind !== 'least')
  if (!first) return []
  const other = ages
    .filter((age) => isComparable(first, age))
    .reduce<StatedAge | null>(
      (far, age) => (far === null || apart(first, age) > apart(first, far) ? age : far),
      null,
    )
  if (other === null || apart(first, other) < rule.min_years) return []
  const text = other.evidence.texts[other.textIndex]
  if (!text) return []
  return [
    {
      code,
      rule: `${code}/${rule.id}`,
      source: 'rule',
      p: rule.p,
      evidenceRef: other.evidence.ref,
      channel: text.channel,
      binding: other.evidence.binding,
      mitigation: null,
      quote: text.text.slice(other.start, other.end),
      textIndex: other.textIndex,
      start: other.start,
      end: other.end,
      view: 'native',
    },
  ]
}

/** What the creator is called, by the title of the own profile and the handle: "lena" of "Lena Fjord" and `lena.fjord`. */
function firstNamesOf(evidence: readonly Evidence[], handle: string | null): string[] {
  const own = evidence.filter(({ binding }) => binding === 'own').map(({ title }) => normaliseText(title))
  return [...new Set([...own, handle ?? ''].flatMap((name) => FIRST_NAME.exec(name.trim())?.[0] ?? []))]
}

const FIRST_NAME = /^[\p{L}\p{M}]{3,}/u

/** The words in which a surface of the creator's states an age or a year, wherever rules would read it. */
export function agesStatedOn(
  compiled: CompiledPack,
  patterns: readonly string[],
  evidence: Evidence,
  handle: string | null,
): string[] {
  if (!OWN_SURFACES.includes(evidence.binding)) return []
  const named = handle === null ? null : normaliseText(handle)
  return statedAges(compiled, patterns, evidence, named, firstNamesOf([evidence], named)).map(
    ({ textIndex, start, end }) => evidence.texts[textIndex]?.text.slice(start, end) ?? '',
  )
}

/** Two ages in one text may be two people's; an age beside a year says the same thing twice. */
function isComparable(first: StatedAge, other: StatedAge): boolean {
  if (first.evidence.ref !== other.evidence.ref) return true
  return first.kind !== other.kind && first.textIndex === other.textIndex
}

function apart(first: StatedAge, other: StatedAge): number {
  return other.kind === 'least' ? other.years - first.years : Math.abs(other.years - first.years)
}

function statedAges(
  compiled: CompiledPack,
  atoms: readonly string[],
  evidence: Evidence,
  handle: string | null,
  names: readonly string[],
): StatedAge[] {
  const isOwnPage =
    evidence.binding === 'own' ||
    evidence.linksBack ||
    (evidence.binding === 'second_hop' && evidence.mentionsCreator) ||
    (evidence.handle !== null && handle !== null && normaliseText(evidence.handle) === handle)
  const isAmongMuch = hasMuchElse(evidence)
  return evidence.texts.flatMap(({ channel, text }, textIndex) => {
    if (channel !== 'bio' && channel !== 'name' && channel !== 'page') return []
    const isStrangers = channel === 'page' && !isOwnPage
    if (isStrangers && (handle === null || !evidence.mentionsCreator)) return []
    const view = nativeView(text.slice(0, MAX_TEXT), text)
    const handleAt = handle === null ? -1 : view.text.indexOf(handle)
    if (isStrangers && handleAt < 0) return []
    const near = originalSpan(view, handleAt, handleAt + 1).start
    const said = saidIn(compiled, atoms, view, {
      seen: Number(evidence.capturedAt.slice(0, 4)),
      names: isOwnPage ? names : [],
      isAmongMuch,
    })
    return said
      .filter(({ start }) => !isStrangers || Math.abs(start - near) <= NEAR_HANDLE)
      .map((age) => ({ ...age, evidence, textIndex }))
  })
}

/** What a page is known to be of. */
interface Known {
  /** The year in which it was seen. */
  seen: number
  /** What its owner is called, where it is the owner's own. */
  names: readonly string[]
  /** It says more than a profile does. */
  isAmongMuch: boolean
}

/** Ages in a view, and in the same view with numbers in digits; places are those of the original. */
function saidIn(compiled: CompiledPack, atoms: readonly string[], native: TextView, known: Known): Said[] {
  const digits = grownUpsInDigits(native, compiled)
  const all = [native, ...(digits ? [digits] : [])].flatMap((view) => {
    const byWords = byPatterns(compiled, atoms, view, known.seen).filter(
      // A number in words and nothing beside it counts anything.
      ({ start, end }) => view === native || /\p{L}/u.test(view.text.slice(start, end)),
    )
    const said = [...byWords, ...byNames(view, known.names), ...byClauses(compiled, view, known.seen)]
    // Most texts state none.
    if (said.length === 0) return []
    const hits = atomHits(compiled, view, 'native')
    return said
      .filter((each) => each.kind === 'least' || !isSaidOfAnother(each, hits))
      .filter((each) => !isDate(each, view, compiled.pack.ages))
      .filter((each) => !known.isAmongMuch || !isToldOfAnother(each, view.text, known.names))
      .map((each) => ({ ...each, ...originalSpan(view, each.start, each.end) }))
  })
  return all.filter((each, i) => !all.slice(0, i).some((before) => overlap(before, each)))
}

/** UTF-16 units: what an age in words is read with, on either side. */
const BESIDE = 200

/** What stands around numbers from 18 to 69, with these in digits, so that an age in words is read by what reads it in digits; null where none stands in it. */
function grownUpsInDigits(view: TextView, { pack }: CompiledPack): TextView | null {
  const numerals = numeralsIn(view, pack.ages)
  if (numerals.length === 0) return null
  const { view: whole, words } = withWords(
    view,
    numerals.map(({ years, ...span }) => ({ ...span, word: String(years) })),
  )
  return nearOnly(whole, words, BESIDE)
}

/** "Lena, 22. Oslo girl", "Lena | anni 22": on a page of Lena's the number behind her name is her age. */
function byNames({ text }: TextView, names: readonly string[]): Said[] {
  return names.flatMap((name) =>
    [...text.matchAll(behindName(name))].map(({ index, 0: words, groups }) => ({
      kind: 'age' as const,
      years: Number(groups?.age),
      start: index,
      end: index + words.length,
    })),
  )
}

function behindName(name: string): RegExp {
  const mark = String.raw`(?: ?[.,:|•·(/–—-]| ?\p{Extended_Pictographic}\ufe0f?)`
  const end = String.raw`(?= ?(?:[.,;|•·)/\n!](?!\d)|\p{Extended_Pictographic}|$)| (?:${UNITS})(?!\p{L}))`
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])${RegExp.escape(name)}(?: [\p{L}'’-]{2,15})?${mark} ?(?:anni )?(?<age>1[89]|[2-6]\d)${end}`,
    'gu',
  )
}

const UNITS = 'years? old|an(?:inh|it)?os|ans|jahre|anni|jaar|лет|года?|lata?|yas'

/** "My mum was born in 1960", "our shop, 35 years old": its clause, or what it is an apposition to, speaks of somebody or something else. */
function isSaidOfAnother({ start, end }: Said, hits: AtomHits): boolean {
  if (SAYS_I.test(hits.view.text.slice(start, end))) return false
  const lead = LEAD.exec(hits.view.text.slice(Math.max(0, start - FAR), start))?.[0] ?? ''
  if (isPossession(lead.replace(/,? ?$/, ''))) return true
  const from = start - lead.length
  return OTHERS.some((atom) => hits.of(atom).some((other) => other.start >= from && other.end <= start))
}

/** "On Instagram 21. Dezember 2019": a day of a month is no age, whatever stands before it. */
function isDate({ kind, start, end }: Said, { text }: TextView, ages: Ages): boolean {
  if (kind !== 'age' && kind !== 'other') return false
  const number = numberIn({ start, end }, text)
  return number !== null && isDayOfDate(text, number.end, ages)
}

/** "My mum says I'm 34": whose it is, the words of the age say themselves. */
const SAYS_I = /^(?:i'm|im|i am|ich bin|j'ai|tengo|tenho|ho|mam|мне) /u
const OTHERS = ['lex.somebody_else', 'lex.aged_things']
/** UTF-16 units. */
const FAR = 40
const LEAD = /(?:(?![,.;:!?|•·()\n]|\p{Extended_Pictographic})[\s\S])*(?:, ?)?$/u

function overlap(one: Said, other: Said): boolean {
  return one.start < other.end && other.start < one.end
}

type Said = Pick<StatedAge, 'kind' | 'years' | 'start' | 'end'>

/** In units of the view, as what follows. */
function byPatterns(compiled: CompiledPack, atoms: readonly string[], view: TextView, seen: number): Said[] {
  const possible = compiled.gate.mayMatch(view)
  return atoms.flatMap((atom) => {
    const may = possible.alternatives(atom)
    const pattern = compiled.patterns.get(atom.slice(3))
    if (may.length === 0 || pattern === undefined) return []
    return matchesIn(pattern, view.text, { may, startsOf: compiled.gate.startsIn(view, atom) }).flatMap(
      (match) => {
        const stated = yearsOf(match.groups ?? {}, seen, compiled.pack.ages)
        return stated === null ? [] : [{ ...stated, start: match.index, end: match.index + match[0].length }]
      },
    )
  })
}

/** A grown-up's years in digits, and no price, share, time or part of a longer number. */
const YEARS = /(?<![\p{N}.,:$€£#+-])(?:1[89]|[2-7]\d)(?![\p{N}%°]|[.,:]\d)/gu

function byClauses({ pack }: CompiledPack, view: TextView, seen: number): Said[] {
  const born = birthYearsIn(view.text, pack.ages).map(({ year, ...span }) => ({
    kind: 'born' as const,
    years: seen - year,
    ...span,
  }))
  const aged = [...view.text.matchAll(YEARS)].flatMap(({ index, 0: digits }) => {
    const clause = grownUpsAgeAt({ start: index, end: index + digits.length }, view.text, pack.ages)
    return clause === null
      ? []
      : [{ kind: 'age' as const, years: Number(digits), start: clause.start, end: clause.end }]
  })
  return [...aged, ...born]
}

/** By the name of the group that matched; see `policies/patterns.yaml`. */
function yearsOf(
  groups: Record<string, string | undefined>,
  seen: number,
  ages: Ages,
): Pick<StatedAge, 'kind' | 'years'> | null {
  const [name, value] = Object.entries(groups).find(([, text]) => text !== undefined) ?? []
  if (name === undefined || value === undefined) return null
  const since = (year: string): number => seen - Number(year)
  const stated = ((): [Kind, number | null] => {
    if (name.startsWith('year')) return ['born', since(value)]
    if (name.startsWith('age')) return ['age', Number(value)]
    if (name.startsWith('other')) return ['other', Number(value)]
    if (name.startsWith('word')) return ['age', ageAtEnd(value, ages)]
    if (name.startsWith('since')) return ['least', since(value) + GROWN_UP]
    if (name.startsWith('span')) return ['least', Number(value) + GROWN_UP]
    return ['least', Number(name.replace(/\D/g, '')) + GROWN_UP]
  })()
  const [kind, years] = stated
  return years !== null && years >= 10 && years <= 99 ? { kind, years } : null
}
