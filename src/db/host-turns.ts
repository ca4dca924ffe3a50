import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Requests that may follow each other at once before the delay holds. */
const BURST = 4
/** A turn farther away is not waited for, so none is given out. */
const FARTHEST_SECONDS = 60
/** No host can have us stay away for longer than this. */
const MAX_CLOSED_SECONDS = 24 * 3600

/** Turns of all workers of the deployment: one statement for each request. */
export function createHostTurns(db: Tx, delayMs: number) {
  const delaySeconds = delayMs / 1000
  return {
    async take(host: string): Promise<number> {
      const { rows } = await sql<{ turn: number; closed: number | null }>`
        insert into host_turns as t (host, next_at)
        values (${host}, clock_timestamp() + make_interval(secs => ${delaySeconds}))
        on conflict (host) do update
          set next_at = case
            when t.next_at > clock_timestamp() + make_interval(secs => ${delaySeconds * BURST + FARTHEST_SECONDS}) then t.next_at
            else greatest(t.next_at, clock_timestamp()) + make_interval(secs => ${delaySeconds}) end
        returning extract(epoch from next_at - clock_timestamp())::float8 - ${delaySeconds * BURST}::float8 as turn,
                  extract(epoch from closed_until - clock_timestamp())::float8 as closed`.execute(db)
      const { turn = 0, closed = null } = rows[0] ?? {}
      return Math.max(0, turn, closed ?? 0) * 1000
    },
    async close(host: string, seconds: number): Promise<void> {
      const bounded = Math.min(seconds, MAX_CLOSED_SECONDS)
      await sql`
        insert into host_turns as t (host, next_at, closed_until)
        values (${host}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${bounded}))
        on conflict (host) do update set closed_until = greatest(t.closed_until, excluded.closed_until)`.execute(
        db,
      )
    },
  }
}

/** Hosts that nobody has asked for a day. */
export async function deleteIdleHostTurns(db: Tx) {
  await sql`
    delete from host_turns
     where greatest(next_at, coalesce(closed_until, next_at)) < clock_timestamp() - interval '1 day'`.execute(
    db,
  )
}
