import { ReviewStats, ValidationErrorBody } from '../../../sdk/contract.ts'
import {
  agreement,
  decisionsByDay,
  decisionsByPerson,
  disagreements,
  falseAlarmsByRule,
  openByAge,
} from '../../db/reviews/review-stats.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { toInteger } from '../requests/checks.ts'
import { statsQuery } from '../requests/organization-requests.ts'

/** Reports that are opened to see which rules spoke. */
const MOST_REPORTS = 2000
const MOST_DISAGREEMENTS = 20

export const getReviewStats = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/review-stats',
    summary: 'Read how reviewing goes',
    description: `What waits and how long, who decided how much, how far first and second decisions agree, and which rules raise false alarms, of the newest ${MOST_REPORTS} decided reports.`,
    tag: 'Reviews',
    access: 'admin',
    query: statsQuery,
    answers: { 200: ReviewStats, 422: ValidationErrorBody },
    async handle({ caller: { orgId }, query }) {
      const days = toInteger(query.days ?? 30)
      const pairs = await agreement(ctx.db, orgId, days)
      const inAll = pairs.find(({ code }) => code === null)
      return {
        open: await openByAge(ctx.db, orgId),
        days: await decisionsByDay(ctx.db, orgId, days),
        reviewers: await decisionsByPerson(ctx.db, orgId, days),
        agreement: {
          both: inAll?.both ?? 0,
          agreed: inAll?.agreed ?? 0,
          codes: pairs.flatMap(({ code, ...counts }) => (code === null ? [] : [{ code, ...counts }])),
          disagreements: await disagreements(ctx.db, orgId, days, MOST_DISAGREEMENTS),
        },
        rules: await falseAlarmsByRule(ctx.db, orgId, days, MOST_REPORTS),
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })
