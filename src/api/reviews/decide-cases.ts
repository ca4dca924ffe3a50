import { DecidedCases, ErrorBody, type ReviewSettings, ValidationErrorBody } from '../../../sdk/contract.ts'
import type { Db } from '../../db/database.ts'
import { type ActingReviewer, countReviewChange, lockReview } from '../../db/reviews/reviews.ts'
import { scanOfOrg } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { ValidationFailed } from '../http/validate.ts'
import type { DecisionInput } from '../requests/decision-requests.ts'
import { decideManyRequest } from '../requests/review-requests.ts'
import { decide, NOTES_LIMIT, refuseMinorSafety, reviewerOf } from './apply-review.ts'
import { reviewSettingsOf } from './review-settings-of.ts'

export const decideCases = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/review-queue/decide',
    summary: 'Decide on several cases alike',
    description:
      'Each for itself: what is decided already, in somebody else’s hands, or lacks a reason or note that is required is passed over and named.',
    tag: 'Reviews',
    access: 'session',
    body: decideManyRequest,
    bodyLimit: NOTES_LIMIT,
    acts: ['review.decision'],
    answers: { 200: DecidedCases, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by: actor, body }) {
      const by = reviewerOf({ caller, by: actor })
      const settings = await reviewSettingsOf(ctx.db, caller.orgId)
      const decided: string[] = []
      const passed_over: DecidedCases['passed_over'] = []
      for (const scanId of new Set(body.scan_ids)) {
        const why = await decideOne(ctx.db, { orgId: caller.orgId, scanId }, body.decision, by, settings)
        if (why === null) decided.push(scanId)
        else passed_over.push({ scan_id: scanId, why })
      }
      return { decided, passed_over }
    },
  })

/** Null where it was decided; else why not, in words. */
async function decideOne(
  db: Db,
  { orgId, scanId }: { orgId: string; scanId: string },
  decision: DecisionInput,
  by: ActingReviewer,
  settings: ReviewSettings,
): Promise<string | null> {
  const scan = await scanOfOrg(db, orgId, scanId)
  if (!scan) return 'Scan not found'
  if (scan.status !== 'completed') return 'Only completed scans can be reviewed'
  try {
    refuseMinorSafety(scan, by)
    return await db.transaction().execute(async (tx) => {
      const review = await lockReview(tx, orgId, scanId)
      if (review.decision !== null) return 'It has been decided'
      await decide(tx, scan, review, decision, by, settings)
      await countReviewChange(tx, scanId)
      return null
    })
  } catch (error) {
    if (error instanceof Refusal) return error.message
    if (error instanceof ValidationFailed) return 'A reason or a note is required'
    throw error
  }
}
