import { ErrorBody, ValidationErrorBody, WatchRecord } from '../../../sdk/contract.ts'
import { newId } from '../../auth/ids.ts'
import type { Tx } from '../../db/database.ts'
import { viewsOfOrg } from '../../db/organization/org-views.ts'
import { lockOrg } from '../../db/organization/orgs.ts'
import { recordAct } from '../../db/people/acts.ts'
import { setSighting } from '../../db/scans/scan-changes.ts'
import { databaseTime, scanOfOrg } from '../../db/scans/scan-reads.ts'
import {
  countWatches,
  insertWatch,
  profileKey,
  setProfiles,
  type WatchedUrl,
} from '../../db/watches/watches.ts'
import { factsOfScan } from '../../watches/note-changes.ts'
import { nextRunOf } from '../../watches/run-watches.ts'
import { type ApiContext, endpoint, type OrgCaller, personOf } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { ValidationFailed } from '../http/validate.ts'
import { storableText } from '../requests/storable-text.ts'
import { createWatchRequest, MAX_WATCHED } from '../requests/watch-requests.ts'
import { watchRecord } from './get-watch.ts'
import { storedMoment } from './stored-moment.ts'
import { refusePrivateCallback, watchedUrlsOf } from './watched-urls.ts'

const MOST_WATCHES = 1000
/** Bytes: a thousand addresses at their longest, each letter escaped. */
export const WATCH_LIMIT = 13 * 1024 * 1024
const NAME_CHARACTERS = 100

export const createWatch = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/watches',
    summary: 'Watch profiles',
    description: `A list of up to ${MAX_WATCHED} addresses, or a saved view; ${MOST_WATCHES} watches for an organization. The first scans begin within two minutes, a minute apart. They count for the daily limit as all do, and wait for the next day where it is used up.`,
    tag: 'Watches',
    access: 'any',
    body: createWatchRequest(ctx.isAllowedPrivately),
    bodyLimit: WATCH_LIMIT,
    status: 201,
    acts: ['watch.create'],
    answers: { 201: WatchRecord, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, body }) {
      const { profile_urls: given, view_id: viewId } = body
      if ((given === undefined) === (viewId === undefined)) throw eitherOr()
      const urls = watchedUrlsOf(given ?? [])
      const callbackUrl = await refusePrivateCallback(ctx, body.callback_url)
      const watchId = newId('watch')
      await ctx.db.transaction().execute(async (tx) => {
        if (!(await lockOrg(tx, caller.orgId))) throw new Refusal(404, 'Org settings not found')
        if ((await countWatches(tx, caller.orgId)) >= MOST_WATCHES)
          throw new Refusal(400, 'Watch limit reached')
        const view = viewId === undefined ? null : await viewOf(tx, caller, viewId)
        const name = storableText(body.name ?? view?.name ?? shortAddress(urls)).trim()
        const endsAt = storedMoment(body.ends_at)
        const now = await databaseTime(tx)
        const scheduled = nextRunOf(
          { watch_id: watchId, schedule: body.schedule, snoozed_until: null, ends_at: endsAt },
          now,
        )
        const person = personOf(caller)
        await insertWatch(tx, {
          watch_id: watchId,
          org_id: caller.orgId,
          name: [...name].slice(0, NAME_CHARACTERS).join(''),
          of_view: view !== null,
          view_id: view?.view_id ?? null,
          scan_mode: body.scan_mode ?? 'deep',
          callback_url: callbackUrl,
          schedule: body.schedule,
          muted: body.muted ?? false,
          ends_at: endsAt,
          next_run_at: body.since_scan_id === undefined ? now : scheduled,
          created_by: person?.userId ?? null,
          created_by_email: person?.email ?? null,
        })
        await setProfiles(tx, watchId, urls)
        if (body.since_scan_id !== undefined)
          await startFrom(tx, caller.orgId, watchId, urls, body.since_scan_id)
        const after = { profiles: view === null ? urls.length : null, view_id: view?.view_id ?? null }
        await recordAct(tx, by, { action: 'watch.create', orgId: caller.orgId, subject: watchId, after })
      })
      return watchRecord(ctx.db, caller.orgId, watchId)
    },
  })

function eitherOr() {
  const msg = 'Value error, give either profile_urls or view_id'
  return new ValidationFailed([{ type: 'value_error', loc: ['body'], msg }])
}

/** @throws Refusal 404 */
async function viewOf(tx: Tx, caller: OrgCaller, viewId: string) {
  const view = (await viewsOfOrg(tx, caller.orgId)).find((each) => each.view_id === viewId)
  if (!view) throw new Refusal(404, 'View not found')
  return view
}

/** What the scan saw is what is known when the first one of the watch comes. @throws Refusal 404, ValidationFailed */
async function startFrom(tx: Tx, orgId: string, watchId: string, urls: WatchedUrl[], scanId: string) {
  const scan = await scanOfOrg(tx, orgId, scanId)
  if (!scan) throw new Refusal(404, 'Scan not found')
  const [url, ...others] = urls
  if (!url || others.length > 0 || new URL(scan.profile_url).href !== url.target) {
    const msg = 'Value error, since_scan_id takes profile_urls with the address of that scan alone'
    throw new ValidationFailed([{ type: 'value_error', loc: ['body', 'since_scan_id'], msg, input: scanId }])
  }
  const facts = factsOfScan(scan)
  if (facts) await setSighting(tx, { watch_id: watchId, profile_key: profileKey(url.target) }, scanId, facts)
}

function shortAddress([first]: WatchedUrl[]): string {
  return first?.url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '') ?? 'Watch'
}
