import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { prepared } from '../statements/prepared.ts'
import type { JobClaim } from './end-jobs.ts'
import { type DeliveryRow, deliveryToSend } from './webhooks.ts'

export interface ClaimedRow<Data> extends JobClaim {
  data: Data
  groupId: string | null
  /** What an attempt has to know; null where its scan was deleted. */
  delivery: DeliveryRow | null
}

/**
 * Claims jobs that are due, the oldest first, with what they are to send: what the job library does for groups with a limit, without planning it each
 * time, and without a second question. It waits for no disk: a claim that a crash of the database forgets is a job that waits again, and an attempt
 * that was written down after it is not forgotten without it.
 * @param wanted `closed` are groups of which none is wanted; no group runs more than `perGroup` at once, about
 */
export async function claimJobs<Data>(
  db: Tx,
  wanted: { queue: string; limit: number; closed: string[]; perGroup: number },
): Promise<ClaimedRow<Data>[]> {
  const { queue, closed } = wanted
  // Written out, since nobody else's are asked for: PostgreSQL keeps a plan where what is asked decides nothing.
  const [name, most] = [sql.lit(queue), sql.lit(wanted.perGroup)]
  const { rows } = await prepared(
    db,
    sql<{ id: string; data: Data; retry_count: number; group_id: string | null } & DeliveryRow>`
    with active as materialized (
      select group_id, count(*) as jobs from pgboss.job_common
       where name = ${name} and state = 'active' and group_id is not null group by group_id),
    next as materialized (
      select j.ctid as place, j.group_id, j.priority, j.created_on from pgboss.job_common j
       where j.name = ${name} and j.state < 'active' and not j.blocked and j.start_after <= now()
         and (j.group_id is null
              or j.group_id <> all (${closed}::text[] || array(select a.group_id from active a where a.jobs >= ${most})))
       order by j.priority desc, j.created_on
       limit (select case when set_config('synchronous_commit', 'off', true) is not null then ${wanted.limit}::integer end)
         for update of j skip locked),
    ranked as (
      select n.place, coalesce(a.jobs, 0) + row_number() over (partition by n.group_id order by n.priority desc, n.created_on) as nth, n.group_id
        from next n left join active a using (group_id)),
    taken as (
      update pgboss.job_common j
         set state = 'active', started_on = now(), heartbeat_on = now(),
             retry_count = j.retry_count + (j.started_on is not null)::integer
       where j.ctid = any (array(select r.place from ranked r where r.group_id is null or r.nth <= ${most}))
      returning j.id, j.data, j.retry_count, j.group_id)
    select t.*, d.* from taken t left join lateral (${deliveryToSend(sql`t.data ->> 'deliveryId'`)}) d on true`,
  )
  return rows.map((row) => ({
    queue,
    id: row.id,
    retryCount: row.retry_count,
    data: row.data,
    groupId: row.group_id,
    delivery: row.delivery_id === null ? null : row,
  }))
}
