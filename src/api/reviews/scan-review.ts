import {
  ErrorBody,
  ReviewLog,
  ReviewPrecision,
  ScanReview,
  ValidationErrorBody,
} from '../../../sdk/contract.ts'
import { countReviewChange, lockReview, reviewLogOfScan, verdictCounts } from '../../db/reviews/reviews.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { reviewRequest } from '../requests/decision-requests.ts'
import {
  decide,
  judge,
  NOTES_LIMIT,
  readReview,
  refuseIfChanged,
  reviewableScan,
  reviewerOf,
  scanToReview,
  standsByThem,
} from './apply-review.ts'
import { reviewSettingsOf } from './review-settings-of.ts'
import { wilsonInterval } from './wilson-interval.ts'

export const getReview = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id/review',
    summary: 'Read what people made of a scan',
    description:
      'What people made of it: the decision, verdicts on findings, and to whom it is assigned. Of a scan that nobody has looked at, all of it is empty.',
    tag: 'Reviews',
    access: 'session',
    answers: { 200: ScanReview, 404: ErrorBody },
    async handle({ caller, by, params }) {
      const { userId } = reviewerOf({ caller, by })
      const scan = await scanToReview(ctx.db, caller.orgId, params.scan_id)
      return readReview(ctx.db, scan.scan_id, userId)
    },
  })

export const putReview = (ctx: ApiContext) =>
  endpoint({
    method: 'PUT',
    path: '/scans/:scan_id/review',
    summary: 'Decide on a scan, accept or reject its findings',
    description:
      'The record of the scan stays as it is. What is left out of the body stays too; every change goes into the log. Your own change sent once more is answered as it stands, and changes nothing.',
    tag: 'Reviews',
    access: 'session',
    body: reviewRequest,
    bodyLimit: NOTES_LIMIT,
    acts: ['review.decision', 'review.finding'],
    answers: {
      200: ScanReview,
      400: ErrorBody,
      403: ErrorBody,
      404: ErrorBody,
      409: ErrorBody,
      422: ValidationErrorBody,
    },
    async handle({ caller, by: actor, params, body }) {
      if (body.decision === undefined && body.findings === undefined)
        throw new Refusal(400, 'No fields to update')
      const by = reviewerOf({ caller, by: actor })
      const scan = await reviewableScan(ctx.db, caller.orgId, params.scan_id, body.findings ?? {}, by)
      const settings = await reviewSettingsOf(ctx.db, caller.orgId)
      return ctx.db.transaction().execute(async (tx) => {
        const review = await lockReview(tx, caller.orgId, scan.scan_id)
        if (await standsByThem(tx, scan.scan_id, review, body, by.userId))
          return readReview(tx, scan.scan_id, by.userId)
        refuseIfChanged(review, body.version)
        const decided =
          body.decision !== undefined && (await decide(tx, scan, review, body.decision, by, settings))
        const judged = await judge(tx, scan, body.findings ?? {}, by)
        if (decided || judged) await countReviewChange(tx, scan.scan_id)
        return readReview(tx, scan.scan_id, by.userId)
      })
    },
  })

export const getReviewLog = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/scans/:scan_id/review/log',
    summary: 'Read who changed the review of a scan',
    description: 'The oldest change first.',
    tag: 'Reviews',
    access: 'session',
    answers: { 200: ReviewLog, 404: ErrorBody },
    async handle({ caller, params }) {
      const scan = await scanToReview(ctx.db, caller.orgId, params.scan_id)
      const entries = await reviewLogOfScan(ctx.db, scan.scan_id)
      return {
        entries: entries.map(({ user_id, email, ...entry }) => ({ ...entry, by: { user_id, email } })),
      }
    },
  })

export const getReviewPrecision = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/review-precision',
    summary: 'Read how often findings of each code were accepted',
    description:
      'Of the verdicts of this organization that stand now. With 95 % the true share lies between `low` and `high`.',
    tag: 'Reviews',
    access: 'session',
    answers: { 200: ReviewPrecision },
    async handle({ caller }) {
      const counts = await verdictCounts(ctx.db, caller.orgId)
      return {
        codes: counts.map((count) => {
          const judged = count.accepted + count.rejected
          return { ...count, precision: count.accepted / judged, ...wilsonInterval(count.accepted, judged) }
        }),
      }
    },
  })
