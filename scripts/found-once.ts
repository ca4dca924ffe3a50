import { evaluate } from '../src/policy/evaluate.ts'
import type { Finding } from '../src/policy/finding.ts'
import type { Example } from '../src/policy/pack/code-schema.ts'
import { exampleEvidence } from '../src/policy/pack/example-evidence.ts'
import type { PolicyPack } from '../src/policy/pack/pack-schema.ts'

const found = new WeakMap<PolicyPack, Map<string, readonly Finding[]>>()

/** What a pack finds in an example of ours. The same pack finds the same in it: who asks again in a process gets what was found before. */
export function foundOnce(pack: PolicyPack, example: Example): readonly Finding[] {
  const ofPack = found.get(pack) ?? new Map<string, readonly Finding[]>()
  found.set(pack, ofPack)
  const key = JSON.stringify(example)
  const known = ofPack.get(key)
  if (known) return known
  // Nobody may change what others are given.
  const findings = Object.freeze(evaluate(pack, exampleEvidence(example)).map((each) => Object.freeze(each)))
  ofPack.set(key, findings)
  return findings
}
