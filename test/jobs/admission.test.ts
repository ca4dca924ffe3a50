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
})
