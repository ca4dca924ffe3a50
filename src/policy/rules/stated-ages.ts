import type { Binding, Evidence } from '../../evidence/evidence.ts'
import type { Finding } from '../finding.ts'
import type { CompiledPack } from '../pack/compile-pack.ts'
import { matchesIn } from '../pack/word-edges.ts'
import { ageAtEnd } from '../text/numerals.ts'
import { nativeView, normaliseText, originalSpan } from '../text/text-views.ts'
import type { StructureInput } from './targets.ts'

const OWN_SURFACES: readonly Binding[] = ['own', 'linked', 'links_back', 'second_hop']
/** Longer texts are read up to here. UTF-16 units. */
const MAX_TEXT = 5_000
/** UTF-16 units around the handle in which a page of somebody else's speaks of the creator. */
const NEAR_HANDLE = 400
/** Years at which a school is finished, a trade taken up or a wedding held at the soonest. */
const GROWN_UP = 17

/** A birth year counts as the age that it makes; `least` is what a graduation, a marriage or a career allows at the youngest. */
type Kind = 'age' | 'born' | 'least'

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
    .filter((each) => each.outcome === 'ok' && OWN_SURFACES.includes(each.binding))
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
    const possible = compiled.gate.mayMatch(view)
    return atoms.flatMap((atom) => {
      const may = possible.get(atom)
      const pattern = compiled.patterns.get(atom.slice(3))
      if (may === undefined || pattern === undefined) return []
      return matchesIn(pattern, view.text, { may }).flatMap((match) => {
        if (isStrangers && Math.abs(match.index - handleAt) > NEAR_HANDLE) return []
        const stated = yearsOf(match.groups ?? {}, evidence.capturedAt)
        if (stated === null) return []
        const span = originalSpan(view, match.index, match.index + match[0].length)
        return [{ evidence, textIndex, ...stated, ...span }]
      })
    })
  })
}

/** By the name of the group that matched; see `policies/patterns.yaml`. */
function yearsOf(
  groups: Record<string, string | undefined>,
  capturedAt: string,
): Pick<StatedAge, 'kind' | 'years'> | null {
  const [name, value] = Object.entries(groups).find(([, text]) => text !== undefined) ?? []
  if (name === undefined || value === undefined) return null
  const since = (year: string): number => Number(capturedAt.slice(0, 4)) - Number(year)
  const stated = ((): [Kind, number | null] => {
    if (name.startsWith('year')) return ['born', since(value)]
    if (name.startsWith('age')) return ['age', Number(value)]
    if (name.startsWith('word')) return ['age', ageAtEnd(value)]
    if (name.startsWith('since')) return ['least', since(value) + GROWN_UP]
    if (name.startsWith('span')) return ['least', Number(value) + GROWN_UP]
    return ['least', Number(name.replace(/\D/g, '')) + GROWN_UP]
  })()
  const [kind, years] = stated
  return years !== null && years >= 10 && years <= 99 ? { kind, years } : null
}
