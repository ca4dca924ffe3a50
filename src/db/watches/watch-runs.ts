import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { fromStored, type WatchRow } from './watches.ts'

/** A run of a whole list takes a minute a profile, and less where the day would not hold it. */
const SECONDS_A_PROFILE = 60
const LONGEST_RUN_SECONDS = 20 * 3600

const notHeld = sql`(select held_since from deployment) is null`

/** The first watch whose run is due, locked; watches that another worker has in hand are passed over. None in a copy that is held. */
export async function lockDueWatch(tx: Tx): Promise<WatchRow | undefined> {
  const { rows } = await sql<Omit<WatchRow, 'schedule'> & { schedule: string }>`
    select watch_id, org_id, name, of_view, view_id, scan_mode, callback_url, schedule, muted, snoozed_until, ends_at, next_run_at,
           last_run_at, created_by, created_by_email, created_at, updated_at
      from watches where next_run_at <= clock_timestamp() and ${notHeld}
     order by next_run_at limit 1 for no key update skip locked`.execute(tx)
  return rows.map(fromStored)[0]
}

/** Its profiles are due one after the other from now on, those apart whose last scan still runs. */
export async function beginRun(tx: Tx, watchId: string, nextRunAt: string | null) {
  await sql`
    with due as (
      select profile_key, row_number() over (order by place) - 1 as turn, count(*) over () as profiles
        from watched_profiles p where p.watch_id = ${watchId})
    update watched_profiles p
       set postponed = false,
           due_at = clock_timestamp()
             + make_interval(secs => due.turn * least(${SECONDS_A_PROFILE}, ${LONGEST_RUN_SECONDS} / due.profiles::numeric)::float8)
      from due
     where p.watch_id = ${watchId} and p.profile_key = due.profile_key
       and not exists (select from watch_scans r join scans s using (scan_id)
                        where r.watch_id = p.watch_id and r.profile_key = p.profile_key and s.status = 'processing')`.execute(
    tx,
  )
  await sql`
    update watches set last_run_at = clock_timestamp(), next_run_at = ${nextRunAt}::timestamptz where watch_id = ${watchId}`.execute(
    tx,
  )
}

/** Without a run; null: never again. */
export async function setNextRun(tx: Tx, watchId: string, nextRunAt: string | null) {
  await sql`update watches set next_run_at = ${nextRunAt}::timestamptz where watch_id = ${watchId}`.execute(
    tx,
  )
}

export interface DueProfile {
  watch_id: string
  org_id: string
  profile_key: string
  profile_url: string
  target_url: string
  scan_mode: 'deep' | 'quick'
  callback_url: string | null
}

/** The profile that is due longest, locked; those that another worker has in hand are passed over. None in a copy that is held. */
export async function lockDueProfile(tx: Tx): Promise<DueProfile | undefined> {
  const { rows } = await sql<DueProfile>`
    select p.watch_id, w.org_id, p.profile_key, p.profile_url, p.target_url, w.scan_mode, w.callback_url
      from watched_profiles p join watches w using (watch_id)
     where p.due_at <= clock_timestamp() and ${notHeld}
       and (w.snoozed_until is null or w.snoozed_until <= clock_timestamp())
       and (w.ends_at is null or w.ends_at > clock_timestamp())
     order by p.due_at limit 1 for update of p skip locked`.execute(tx)
  return rows[0]
}

/** Written with the scan, in one transaction: so each turn of a profile is submitted once. */
export async function noteSubmitted(
  tx: Tx,
  { watch_id, profile_key }: Pick<DueProfile, 'watch_id' | 'profile_key'>,
  scan: { scanId: string; submittedAt: string },
) {
  await sql`
    insert into watch_scans (scan_id, watch_id, profile_key, submitted_at)
    values (${scan.scanId}::uuid, ${watch_id}, ${profile_key}, ${scan.submittedAt}::timestamptz)`.execute(tx)
  await sql`
    update watched_profiles set due_at = null, postponed = false
     where watch_id = ${watch_id} and profile_key = ${profile_key}`.execute(tx)
}

/**
 * The day of this organization is full: whatever it has due waits until the limit is counted anew, a minute apart. What another worker has
 * in hand comes to the same by itself.
 */
export async function postponeDue(tx: Tx, orgId: string): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select p.watch_id, p.profile_key, p.due_at from watched_profiles p join watches w using (watch_id)
       where w.org_id = ${orgId} and p.due_at <= clock_timestamp() for update of p skip locked),
    turns as (select watch_id, profile_key, row_number() over (order by due_at, profile_key) as turn from due)
    update watched_profiles p
       set postponed = true,
           due_at = ((clock_timestamp() at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC'
             + make_interval(mins => least(turns.turn, 1200)::integer)
      from turns where p.watch_id = turns.watch_id and p.profile_key = turns.profile_key
    returning p.profile_key`.execute(tx)
  return rows.length
}
