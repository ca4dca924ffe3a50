import { type Judging, startJudging } from '../pipeline/judge/start-judging.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'

/** After the last trial: whoever tries a criterion tries it again. */
const REST_MS = 120_000

/** Tries criteria in a thread of its own, which no scan waits for: it starts with the first trial. */
export function createTrials(policies: PolicyPack): Pick<Judging, 'try' | 'close'> {
  return startJudging(policies, { atRest: true, restMs: REST_MS })
}
