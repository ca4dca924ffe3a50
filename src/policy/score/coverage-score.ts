import type { Scoring } from '../pack/scoring-schema.ts'

export type CoverageStep = keyof Scoring['coverage_weights']

/** `V = Σ a·s / Σ a` over the planned steps; `share` is what was read of what was found there, 0 to 1. No planned step: 0. */
export function coverageScore(
  steps: readonly { step: CoverageStep; share: number }[],
  scoring: Scoring,
): number {
  const planned = steps.reduce((sum, { step }) => sum + scoring.coverage_weights[step], 0)
  if (planned === 0) return 0
  return steps.reduce((sum, { step, share }) => sum + scoring.coverage_weights[step] * share, 0) / planned
}
