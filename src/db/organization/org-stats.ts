import { type RawBuilder, sql } from 'kysely'
import { DECISIONS, RECOMMENDATIONS } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'

export interface StatsDayRow {
  day: string
  no_flags: number
  unseen: number
  review_low: number
  review_medium: number
  review_high: number
  failed: number
  processing: number
  undecided_low: number
  undecided_medium: number
  undecided_high: number
}

/**
 * One row for each of the last `days` days, UTC, the oldest first. Each count is read off an index that knows it, from the first day on: what an
 * organization has had scanned before costs nothing, and of the scans themselves none is read. What people decide on has a review, which knows
 * its scan's recommendation.
 */
export async function scansPerDay(db: Tx, orgId: string, days: number): Promise<StatsDayRow[]> {
  const isOurs = sql`org_id = ${orgId} and created_at >= (select at from since)`
  const ofEachMode = sql`${isOurs} and scan_mode = any(array['deep', 'quick'])`
  const weighed = sql`${ofEachMode} and recommendation = any(${[...RECOMMENDATIONS]}::text[])`
  const counted = (what: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    select ${what} as what, date_bin('1 day', created_at, (select at from since)) as begun, count(*) as scans from ${from} group by 1, 2`
  const all = [
    counted(sql`recommendation`, sql`scan_reviews where ${weighed}`),
    counted(
      sql`'decided_' || recommendation`,
      sql`scan_reviews where ${weighed} and decision = any(${[...DECISIONS]}::text[]) and decision is not null`,
    ),
    counted(sql`'unseen'`, sql`scans where ${isOurs} and ${IS_UNSEEN}`),
    counted(sql`'failed'`, sql`scans where ${isOurs} and status = 'failed'`),
    counted(sql`'processing'`, sql`scans where ${ofEachMode} and status = 'processing'`),
    counted(sql`'processing'`, sql`scans where ${isOurs} and scan_mode is null and status = 'processing'`),
  ]
  const sum = (what: string) => sql`coalesce(sum(c.scans) filter (where c.what = ${what}), 0)::bigint`
  const undecided = (recommendation: string) =>
    sql`${sum(recommendation)} - ${sum(`decided_${recommendation}`)}`
  const { rows } = await sql<StatsDayRow>`
    with today as (select (clock_timestamp() at time zone 'UTC')::date as day),
    since as (select (day - ${days - 1}::integer)::timestamp at time zone 'UTC' as at from today),
    counted as (${sql.join(all, sql` union all `)})
    select to_char(d.day, 'YYYY-MM-DD') as day,
           ${sum('no_flags')} - ${sum('unseen')} as no_flags, ${sum('unseen')} as unseen, ${sum('review_low')} as review_low,
           ${sum('review_medium')} as review_medium, ${sum('review_high')} as review_high,
           ${sum('failed')} as failed, ${sum('processing')} as processing,
           ${undecided('review_low')} as undecided_low, ${undecided('review_medium')} as undecided_medium,
           ${undecided('review_high')} as undecided_high
      from today cross join lateral (select today.day - back as day from generate_series(0, ${days - 1}::integer) back) d
      left join counted c on c.begun = d.day::timestamp at time zone 'UTC'
     group by d.day order by d.day`.execute(db)
  return rows
}

/** As its index has it, letter by letter: without a flag, and without the profile's page. */
const IS_UNSEEN = sql`recommendation = 'no_flags' and coalesce(profile_state, case when is_banned then 'gone' else 'read' end) <> 'read'`

export interface DeliveryCountsRow {
  delivered: number
  failed: number
  pending: number
  skipped: number
  p95_ms: number | null
}

/** Of the deliveries that were made in the last 24 hours. */
export async function recentDeliveries(db: Tx, orgId: string): Promise<DeliveryCountsRow> {
  const { rows } = await sql<DeliveryCountsRow>`
    with recent as (
      select delivery_id, status from webhook_deliveries
       where org_id = ${orgId} and created_at > clock_timestamp() - interval '24 hours')
    select count(*) filter (where status = 'delivered') as delivered,
           count(*) filter (where status = 'failed') as failed,
           count(*) filter (where status = 'pending') as pending,
           count(*) filter (where status = 'skipped') as skipped,
           (select round(percentile_cont(0.95) within group (order by a.duration_ms))::integer
              from webhook_attempts a join recent using (delivery_id)) as p95_ms
      from recent`.execute(db)
  return rows[0] ?? { delivered: 0, failed: 0, pending: 0, skipped: 0, p95_ms: null }
}
