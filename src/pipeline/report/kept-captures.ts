import type { KeptCapture } from '../../db/scans/captures.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { type Analysis, wasJudged } from '../judge/analyze.ts'
import { minorSafetyRefs } from './minor-safety-refs.ts'

/**
 * What is kept with the report, in bytes; what lies behind a minor-safety finding is named and not kept, its pictures neither,
 * and nothing is where that could not be found out.
 */
export function keptCaptures(analysis: Analysis, policies: PolicyPack): KeptCapture[] {
  const withheld = minorSafetyRefs(analysis.findings, policies)
  const isUnknown = !wasJudged(analysis)
  return analysis.evidence.flatMap(({ ref, type, via, sha256, capturedAt }) => {
    if (sha256 === null) return []
    const isWithheld = isUnknown || withheld.has(ref) || (type === 'image' && withheld.has(via ?? ''))
    return [{ ref, sha256, captured_at: capturedAt, withheld: isWithheld }]
  })
}
