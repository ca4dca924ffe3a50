import { BatchList, ErrorBody, ValidationErrorBody } from '../../../sdk/contract.ts'
import { listBatches } from '../../db/scans/list-batches.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { isUuid } from '../requests/ids.ts'
import { listBatchesQuery } from '../requests/scan-requests.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'

export const getBatches = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/batches',
    summary: 'List the batches of the organization',
    description: 'Newest first.',
    tag: 'Batches',
    access: 'any',
    query: listBatchesQuery,
    answers: { 200: BatchList, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      const list = ['batches', caller.orgId]
      const after = readTimeCursor(query.after, list)
      if (after && !isUuid(after.id)) throw new Refusal(400, 'Invalid cursor')
      const page = await listBatches(ctx.db, caller.orgId, after, toInteger(query.limit ?? 20))
      return {
        batches: page.rows.map(({ last_completed_at, ...batch }) => ({
          ...batch,
          status: batch.in_progress > 0 ? 'processing' : 'completed',
          completed_at: batch.in_progress > 0 ? null : last_completed_at,
        })),
        next_cursor: page.next && writeTimeCursor(page.next, list),
        has_more: page.next !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })
