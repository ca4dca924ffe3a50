import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { setScanConcurrency } from '../../src/db/scans/queue.ts'
import { startScanWorker } from '../../src/jobs/scan-worker.ts'
import { createMetrics } from '../../src/metrics.ts'
import { type Service, startService, until } from './service.ts'

/** What parsing does to the loop. */
function block(ms: number) {
  for (const end = performance.now() + ms; performance.now() < end; );
}

describe('a worker whose loop is late', () => {
  let service: Service
  before(async () => {
    service = await startService()
    await setScanConcurrency(service.opened.db, 64)
  })
  after(() => service.stop())

  it('takes no more scans until it has time for them', async () => {
    const { orgId } = await service.org()
    const urls = Array.from({ length: 20 }, (_, index) => `https://ex.com/${index}`)
    await service.submit(orgId, urls)
    let most = 0
    const work = async () => {
      for (let round = 0; round < 12; round++) {
        block(280)
        // Turns in which more would be taken, if they were.
        await pause(30)
        most = Math.max(most, worker.running())
      }
    }
    let working: Promise<void> | null = null
    const worker = startScanWorker(
      {
        db: service.opened.db,
        databaseUrl: service.opened.url,
        log: pino({ level: 'silent' }),
        metrics: createMetrics(),
        queue: { enqueueDeliveries: async () => {} },
        schedule: [0],
        runScan: async (_scan, _id, signal) => {
          working ??= work()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          return null
        },
      },
      'busy worker',
    )
    // Somebody submits while it takes its first.
    worker.wake()
    try {
      await until(() => working !== null)
      await working
      assert.equal(most, 8)
      await until(() => worker.running() === 20)
    } finally {
      await worker.stop()
    }
  })

  it('takes as many as there is memory for, and one at a time where there is for none', async () => {
    // What others left.
    await service.opened.pool.query(`update scans set status = 'failed' where status = 'processing'`)
    const { orgId } = await service.org()
    await service.submit(
      orgId,
      Array.from({ length: 12 }, (_, index) => `https://ex.com/memory/${index}`),
    )
    const ends: (() => void)[] = []
    let room = 3
    let most = 0
    const worker = startScanWorker(
      {
        db: service.opened.db,
        databaseUrl: service.opened.url,
        log: pino({ level: 'silent' }),
        metrics: createMetrics(),
        queue: { enqueueDeliveries: async () => {} },
        schedule: [0],
        thatFit: () => room,
        runScan: async (scan) => {
          most = Math.max(most, worker.running() + 1)
          await new Promise<void>((resolve) => ends.push(resolve))
          await service.opened.pool.query(
            `update scans set status = 'failed', worker_id = null, lease_until = null where scan_id = $1`,
            [scan.scan_id],
          )
          return null
        },
      },
      'small worker',
    )
    try {
      await until(() => ends.length === 3)
      // It looks every second, and takes none of those that wait.
      await until(() => worker.pollAge() > 0.5)
      await until(() => worker.pollAge() < 0.2)
      assert.equal(worker.running(), 3)
      room = 0
      for (let ended = 0; ended < 12; ended++) {
        await until(
          () => ends.length > 0,
          () => `scan ${ended} was taken`,
        )
        if (ended === 3) most = 0
        if (ended >= 3) most = Math.max(most, worker.running())
        ends.shift()?.()
      }
      await until(() => worker.running() === 0)
      assert.equal(most, 1)
    } finally {
      await worker.stop()
    }
  })
})
