import { ErrorBody, ValidationErrorBody, WatchRecord } from '../../../sdk/contract.ts'
import { recordAct } from '../../db/people/acts.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { forgetRun, lockWatch, setProfiles, updateWatch, type WatchRow } from '../../db/watches/watches.ts'
import { nextRunOf } from '../../watches/run-watches.ts'
import { type ApiContext, endpoint } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { isPlainId } from '../requests/ids.ts'
import { storableText } from '../requests/storable-text.ts'
import { changeWatchRequest } from '../requests/watch-requests.ts'
import { WATCH_LIMIT } from './create-watch.ts'
import { watchRecord } from './get-watch.ts'
import { storedMoment } from './stored-moment.ts'
import { refusePrivateCallback, watchedUrlsOf } from './watched-urls.ts'

export const changeWatch = (ctx: ApiContext) =>
  endpoint({
    method: 'PATCH',
    path: '/org/watches/:watch_id',
    summary: 'Change, mute, snooze or end a watch',
    description:
      'What is left out stays. Snoozing and ending also hold for what the present run has not submitted yet; scans that run go on.',
    tag: 'Watches',
    access: 'any',
    body: changeWatchRequest(ctx.isAllowedPrivately),
    bodyLimit: WATCH_LIMIT,
    acts: ['watch.change'],
    answers: { 200: WatchRecord, 400: ErrorBody, 404: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, by, params, body }) {
      if (Object.values(body).every((value) => value === undefined))
        throw new Refusal(400, 'No fields to update')
      const watchId = params.watch_id ?? ''
      const urls = body.profile_urls && watchedUrlsOf(body.profile_urls)
      const callbackUrl =
        body.callback_url === undefined ? undefined : await refusePrivateCallback(ctx, body.callback_url)
      await ctx.db.transaction().execute(async (tx) => {
        const watch = isPlainId(watchId) ? await lockWatch(tx, caller.orgId, watchId) : undefined
        if (!watch) throw new Refusal(404, 'Watch not found')
        if (urls && watch.of_view) throw new Refusal(400, 'It watches a view, whose addresses cannot be set')
        const now = await databaseTime(tx)
        const changed: WatchRow = {
          ...watch,
          name: body.name === undefined ? watch.name : storableText(body.name).trim(),
          scan_mode: body.scan_mode ?? watch.scan_mode,
          callback_url: callbackUrl === undefined ? watch.callback_url : callbackUrl,
          schedule: body.schedule ?? watch.schedule,
          muted: body.muted ?? watch.muted,
          snoozed_until:
            body.snoozed_until === undefined ? watch.snoozed_until : storedMoment(body.snoozed_until),
          ends_at: body.ends_at === undefined ? watch.ends_at : storedMoment(body.ends_at),
        }
        await updateWatch(tx, watchId, { ...changed, next_run_at: nextRunAfter(watch, changed, now) })
        if (isLater(changed.snoozed_until, now) || isPast(changed.ends_at, now)) await forgetRun(tx, watchId)
        if (urls) await setProfiles(tx, watchId, urls)
        const after = { ...toldOf(changed), ...(urls && { profiles: urls.length }) }
        await recordAct(tx, by, {
          action: 'watch.change',
          orgId: caller.orgId,
          subject: watchId,
          before: toldOf(watch),
          after,
        })
      })
      return watchRecord(ctx.db, caller.orgId, watchId)
    },
  })

/** No address: it would stay when the scans of a creator go. */
function toldOf({ schedule, muted, snoozed_until, ends_at, scan_mode }: WatchRow) {
  return { schedule, muted, snoozed_until, ends_at, scan_mode }
}

/** A first run that is due stays due; everything else is reckoned anew, since schedule, pause and end may have changed. */
function nextRunAfter(watch: WatchRow, changed: WatchRow, now: string): string | null {
  const isDue = watch.next_run_at !== null && watch.next_run_at <= now
  const mayRun = !isLater(changed.snoozed_until, now) && !isPast(changed.ends_at, now)
  return isDue && mayRun ? watch.next_run_at : nextRunOf(changed, now)
}

function isLater(moment: string | null, now: string): boolean {
  return moment !== null && moment > now
}

function isPast(moment: string | null, now: string): boolean {
  return moment !== null && moment <= now
}
