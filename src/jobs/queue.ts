import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Tx } from '../db/database.ts'

/** The only file that knows the job library. Scans are not here: their rows are their own queue. */

export interface DeliveryJob {
  deliveryId: string
  /** The attempt that this job is to make; one that was made already is not made again. */
  attempt: number
  trigger: 'scheduled' | 'manual'
}

export interface JobQueue {
  /** Inside `tx`, so that job and row are committed together. */
  enqueueDelivery(tx: Tx, job: DeliveryJob, options: { afterSeconds: number; slow: boolean }): Promise<void>
  workDeliveries(handle: (job: DeliveryJob) => Promise<void>): Promise<void>
  every(name: string, cron: string, handle: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Addresses that answer and addresses that keep us waiting have workers of their own. */
const FIRST = 'deliver-webhook'
const RETRY = 'retry-webhook'
const WORKERS = { [FIRST]: 6, [RETRY]: 4 }

/**
 * Starts pg-boss on its own small pool. A job whose worker died runs again within about 20 s (heartbeat 10 s, looked at
 * every 5 s). Jobs fail only when we crash: a receiver that refuses is an outcome, recorded and scheduled by us.
 */
export async function startJobQueue(options: { url: string; log: Logger; work: boolean }): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: options.url,
    max: options.work ? 4 : 1,
    application_name: 'toscan-jobs',
    useListenNotify: options.work,
    supervise: options.work,
    schedule: options.work,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    connectionTimeoutMillis: 5000,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'job queue'))
  await boss.start()
  for (const name of [FIRST, RETRY]) {
    await boss.createQueue(name, {
      retryLimit: 10,
      retryDelay: 1,
      expireInSeconds: 120,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 3600,
      retentionSeconds: 14 * 24 * 3600,
      notify: true,
    })
  }

  return {
    async enqueueDelivery(tx, job, { afterSeconds, slow }) {
      const startAfter = afterSeconds > 0 ? { startAfter: new Date(Date.now() + afterSeconds * 1000) } : {}
      await boss.send(slow ? RETRY : FIRST, job, { ...startAfter, db: fromKysely(tx) })
    },

    async workDeliveries(handle) {
      for (const [name, localConcurrency] of Object.entries(WORKERS)) {
        const settings = {
          localConcurrency,
          batchSize: 10,
          perJobResults: true,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: 0.5,
          notifyPollingIntervalSeconds: 1,
        } as const
        await boss.work<DeliveryJob, void, typeof settings>(name, settings, (jobs) =>
          Promise.all(
            jobs.map(async (job) => {
              try {
                await handle(job.data)
                return { id: job.id, status: 'completed' as const }
              } catch (error) {
                options.log.error({ err: error, delivery_id: job.data.deliveryId }, 'delivery job failed')
                return { id: job.id, status: 'failed' as const }
              }
            }),
          ),
        )
      }
    },

    async every(name, cron, handle) {
      await boss.createQueue(name, { retryLimit: 0, deleteAfterSeconds: 3600 })
      await boss.schedule(name, cron)
      await boss.work(name, { pollingIntervalSeconds: 10 }, async () => handle())
    },

    stop: () => boss.stop({ graceful: true, timeout: 8000 }),
  }
}
