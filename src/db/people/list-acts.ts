import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { timePage } from '../statements/time-page.ts'
import type { SealedAct } from './verify-acts.ts'

export interface ActFilter {
  /** The organization, or `INSTANCE_CHAIN`. */
  chain: string
  /** Of people their id or e-mail address, of keys their id, of commands the account. */
  actor: string | null
  action: string | null
  /** Moments; `from` inclusive, `to` exclusive. */
  from: string | null
  to: string | null
}

/** With the name that a key has, for `actor_name` is of the people. */
export type ActRow = SealedAct & { key_name: string | null }

const columns = sql`a.act_id, a.chain, a.actor_kind, a.actor_id, a.actor_name, a.actor_address, a.request_id, a.action, a.subject,
  a.before, a.after, a.seq, a.at, a.prev_hash, a.hash,
  case when a.actor_kind = 'key' then (select k.name from api_keys k where k.key_id = a.actor_id) end as key_name`

/** The newest first, from below `belowSeq` on. */
export async function listActs(db: Tx, filter: ActFilter, belowSeq: number | null, limit: number) {
  const conditions = [...conditionsOf(filter), ...(belowSeq === null ? [] : [sql`a.seq < ${belowSeq}`])]
  const { rows } = await sql<ActRow>`
    select ${columns} from audit_log a where ${sql.join(conditions, sql` and `)}
     order by a.seq desc limit ${limit + 1}`.execute(db)
  return timePage(rows, limit, (row) => ({ at: row.at, id: String(row.seq) }))
}

/** All of them up to `most`, the oldest first. */
/** Whether anything was ever written down of an organization. */
export async function hasTrail(db: Tx, orgId: string): Promise<boolean> {
  const { rows } = await sql`select from audit_chains where chain = ${orgId}`.execute(db)
  return rows.length > 0
}

export async function actsToExport(db: Tx, filter: ActFilter, most: number): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`
    select ${columns} from audit_log a where ${sql.join(conditionsOf(filter), sql` and `)}
     order by a.seq limit ${most}`.execute(db)
  return rows
}

function conditionsOf({ chain, actor, action, from, to }: ActFilter) {
  return [
    sql`a.chain = ${chain}`,
    ...(actor === null ? [] : [sql`(a.actor_id = ${actor} or a.actor_name = ${actor.toLowerCase()})`]),
    ...(action === null ? [] : [sql`a.action = ${action}`]),
    ...(from === null ? [] : [sql`a.at >= ${from}::timestamptz`]),
    ...(to === null ? [] : [sql`a.at < ${to}::timestamptz`]),
  ]
}
