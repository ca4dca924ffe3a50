import { ErrorBody, ReviewQueue, ValidationErrorBody } from '../../../sdk/contract.ts'
import { countOpen, openCases, positionOf } from '../../db/reviews/review-queue.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { toInteger } from '../requests/checks.ts'
import { reviewQueueQuery } from '../requests/review-requests.ts'
import { reviewerOf } from './apply-review.ts'
import { readQueueCursor, writeQueueCursor } from './queue-cursor.ts'
import { readQueueFilter } from './queue-filter.ts'
import { reviewCase } from './review-case.ts'

const DEFAULT_LIMIT = 20

export const getReviewQueue = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/review-queue',
    summary: 'Read what waits for a decision',
    description:
      'Completed scans on which nobody has decided, and those that a second person is to decide without seeing the first decision; never what you decided yourself, nor cases of minor safety without the right to them.',
    tag: 'Reviews',
    access: 'session',
    query: reviewQueueQuery,
    answers: { 200: ReviewQueue, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, query }) {
      const reviewer = reviewerOf({ caller, by })
      const filter = readQueueFilter(query, caller.orgId, reviewer)
      const limit = query.limit === undefined ? DEFAULT_LIMIT : toInteger(query.limit)
      const after = readQueueCursor(query.after, filter)
      const found = await openCases(ctx.db, filter, limit + 1, after)
      const cases = found.slice(0, limit)
      const last = found.length > limit ? cases.at(-1) : undefined
      return {
        cases: cases.map((row) => reviewCase(row, reviewer.userId)),
        next_cursor: last ? writeQueueCursor(positionOf(last), filter) : null,
        has_more: last !== undefined,
        counts: await countOpen(ctx.db, filter),
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })
