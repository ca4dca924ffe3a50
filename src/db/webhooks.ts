import { sql } from 'kysely'
import type { Tx } from './database.ts'

export async function insertDelivery(
  db: Tx,
  delivery: {
    deliveryId: string
    webhookId: string
    orgId: string
    scanId: string | null
    eventType: string
    url: string
    body: string
    /** Until the first attempt. */
    afterSeconds: number
  },
) {
  await sql`insert into webhook_deliveries (delivery_id, webhook_id, org_id, scan_id, event_type, url, body, next_attempt_at)
            values (${delivery.deliveryId}, ${delivery.webhookId}, ${delivery.orgId}, ${delivery.scanId}::uuid,
                    ${delivery.eventType}, ${delivery.url}, ${delivery.body},
                    clock_timestamp() + make_interval(secs => ${delivery.afterSeconds}))`.execute(db)
}

export interface DeliveryRow {
  delivery_id: string
  webhook_id: string
  org_id: string
  scan_id: string | null
  event_type: string
  url: string
  body: string
  status: 'pending' | 'delivered' | 'failed' | 'skipped'
  attempt_count: number
  /** By the database's clock, which is the same for all workers. */
  read_at: string
  /** In a restored copy that is to send nothing. */
  is_held: boolean
  /** The `traceparent` of the request that submitted its scan. */
  trace: string | null
}

export async function deliveryById(db: Tx, deliveryId: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select delivery_id, webhook_id, org_id, scan_id, event_type, url, body, status, attempt_count, clock_timestamp() as read_at,
           (select held_since is not null from deployment) as is_held,
           (select s.trace from scans s where s.scan_id = d.scan_id) as trace
      from webhook_deliveries d where delivery_id = ${deliveryId}`.execute(db)
  return rows[0]
}

/** Until the transaction ends nobody else changes or deletes it. False when it is gone. */
export async function lockDelivery(tx: Tx, deliveryId: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_deliveries where delivery_id = ${deliveryId} for update`.execute(tx)
  return rows.length > 0
}

export interface EndpointHealth {
  failing_since: string | null
  disabled_at: string | null
}

export async function endpointHealth(db: Tx, orgId: string, url: string): Promise<EndpointHealth> {
  const { rows } = await sql<EndpointHealth>`
    select failing_since, disabled_at from webhook_endpoints where org_id = ${orgId} and url = ${url}`.execute(
    db,
  )
  return rows[0] ?? { failing_since: null, disabled_at: null }
}

/** Most addresses are well: nothing is written for them. */
export async function markEndpointHealthy(db: Tx, orgId: string, url: string) {
  await sql`delete from webhook_endpoints where org_id = ${orgId} and url = ${url}`.execute(db)
}

/** Disables an address that has failed for five days on end, or at once when the receiver asks for it. */
export async function markEndpointFailing(db: Tx, orgId: string, url: string, disableReason: string | null) {
  const failedLong = sql`(e.failing_since < clock_timestamp() - interval '5 days' and e.failures >= 2)`
  await sql`
    insert into webhook_endpoints as e (org_id, url, failing_since, failures, disabled_at, disabled_reason)
    values (${orgId}, ${url}, clock_timestamp(), 1,
            case when ${disableReason}::text is null then null else clock_timestamp() end, ${disableReason})
    on conflict (org_id, url) do update set
      failures = e.failures + 1,
      disabled_at = coalesce(e.disabled_at,
        case when ${disableReason}::text is not null or ${failedLong} then clock_timestamp() end),
      disabled_reason = coalesce(e.disabled_reason, ${disableReason}, case when ${failedLong} then 'failing_for_five_days' end)`.execute(
    db,
  )
}

export interface AttemptRow {
  deliveryId: string
  attempt: number
  trigger: 'scheduled' | 'manual'
  startedAt: Date
  durationMs: number
  statusCode: number | null
  error: string | null
  detail: string | null
  responseBody: string | null
  remoteIp: string | null
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string> | null
}

export async function insertAttempt(db: Tx, attempt: AttemptRow) {
  await sql`insert into webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms, status_code, error, detail, response_body, remote_ip,
                                          request_headers, response_headers)
            values (${attempt.deliveryId}, ${attempt.attempt}, ${attempt.trigger}, ${attempt.startedAt.toISOString()}::timestamptz,
                    ${attempt.durationMs}, ${attempt.statusCode}, ${attempt.error}, ${attempt.detail},
                    ${attempt.responseBody?.replaceAll('\0', '') ?? null}, ${attempt.remoteIp},
                    ${JSON.stringify(attempt.requestHeaders)}::json,
                    ${attempt.responseHeaders && JSON.stringify(attempt.responseHeaders)}::json)
            on conflict do nothing`.execute(db)
}

export async function updateDelivery(
  db: Tx,
  update: {
    deliveryId: string
    status: 'pending' | 'delivered' | 'failed' | 'skipped'
    attemptCount: number
    reason: string | null
    nextInSeconds: number | null
  },
) {
  await sql`
    update webhook_deliveries
       set status = case when status = 'delivered' then status else ${update.status} end,
           attempt_count = greatest(attempt_count, ${update.attemptCount}),
           reason = case when status = 'delivered' then null else ${update.reason} end,
           next_attempt_at = case when status = 'delivered' then null
                                  else clock_timestamp() + make_interval(secs => ${update.nextInSeconds}) end,
           delivered_at = case when ${update.status} = 'delivered' then coalesce(delivered_at, clock_timestamp()) else delivered_at end
     where delivery_id = ${update.deliveryId}`.execute(db)
}

/** The first success counts. */
export async function markWebhookDelivered(db: Tx, scanId: string) {
  await sql`update scans set webhook_delivered_at = coalesce(webhook_delivered_at, clock_timestamp())
             where scan_id = ${scanId}::uuid`.execute(db)
}

/** Pending deliveries long after they were due: their job was lost, or waits. */
export async function overdueDeliveries(
  db: Tx,
): Promise<{ delivery_id: string; attempt_count: number; url: string }[]> {
  const { rows } = await sql<{ delivery_id: string; attempt_count: number; url: string }>`
    update webhook_deliveries set next_attempt_at = clock_timestamp()
     where delivery_id in (
       select delivery_id from webhook_deliveries
        where (select held_since from deployment) is null
          and status = 'pending' and next_attempt_at < clock_timestamp() - interval '10 minutes'
        order by next_attempt_at limit 1000 for update skip locked)
    returning delivery_id, attempt_count, url`.execute(db)
  return rows
}

export async function deleteOldDeliveries(db: Tx, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where created_at < clock_timestamp() - make_interval(days => ${days})
       and status <> 'pending'`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
