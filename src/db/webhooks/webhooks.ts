import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { numberArray, textArray } from '../statements/binary-array.ts'
import { prepared } from '../statements/prepared.ts'
import { endClaims } from './delivery-claims.ts'

export interface NewDelivery {
  deliveryId: string
  webhookId: string
  orgId: string
  scanId: string | null
  eventType: string
  url: string
  body: string
  /** Until the first attempt. */
  afterSeconds: number
}

/** Gives those whose addresses have failed lately. */
export async function insertDeliveries(db: Tx, deliveries: NewDelivery[]): Promise<Set<string>> {
  const texts = (read: (delivery: NewDelivery) => string | null) => textArray(deliveries.map(read))
  const { rows } = await prepared(
    db,
    sql<{ delivery_id: string; is_failing: boolean }>`
    insert into webhook_deliveries as d (delivery_id, webhook_id, org_id, scan_id, event_type, url, body, next_attempt_at)
    select g.delivery_id, g.webhook_id, g.org_id, g.scan_id::uuid, g.event_type, g.url, g.body,
           clock_timestamp() + make_interval(secs => g.after_seconds)
      from unnest(${texts((d) => d.deliveryId)}::text[], ${texts((d) => d.webhookId)}::text[], ${texts((d) => d.orgId)}::text[],
                  ${texts((d) => d.scanId)}::text[], ${texts((d) => d.eventType)}::text[], ${texts((d) => d.url)}::text[],
                  ${texts((d) => d.body)}::text[], ${numberArray(deliveries.map((d) => d.afterSeconds))}::float8[])
           as g (delivery_id, webhook_id, org_id, scan_id, event_type, url, body, after_seconds)
    returning d.delivery_id, exists (select from webhook_endpoints e
                                      where e.org_id = d.org_id and e.url = d.url and e.failing_since is not null) as is_failing`,
  )
  return new Set(rows.flatMap((row) => (row.is_failing ? [row.delivery_id] : [])))
}

/** Most addresses are well: nothing is written for them. */
export async function markEndpointHealthy(db: Tx, orgId: string, url: string) {
  await sql`delete from webhook_endpoints where org_id = ${orgId} and url = ${url}`.execute(db)
}

export interface AttemptRow {
  deliveryId: string
  orgId: string
  url: string
  /** The scan whose end it was to tell; null: it tells of something else. */
  scanId: string | null
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
  /** What the delivery is from now on, unless it has arrived before. */
  status: 'pending' | 'delivered' | 'failed'
  reason: string | null
  nextInSeconds: number | null
  /** What it says of its address; null: nothing. */
  health: 'well' | 'failing' | null
  /** Why the address is to get nothing more. */
  disableReason: string | null
}

/**
 * Writes down attempts, each of another delivery, with all that follows from them but the next.
 * @param over claims that are over with that
 * @returns the deliveries that are still there; the others' scans were deleted, and nothing is written down of them
 */
export async function recordAttempts(
  db: Tx,
  attempts: AttemptRow[],
  over: string[] = [],
): Promise<Set<string>> {
  const texts = (read: (attempt: AttemptRow) => string | null) => textArray(attempts.map(read))
  const numbers = (read: (attempt: AttemptRow) => number | null) => numberArray(attempts.map(read))
  const ended = over.length === 0 ? sql`` : sql`with ended as (${endClaims(over)})`
  const { rows } = await prepared(
    db,
    sql<{ delivery_id: string }>`
    ${ended} select write_attempts as delivery_id from write_attempts(
      ${texts((a) => a.deliveryId)}::text[], ${numbers((a) => a.attempt)}::float8[]::integer[], ${texts((a) => a.trigger)}::text[],
      ${texts((a) => a.startedAt.toISOString())}::text[]::timestamptz[], ${numbers((a) => a.durationMs)}::float8[]::integer[],
      ${numbers((a) => a.statusCode)}::float8[]::integer[], ${texts((a) => a.error)}::text[], ${texts((a) => a.detail)}::text[],
      ${texts((a) => a.responseBody?.replaceAll('\0', '') ?? null)}::text[], ${texts((a) => a.remoteIp)}::text[],
      ${texts((a) => JSON.stringify(a.requestHeaders))}::text[],
      ${texts((a) => a.responseHeaders && JSON.stringify(a.responseHeaders))}::text[], ${texts((a) => a.status)}::text[],
      ${texts((a) => a.reason)}::text[], ${numbers((a) => a.nextInSeconds)}::float8[], ${texts((a) => a.health)}::text[],
      ${texts((a) => a.disableReason)}::text[],
      ${texts((a) => (a.status === 'delivered' ? a.scanId : null))}::text[]::uuid[], ${texts((a) => a.orgId)}::text[], ${texts((a) => a.url)}::text[])`,
  )
  return new Set(rows.map((row) => row.delivery_id))
}

/** Its address takes nothing any more. */
export async function skipDelivery(db: Tx, deliveryId: string) {
  await sql`
    update webhook_deliveries set status = 'skipped', reason = 'endpoint_disabled', next_attempt_at = null
     where delivery_id = ${deliveryId} and status <> 'delivered'`.execute(db)
}

/** Pending deliveries long after they were due: they were lost from the queue, or wait in it. */
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

/** Of one statement, so that none holds its rows for long. */
const MOST_DELETED = 1000

/** What has been sent or given up, `days` after it was made. By organization, whose deliveries are in order of time: those that stay are not read. */
export async function deleteOldDeliveries(db: Tx, days: number): Promise<number> {
  let all = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from webhook_deliveries where delivery_id = any(array(
        select old.delivery_id from org_settings o cross join lateral (
          select d.delivery_id from webhook_deliveries d
           where d.org_id = o.org_id and d.created_at < statement_timestamp() - make_interval(days => ${days}) and d.status <> 'pending'
           order by d.created_at limit ${MOST_DELETED}) old
         limit ${MOST_DELETED}))`.execute(db)
    const deleted = Number(numAffectedRows ?? 0n)
    all += deleted
    if (deleted < MOST_DELETED) return all
  }
}
