import { sql } from 'kysely'
import { asOurOwn } from '../connect/outage.ts'
import type { Tx } from '../database.ts'

/** Requests that may follow each other at once before the delay holds. */
const BURST = 4
/** A turn farther away is not waited for, so none is given out. */
const FARTHEST_SECONDS = 60
/** One answer closes a host for so long at most: a page can have a quarrel with us that its host has not. */
const FIRST_CLOSED_SECONDS = 120
/** A refusal so soon after the host was opened again means the host, and is taken at its word. */
const AGAIN_SECONDS = 15 * 60
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
                  extract(epoch from closed_until - clock_timestamp())::float8 as closed`
        .execute(db)
        .catch(asOurOwn)
      const { turn = 0, closed = null } = rows[0] ?? {}
      return Math.max(0, turn, closed ?? 0) * 1000
    },
    async close(host: string, seconds: number): Promise<void> {
      const first = Math.min(seconds, FIRST_CLOSED_SECONDS)
      const again = Math.min(seconds, MAX_CLOSED_SECONDS)
      // Turns go on behind the end of it and one by one, so that those who waited do not come back all at once.
      const behind = delaySeconds * BURST
      await sql`
        with refused as (
          select case when closed_until between clock_timestamp() - make_interval(secs => ${AGAIN_SECONDS}) and clock_timestamp()
                      then ${again}::float8 else ${first}::float8 end as seconds
            from (values (1)) as one left join host_turns on host = ${host}
        )
        insert into host_turns as t (host, next_at, closed_until)
        select ${host}, clock_timestamp() + make_interval(secs => seconds + ${behind}),
               clock_timestamp() + make_interval(secs => seconds)
          from refused
        on conflict (host) do update
          set closed_until = greatest(t.closed_until, excluded.closed_until),
              next_at = greatest(t.next_at, excluded.next_at)`
        .execute(db)
        .catch(asOurOwn)
    },
    async closedFor(host: string): Promise<number> {
      const { rows } = await sql<{ closed: number | null }>`
        select extract(epoch from closed_until - clock_timestamp())::float8 as closed
          from host_turns where host = ${host}`
        .execute(db)
        .catch(asOurOwn)
      return Math.max(0, rows[0]?.closed ?? 0) * 1000
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
