import { ErrorBody, ValidationErrorBody, WatchScanList } from '../../../sdk/contract.ts'
import { scansOfWatch } from '../../db/scans/list-scans.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { isUuid } from '../requests/ids.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'
import { pageQuery } from '../requests/watch-requests.ts'
import { watchRecord } from './get-watch.ts'

export const getWatchScans = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/watches/:watch_id/scans',
    summary: 'List the scans of a watch',
    description: 'Newest first.',
    tag: 'Watches',
    access: 'any',
    query: pageQuery,
    answers: { 200: WatchScanList, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller: { orgId }, params, query }) {
      const { watch_id: watchId } = await watchRecord(ctx.db, orgId, params.watch_id ?? '')
      const list = ['watch-scans', orgId, watchId]
      const after = readTimeCursor(query.after, list)
      if (after && !isUuid(after.id)) throw new Refusal(400, 'Invalid cursor')
      const page = await scansOfWatch(ctx.db, { orgId, watchId }, after, toInteger(query.limit ?? 20))
      return {
        scans: page.rows,
        next_cursor: page.next && writeTimeCursor(page.next, list),
        has_more: page.next !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })
