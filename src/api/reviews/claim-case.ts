import { ClaimedCase, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import type { Db } from '../../db/database.ts'
import { CLAIM_SECONDS, casesOf, claimCase as claim, claimNext, lockCase } from '../../db/review-queue.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { claimRequest } from '../http/review-requests.ts'
import { refuseWhileHeld, reviewerOf } from './apply-review.ts'
import { readQueueFilter } from './queue-filter.ts'
import { reviewCase } from './review-case.ts'

export const claimCase = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/review-queue/claim',
    summary: 'Claim the next case',
    description: `It is yours for ${CLAIM_SECONDS / 60} minutes: nobody else gets it or decides on it. Claim it again by its id to keep it longer.`,
    tag: 'Reviews',
    access: 'session',
    body: claimRequest,
    bodyMayBeAbsent: true,
    withoutAct: 'says who looks at it for five minutes; the decision is the act',
    answers: { 200: ClaimedCase, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      const { userId } = reviewerOf({ caller, by })
      const { scan_id, except = [], ...query } = body ?? {}
      const filter = readQueueFilter(query, caller.orgId, userId)
      const scanId = scan_id ?? (await claimNext(ctx.db, filter, except))
      if (scanId === null) return { case: null }
      if (scan_id !== undefined && !(await claim(ctx.db, caller.orgId, scanId, userId)))
        await refuse(ctx.db, caller.orgId, scanId, userId)
      const [row] = await casesOf(ctx.db, caller.orgId, [scanId])
      return { case: row ? reviewCase(row, userId) : null }
    },
  })

/** @throws Refusal that says why the case cannot be claimed */
async function refuse(db: Db, orgId: string, scanId: string, userId: string): Promise<never> {
  const found = await db.transaction().execute((tx) => lockCase(tx, orgId, scanId, userId))
  if (!found) throw new Refusal(404, 'Scan not found')
  refuseWhileHeld(found)
  throw new Refusal(409, 'It has been decided')
}
