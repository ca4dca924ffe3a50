import { ClaimedCase, ErrorBody } from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import { claimCase } from '../../db/reviews/case-claims.ts'
import { lockCase, UNDO_SECONDS } from '../../db/reviews/locked-case.ts'
import { casesOf } from '../../db/reviews/review-queue.ts'
import {
  type ActingReviewer,
  addToReviewLog,
  countReviewChange,
  dropSecondDecision,
  secondDecision,
  setDecision,
} from '../../db/reviews/reviews.ts'
import type { ScanRow } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { reviewerOf, scanToReview } from './apply-review.ts'
import { reviewCase } from './review-case.ts'

export const undoDecision = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/review-queue/:scan_id/undo',
    summary: 'Undo your own decision of a moment ago',
    description: `Within ${UNDO_SECONDS} seconds. The case is yours again, as if claimed; verdicts on findings stay.`,
    tag: 'Reviews',
    access: 'session',
    acts: ['review.decision', 'review.second_decision'],
    answers: { 200: ClaimedCase, 404: ErrorBody, 409: ErrorBody },
    async handle({ caller, by: actor, params }) {
      const scan = await scanToReview(ctx.db, caller.orgId, params.scan_id)
      const by = reviewerOf({ caller, by: actor })
      return ctx.db.transaction().execute(async (tx) => {
        await undo(tx, scan, by)
        await countReviewChange(tx, scan.scan_id)
        await claimCase(tx, caller.orgId, scan.scan_id, by)
        const [row] = await casesOf(tx, caller.orgId, [scan.scan_id])
        return { case: row ? reviewCase(row, by.userId) : null }
      })
    },
  })

/** @throws Refusal 409 for a decision of somebody else, or of longer ago */
async function undo(tx: Tx, { scan_id: scanId, org_id: orgId }: ScanRow, by: ActingReviewer) {
  const decided = await lockCase(tx, orgId, scanId, by.userId)
  const takenBack = { code: null, to: null, reason: null, note: null }
  if (decided?.decision && decided.decided_by === by.userId && decided.is_fresh) {
    await setDecision(tx, scanId, null, by)
    const entry = { what: 'decision', from: decided.decision, ...takenBack } as const
    await addToReviewLog(tx, { orgId, scanId }, entry, by)
    return
  }
  const second = await secondDecision(tx, scanId, UNDO_SECONDS)
  if (second?.decided_by !== by.userId || !second.is_fresh || decided?.second_review !== 'given')
    throw new Refusal(409, 'There is nothing of yours to undo any more')
  await dropSecondDecision(tx, scanId)
  const entry = { what: 'second_decision', from: second.decision, ...takenBack } as const
  await addToReviewLog(tx, { orgId, scanId }, entry, by)
}
