import { type Judging, startJudging } from '../../src/pipeline/judge/start-judging.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'

const threads = new WeakMap<PolicyPack, Judging>()

/** The judging thread of this pack: a second and a half to start, so one for all tests of a process. It ends with the process. */
export function sharedJudging(policies: PolicyPack): Judging {
  const judging = threads.get(policies) ?? startJudging(policies)
  threads.set(policies, judging)
  return judging
}
