import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { numberArray, textArray } from '../statements/binary-array.ts'
import { prepared } from '../statements/prepared.ts'

/** Addresses that answer and addresses that keep us waiting have a lane each. */
export const LANES = ['deliver-webhook', 'retry-webhook'] as const
export type DeliveryLane = (typeof LANES)[number]

/** An attempt that is to be made. */
export interface WaitingAttempt {
  deliveryId: string
  attempt: number
  trigger: 'scheduled' | 'manual'
  hostKey: string
}

export type NewWaiting = WaitingAttempt & {
  lane: DeliveryLane
  /** Until it is due. */
  afterSeconds: number
}

/** @param channel who listens there is told when one of them is due at once */
export async function queueAttempts(db: Tx, waiting: NewWaiting[], channel: string) {
  if (waiting.length === 0) return
  const texts = (read: (each: NewWaiting) => string) => textArray(waiting.map(read))
  const numbers = (read: (each: NewWaiting) => number) => numberArray(waiting.map(read))
  const isAnyDue = waiting.some(({ afterSeconds }) => afterSeconds <= 0)
  await prepared(
    db,
    sql`
    with added as (
      insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at)
      select w.delivery_id, w.attempt, w.trigger, w.host_key, w.lane, now() + make_interval(secs => w.after_seconds)
        from unnest(${texts((w) => w.deliveryId)}::text[], ${numbers((w) => w.attempt)}::float8[]::integer[], ${texts((w) => w.trigger)}::text[],
                    ${texts((w) => w.hostKey)}::text[], ${texts((w) => w.lane)}::text[],
                    ${numbers((w) => Math.max(0, w.afterSeconds))}::float8[])
             as w (delivery_id, attempt, trigger, host_key, lane, after_seconds))
    select case when ${isAnyDue}::boolean then pg_notify(${channel}, '') end`,
  )
}

/** Nothing waits any more, and nobody has taken anything. */
export async function emptyQueue(db: Tx) {
  await sql`delete from webhook_queue`.execute(db)
  await sql`delete from webhook_claims`.execute(db)
}

/** Of deliveries that are gone: their attempts know them by their ids alone, and would wait until they are due. The whole queue is looked through. */
export async function forgetAttempts(db: Tx, deliveryIds: string[]) {
  await sql`delete from webhook_queue where delivery_id = any(${deliveryIds}::text[])`.execute(db)
}

/** Of these deliveries, those of which an attempt waits or runs. */
export async function queuedDeliveries(db: Tx, deliveryIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ delivery_id: string }>`
    select delivery_id from webhook_queue where delivery_id = any(${deliveryIds}::text[])
     union select t.delivery_id from webhook_claims c cross join unnest(c.delivery_ids) as t (delivery_id)
            where t.delivery_id = any(${deliveryIds}::text[])`.execute(db)
  return new Set(rows.map(({ delivery_id }) => delivery_id))
}

/** Of these deliveries, the attempts that somebody asked for and that wait or run. */
export async function attemptsAskedFor(db: Tx, deliveryIds: string[]): Promise<AskedAttempt[]> {
  const { rows } = await sql<AskedAttempt>`
    select delivery_id, attempt from webhook_queue
     where trigger = 'manual' and delivery_id = any(${deliveryIds}::text[])
     union all
    select t.delivery_id, t.attempt from webhook_claims c
     cross join unnest(c.delivery_ids, c.attempts, c.triggers) as t (delivery_id, attempt, trigger)
     where t.trigger = 'manual' and t.delivery_id = any(${deliveryIds}::text[])`.execute(db)
  return rows
}

interface AskedAttempt {
  delivery_id: string
  attempt: number
}

/** Attempts by lane that wait, and that somebody makes. */
export async function countQueue(db: Tx): Promise<{ lane: string; state: string; attempts: number }[]> {
  const { rows } = await sql<{ lane: string; state: string; attempts: number }>`
    select lane, 'created' as state, count(*) as attempts from webhook_queue group by lane
     union all select lane, 'active', sum(cardinality(delivery_ids)) from webhook_claims group by lane`.execute(
    db,
  )
  return rows
}

/** Of one statement, so that none holds its rows for long. */
const MOST_MOVED = 1000

/**
 * Moves over what waits where processes of before this table queue deliveries, until all of them are of this version. What these have taken stays
 * theirs, and waits there again when they die.
 */
export async function moveOldJobs(db: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      delete from pgboss.job_common
       where ctid = any (array(
         select ctid from pgboss.job_common
          where name = any(${[...LANES]}::text[]) and state < 'active' limit ${MOST_MOVED} for update skip locked))
      returning name, data, group_id, start_after)
    insert into webhook_queue (delivery_id, attempt, trigger, host_key, lane, due_at)
    select data ->> 'deliveryId', (data ->> 'attempt')::integer, data ->> 'trigger', coalesce(group_id, ''), name, start_after from old`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}
