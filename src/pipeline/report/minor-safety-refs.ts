import type { Finding } from '../../policy/finding.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'

/** The evidence behind a minor-safety finding, whose bytes are not kept. */
export function minorSafetyRefs(findings: Finding[], policies: PolicyPack): Set<string> {
  return new Set(
    findings
      .filter((finding) => policies.codes[finding.code]?.family === 'minor_safety')
      .map((finding) => finding.evidenceRef),
  )
}
