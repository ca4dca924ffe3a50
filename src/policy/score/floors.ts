import type { Finding } from '../finding.ts'
import type { PolicyPack } from '../pack/pack-schema.ts'
import type { Scoring } from '../pack/scoring-schema.ts'
import { type CodeSum, weigh } from './sum-codes.ts'

export type Floor = Scoring['floors'][number]

/** The floors whose conditions hold. A floor asks for weights after mitigation, so a refusal never lifts a score. */
export function floorsReached(
  findings: readonly Finding[],
  sums: readonly CodeSum[],
  pack: PolicyPack,
  coverage: number,
): Floor[] {
  return pack.scoring.floors.filter((floor) => {
    if (floor.coverage_below !== undefined) return coverage < floor.coverage_below
    const { severity } = floor
    if (severity)
      return sums.some((sum) => sum.severity === severity.is && sum.probability >= severity.min_p - 1e-12)
    return (
      floor.findings.length > 0 &&
      floor.findings.every((need) =>
        findings.some(
          (finding) =>
            finding.code === need.code &&
            (need.tag === undefined || finding.tag === need.tag) &&
            (need.binding === undefined || finding.binding === need.binding) &&
            weigh(finding, pack) >= need.min_p,
        ),
      )
    )
  })
}
