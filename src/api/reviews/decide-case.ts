import { DecidedCase, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import { lockCase, sameDecision, UNDO_SECONDS } from '../../db/reviews/locked-case.ts'
import { countReviewChange, lockReview } from '../../db/reviews/reviews.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { decideRequest } from '../requests/review-requests.ts'
import {
  DECIDED_BY_YOU,
  decide,
  decideSecond,
  decisionOfInput,
  judge,
  NOTES_LIMIT,
  refuseIfChanged,
  reviewableScan,
  reviewerOf,
} from './apply-review.ts'
import { reviewSettingsOf } from './review-settings-of.ts'

export const decideCase = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/review-queue/:scan_id/decide',
    summary: 'Decide on a case of the queue',
    description:
      'Claimed or not, as long as nobody else holds it. A second decision stands beside the first one and changes nothing of it. Your own decision sent once more is answered as it was, and changes nothing.',
    tag: 'Reviews',
    access: 'session',
    body: decideRequest,
    bodyLimit: NOTES_LIMIT,
    acts: ['review.decision', 'review.second_decision', 'review.finding'],
    answers: { 200: DecidedCase, 403: ErrorBody, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by: actor, params, body }) {
      const by = reviewerOf({ caller, by: actor })
      const scan = await reviewableScan(ctx.db, caller.orgId, params.scan_id, body.findings ?? {}, by)
      const settings = await reviewSettingsOf(ctx.db, caller.orgId)
      return ctx.db.transaction().execute(async (tx) => {
        const review = await lockReview(tx, caller.orgId, scan.scan_id)
        const open = await lockCase(tx, caller.orgId, scan.scan_id, by.userId)
        const { decision } = body.decision
        // Its answer was lost, or another tab has sent it: to be told of a conflict with oneself would be wrong.
        const same = await sameDecision(tx, scan.scan_id, decisionOfInput(body.decision), by.userId)
        if (same) {
          const { undo_until, is_second: second } = same
          return { scan_id: scan.scan_id, decision, version: review.version, second, undo_until }
        }
        refuseIfChanged(review, body.version)
        const isSecond = review.decision !== null
        if (isSecond && review.decided_by === by.userId) throw new Refusal(409, DECIDED_BY_YOU)
        if (isSecond && open?.second_review !== 'wanted') throw new Refusal(409, 'It has been decided')
        if (isSecond) await decideSecond(tx, scan, body.decision, by, settings)
        else {
          await decide(tx, scan, review, body.decision, by, settings)
          await judge(tx, scan, body.findings ?? {}, by)
        }
        await countReviewChange(tx, scan.scan_id)
        return {
          scan_id: scan.scan_id,
          decision,
          version: review.version + 1,
          second: isSecond,
          undo_until: await databaseTime(tx, UNDO_SECONDS),
        }
      })
    },
  })
