import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { hostOfUrl } from '../statements/host-of-url.ts'
import { type TimePosition, timePage } from '../statements/time-page.ts'

export interface DeliveryFilter {
  orgId: string
  status: string | null
  scanId: string | null
  /** Moments; `from` inclusive, `to` exclusive. */
  from: string | null
  to: string | null
}

export interface DeliverySummaryRow {
  delivery_id: string
  webhook_id: string
  scan_id: string | null
  event_type: string
  url: string
  status: 'pending' | 'delivered' | 'failed' | 'skipped'
  reason: string | null
  attempt_count: number
  last_attempt_at: string | null
  last_status_code: number | null
  last_error: string | null
  created_at: string
  next_attempt_at: string | null
  delivered_at: string | null
}

const summary = sql`d.delivery_id, d.webhook_id, d.scan_id, d.event_type, d.url, d.status, d.reason, d.attempt_count,
  a.started_at as last_attempt_at, a.status_code as last_status_code, a.error as last_error, d.created_at,
  case when d.status = 'pending' then d.next_attempt_at end as next_attempt_at, d.delivered_at`

const lastAttempt = sql`left join lateral (
  select started_at, status_code, error from webhook_attempts t
   where t.delivery_id = d.delivery_id order by t.attempt desc limit 1) a on true`

/** Newest first. */
export async function listDeliveries(
  db: Tx,
  filter: DeliveryFilter,
  after: TimePosition | null,
  limit: number,
) {
  const conditions = [
    sql`d.org_id = ${filter.orgId}`,
    ...(filter.status === null ? [] : [sql`d.status = ${filter.status}`]),
    ...(filter.scanId === null ? [] : [sql`d.scan_id = ${filter.scanId}::uuid`]),
    ...(filter.from === null ? [] : [sql`d.created_at >= ${filter.from}::timestamptz`]),
    ...(filter.to === null ? [] : [sql`d.created_at < ${filter.to}::timestamptz`]),
    ...(after === null ? [] : [sql`(d.created_at, d.delivery_id) < (${after.at}::timestamptz, ${after.id})`]),
  ]
  const { rows } = await sql<DeliverySummaryRow>`
    select ${summary} from webhook_deliveries d ${lastAttempt}
     where ${sql.join(conditions, sql` and `)}
     order by d.created_at desc, d.delivery_id desc limit ${limit + 1}`.execute(db)
  return timePage(rows, limit, (row) => ({ at: row.created_at, id: row.delivery_id }))
}

/** What an operator looks for in the whole deployment; null: whatever it is. */
export interface DeliverySearch {
  orgId: string | null
  status: string | null
  scanId: string | null
  /** As `receiverHost` gives it. */
  host: string | null
}

/** The newest `limit` of all organizations. */
export async function searchDeliveries(
  db: Tx,
  search: DeliverySearch,
  limit: number,
): Promise<(DeliverySummaryRow & { org_id: string })[]> {
  const { rows } = await sql<DeliverySummaryRow & { org_id: string }>`
    select d.org_id, ${summary} from webhook_deliveries d ${lastAttempt}
     where (${search.orgId}::text is null or d.org_id = ${search.orgId})
       and (${search.status}::text is null or d.status = ${search.status})
       and (${search.scanId}::uuid is null or d.scan_id = ${search.scanId}::uuid)
       and ${isAt(search.host)}
     order by d.created_at desc, d.delivery_id desc limit ${limit}`.execute(db)
  return rows
}

const isAt = (host: string | null) =>
  host === null ? sql`true` : sql`${hostOfUrl(sql.ref('d.url'))} = ${host}`

export interface DeliveryRecordRow extends DeliverySummaryRow {
  request_body: string
  failing_since: string | null
  disabled_at: string | null
  disabled_reason: string | null
}

export async function deliveryOfOrg(
  db: Tx,
  orgId: string,
  deliveryId: string,
): Promise<DeliveryRecordRow | undefined> {
  const { rows } = await sql<DeliveryRecordRow>`
    select ${summary}, d.body as request_body, e.failing_since, e.disabled_at, e.disabled_reason
      from webhook_deliveries d ${lastAttempt}
      left join webhook_endpoints e on e.org_id = d.org_id and e.url = d.url
     where d.org_id = ${orgId} and d.delivery_id = ${deliveryId}`.execute(db)
  return rows[0]
}

export interface DeliveryAttemptRow {
  attempt: number
  trigger: 'scheduled' | 'manual'
  started_at: string
  duration_ms: number
  /** JSON text. */
  request_headers: string | null
  status_code: number | null
  error: string | null
  detail: string | null
  /** JSON text. */
  response_headers: string | null
  response_body: string | null
  remote_ip: string | null
}

export async function attemptsOfDelivery(db: Tx, deliveryId: string): Promise<DeliveryAttemptRow[]> {
  const { rows } = await sql<DeliveryAttemptRow>`
    select attempt, trigger, started_at, duration_ms, request_headers, status_code, error, detail,
           response_headers, response_body, remote_ip
      from webhook_attempts where delivery_id = ${deliveryId} order by attempt`.execute(db)
  return rows
}

export interface EndpointRow {
  url: string
  waiting: number
  last_attempt_at: string | null
  last_duration_ms: number | null
  last_status_code: number | null
  last_error: string | null
  failing_since: string | null
  disabled_at: string | null
  disabled_reason: string | null
}

/** The addresses of the newest thousand deliveries, each with its last attempt; at most a hundred, the newest first. */
export async function endpointsOfOrg(db: Tx, orgId: string): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    with newest as (
      select delivery_id, url, status, created_at from webhook_deliveries
       where org_id = ${orgId} order by created_at desc, delivery_id desc limit 1000),
    addresses as (
      select url, max(created_at) as used_at, count(*) filter (where status = 'pending')::integer as waiting
        from newest group by url order by used_at desc limit 100)
    select u.url, u.waiting, a.started_at as last_attempt_at, a.duration_ms as last_duration_ms,
           a.status_code as last_status_code, a.error as last_error, e.failing_since, e.disabled_at, e.disabled_reason
      from addresses u
      left join webhook_endpoints e on e.org_id = ${orgId} and e.url = u.url
      left join lateral (
        select t.started_at, t.duration_ms, t.status_code, t.error
          from newest n join webhook_attempts t using (delivery_id)
         where n.url = u.url order by t.started_at desc limit 1) a on true
     order by u.used_at desc`.execute(db)
  return rows
}

export interface ReopenedDelivery {
  org_id: string
  delivery_id: string
  attempt_count: number
  url: string
}

/**
 * What has ended without arriving waits again from now on; what has arrived stays so. Undefined when there is none.
 * @param orgId null: of whichever organization
 */
export async function reopenDelivery(
  db: Tx,
  orgId: string | null,
  deliveryId: string,
): Promise<ReopenedDelivery | undefined> {
  const { rows } = await sql<ReopenedDelivery>`
    update webhook_deliveries
       set status = case when status in ('failed', 'skipped') then 'pending' else status end,
           reason = null,
           next_attempt_at = case when status = 'delivered' then null else clock_timestamp() end
     where (${orgId}::text is null or org_id = ${orgId}) and delivery_id = ${deliveryId}
    returning org_id, delivery_id, attempt_count, url`.execute(db)
  return rows[0]
}

/** What was made since a moment and has failed or was skipped. */
export interface Undelivered {
  /** Null: of all organizations. */
  orgId: string | null
  since: string
  /** As `receiverHost` gives it; left out: to whichever host. */
  host?: string | null
  /** Behind this one, in the order in which they were made. */
  after?: TimePosition | null
}

/** A test that failed has said what it was to say. */
function isUndelivered({ orgId, since, host = null, after = null }: Undelivered) {
  return sql`(${orgId}::text is null or d.org_id = ${orgId}) and d.created_at >= ${since}::timestamptz
    and d.status in ('failed', 'skipped') and d.event_type <> 'test' and ${isAt(host)}
    and ${after === null ? sql`true` : sql`(d.created_at, d.delivery_id) > (${after.at}::timestamptz, ${after.id})`}`
}

export async function countUndelivered(db: Tx, which: Undelivered): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhook_deliveries d where ${isUndelivered(which)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Reopens up to `limit` of them, the oldest first. */
export async function reopenUndelivered(
  db: Tx,
  which: Undelivered,
  limit: number,
): Promise<(ReopenedDelivery & { created_at: string })[]> {
  const { rows } = await sql<ReopenedDelivery & { created_at: string }>`
    with reopened as (
      update webhook_deliveries set status = 'pending', reason = null, next_attempt_at = clock_timestamp()
       where delivery_id in (
         select d.delivery_id from webhook_deliveries d
          where ${isUndelivered(which)}
          order by d.created_at, d.delivery_id limit ${limit} for update)
      returning org_id, delivery_id, attempt_count, url, created_at)
    select org_id, delivery_id, attempt_count, url, created_at from reopened order by created_at, delivery_id`.execute(
    db,
  )
  return rows
}

/** A delivery whose only attempt was made already. */
export async function insertAttemptedDelivery(
  db: Tx,
  delivery: {
    deliveryId: string
    webhookId: string
    orgId: string
    eventType: string
    url: string
    body: string
    createdAt: string
    status: 'delivered' | 'failed'
    reason: string | null
  },
) {
  await sql`
    insert into webhook_deliveries (delivery_id, webhook_id, org_id, event_type, url, body, status, reason, attempt_count,
                                    created_at, delivered_at)
    values (${delivery.deliveryId}, ${delivery.webhookId}, ${delivery.orgId}, ${delivery.eventType}, ${delivery.url},
            ${delivery.body}, ${delivery.status}, ${delivery.reason}, 1,
            ${delivery.createdAt}::timestamptz, case when ${delivery.status} = 'delivered' then clock_timestamp() end)`.execute(
    db,
  )
}
