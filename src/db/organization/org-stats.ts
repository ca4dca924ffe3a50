import { type RawBuilder, sql } from 'kysely'
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

/** One row for each of the last `days` days, UTC, the oldest first. */
export async function scansPerDay(db: Tx, orgId: string, days: number): Promise<StatsDayRow[]> {
  const has = (recommendation: string) =>
    sql`count(s.scan_id) filter (where s.recommendation = ${recommendation})`
  const clear = (not: RawBuilder<unknown>) => sql`
    count(s.scan_id) filter (where s.recommendation = 'no_flags' and ${not} (
      coalesce(s.profile_state, case when s.is_banned then 'gone' else 'read' end) <> 'read'))`
  const undecided = (recommendation: string) =>
    sql`count(s.scan_id) filter (where s.recommendation = ${recommendation} and r.decision is null)`
  const { rows } = await sql<StatsDayRow>`
    with today as (select (clock_timestamp() at time zone 'UTC')::date as day)
    select to_char(d.day, 'YYYY-MM-DD') as day,
           ${clear(sql`not`)} as no_flags, ${clear(sql``)} as unseen, ${has('review_low')} as review_low,
           ${has('review_medium')} as review_medium, ${has('review_high')} as review_high,
           count(s.scan_id) filter (where s.status = 'failed') as failed,
           count(s.scan_id) filter (where s.status = 'processing') as processing,
           ${undecided('review_low')} as undecided_low, ${undecided('review_medium')} as undecided_medium,
           ${undecided('review_high')} as undecided_high
      from today
     cross join lateral generate_series(today.day - ${days - 1}::integer, today.day, interval '1 day') as d (day)
      left join (select * from scans where status <> 'processing' union all select * from scans where status = 'processing') s
        on s.org_id = ${orgId}
       and s.created_at >= d.day at time zone 'UTC' and s.created_at < (d.day + interval '1 day') at time zone 'UTC'
      left join scan_reviews r on r.scan_id = s.scan_id
     group by d.day order by d.day`.execute(db)
  return rows
}

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
