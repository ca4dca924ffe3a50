import { OrgStats, ValidationErrorBody } from '../../../sdk/contract.ts'
import { recentDeliveries, type StatsDayRow, scansPerDay } from '../../db/organization/org-stats.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { toInteger } from '../requests/checks.ts'
import { statsQuery } from '../requests/organization-requests.ts'

export const getOrgStats = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/stats',
    summary: 'Read what the last days brought',
    description: 'By day of submission, with what still waits for a decision, and how webhooks fare.',
    tag: 'Organization',
    access: 'session',
    query: statsQuery,
    answers: { 200: OrgStats, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      const days = await scansPerDay(ctx.db, caller.orgId, toInteger(query.days ?? 30))
      const sum = (read: (day: StatsDayRow) => number) => days.reduce((total, day) => total + read(day), 0)
      return {
        days: days.map(({ undecided_low, undecided_medium, undecided_high, ...day }) => day),
        undecided: {
          review_low: sum((day) => day.undecided_low),
          review_medium: sum((day) => day.undecided_medium),
          review_high: sum((day) => day.undecided_high),
        },
        webhooks: await recentDeliveries(ctx.db, caller.orgId),
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })
