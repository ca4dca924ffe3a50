import { CreatorRecord, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import { countScansOf, newestReports } from '../../db/scans/creators.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { creatorQuery } from '../requests/creator-requests.ts'
import { accountsOf } from './accounts-of.ts'
import { findCreator } from './find-creator.ts'

/** Scans that are read for accounts. */
const NEWEST = 10

export const getCreator = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/creators',
    summary: 'Read one creator over all their scans',
    description:
      'The scans of one profile, whatever its address was written like: those at the address, and those whose report names the same platform and handle.',
    tag: 'Creators',
    access: 'any',
    query: creatorQuery,
    answers: { 200: CreatorRecord, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller: { orgId }, query }) {
      const { creator } = await findCreator(ctx.db, orgId, query.profile_url)
      if (creator.names.length === 0) throw new Refusal(404, 'Creator not found')
      const [count, reports] = await Promise.all([
        countScansOf(ctx.db, creator),
        newestReports(ctx.db, creator, NEWEST),
      ])
      const [newest] = reports
      const read = reports.find(({ report }) => report.profile?.read_at)
      const known = read ?? newest
      return {
        profile_url: newest?.profile_url ?? query.profile_url,
        platform: known?.report.profile?.platform ?? null,
        handle: known?.report.profile?.handle ?? null,
        profile: read?.report.profile ?? null,
        scans: count.scans,
        first_scan_at: count.first,
        last_scan_at: count.last,
        newest_report: newest?.scan_id ?? null,
        accounts: accountsOf(reports),
      }
    },
  })
