import type { Consultation } from '../../models/opinion.ts'
import type { Reviewer } from '../../models/reviewer.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { Gathered } from '../coverage/gathered.ts'
import type { RunStep } from '../step.ts'
import { orderEvidence } from './analyze.ts'

export type Reviewers = Record<'deep' | 'quick', Reviewer | null>

/** Has the mode's model read what was gathered; null where none is configured. A step of its own: its answer was paid for. */
export async function consultModel(
  ctx: { reviewers?: Reviewers; policies: PolicyPack; signal: AbortSignal },
  gathered: Gathered,
  orgId: string | null,
  step: RunStep,
): Promise<Consultation | null> {
  const reviewer = ctx.reviewers?.[gathered.mode]
  if (!reviewer) return null
  return step('model', () =>
    reviewer.consult(
      {
        pack: ctx.policies,
        platform: gathered.profile.evidence.platform,
        mode: gathered.mode,
        evidence: orderEvidence(gathered),
        orgId,
      },
      ctx.signal,
    ),
  )
}
