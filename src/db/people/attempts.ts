import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Counts one more; gives how many there were since the window began, and the seconds until it ends. */
export async function countInWindow(
  db: Tx,
  key: string,
  windowSeconds: number,
): Promise<{ made: number; secondsLeft: number }> {
  const { rows } = await sql<{ made: number; seconds_left: number }>`
    insert into attempts as a (attempt_key, made) values (${key}, 1)
    on conflict (attempt_key) do update set
      made = case when a.since < clock_timestamp() - make_interval(secs => ${windowSeconds}) then 1 else a.made + 1 end,
      since = case when a.since < clock_timestamp() - make_interval(secs => ${windowSeconds}) then clock_timestamp()
                   else a.since end
    returning made, greatest(1, ceil(extract(epoch from since - clock_timestamp()) + ${windowSeconds}))::integer
                      as seconds_left`.execute(db)
  const [row] = rows
  return { made: row?.made ?? 0, secondsLeft: row?.seconds_left ?? 0 }
}

/** How guessing is slowed down. */
export interface SlowDown {
  /** Attempts without a wait. */
  free: number
  /** The wait doubles with each attempt beyond these, up to so many seconds. */
  mostSeconds: number
}

const FORGOTTEN_AFTER = sql`interval '1 day'`

/** Counts one more unless it comes too early: then gives the seconds that are still to be waited, and counts nothing. */
export async function countSlowly(db: Tx, key: string, { free, mostSeconds }: SlowDown): Promise<number> {
  const next = sql`a.since + make_interval(secs =>
    case when a.made < ${free} then 0 else least(${mostSeconds}, power(2, least(a.made - ${free} + 1, 30))) end)`
  const { rows } = await sql`
    insert into attempts as a (attempt_key, made) values (${key}, 1)
    on conflict (attempt_key) do update set
      made = case when a.since < clock_timestamp() - ${FORGOTTEN_AFTER} then 1 else a.made + 1 end,
      since = clock_timestamp()
    where ${next} <= clock_timestamp()
    returning made`.execute(db)
  if (rows.length > 0) return 0
  const { rows: waits } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from ${next} - clock_timestamp())))::integer as seconds
      from attempts a where attempt_key = ${key}`.execute(db)
  return waits[0]?.seconds ?? 1
}

/** An attempt that was none. */
export async function uncount(db: Tx, key: string) {
  await sql`update attempts set made = made - 1 where attempt_key = ${key} and made > 0`.execute(db)
}

export async function forgetAttempts(db: Tx, key: string) {
  await sql`delete from attempts where attempt_key = ${key}`.execute(db)
}

export async function deleteOldAttempts(db: Tx) {
  await sql`delete from attempts where since < clock_timestamp() - ${FORGOTTEN_AFTER}`.execute(db)
}
