import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { numberArray, textArray } from '../statements/binary-array.ts'
import { ofAnyLength, prepared } from '../statements/prepared.ts'
import type { DeliveryLane, WaitingAttempt } from './waiting-attempts.ts'

/** An attempt that somebody has taken. */
export interface TakenAttempt extends WaitingAttempt {
  lane: DeliveryLane
  claimId: string
  dueAt: string
  losses: number
}

/** All that an attempt has to know of a delivery. */
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
  /** Milliseconds since 1970 by the database's clock, which is the same for all workers. */
  read_at: number
  /** In a restored copy that is to send nothing. */
  is_held: boolean
  /** The `traceparent` of the request that submitted its scan. */
  trace: string | null
  /** Its address takes nothing that is scheduled. */
  is_disabled: boolean
  /** Sealed secrets that sign now, the current one first, with blanks between them: one text, which is looked up as it is. */
  secrets: string
}

export interface ClaimOrder {
  claimId: string
  workerId: string
  lane: DeliveryLane
  limit: number
  /** Hosts of which none is wanted. */
  closed: string[]
  /** Attempts that this worker has under way in this lane, by host. */
  running: ReadonlyMap<string, number>
  /** No host gets more at once, about. */
  perHost: number
  leaseSeconds: number
}

/**
 * Takes attempts that are due, those due longest first, with what they are to send: out of the queue, and into one row that says who has them. It waits
 * for no disk: a claim that a crash of the database forgets is attempts that wait again, and what was written down of one after it is not forgotten
 * without it.
 */
export async function claimDeliveries(
  db: Tx,
  order: ClaimOrder,
): Promise<(TakenAttempt & { delivery: DeliveryRow | null })[]> {
  const { claimId, workerId, lane, limit, perHost, closed, running, leaseSeconds } = order
  const { rows } = await prepared(
    db,
    sql<TakenRow & DeliveryRow>`
    select * from take_attempts(${claimId}::uuid, ${workerId}, ${leaseSeconds}, ${lane}, ${limit}::integer, ${perHost}::integer, ${closed}::text[],
                                ${textArray([...running.keys()])}::text[], ${numberArray([...running.values()])}::float8[]::integer[])`,
  )
  return rows.map((row) => ({
    ...{ claimId, lane, deliveryId: row.taken_id, attempt: row.attempt, trigger: row.trigger },
    ...{ hostKey: row.host_key, dueAt: row.due_at, losses: row.losses },
    delivery: row.delivery_id === null ? null : row,
  }))
}

interface TakenRow {
  taken_id: string
  attempt: number
  trigger: 'scheduled' | 'manual'
  host_key: string
  due_at: string
  losses: number
}

/** Takes claims away of which nothing runs any more, as a part of the statement that writes down what became of the last. */
export function endClaims(claimIds: string[]) {
  return sql`delete from webhook_claims where claim_id = any (${ofAnyLength(textArray(claimIds), 'text')}::uuid[])`
}

/** What became of claims. Where somebody else has found one lapsed, what it held is theirs to make, and nothing is put back. */
export interface ClaimChange {
  /** What still runs, of claims that are to hold so much longer: all of each. */
  running: TakenAttempt[]
  /** Claims that are over. */
  over: string[]
  /** What waits again, of claims that are among those above: where it stood, or after some seconds. */
  back: (TakenAttempt & { afterSeconds: number })[]
}

export async function changeClaims(db: Tx, change: ClaimChange, leaseSeconds: number) {
  const { running, over, back } = change
  await sql`
    with kept as (
      update webhook_claims c
         set lapses_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
             delivery_ids = r.delivery_ids, attempts = r.attempts, triggers = r.triggers, host_keys = r.host_keys, losses = r.losses
        from (select t.claim_id, array_agg(t.delivery_id) as delivery_ids, array_agg(t.attempt) as attempts, array_agg(t.trigger) as triggers,
                     array_agg(t.host_key) as host_keys, array_agg(t.losses) as losses
                from (${attemptsOf(running)}) t group by t.claim_id) r
       where c.claim_id = r.claim_id
      returning c.claim_id),
    gone as (${endClaims(over)} returning claim_id)
    insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at, losses)
    select t.delivery_id, t.attempt, t.trigger, t.host_key, t.lane,
           case t.after_seconds when 0 then t.due_at else clock_timestamp() + make_interval(secs => t.after_seconds) end, t.losses
      from (${attemptsOf(back)}) t where t.claim_id in (select claim_id from kept union all select claim_id from gone)`.execute(
    db,
  )
}

function attemptsOf(attempts: (TakenAttempt & { afterSeconds?: number })[]) {
  const texts = (read: (each: TakenAttempt) => string) => textArray(attempts.map(read))
  const numbers = (read: (each: TakenAttempt & { afterSeconds?: number }) => number) =>
    numberArray(attempts.map(read))
  return sql`
    select * from unnest(${texts((a) => a.claimId)}::text[]::uuid[], ${texts((a) => a.deliveryId)}::text[],
                         ${numbers((a) => a.attempt)}::float8[]::integer[], ${texts((a) => a.trigger)}::text[], ${texts((a) => a.hostKey)}::text[],
                         ${texts((a) => a.lane)}::text[], ${texts((a) => a.dueAt)}::text[]::timestamptz[],
                         ${numbers((a) => a.losses)}::float8[]::integer[], ${numbers((a) => a.afterSeconds ?? 0)}::float8[])
             as a (claim_id, delivery_id, attempt, trigger, host_key, lane, due_at, losses, after_seconds)`
}

/** What is left of claims that nobody has renewed waits again: at once, and what one after the other was lost with, later and later. */
export async function takeBackLapsed(db: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    with lapsed as (
      delete from webhook_claims where claim_id = any (array(
        select claim_id from webhook_claims where lapses_at <= clock_timestamp() for update skip locked))
      returning lane, delivery_ids, attempts, triggers, host_keys, losses)
    insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at, losses)
    select t.delivery_id, t.attempt, t.trigger, t.host_key, l.lane,
           clock_timestamp() + make_interval(secs => case t.losses when 0 then 0 else least(600, 2 ^ least(t.losses, 20)) end), t.losses + 1
      from lapsed l
     cross join unnest(l.delivery_ids, l.attempts, l.triggers, l.host_keys, l.losses) as t (delivery_id, attempt, trigger, host_key, losses)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}
