import { ErrorBody, WatchRecord } from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import { watchedUrls, watchOfOrg } from '../../db/watches/watches.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isPlainId } from '../requests/ids.ts'
import { publicWatch } from './public-watch.ts'

export const getWatch = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/watches/:watch_id',
    summary: 'Read a watch',
    description: 'With all the addresses that it watches; of a view, those of its last run.',
    tag: 'Watches',
    access: 'any',
    answers: { 200: WatchRecord, 404: ErrorBody },
    handle: ({ caller, params }) => watchRecord(ctx.db, caller.orgId, params.watch_id ?? ''),
  })

/** @throws Refusal 404 */
export async function watchRecord(db: Tx, orgId: string, watchId: string): Promise<WatchRecord> {
  const watch = isPlainId(watchId) ? await watchOfOrg(db, orgId, watchId) : undefined
  if (!watch) throw new Refusal(404, 'Watch not found')
  return { ...publicWatch(watch), profile_urls: await watchedUrls(db, watchId) }
}
