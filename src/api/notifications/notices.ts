import { ErrorBody, NoticeList, SeenNotices, ValidationErrorBody } from '../../../sdk/contract.ts'
import type { Tx } from '../../db/database.ts'
import {
  countUnseen,
  listNotices,
  MOST_UNSEEN,
  markSeen,
  markSeenUntil,
  type Onlooker,
  type WaitingRow,
  waitingTooLong,
} from '../../db/notifications/notices.ts'
import { rulesOfOrg } from '../../db/notifications/notifications.ts'
import { databaseTime } from '../../db/scans/scan-reads.ts'
import { type ApiContext, endpoint, type OrgCaller } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { toInteger } from '../requests/checks.ts'
import { seenNoticesRequest } from '../requests/notification-requests.ts'
import { readTimeCursor, writeTimeCursor } from '../requests/time-cursor.ts'
import { pageQuery } from '../requests/watch-requests.ts'

/** For whoever has not chosen another number to be told of. */
const DEFAULT_HOURS = 24

export const getNotices = (ctx: ApiContext) =>
  endpoint({
    method: 'GET',
    path: '/org/notices',
    summary: 'Read what has happened',
    description:
      'What has changed of watched profiles, muted watches apart, and undecided scans that call for review: high, of 30 days, the newest first; and how many cases wait too long. You have seen of them what you said that you have. Cases of minor safety are pointed out to those who have the right.',
    tag: 'Notifications',
    access: 'session',
    query: pageQuery,
    answers: { 200: NoticeList, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, query }) {
      const who = onlookerOf(caller)
      const list = ['notices', who.orgId, who.userId]
      const after = readTimeCursor(query.after, list)
      const page = await listNotices(ctx.db, who, { after, limit: toInteger(query.limit ?? 20) })
      const waiting = await waitingFor(ctx.db, who)
      return {
        notices: page.rows,
        waiting,
        unseen: await unseenOf(ctx.db, who, waiting),
        next_cursor: page.next && writeTimeCursor(page.next, list),
        has_more: page.next !== null,
        fetched_at: await databaseTime(ctx.db),
      }
    },
  })

export const putNoticesSeen = (ctx: ApiContext) =>
  endpoint({
    method: 'POST',
    path: '/org/notices/seen',
    summary: 'Say which notices you have seen',
    description: 'By their ids, or all of a moment and before it. Nobody else is concerned.',
    tag: 'Notifications',
    access: 'session',
    body: seenNoticesRequest,
    withoutAct: 'a note of one person for themselves',
    answers: { 200: SeenNotices, 400: ErrorBody, 422: ValidationErrorBody },
    async handle({ caller, body: { notice_ids: ids, until } }) {
      if (ids === undefined && until === undefined) throw new Refusal(400, 'Nothing was named')
      const who = onlookerOf(caller)
      return ctx.db.transaction().execute(async (tx) => {
        if (ids) await markSeen(tx, who, ids)
        if (until) await markSeenUntil(tx, who, until)
        return { unseen: await unseenOf(tx, who, await waitingFor(tx, who)) }
      })
    },
  })

/** By the hours that this person has chosen to be told of. */
async function waitingFor(db: Tx, who: Onlooker) {
  const mine = (await rulesOfOrg(db, who.orgId, who.userId)).find(({ user_id }) => user_id !== null)
  const hours = mine?.queue_hours ?? DEFAULT_HOURS
  const waiting = await waitingTooLong(db, who, hours)
  return waiting && { ...waiting, hours }
}

async function unseenOf(db: Tx, who: Onlooker, waiting: WaitingRow | null): Promise<number> {
  const count = (await countUnseen(db, who)) + (waiting && !waiting.seen ? 1 : 0)
  return Math.min(count, MOST_UNSEEN)
}

/** @throws Refusal 403 */
function onlookerOf(caller: OrgCaller): Onlooker {
  if (caller.kind !== 'session') throw new Refusal(403, 'Notices take a person')
  const { orgId, userId, mayReviewMinors } = caller
  return { orgId, userId, mayReviewMinors }
}
