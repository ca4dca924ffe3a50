import { ErrorBody, ValidationErrorBody, WatchChangeList } from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import { listChanges } from '../../db/scans/scan-changes.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { toInteger } from '../requests/checks.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'
import { pageQuery } from '../requests/watch-requests.ts'
import { watchRecord } from './get-watch.ts'

const answers = { 200: WatchChangeList, 400: ErrorBody, 422: ValidationErrorBody }

export const getChanges = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/changes',
    summary: 'List what has changed of watched profiles',
    description: 'Newest first, muted watches among them. As the webhooks `scan.changed` say it.',
    tag: 'Watches',
    access: 'any',
    query: pageQuery,
    answers,
    handle: ({ caller, query }) => changesPage(ctx.db, caller.orgId, null, query),
  })

export const getWatchChanges = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/watches/:watch_id/changes',
    summary: 'List what a watch has seen change',
    description: 'Newest first.',
    tag: 'Watches',
    access: 'any',
    query: pageQuery,
    answers: { ...answers, 404: ErrorBody },
    async handle({ caller, params, query }) {
      const { watch_id: watchId } = await watchRecord(ctx.db, caller.orgId, params.watch_id ?? '')
      return changesPage(ctx.db, caller.orgId, watchId, query)
    },
  })

async function changesPage(
  db: Tx,
  orgId: string,
  watchId: string | null,
  query: { limit?: string | undefined; after?: string | undefined },
) {
  const list = ['changes', orgId, watchId]
  const after = readTimeCursor(query.after, list)
  const page = await listChanges(db, orgId, { watchId, after, limit: toInteger(query.limit ?? 20) })
  return {
    changes: page.rows,
    next_cursor: page.next && writeTimeCursor(page.next, list),
    has_more: page.next !== null,
    fetched_at: await databaseTime(db),
  }
}
