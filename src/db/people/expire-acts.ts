import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import { INSTANCE_CHAIN, recordAct, SERVICE } from './acts.ts'

/**
 * Acts that are older than `days` go, from the beginning of each chain. A row in the chain says up to which it was and how they ended,
 * so that it can be told from a beginning that somebody removed. Gives how many went.
 */
export async function expireActs(db: Db, days: number): Promise<number> {
  const { rows: chains } = await sql<{
    chain: string
  }>`select chain from audit_chains order by chain`.execute(db)
  let expired = 0
  for (const { chain } of chains) expired += await db.transaction().execute((tx) => expireOf(tx, chain, days))
  return expired
}

async function expireOf(tx: Tx, chain: string, days: number): Promise<number> {
  // By the time of the statement, which an index can be searched by. What vouches for those that went stays until the next go.
  const { rows } = await sql<{ seq: number; hash: string }>`
    select seq, hash from audit_log
     where chain = ${chain} and at < statement_timestamp() - make_interval(days => ${days})
       and seq < (select max(seq) from audit_log where chain = ${chain})
     order by seq desc limit 1`.execute(tx)
  const [last] = rows
  if (!last) return 0
  await sql`select set_config('toscan.expiring', 'on', true)`.execute(tx)
  const { numAffectedRows } = await sql`
    delete from audit_log where chain = ${chain} and seq <= ${last.seq}`.execute(tx)
  await sql`select set_config('toscan.expiring', '', true)`.execute(tx)
  await sql`update audit_chains set kept_from = ${last.seq + 1}, kept_after_hash = ${last.hash}
             where chain = ${chain}`.execute(tx)
  await recordAct(tx, SERVICE, {
    action: 'audit.expire',
    orgId: chain === INSTANCE_CHAIN ? null : chain,
    subject: null,
    after: { through_seq: last.seq, through_hash: last.hash, days },
  })
  return Number(numAffectedRows ?? 0)
}
