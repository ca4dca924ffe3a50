import { ErrorBody, ValidationErrorBody, WatchList } from '../../../sdk/contract.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { listWatches as watchesOf } from '../../db/watches/watches.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { toInteger } from '../requests/checks.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'
import { listWatchesQuery } from '../requests/watch-requests.ts'
import { publicWatch } from './public-watch.ts'

export const listWatches = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/watches',
    summary: 'List the watches of the organization',
    description: 'Standing orders to scan profiles again and to say what has changed. Newest first.',
    tag: 'Watches',
    access: 'any',
    query: listWatchesQuery,
    answers: { 200: WatchList, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      const target = query.profile_url === undefined ? null : new URL(query.profile_url).href
      const list = ['watches', caller.orgId, target]
      const after = readTimeCursor(query.after, list)
      const limit = toInteger(query.limit ?? 20)
      const page = await watchesOf(ctx.db, caller.orgId, { target, after, limit })
      return {
        watches: page.rows.map(publicWatch),
        next_cursor: page.next && writeTimeCursor(page.next, list),
        has_more: page.next !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })
