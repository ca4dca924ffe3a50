import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { openEvidenceSigner } from '../../src/auth/evidence-key.ts'
import { createVault } from '../../src/auth/vault.ts'
import { createScanContext } from '../../src/cli/start/collection.ts'
import { readConfig } from '../../src/config.ts'
import type { EvidenceSigner } from '../../src/context.ts'
import { createFolderStore } from '../../src/evidence/folder-store.ts'
import { type JobQueue, startJobQueue } from '../../src/jobs/queue.ts'
import { runScan } from '../../src/jobs/run-scan.ts'
import { type ScanWorkerContext, startScanWorker } from '../../src/jobs/scan-worker.ts'
import { createMetrics } from '../../src/metrics.ts'
import type { ScanContext } from '../../src/pipeline/scan.ts'
import { pack } from '../policy/built-in-pack.ts'
import { sharedJudging } from '../support/shared-judging.ts'
import { rows, type Service, startService, startWeb, until, type Web } from './service.ts'

describe('the deadline of a scan', () => {
  let service: Service
  let web: Web
  let queue: JobQueue
  let collection: ScanContext & { close(): Promise<void> }
  let signer: EvidenceSigner
  const judging = sharedJudging(pack)
  const log = pino({ level: 'silent' })
  const metrics = createMetrics()
  const evidence = createFolderStore(mkdtempSync(join(tmpdir(), 'toscan-evidence-')))
  before(async () => {
    ;[service, web] = await Promise.all([startService(), startWeb()])
    signer = await openEvidenceSigner(service.opened.db, createVault(service.opened.secretKey))
    queue = await startJobQueue({ url: service.opened.url, log, work: false })
    collection = await createScanContext(
      readConfig({ TOSCAN_EGRESS_ALLOW_COLLECTION: '127.0.0.1' }),
      metrics,
      log,
    )
  })
  after(async () => {
    await collection?.close()
    await queue?.stop()
    await service?.stop()
    await web?.close()
  })

  it('ends a scan that takes too long as failed, with its webhook', async () => {
    web.hold()
    const { scan, delivery } = await endOf(`${web.origin}/slow`, { quick: 0.5, deep: 0.5 })
    web.release()
    assert.deepEqual(scan, { status: 'failed', error: 'Scan timed out', attempt: 1 })
    assert.equal(delivery?.event_type, 'scan.failed')
  })

  it('ends a scan whose step does not listen', async () => {
    const { scan } = await endOf(`${web.origin}/deaf`, { quick: 0.3, deep: 0.3 }, () => new Promise(() => {}))
    assert.deepEqual(scan, { status: 'failed', error: 'Scan timed out', attempt: 1 })
  })

  it('is not needed for a profile that cannot be reached: three tries, then failed with the reason', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.resetAndDestroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { scan } = await endOf(`http://127.0.0.1:${port}/reset`, { quick: 60, deep: 60 })
    server.close()
    assert.equal(scan?.status, 'failed')
    assert.match(scan?.error ?? '', /^Profile could not be fetched: (connect_error|protocol_error)/)
    assert.equal(connections, 3)
  })

  it('a fault of ours is tried three times in all, and then says no more than that', async () => {
    let runs = 0
    const worker = startWorker({ quick: 60, deep: 60 }, async () => {
      runs++
      throw new Error('a fault of ours')
    })
    const scanId = await submit(`${web.origin}/fault`)
    for (let run = 1; run < 3; run++) {
      await until(() => runs === run)
      await service.opened.pool.query('update scans set lease_until = clock_timestamp() where scan_id = $1', [
        scanId,
      ])
    }
    await until(async () => (await read(scanId))?.status === 'failed')
    await worker.stop()
    assert.deepEqual(await read(scanId), { status: 'failed', error: 'Internal error', attempt: 3 })
    assert.equal(runs, 3)
  })

  type Deadlines = { quick: number; deep: number }

  async function endOf(url: string, deadlineSeconds: Deadlines, run?: ScanWorkerContext['runScan']) {
    const worker = startWorker(deadlineSeconds, run)
    const scanId = await submit(url)
    await until(async () => (await read(scanId))?.status !== 'processing')
    await worker.stop()
    const [delivery] = await rows<{ event_type: string }>(
      service,
      'select event_type from webhook_deliveries where scan_id = $1',
      [scanId],
    )
    return { scan: await read(scanId), delivery }
  }

  function startWorker(deadlineSeconds: Deadlines, run?: ScanWorkerContext['runScan']) {
    const shared = { db: service.opened.db, log, metrics, queue, schedule: [0] }
    const real: ScanWorkerContext['runScan'] = (scan, id, signal) =>
      runScan({ ...shared, ...collection, judging, evidence, signer }, scan, id, signal)
    const { url: databaseUrl } = service.opened
    return startScanWorker({ ...shared, databaseUrl, runScan: run ?? real }, 'worker under test', {
      deadlineSeconds,
    })
  }

  async function submit(url: string) {
    const { orgId } = await service.org()
    return service.submit(orgId, [url], { single: true, callback: `${web.origin}/hook` })
  }

  async function read(scanId: string) {
    const [scan] = await rows<{ status: string; error: string | null; attempt: number }>(
      service,
      'select status, error, attempt from scans where scan_id = $1',
      [scanId],
    )
    return scan
  }
})
