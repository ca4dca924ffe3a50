import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'

/** Less than this is waited out: time servers set clocks back by seconds. */
const SOON = sql`clock_timestamp() + interval '1 minute'`
/** Leases that live workers renew every few seconds; one of a dead worker is over so soon. */
const LEASE = sql`clock_timestamp() + interval '15 seconds'`

/**
 * Looks whether the clock of the database was set back, and mends what the clock that was ahead has written: what it put off waits as long as was meant, and
 * what it held for a while is free after a while. Says by how many seconds, or null. The job library notes every half a minute that it has looked at its
 * schedule, and does not look again before that moment has passed: it is the witness, and it would stand still for as long as the clock was ahead.
 */
export async function mendClockSetBack(db: Db): Promise<number | null> {
  if ((await aheadOf(db)) === null) return null
  return db.transaction().execute(async (tx) => {
    const ahead = await lockedAheadOf(tx)
    if (ahead === null) return null
    await mendDeliveries(tx)
    await mendWatches(tx)
    await mendTellings(tx)
    await endLeases(tx)
    await forgetPasts(tx)
    await mendJobs(tx)
    return ahead
  })
}

const ahead = sql`extract(epoch from cron_on - clock_timestamp())::float8 as seconds from pgboss.version where cron_on > ${SOON}`

async function aheadOf(db: Tx): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`select ${ahead}`.execute(db)
  return rows[0]?.seconds ?? null
}

/** One worker mends. */
async function lockedAheadOf(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`select ${ahead} for update skip locked`.execute(tx)
  return rows[0]?.seconds ?? null
}

/** An attempt was put off from the moment of the one before it, or from that of the event. */
async function mendDeliveries(tx: Tx) {
  await sql`
    with put_off as materialized (
      select d.delivery_id, greatest(d.created_at, max(a.started_at)) - clock_timestamp() as ahead
        from webhook_queue q join webhook_deliveries d using (delivery_id) left join webhook_attempts a using (delivery_id)
       where q.due_at > ${SOON}
       group by d.delivery_id
      having greatest(d.created_at, max(a.started_at)) > ${SOON}),
    shown as (
      update webhook_deliveries d set next_attempt_at = d.next_attempt_at - p.ahead from put_off p where d.delivery_id = p.delivery_id)
    update webhook_queue q set due_at = q.due_at - p.ahead from put_off p where q.delivery_id = p.delivery_id`.execute(
    tx,
  )
}

/** What ran in a day to come ran today. */
async function mendWatches(tx: Tx) {
  await sql`
    with ahead as materialized (
      select watch_id, last_run_at - clock_timestamp() as ahead from watches where last_run_at > ${SOON} for no key update),
    profiles as (
      update watched_profiles p set due_at = p.due_at - a.ahead from ahead a where p.watch_id = a.watch_id)
    update watches w set last_run_at = w.last_run_at - a.ahead, next_run_at = w.next_run_at - a.ahead from ahead a
     where w.watch_id = a.watch_id`.execute(tx)
}

/** Mail is tried once too soon rather than late; people are told of what comes from now on. */
async function mendTellings(tx: Tx) {
  await sql`update mails set next_attempt_at = clock_timestamp()
             where status = 'pending' and next_attempt_at > ${SOON}`.execute(tx)
  await sql`update notification_rules
               set told_until = clock_timestamp(), next_at = next_at - (told_until - clock_timestamp()),
                   queue_told_at = case when queue_told_at > clock_timestamp() then clock_timestamp() else queue_told_at end
             where told_until > ${SOON}`.execute(tx)
}

async function endLeases(tx: Tx) {
  await sql`update scans set lease_until = ${LEASE}
             where scan_id = any (array(select scan_id from running_scans)) and lease_until > ${SOON}`.execute(
    tx,
  )
  await sql`update webhook_claims set lapses_at = ${LEASE} where lapses_at > ${SOON}`.execute(tx)
  // A person's, which lasts five minutes.
  await sql`update scan_reviews set claimed_until = clock_timestamp() + interval '5 minutes'
             where claimed_until > clock_timestamp() + interval '10 minutes'`.execute(tx)
  await sql`update host_requests set lease_until = ${LEASE} where lease_until > ${SOON}`.execute(tx)
}

/** What is asked or counted anew: a host that wants to be left alone says so again, and a token of minutes is not to last for days. */
async function forgetPasts(tx: Tx) {
  await sql`delete from host_turns where greatest(next_at, closed_until) > ${SOON}`.execute(tx)
  await sql`delete from webhook_hosts where greatest(silent_since, held_until, tried_until) > ${SOON}`.execute(
    tx,
  )
  await sql`delete from recent_pages where asked_at > ${SOON}`.execute(tx)
  await sql`delete from api_sessions where created_at > ${SOON}`.execute(tx)
  await sql`delete from attempts where since > ${SOON}`.execute(tx)
}

/** Last: others see it when all is mended. */
async function mendJobs(tx: Tx) {
  await sql`update pgboss.job set start_after = now() where state < 'active' and start_after > ${SOON}`.execute(
    tx,
  )
  await sql`update pgboss.queue
               set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
                   maintain_on = least(maintain_on, now())
             where greatest(monitor_claim_on, monitor_on, maintain_on) > ${SOON}`.execute(tx)
  await sql`update pgboss.version
               set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()), flow_on = least(flow_on, now()),
                   reindex_on = least(reindex_on, now()), monitor_backoff_on = least(monitor_backoff_on, now())`.execute(
    tx,
  )
}
