import type { AtomHits, Span } from './atom-hits.ts'
import type { TextRule } from './pack-schema.ts'

/** One place where a rule holds: the act, and everything that makes it an offer. */
export interface RuleMatch extends Span {
  act: Span
  parts: Span[]
}

const MAX_ACTS = 60

/**
 * Every place where all groups of a rule hit within its window, without overlap, and no excluded atom would fit in that
 * window too. `hasLink` answers the `link.x` atoms, which have no place in the text.
 */
export function matchTextRule(
  rule: TextRule,
  hits: AtomHits,
  hasLink: (list: string) => boolean,
): RuleMatch[] {
  const groups = groupsOf(rule).sort((a, b) => Number(usesPattern(a.atoms)) - Number(usesPattern(b.atoms)))
  const needed: Span[][] = []
  let acts: Span[] = []
  for (const { atoms, isAct } of groups) {
    if (!isAct && atoms.some((atom) => atom.startsWith('link.') && hasLink(atom.slice(5)))) continue
    const spans = atoms.flatMap((atom) => hits.of(atom))
    if (spans.length === 0) return []
    if (isAct) acts = spans
    else needed.push(spans)
  }
  return acts
    .slice(0, MAX_ACTS)
    .map((act) => gather(act, needed, rule))
    .filter((match) => match !== null)
    .filter(
      (match) =>
        !rule.none.some((atom) =>
          hits.of(atom).some((span) => fits(span, match, rule.none_within ?? rule.window)),
        ),
    )
}

function groupsOf(rule: TextRule): { atoms: readonly string[]; isAct: boolean }[] {
  const groups = rule.all.map((group, i) => ({
    atoms: typeof group === 'string' ? [group] : group.any,
    isAct: i === 0,
  }))
  return rule.any.length > 0 ? [...groups, { atoms: rule.any, isAct: false }] : groups
}

function usesPattern(atoms: readonly string[]): boolean {
  return atoms.some((atom) => atom.startsWith('re.'))
}

/** Takes from each group the hit that widens the span least. */
function gather(act: Span, needed: readonly Span[][], { window, ordered }: TextRule): RuleMatch | null {
  const match: RuleMatch = { start: act.start, end: act.end, act, parts: [act] }
  for (const spans of needed) {
    let best: Span | null = null
    let bestWidth = Number.POSITIVE_INFINITY
    for (const span of spans) {
      if (ordered && span.start < act.end) continue
      if (match.parts.some((part) => span.start < part.end && part.start < span.end)) continue
      const width = Math.max(match.end, span.end) - Math.min(match.start, span.start)
      if (width <= window && width < bestWidth) {
        best = span
        bestWidth = width
      }
    }
    if (best === null) return null
    match.parts.push(best)
    match.start = Math.min(match.start, best.start)
    match.end = Math.max(match.end, best.end)
  }
  return match
}

function fits(span: Span, match: Span, window: number): boolean {
  return Math.max(match.end, span.end) - Math.min(match.start, span.start) <= window
}
