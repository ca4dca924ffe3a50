import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import type { QueueFilter } from './queue-order.ts'

/** A pause that ends a row of severe cases. */
const REST_SECONDS = 900

/**
 * How many severe cases somebody had in a row and without a pause, those that they hold among them, no further than `most`.
 * @param held of these, what is theirs now, in the order in which they look at them
 */
export async function severeInRow(
  db: Tx,
  { orgId, userId }: Pick<QueueFilter, 'orgId' | 'userId'>,
  held: readonly string[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ severe: boolean; ago: number }>`
    with decided as (
      (select r.severe, r.decided_at from scan_reviews r
        where r.org_id = ${orgId} and r.decision is not null and r.decided_by = ${userId}
          and r.decided_at > clock_timestamp() - make_interval(secs => ${most * REST_SECONDS})
        order by r.decided_at desc limit ${most})
      union all
      (select r.severe, s.decided_at from second_reviews s join scan_reviews r using (scan_id)
        where s.org_id = ${orgId} and s.decided_by = ${userId}
          and s.decided_at > clock_timestamp() - make_interval(secs => ${most * REST_SECONDS})
        order by s.decided_at desc limit ${most})
      union all
      select r.severe, clock_timestamp() + make_interval(secs => h.place)
        from unnest(${[...held]}::uuid[]) with ordinality h (scan_id, place) join scan_reviews r using (scan_id)
       where r.org_id = ${orgId} and r.claimed_by = ${userId} and r.claimed_until > clock_timestamp())
    select severe, extract(epoch from clock_timestamp() - decided_at)::float8 as ago
      from decided order by decided_at desc limit ${most}`.execute(db)
  let before = 0
  const end = rows.findIndex(({ severe, ago }) => {
    const hasRested = ago - before > REST_SECONDS
    before = ago
    return !severe || hasRested
  })
  return end === -1 ? rows.length : end
}
