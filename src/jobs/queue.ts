import { sql } from 'kysely'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type OpenPool, openPool } from '../db/connect/open-pool.ts'
import { startStep } from '../db/connect/outage.ts'
import type { Db } from '../db/database.ts'
import type { JobCount } from '../db/deployment/watch-database.ts'
import { type ClaimedRow, claimJobs } from '../db/webhooks/claim-jobs.ts'
import { insertJobs } from '../db/webhooks/insert-jobs.ts'
import type { ClaimedDelivery, DeliveryJob, DeliveryQueue, Heard } from '../webhooks/delivery-queue.ts'
import { hostKeyOf } from '../webhooks/receiver-host.ts'
import { laneGate } from './lane-gate.ts'
import { createReceivers, type Receivers } from './receivers.ts'
import { type Lane, workLane } from './work-lane.ts'

/** The only file that knows the job library. Scans are not here: their rows are their own queue. */

export interface JobQueue extends DeliveryQueue {
  /** @param handle gives whether it has ended the job itself; rejects when the attempt is to be made again, as after an abort */
  workDeliveries(
    db: Db,
    handle: (claimed: ClaimedDelivery, signal: AbortSignal, heard: Heard) => Promise<boolean>,
    pace?: Partial<DeliveryPace>,
  ): void
  /** Of these deliveries, those whose job waits or runs, as behind a silent host. */
  queuedDeliveries(deliveryIds: string[]): Promise<Set<string>>
  /** A NOTIFY on `DELIVERY_CHANNEL` came. */
  wake(): void
  /** Seconds since each lane last looked for jobs, or had no slot for any. */
  pollAges(): Record<string, number>
  pool: OpenPool
  every(name: string, cron: string, handle: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export interface DeliveryPace {
  /** Attempts at once: first ones, and those that follow. */
  slots: { first: number; retry: number }
  slowAfterMs: number
  firstHoldSeconds: number
  /** How often workers look at what the others know of silent hosts. */
  syncMs: number
}

export const DELIVERY_CHANNEL = 'toscan_deliveries'

/** Addresses that answer and addresses that keep us waiting have slots of their own. */
const FIRST = 'deliver-webhook'
const RETRY = 'retry-webhook'
const PACE: DeliveryPace = {
  slots: { first: 96, retry: 32 },
  slowAfterMs: 2000,
  firstHoldSeconds: 5,
  syncMs: 1000,
}
/** Attempts at once to one host in the whole deployment, about; the others of that host wait, and no one else. */
const PER_HOST = 10
const HEARTBEAT_SECONDS = 10
const STOP_GRACE_MS = 4000

/**
 * Starts pg-boss on its own small pool. A job whose worker died runs again within about 20 s (heartbeat 10 s, looked at
 * every 5 s). Jobs fail only when we crash: a receiver that refuses is an outcome, recorded and scheduled by us.
 */
export async function startJobQueue(options: { url: string; log: Logger; work: boolean }): Promise<JobQueue> {
  // The library looks after its queues by several statements at once; each connection that stays for them takes PostgreSQL 6 MB.
  const pool = openPool({ url: options.url, max: options.work ? 2 : 1, name: 'toscan-jobs' })
  // A library's start that fails half-way cannot be begun again, but each statement of it can.
  let isStarting = true
  const ask = (text: string, values?: unknown[]) => pool.query(text, values)
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => (isStarting ? startStep(() => ask(text, values)) : ask(text, values)),
    },
    supervise: options.work,
    schedule: options.work,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'job queue'))
  await boss.start()
  for (const name of [FIRST, RETRY]) {
    await boss.createQueue(name, {
      retryLimit: 10,
      retryDelay: 1,
      expireInSeconds: 120,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: 3600,
      retentionSeconds: 14 * 24 * 3600,
    })
  }
  isStarting = false
  const lanes = new Map<string, Lane>()
  let receivers: Receivers | undefined

  return {
    async enqueueDeliveries(tx, deliveries) {
      const jobs = deliveries.map(({ job, url, slow, afterSeconds }) => {
        return { queue: slow ? RETRY : FIRST, data: job, groupId: hostKeyOf(url), afterSeconds }
      })
      await insertJobs(tx, jobs, DELIVERY_CHANNEL)
    },

    workDeliveries(db, handle, pace) {
      const { slots, ...hosts } = { ...PACE, ...pace }
      const known = createReceivers({ db, log: options.log, ...hosts })
      receivers = known
      for (const [name, count] of [[FIRST, slots.first] as const, [RETRY, slots.retry] as const]) {
        const source = {
          fetch: (limit: number, closed: string[]) =>
            claimJobs<DeliveryJob>(db, { queue: name, limit, closed, perGroup: PER_HOST }),
          giveBack: (jobs: Claimed[]) => giveBack(pool, name, jobs),
          // The delivery's row says how it went; a job kept as completed would be written once more, and deleted an hour later.
          complete: (jobs: Claimed[]) => boss.deleteJob(name, jobs),
          fail: (jobs: Claimed[]) => boss.fail(name, jobs),
          touch: (jobs: Claimed[]) => boss.touch(name, jobs),
        }
        lanes.set(
          name,
          workLane<Claimed>(source, {
            gate: laneGate(known, { slots: count, slowAfterMs: hosts.slowAfterMs }),
            log: options.log,
            handle: ({ data, delivery, ...claim }, signal, heard) =>
              handle({ job: data, delivery, claim }, signal, heard),
          }),
        )
      }
    },

    async queuedDeliveries(deliveryIds) {
      const { rows } = await pool.query<{ id: string }>(
        `select data->>'deliveryId' as id from pgboss.job
          where name = any($1) and state <= 'active' and data->>'deliveryId' = any($2)`,
        [[FIRST, RETRY], deliveryIds],
      )
      return new Set(rows.map((row) => row.id))
    },

    wake() {
      for (const lane of lanes.values()) lane.wake()
    },

    pollAges: () => Object.fromEntries([...lanes].map(([name, lane]) => [name, lane.pollAge()])),

    pool,

    async every(name, cron, handle) {
      await startStep(() => boss.createQueue(name, { retryLimit: 0, deleteAfterSeconds: 3600 }))
      await startStep(() => boss.schedule(name, cron))
      await boss.work(name, { pollingIntervalSeconds: 10 }, async () => handle())
    },

    async stop() {
      await Promise.all([...lanes.values()].map((lane) => lane.stop(STOP_GRACE_MS)))
      receivers?.stop()
      await boss.stop({ graceful: true, timeout: 1000 })
      await pool.end()
    },
  }
}

/** Jobs that have not ended well, by queue and state; none before pg-boss has made its tables. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows: made } = await sql<{ made: boolean }>`
    select to_regclass('pgboss.job') is not null as made`.execute(db)
  if (!made[0]?.made) return []
  const { rows } = await sql<JobCount>`
    select name as queue, state::text as state, count(*) as jobs from pgboss.job
     where state in ('created', 'retry', 'active', 'failed') group by 1, 2`.execute(db)
  return rows
}

type Claimed = ClaimedRow<DeliveryJob>

/** As the library does it itself for groups that are at their limit; it has no door to it. Counts as no try of the job. */
function giveBack(pool: Pool, name: string, jobs: Claimed[]) {
  return pool.query(
    `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null
      where name = $1 and id = any($2::uuid[]) and state = 'active'`,
    [name, jobs.map((job) => job.id)],
  )
}
