import { ErrorBody, ScanList, ValidationErrorBody } from '../../../sdk/contract.ts'
import type { ListFilter } from '../../db/scans/list-filter.ts'
import { listScans } from '../../db/scans/list-scans.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint, type OrgCaller } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { readCursor, writeCursor } from '../requests/cursor.ts'
import { type FilterName, ME, readScanFilter } from '../requests/scan-filter.ts'
import { listScansQuery } from '../requests/scan-requests.ts'

const DEFAULT_LIMIT = 20

export const getScans = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/scans',
    summary: 'List the scans of the organization',
    description:
      'Newest first. Sorted by risk, scans without a score count as lowest. A page of a search may be short before the end: go on while `has_more` is true.',
    tag: 'Scans',
    access: 'any',
    query: listScansQuery,
    answers: { 200: ScanList, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      const filter = listFilterOf(caller, query)
      const after = query.after ? readCursor(query.after, filter) : null
      const limit = query.limit === undefined ? DEFAULT_LIMIT : toInteger(query.limit)
      const page = await listScans(ctx.db, filter, after, limit)
      const nextCursor = page.next && writeCursor(page.next, filter)
      return {
        scans: page.rows,
        next_cursor: nextCursor,
        has_more: nextCursor !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })

/** What a caller asks of the list. @throws Refusal 400 that names the value */
export function listFilterOf(caller: OrgCaller, query: Partial<Record<FilterName, string>>): ListFilter {
  const asked = readScanFilter(query)
  return {
    orgId: caller.orgId,
    ...asked,
    reviewer: whoIsMeant(caller, asked.reviewer),
    assigned: whoIsMeant(caller, asked.assigned),
  }
}

/** @throws Refusal 400 for a key, which is nobody */
function whoIsMeant(caller: OrgCaller, who: string | null): string | null {
  if (who !== ME) return who
  if (caller.kind !== 'session') throw new Refusal(400, '`me` takes a person: name an id')
  return caller.userId
}
