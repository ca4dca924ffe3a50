import type { KeptCapture } from '../db/captures.ts'
import type { PolicyPack } from '../policy/pack-schema.ts'
import type { Analysis } from './analyze.ts'
import { minorSafetyRefs } from './minor-safety-refs.ts'

/** The pages whose bytes are kept with the report; those behind a minor-safety finding are named and not kept. */
export function keptCaptures({ evidence, findings }: Analysis, policies: PolicyPack): KeptCapture[] {
  const withheld = minorSafetyRefs(findings, policies)
  return evidence.flatMap(({ ref, sha256, capturedAt }) =>
    sha256 === null ? [] : [{ ref, sha256, captured_at: capturedAt, withheld: withheld.has(ref) }],
  )
}
