import type { KeptCapture } from '../db/captures.ts'
import type { PolicyPack } from '../policy/pack-schema.ts'
import type { Analysis } from './analyze.ts'

/** The pages whose bytes are kept with the report; those behind a minor-safety finding are named and not kept. */
export function keptCaptures({ evidence, findings }: Analysis, policies: PolicyPack): KeptCapture[] {
  const minor = new Set(
    findings
      .filter((finding) => policies.codes[finding.code]?.family === 'minor_safety')
      .map((finding) => finding.evidenceRef),
  )
  return evidence.flatMap(({ ref, sha256, capturedAt }) =>
    sha256 === null ? [] : [{ ref, sha256, captured_at: capturedAt, withheld: minor.has(ref) }],
  )
}
