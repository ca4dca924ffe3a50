import { ClaimedCase, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import type { Db } from '../../db/database.ts'
import {
  CLAIM_SECONDS,
  claimCase as claim,
  claimNext,
  isHeldElsewhere,
} from '../../db/reviews/case-claims.ts'
import { lockCase } from '../../db/reviews/locked-case.ts'
import type { QueueFilter } from '../../db/reviews/queue-order.ts'
import { casesOf } from '../../db/reviews/review-queue.ts'
import type { ActingReviewer } from '../../db/reviews/reviews.ts'
import { severeInRow } from '../../db/reviews/severe-in-row.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { claimRequest } from '../requests/review-requests.ts'
import { DECIDED_BY_YOU, HELD_BY_YOU, refuseWhileHeld, reviewerOf, TAKES_A_RIGHT } from './apply-review.ts'
import { readQueueFilter } from './queue-filter.ts'
import { reviewCase } from './review-case.ts'
import { reviewSettingsOf } from './review-settings-of.ts'

export const claimCase = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/review-queue/claim',
    summary: 'Claim the next case',
    description: `It is yours for ${CLAIM_SECONDS / 60} minutes: nobody else gets it or decides on it. Claim it again by its id to keep it longer. What you hold where you are signed in elsewhere is passed over. The queue gives nobody more severe cases in a row than the organization wants, and cases of minor safety only to those who have the right.`,
    tag: 'Reviews',
    access: 'session',
    body: claimRequest,
    bodyMayBeAbsent: true,
    withoutAct: 'says who looks at it for five minutes; the decision is the act',
    answers: {
      200: ClaimedCase,
      400: ErrorBody,
      403: ErrorBody,
      404: ErrorBody,
      409: ErrorBody,
      422: ValidationErrorBody,
    },
    async handle({ caller, by, body }) {
      const reviewer = reviewerOf({ caller, by })
      const { scan_id, except = [], ...query } = body ?? {}
      const filter = readQueueFilter(query, caller.orgId, reviewer)
      const isMildOnly = scan_id === undefined && (await hadEnough(ctx.db, filter, except))
      const scanId = scan_id ?? (await claimNext(ctx.db, { ...filter, isMildOnly }, except))
      if (scanId === null) return { case: null, ...(isMildOnly && { severe_limit: true }) }
      if (scan_id !== undefined && !(await claim(ctx.db, caller.orgId, scanId, reviewer)))
        await refuse(ctx.db, caller.orgId, scanId, reviewer)
      const [row] = await casesOf(ctx.db, caller.orgId, [scanId])
      return { case: row ? reviewCase(row, reviewer.userId) : null }
    },
  })

/** @throws Refusal that says why the case cannot be claimed */
async function refuse(db: Db, orgId: string, scanId: string, by: ActingReviewer): Promise<never> {
  const { userId, mayReviewMinors } = by
  const found = await db.transaction().execute((tx) => lockCase(tx, orgId, scanId, userId))
  if (!found) throw new Refusal(404, 'Scan not found')
  if (found.minor_safety && !mayReviewMinors) throw new Refusal(403, TAKES_A_RIGHT)
  refuseWhileHeld(found)
  if (await isHeldElsewhere(db, scanId, by)) throw new Refusal(409, HELD_BY_YOU)
  throw new Refusal(409, found.decided_by === userId ? DECIDED_BY_YOU : 'It has been decided')
}

/** Of severe cases in a row, as the organization has it. Whoever asks for a case by its id chooses themselves. */
async function hadEnough(db: Db, filter: QueueFilter, held: readonly string[]): Promise<boolean> {
  const { severe_in_row: most } = (await reviewSettingsOf(db, filter.orgId)).wellbeing
  return most !== null && (await severeInRow(db, filter, held, most)) >= most
}
