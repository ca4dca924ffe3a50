import { ErrorBody, ReleasedCase } from '../../../sdk/contract.ts'
import { releaseCase as release } from '../../db/reviews/case-claims.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { reviewerOf, scanToReview } from './apply-review.ts'

export const releaseCase = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/review-queue/:scan_id/release',
    summary: 'Give a case back undecided',
    description: 'The next who asks may get it. Does nothing where you do not hold it.',
    tag: 'Reviews',
    access: 'session',
    withoutAct: 'as claiming: the decision is the act',
    answers: { 200: ReleasedCase, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const reviewer = reviewerOf({ caller, by })
      const { scan_id } = await scanToReview(ctx.db, caller.orgId, params.scan_id)
      const wasHeld = await release(ctx.db, caller.orgId, scan_id, reviewer)
      return { scan_id, status: wasHeld ? 'released' : 'not_held' }
    },
  })
