import { type RawBuilder, sql } from 'kysely'
import type { Recommendation, ScanChange } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'
import { type TimePosition, timePage } from '../statements/time-page.ts'

/** Who reads notices, and what they have seen of them. */
export interface Onlooker {
  orgId: string
  userId: string
  /** May review minor safety; otherwise nobody points out such cases to them. */
  mayReviewMinors: boolean
}

export interface NoticeRow {
  notice_id: string
  kind: 'change' | 'high_risk'
  at: string
  scan_id: string
  url: string
  /** Of a change. */
  watch_id: string | null
  watch_name: string | null
  recommendation: Recommendation | null
  risk_score: number | null
  changes: ScanChange[]
  seen: boolean
}

/** What is older is no news. */
const KEPT_DAYS = 30
/** What is counted of notices at most. */
export const MOST_UNSEEN = 100
/** Waiting cases that are counted of one recommendation at most. */
const MOST_WAITING = 1000
/** Transactions that were open when somebody had seen everything may still bring something of before. */
const LAG_SECONDS = 30

/** The newest first. */
export async function listNotices(
  db: Tx,
  who: Onlooker,
  { after, limit }: { after: TimePosition | null; limit: number },
) {
  const behind = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    after
      ? sql`and ${at} <= ${after.at}::timestamptz and (${at}, ${id}) < (${after.at}::timestamptz, ${after.id} collate "C")`
      : sql``
  const { rows } = await sql<Omit<NoticeRow, 'changes'> & { changes: string | null }>`
    select h.*, ${seenBy(who, sql`h.at`, sql`h.notice_id`)} as seen from (${happened(who, behind, limit + 1)}) h
     order by h.at desc, h.notice_id desc limit ${limit + 1}`.execute(db)
  const notices = rows.map((row): NoticeRow => ({ ...row, changes: JSON.parse(row.changes ?? '[]') }))
  return timePage(notices, limit, (row) => ({ at: row.at, id: row.notice_id }))
}

/** How many somebody has not seen, no further than `MOST_UNSEEN`. */
export async function countUnseen(db: Tx, who: Onlooker): Promise<number> {
  const unseen = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`and not ${seenBy(who, at, id)}`
  const { rows } = await sql<{ count: number }>`
    select least(count(*), ${MOST_UNSEEN}) as count from (${happened(who, unseen, MOST_UNSEEN)}) h`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface WaitingRow {
  notice_id: string
  count: number
  /** When the newest of them began to wait too long. */
  since: string
  seen: boolean
}

/** Undecided cases that call for review and wait longer than this; null where there is none. */
export async function waitingTooLong(db: Tx, who: Onlooker, hours: number): Promise<WaitingRow | null> {
  const { rows } = await sql<WaitingRow>`
    select w.*, ${seenBy(who, sql`w.since`, sql`w.notice_id`)} as seen from (
      select count(*) as count, max(r.ready_at) + make_interval(hours => ${hours}) as since,
             'waiting-' || floor(extract(epoch from max(r.ready_at)) * 1000)::bigint as notice_id
        from unnest(array['review_low', 'review_medium', 'review_high']) as of (recommendation)
       cross join lateral (
             select r.ready_at from scan_reviews r
              where r.org_id = ${who.orgId} and r.recommendation = of.recommendation and r.decision is null
                and (${who.mayReviewMinors} or not r.minor_safety)
                and r.ready_at < clock_timestamp() - make_interval(hours => ${hours})
              order by r.ready_at desc limit ${MOST_WAITING}) r) w
     where w.count > 0`.execute(db)
  return rows[0] ?? null
}

/** These have been seen. Whatever else they may be named for is nobody's concern: a name that is none is kept for a while and forgotten. */
export async function markSeen(tx: Tx, { orgId, userId }: Onlooker, noticeIds: readonly string[]) {
  await sql`
    insert into notices_seen (org_id, user_id, notice_id)
    select ${orgId}, ${userId}, notice_id from unnest(${[...noticeIds]}::text[]) notice_id
    on conflict do nothing`.execute(tx)
  await sql`delete from notices_seen where org_id = ${orgId} and user_id = ${userId}
             and seen_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS + 1})`.execute(tx)
}

/** All up to a moment have been seen, but for what comes of before it. */
export async function markSeenUntil(tx: Tx, who: Onlooker, until: string) {
  const upTo = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`and ${at} <= ${until}::timestamptz and ${at} > clock_timestamp() - make_interval(secs => ${LAG_SECONDS})
        and not ${seenBy(who, at, id)}`
  const { rows } = await sql<{ notice_id: string }>`${happened(who, upTo, 10 * MOST_UNSEEN)}`.execute(tx)
  await markSeen(
    tx,
    who,
    rows.map((row) => row.notice_id),
  )
  await sql`
    insert into notices_seen_until (org_id, user_id, seen_until)
    values (${who.orgId}, ${who.userId},
            least(${until}::timestamptz, clock_timestamp() - make_interval(secs => ${LAG_SECONDS})))
    on conflict (org_id, user_id) do update
       set seen_until = greatest(notices_seen_until.seen_until, excluded.seen_until)`.execute(tx)
}

/** What notification rules tell of: at most so many of each kind, the newest. */
function happened(
  { orgId, mayReviewMinors }: Onlooker,
  condition: (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>,
  limit: number,
) {
  const earliest = sql`clock_timestamp() - make_interval(days => ${KEPT_DAYS})`
  return sql`
    (select 'change' as kind, c.change_id collate "C" as notice_id, c.created_at as at, c.scan_id, c.profile_url as url,
            c.watch_id, w.name as watch_name, c.recommendation, c.risk_score, c.changes
       from scan_changes c join watches w using (watch_id)
      where c.org_id = ${orgId} and not w.muted and c.created_at > ${earliest}
            ${condition(sql`c.created_at`, sql`c.change_id collate "C"`)}
      order by c.created_at desc, c.change_id desc limit ${limit})
    union all
    (select 'high_risk', r.scan_id::text collate "C", r.ready_at, r.scan_id, s.profile_url, null, null, r.recommendation,
            r.risk_score, null
       from scan_reviews r join scans s using (scan_id)
      where r.org_id = ${orgId} and r.recommendation = 'review_high' and r.decision is null
        and (${mayReviewMinors} or not r.minor_safety) and r.ready_at > ${earliest}
            ${condition(sql`r.ready_at`, sql`r.scan_id::text collate "C"`)}
      order by r.ready_at desc, r.scan_id desc limit ${limit})`
}

function seenBy({ orgId, userId }: Onlooker, at: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  return sql`(
    ${at} <= coalesce((select u.seen_until from notices_seen_until u where u.org_id = ${orgId} and u.user_id = ${userId}), '-infinity')
    or exists (select from notices_seen n where n.org_id = ${orgId} and n.user_id = ${userId} and n.notice_id = ${id}))`
}
