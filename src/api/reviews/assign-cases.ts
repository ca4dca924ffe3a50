import { AssignedCases, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import { mayReviewMinors, roleOf } from '../../auth/authenticate.ts'
import { membersOfOrg } from '../../db/people/members.ts'
import { assignOpen } from '../../db/reviews/review-queue.ts'
import { addToReviewLog } from '../../db/reviews/reviews.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { ValidationFailed } from '../http/validate.ts'
import { assignRequest } from '../requests/review-requests.ts'
import { reviewerOf } from './apply-review.ts'

export const assignCases = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/review-queue/assign',
    summary: 'Assign cases to a person',
    description:
      'Or to nobody. Only that person is given them by the queue. What is decided, no scan of yours, or of minor safety and for somebody without the right to it, is passed over.',
    tag: 'Reviews',
    access: 'session',
    body: assignRequest,
    acts: ['review.assignment'],
    answers: { 200: AssignedCases, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by: actor, body }) {
      const by = reviewerOf({ caller, by: actor })
      const userId = body.user_id === 'me' ? by.userId : body.user_id
      const members = await membersOfOrg(ctx.db, caller.orgId)
      const to = members.find((member) => member.user_id === userId)
      if (userId !== null && !to) throw nobody(userId)
      return ctx.db.transaction().execute(async (tx) => {
        const changed = await assignOpen(tx, caller.orgId, body.scan_ids, {
          userId,
          mayReviewMinors: !to || mayReviewMinors(roleOf(to.role), to.minor_safety),
        })
        for (const { scan_id, before } of changed)
          await addToReviewLog(
            tx,
            { orgId: caller.orgId, scanId: scan_id },
            { what: 'assignment', code: null, from: before, to: to?.email ?? null, reason: null, note: null },
            by,
          )
        const ids = changed.map((each) => each.scan_id)
        return { assigned: ids, passed_over: body.scan_ids.filter((scanId) => !ids.includes(scanId)) }
      })
    },
  })

function nobody(input: string) {
  return new ValidationFailed([
    { type: 'value_error', loc: ['body', 'user_id'], msg: 'Value error, no member has this id', input },
  ])
}
