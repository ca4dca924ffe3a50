import type { Binding, Evidence } from '../../../evidence/evidence.ts'
import type { Finding } from '../../finding.ts'
import type { CompiledPack } from '../../pack/compile-pack.ts'
import { matchesIn } from '../../pack/word-edges.ts'
import type { Ages } from '../../pack/word-schemas.ts'
import { ageAtEnd } from '../../text/numerals.ts'
import { nativeView, normaliseText, originalSpan, type TextView } from '../../text/text-views.ts'
import { type AtomHits, atomHits } from '../atom-hits.ts'
import type { StructureInput } from '../links/targets.ts'
import { grownUpsAgeAt } from './age-clause.ts'
import { birthYearsIn } from './birth-years.ts'
import { isPossession } from './others-ages.ts'

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
  const ages = evidence
    .filter((each) => OWN_SURFACES.includes(each.binding))
    .flatMap((each) => statedAges(compiled, rule.patterns, each, handle))
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

/** The words in which a surface of the creator's states an age or a year, wherever rules would read it. */
export function agesStatedOn(
  compiled: CompiledPack,
  patterns: readonly string[],
  evidence: Evidence,
  handle: string | null,
): string[] {
  if (!OWN_SURFACES.includes(evidence.binding)) return []
  return statedAges(compiled, patterns, evidence, handle === null ? null : normaliseText(handle)).map(
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
): StatedAge[] {
  const isOwnPage =
    evidence.linksBack ||
    (evidence.binding === 'second_hop' && evidence.mentionsCreator) ||
    (evidence.handle !== null && handle !== null && normaliseText(evidence.handle) === handle)
  return evidence.texts.flatMap(({ channel, text }, textIndex) => {
    if (channel !== 'bio' && channel !== 'name' && channel !== 'page') return []
    const isStrangers = channel === 'page' && !isOwnPage
    if (isStrangers && (handle === null || !evidence.mentionsCreator)) return []
    const view = nativeView(text.slice(0, MAX_TEXT), text)
    const handleAt = handle === null ? -1 : view.text.indexOf(handle)
    if (isStrangers && handleAt < 0) return []
    const seen = Number(evidence.capturedAt.slice(0, 4))
    const byWords = byPatterns(compiled, atoms, view, seen)
    const further = byClauses(compiled, view, seen).filter(
      (said) => !byWords.some((known) => overlap(known, said)),
    )
    const all = [...byWords, ...further]
    // Most texts state none.
    if (all.length === 0) return []
    const hits = atomHits(compiled, view, 'native')
    return all.flatMap((said) => {
      if (isStrangers && Math.abs(said.start - handleAt) > NEAR_HANDLE) return []
      if (said.kind !== 'least' && isSaidOfAnother(said, hits)) return []
      return [{ ...said, evidence, textIndex, ...originalSpan(view, said.start, said.end) }]
    })
  })
}

/** "My mum was born in 1960", "our shop, 35 years old": its clause, or what it is an apposition to, speaks of somebody or something else. */
function isSaidOfAnother({ start }: Said, hits: AtomHits): boolean {
  const lead = LEAD.exec(hits.view.text.slice(Math.max(0, start - FAR), start))?.[0] ?? ''
  if (isPossession(lead.replace(/,? ?$/, ''))) return true
  const from = start - lead.length
  return OTHERS.some((atom) => hits.of(atom).some((other) => other.start >= from && other.end <= start))
}

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
    const may = possible.get(atom)
    const pattern = compiled.patterns.get(atom.slice(3))
    if (may === undefined || pattern === undefined) return []
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
