import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** A host that gave no answer to the last attempt. */
export interface SilentHostRow {
  host_key: string
  host: string
  /** Attempts in a row without an answer. */
  silences: number
  last_error: string
  silent_since: string
  held_until: string
  /** Milliseconds until it may be asked again, by whoever is first. */
  wait_ms: number
  is_held: boolean
}

export async function silentHosts(db: Tx, hostKeys: string[] | null = null): Promise<SilentHostRow[]> {
  const { rows } = await sql<SilentHostRow>`
    select host_key, host, silences, last_error, silent_since, held_until, held_until > clock_timestamp() as is_held,
           greatest(0, extract(epoch from greatest(held_until, tried_until) - clock_timestamp()) * 1000)::float8 as wait_ms
      from webhook_hosts where ${hostKeys}::text[] is null or host_key = any(${hostKeys}::text[])`.execute(db)
  return rows
}

export const HOLD_AFTER_SILENCES = 3
const LONGEST_HOLD_SECONDS = 60

/** From the third silence in a row the host is held back: `firstHoldSeconds`, doubled with each, a minute at most. */
export async function recordSilence(
  db: Tx,
  silence: { hostKey: string; host: string; error: string; firstHoldSeconds: number },
) {
  const hold = sql`case when h.silences + 1 < ${HOLD_AFTER_SILENCES} then 0
    else least(${LONGEST_HOLD_SECONDS}, ${silence.firstHoldSeconds}::float8 * 2 ^ least(h.silences + 1 - ${HOLD_AFTER_SILENCES}, 20)) end`
  await sql`
    insert into webhook_hosts as h (host_key, host, silences, last_error, held_until)
    values (${silence.hostKey}, ${silence.host}, 1, ${silence.error}, clock_timestamp())
    on conflict (host_key) do update set
      silences = h.silences + 1,
      last_error = ${silence.error},
      held_until = clock_timestamp() + make_interval(secs => ${hold}),
      tried_until = clock_timestamp()`.execute(db)
}

/** It answers. */
export async function forgetSilence(db: Tx, hostKey: string) {
  await sql`delete from webhook_hosts where host_key = ${hostKey}`.execute(db)
}

/** True for one worker at a time, and only when the host is not held back. A claim that nobody ends lapses. */
export async function claimTry(db: Tx, hostKey: string, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ may_try: boolean }>`
    with claimed as (
      update webhook_hosts set tried_until = clock_timestamp() + make_interval(secs => ${seconds})
       where host_key = ${hostKey} and held_until <= clock_timestamp() and tried_until <= clock_timestamp()
      returning host_key)
    select exists (select from claimed) or not exists (select from webhook_hosts where host_key = ${hostKey}) as may_try`.execute(
    db,
  )
  return rows[0]?.may_try ?? false
}

/** Nothing was tried after all. */
export async function releaseTry(db: Tx, hostKey: string) {
  await sql`update webhook_hosts set tried_until = clock_timestamp() where host_key = ${hostKey}`.execute(db)
}

/** Hosts that nobody has asked for days. */
export async function deleteOldSilences(db: Tx, days: number) {
  await sql`delete from webhook_hosts
             where greatest(held_until, tried_until) < clock_timestamp() - make_interval(days => ${days})`.execute(
    db,
  )
}
