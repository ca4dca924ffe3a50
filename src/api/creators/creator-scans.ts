import { ErrorBody, ScanList, ValidationErrorBody } from '../../../sdk/contract.ts'
import { scansOfCreator } from '../../db/scans/list-scans.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { creatorScansQuery } from '../requests/creator-requests.ts'
import { isUuid } from '../requests/ids.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'
import { findCreator } from './find-creator.ts'

export const getCreatorScans = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/creators/scans',
    summary: 'List the scans of one creator',
    description: 'Newest first; empty of somebody who was never scanned.',
    tag: 'Creators',
    access: 'any',
    query: creatorScansQuery,
    answers: { 200: ScanList, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller: { orgId }, query }) {
      const list = ['creator-scans', orgId, new URL(query.profile_url).href]
      const after = readTimeCursor(query.after, list)
      if (after && !isUuid(after.id)) throw new Refusal(400, 'Invalid cursor')
      const found = await findCreator(ctx.db, orgId, query.profile_url)
      const page = await scansOfCreator(ctx.db, found, after, toInteger(query.limit ?? 20))
      return {
        scans: page.rows,
        next_cursor: page.next && writeTimeCursor(page.next, list),
        has_more: page.next !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })
