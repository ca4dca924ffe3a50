import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { CHAINS_AT_ONCE } from './acts.ts'

/** Writes acts into the chains that they are still to stand in, some at a time; gives how many rows that were. */
export async function writeActsLeft(db: Db): Promise<number> {
  for (let written = 0; ; ) {
    const more = await writeSome(db)
    if (more === 0) return written
    written += more
  }
}

/** One act at a time, and each by one worker: its chains are locked in their order, as whoever acts locks them. */
function writeSome(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ act_id: string }>`
      select act_id from acts_left order by happened_at limit 1 for update skip locked`.execute(tx)
    const [act] = rows
    if (!act) return 0
    const { numAffectedRows } = await sql`
      insert into audit_log (chain, actor_kind, actor_id, actor_name, actor_address, request_id, action, subject, before, after)
      select c.chain, a.actor_kind, a.actor_id, a.actor_name, a.actor_address, a.request_id, a.action, a.subject, a.before,
             (coalesce(a.after::jsonb, '{}') || jsonb_build_object('happened_at',
               to_char(a.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')))::json
        from acts_left a, unnest(a.chains[a.written + 1 : a.written + ${sql.lit(CHAINS_AT_ONCE)}]) with ordinality c (chain, n)
       where a.act_id = ${act.act_id} order by c.n`.execute(tx)
    await sql`update acts_left set written = written + ${sql.lit(CHAINS_AT_ONCE)} where act_id = ${act.act_id}`.execute(
      tx,
    )
    await sql`delete from acts_left where act_id = ${act.act_id} and written >= cardinality(chains)`.execute(
      tx,
    )
    return Number(numAffectedRows ?? 0)
  })
}
