import type { CompiledPack } from '../pack/compile-pack.ts'
import type { AtomHits } from '../rules/atom-hits.ts'
import { matchTextRule } from '../rules/match-text-rule.ts'
import { lineAround } from '../text/sentences.ts'
import type { Span } from '../text/text-views.ts'
import type { Resemblance } from './most-alike.ts'

/** A rule of the code knows this wording, and did not accuse: something in the text or about the account speaks for it. */
export function isExcused(compiled: CompiledPack, { code, quoted }: Resemblance, hits: AtomHits): boolean {
  const isInside = (match: Span): boolean => match.start < quoted.end && quoted.start < match.end
  return compiled.textRules.some(
    (owned) =>
      owned.code === code &&
      !owned.rule.silent &&
      matchTextRule({ ...owned.rule, none: [] }, hits, () => false).some(isInside),
  )
}

/**
 * What rules ask of a text where the act of a code has two meanings stands on the line of the passage: however much a coach's private
 * sessions resemble others, they are a coach's.
 */
export function meansOtherwise(
  compiled: CompiledPack,
  { code, quoted }: Resemblance,
  hits: AtomHits,
): boolean {
  const line = lineAround(hits.view.text, quoted)
  return compiled.textRules.some(
    ({ code: owner, rule }) =>
      owner === code &&
      rule.none_in === 'text' &&
      rule.none.some((atom) =>
        hits.of(atom).some(({ start, end }) => start >= line.start && end <= line.end),
      ),
  )
}
