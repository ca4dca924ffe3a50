import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Clock, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type OpenPool, openPool } from '../db/connect/open-pool.ts'
import { startStep } from '../db/connect/outage.ts'
import type { Db } from '../db/database.ts'
import { mendClockSetBack } from '../db/deployment/clock-set-back.ts'
import type { JobCount } from '../db/deployment/watch-database.ts'
import { takeBackLapsed } from '../db/webhooks/delivery-claims.ts'
import {
  countQueue,
  type DeliveryLane,
  LANES,
  moveOldJobs,
  queuedDeliveries,
} from '../db/webhooks/waiting-attempts.ts'
import type { ClaimedDelivery, DeliveryQueue, Heard } from '../webhooks/delivery-queue.ts'
import { claimedDeliveries } from './claimed-deliveries.ts'
import { deliveriesWait } from './deliveries-wait.ts'
import { laneGate } from './lane-gate.ts'
import { createReceivers, type Receivers } from './receivers.ts'
import { type Lane, workLane } from './work-lane.ts'

/** The only file that knows the job library, which does what is due by the clock. Deliveries have a queue of their own, and scans are theirs. */

export interface JobQueue extends DeliveryQueue {
  /** @param handle rejects when the attempt is to be made again, as after an abort */
  workDeliveries(
    db: Db,
    handle: (claimed: ClaimedDelivery, signal: AbortSignal, heard: Heard) => Promise<void>,
    pace?: Partial<DeliveryPace>,
  ): void
  /** Of these deliveries, those that wait or are under way, as behind a silent host. */
  queuedDeliveries(db: Db, deliveryIds: string[]): Promise<Set<string>>
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

/** Addresses that answer and addresses that keep us waiting have slots of their own. */
const [FIRST, RETRY] = LANES
const PACE: DeliveryPace = {
  slots: { first: 96, retry: 32 },
  slowAfterMs: 2000,
  firstHoldSeconds: 5,
  syncMs: 1000,
}
/** Attempts at once to one host in the whole deployment, about; the others of that host wait, and no one else. */
const PER_HOST = 10
/** How often it is looked for what dead workers left behind, and for what processes of another version queue. */
const TAKE_BACK_MS = 5000
/** Of jobs that processes of before queued for their deliveries. */
const HEARTBEAT_SECONDS = 10
const STOP_GRACE_MS = 4000

/**
 * Starts pg-boss on its own small pool. A delivery whose worker died is made again within about 15 s (claims lapse after 10 s, which is looked at
 * every 5 s): a receiver that refuses is an outcome, recorded and scheduled by us.
 */
export async function startJobQueue(options: { url: string; log: Logger; work: boolean }): Promise<JobQueue> {
  // The library looks after its queues by several statements at once; each connection that stays for them takes PostgreSQL 6 MB.
  const pool = openPool({ url: options.url, max: options.work ? 2 : 1, name: 'toscan-jobs' })
  // A library's start that fails half-way cannot be begun again, but each statement of it can.
  let isStarting = true
  const ask = (text: string, values?: unknown[]) => pool.query(text, values)
  const boss = new PgBoss({
    // A role that may make no schema is refused even one that is there.
    createSchema: !(await startStep(() => hasSchema(pool))),
    db: {
      executeSql: (text, values) => (isStarting ? startStep(() => ask(text, values)) : ask(text, values)),
    },
    supervise: options.work,
    schedule: options.work,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    clock: steadyClock,
    // Whichever clock is set: a minute later it is known what the database's says.
    clockMonitorIntervalSeconds: 60,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'job queue'))
  await boss.start()
  // Whoever is of a version before ours queues deliveries there, and dies there.
  for (const name of LANES) {
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
  let takingBack: NodeJS.Timeout | undefined
  let takenBack: Promise<unknown> | null = null
  const wake = () => {
    for (const lane of lanes.values()) lane.wake()
  }

  return {
    ...deliveriesWait,

    workDeliveries(db, handle, pace) {
      const { slots, ...hosts } = { ...PACE, ...pace }
      const known = createReceivers({ db, log: options.log, ...hosts })
      receivers = known
      const workerId = randomUUID()
      const open = (lane: DeliveryLane, count: number) =>
        workLane(claimedDeliveries(db, { lane, workerId, perHost: PER_HOST }), {
          gate: laneGate(known, { slots: count, slowAfterMs: hosts.slowAfterMs }),
          log: options.log,
          handle,
        })
      lanes.set(FIRST, open(FIRST, slots.first))
      lanes.set(RETRY, open(RETRY, slots.retry))
      const look = () => {
        takenBack ??= mendClock(db, options.log)
          .then(() => takeBack(db))
          .then((waiting) => waiting > 0 && wake())
          .catch((error) => options.log.warn({ err: error }, 'taking deliveries back failed'))
          .finally(() => {
            takenBack = null
          })
      }
      takingBack = setInterval(look, TAKE_BACK_MS)
      look()
    },

    async queuedDeliveries(db, deliveryIds) {
      const { rows } = await pool.query<{ id: string }>(
        `select data->>'deliveryId' as id from pgboss.job
          where name = any($1) and state <= 'active' and data->>'deliveryId' = any($2)`,
        [[...LANES], deliveryIds],
      )
      return new Set([...rows.map((row) => row.id), ...(await queuedDeliveries(db, deliveryIds))])
    },

    wake,

    pollAges: () => Object.fromEntries([...lanes].map(([name, lane]) => [name, lane.pollAge()])),

    pool,

    async every(name, cron, handle) {
      await startStep(() => boss.createQueue(name, { retryLimit: 0, deleteAfterSeconds: 3600 }))
      await startStep(() => boss.schedule(name, cron))
      await boss.work(name, { pollingIntervalSeconds: 10 }, async () => handle())
    },

    async stop() {
      clearInterval(takingBack)
      await takenBack
      await Promise.all([...lanes.values()].map((lane) => lane.stop(STOP_GRACE_MS)))
      receivers?.stop()
      await boss.stop({ graceful: true, timeout: 1000 })
      await pool.end()
    },
  }
}

/** Of a machine whose clock is set back by a day, the library would wait for a day before it looks at its schedule again. */
const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (then, ms) => setTimeout(then, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (then, ms) => setInterval(then, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

async function hasSchema(pool: OpenPool): Promise<boolean> {
  const { rows } = await pool.query<{ made: boolean }>(`select to_regnamespace('pgboss') is not null as made`)
  return rows[0]?.made ?? false
}

/** Before anything else is done by the clock. */
async function mendClock(db: Db, log: Logger) {
  const seconds = await mendClockSetBack(db)
  if (seconds !== null)
    log.warn(
      { seconds: Math.round(seconds) },
      'the clock of the database was set back: what waited for the time before is due as if it had not been',
    )
}

/** What dead workers held, and what processes of before have queued. */
async function takeBack(db: Db): Promise<number> {
  return (await takeBackLapsed(db)) + (await moveOldJobs(db))
}

/** Jobs that have not ended well, by queue and state; of the library none before it has made its tables. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const counts = new Map<string, JobCount>()
  for (const { lane, state, attempts } of await countQueue(db))
    counts.set(`${lane} ${state}`, { queue: lane, state, jobs: attempts })
  const { rows: made } = await sql<{ made: boolean }>`
    select to_regclass('pgboss.job') is not null as made`.execute(db)
  if (!made[0]?.made) return [...counts.values()]
  const { rows } = await sql<JobCount>`
    select name as queue, state::text as state, count(*) as jobs from pgboss.job
     where state in ('created', 'retry', 'active', 'failed') group by 1, 2`.execute(db)
  for (const { queue, state, jobs } of rows) {
    const others = counts.get(`${queue} ${state}`)?.jobs ?? 0
    counts.set(`${queue} ${state}`, { queue, state, jobs: jobs + others })
  }
  return [...counts.values()]
}
