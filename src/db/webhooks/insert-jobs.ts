import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { numberArray, textArray } from '../statements/binary-array.ts'
import { prepared } from '../statements/prepared.ts'

export interface NewJob {
  queue: string
  data: unknown
  groupId: string
  /** Until it is due. */
  afterSeconds: number
}

/**
 * Queues jobs as the job library would, with what their queues say of tries and times, by a statement that a connection keeps: the library's has to be
 * planned each time, which costs more than all else that ends a quick scan.
 * @param channel who listens there is told when one of them is due at once
 * @throws where one of the queues was never made
 */
export async function insertJobs(db: Tx, jobs: NewJob[], channel: string) {
  if (jobs.length === 0) return
  const texts = (read: (job: NewJob) => string) => textArray(jobs.map(read))
  const isAnyDue = jobs.some(({ afterSeconds }) => afterSeconds <= 0)
  const { rows } = await prepared(
    db,
    sql<{ queued: number }>`
    with added as (
      insert into pgboss.job_common (name, data, group_id, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
                                     retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
      select q.name, j.data::jsonb, j.group_id, due.at, due.at + make_interval(secs => q.retention_seconds), q.expire_seconds, q.deletion_seconds,
             q.retry_limit, q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
        from unnest(${texts(({ queue }) => queue)}::text[], ${texts(({ data }) => JSON.stringify(data))}::text[],
                    ${texts(({ groupId }) => groupId)}::text[],
                    ${numberArray(jobs.map(({ afterSeconds }) => Math.max(0, afterSeconds)))}::float8[])
             as j (queue, data, group_id, after_seconds)
        join pgboss.queue q on q.name = j.queue
       cross join lateral (select now() + make_interval(secs => j.after_seconds) as at) due
      returning id)
    select count(*) as queued, case when ${isAnyDue}::boolean then pg_notify(${channel}, '') end from added`,
  )
  if (rows[0]?.queued !== jobs.length) throw new Error('A queue of the job library is missing.')
}
