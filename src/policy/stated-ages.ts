import type { Binding, Evidence } from '../evidence/evidence.ts'
import type { CompiledPack } from './compile-pack.ts'
import type { Finding } from './finding.ts'
import type { StructureInput } from './structure-findings.ts'
import { nativeView, normaliseText, originalSpan } from './text-views.ts'

const OWN_SURFACES: readonly Binding[] = ['own', 'linked', 'links_back', 'second_hop']
/** English numerals, for ages that are written out. */
const UNITS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const NUMERALS: ReadonlyMap<string, number> = new Map([
  ['eighteen', 18],
  ['nineteen', 19],
  ...['twenty', 'thirty', 'forty', 'fifty', 'sixty'].flatMap((tens, i) =>
    UNITS.map((unit, rest): [string, number] => [tens + unit, (i + 2) * 10 + rest]),
  ),
])

interface StatedAge {
  evidence: Evidence
  textIndex: number
  years: number
  start: number
  end: number
}

/**
 * Ages and birth years that the creator's own surfaces state, when they differ by `min_years` or more. A birth year is
 * read against the year of capture. One finding, at the statement farthest from the first.
 */
export function statedAgesDiffer({ compiled, code, rule, evidence, subject }: StructureInput): Finding[] {
  const handle = subject.handle === null ? null : normaliseText(subject.handle)
  const ages = evidence
    .filter((each) => each.outcome === 'ok' && OWN_SURFACES.includes(each.binding))
    .flatMap((each) => statedAges(compiled, rule.patterns, each, handle))
  const first = ages[0]
  if (!first) return []
  const elsewhere = ages.filter((age) => age.evidence.ref !== first.evidence.ref)
  const other = elsewhere.reduce<StatedAge | null>(
    (far, age) =>
      far === null || Math.abs(age.years - first.years) > Math.abs(far.years - first.years) ? age : far,
    null,
  )
  if (other === null || Math.abs(other.years - first.years) < rule.min_years) return []
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
    if (channel !== 'bio' && channel !== 'name' && !(channel === 'page' && isOwnPage)) return []
    const view = nativeView(text.slice(0, 5_000))
    return atoms.flatMap((atom) =>
      [...view.text.matchAll(compiled.patterns.get(atom.slice(3))?.regex ?? /(?!)/g)].flatMap((match) => {
        const years = yearsOf(match.groups ?? {}, evidence.capturedAt)
        if (years === null) return []
        return [
          { evidence, textIndex, years, ...originalSpan(view, match.index, match.index + match[0].length) },
        ]
      }),
    )
  })
}

function yearsOf(groups: Record<string, string | undefined>, capturedAt: string): number | null {
  const born = Object.entries(groups).find(([name, value]) => name.startsWith('year') && value !== undefined)
  const stated = Object.entries(groups).find(([name, value]) => name.startsWith('age') && value !== undefined)
  const written = Object.entries(groups).find(
    ([name, value]) => name.startsWith('word') && value !== undefined,
  )
  const years = born
    ? Number(capturedAt.slice(0, 4)) - Number(born[1])
    : stated
      ? Number(stated[1])
      : (NUMERALS.get(written?.[1]?.replace(/[ -]/g, '') ?? '') ?? Number.NaN)
  return years >= 10 && years <= 99 ? years : null
}
