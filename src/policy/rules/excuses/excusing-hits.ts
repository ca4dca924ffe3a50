import type { Scoring } from '../../pack/scoring-schema.ts'
import { overlaps, type Span } from '../../text/text-views.ts'
import type { AtomHits } from '../atom-hits.ts'
import type { RuleMatch } from '../match-text-rule.ts'

/** Between the words that matched. */
export function standsInside(match: RuleMatch, hits: AtomHits, reach: Reach): boolean {
  const isInside = (span: Span): boolean => isBetween(span, match)
  return someSpan(hits, reach.before, isInside) || someSpan(hits, reach.after, isInside)
}

/** Whether a hit stands between the parts of a match, and is none of them. */
export function isBetween(span: Span, match: RuleMatch): boolean {
  return (
    span.start >= match.start && span.end <= match.end && !match.parts.some((part) => overlaps(span, part))
  )
}

type Reach = Scoring['mitigations']['negated']

/** Whether a hit stands within reach before or behind a place with none of `breaks` between, and `counts`. */
export function stands(
  at: Span,
  hits: AtomHits,
  reach: Reach,
  breaks: RegExp | null,
  counts: (span: Span) => boolean = () => true,
): boolean {
  const text = hits.view.text
  const open = (from: number, to: number): boolean => breaks === null || !breaks.test(text.slice(from, to))
  const isBefore = ({ end }: Span): boolean =>
    end <= at.start && at.start - end <= reach.reach_before && open(end, at.start)
  const isAfter = ({ start }: Span): boolean =>
    start >= at.end && start - at.end <= reach.reach_after && open(at.end, start)
  return (
    someSpan(hits, reach.before, (span) => isBefore(span) && counts(span)) ||
    someSpan(hits, reach.after, (span) => isAfter(span) && counts(span))
  )
}

/** Whether any hit of these lexicons passes a test. */
export function someSpan(
  hits: AtomHits,
  lexicons: readonly string[],
  test: (span: Span) => boolean,
): boolean {
  return lexicons.some((name) => hits.of(`lex.${name}`).some(test))
}
