import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../support/seeded.ts'
import { type Proc, rows, scansBy, startReceiver, startService, startWeb, until } from './service.ts'

/**
 * Workers die at random moments while scans run and webhooks leave. The seed fixes who dies when.
 * @throws when a scan is lost, ends twice, or a webhook comes under two ids; when a report cites a page that is not stored.
 */
export async function storm({ seed, blows }: { seed: number; blows: number }) {
  const scans = blows * 12
  const random = seeded(seed)
  const web = await startWeb((request, response) => {
    setTimeout(
      () => {
        response
          .setHeader('content-type', 'text/html')
          .end(`<!doctype html><title>${request.url}</title><p>Paints harbours.`)
      },
      300 + random() * 2500,
    )
  })
  const receiver = await startReceiver()
  const service = await startService({ TOSCAN_SCAN_CONCURRENCY: '8', TOSCAN_LOG_LEVEL: 'warn' })
  const started = Date.now()
  let kills = 0
  let stops = 0
  try {
    const { orgId } = await service.org()
    await service.submit(
      orgId,
      Array.from({ length: scans }, (_, index) => `${web.origin}/storm${index}`),
      { callback: `${receiver.url}/storm` },
    )
    const workers: Proc[] = await Promise.all([service.worker(), service.worker(), service.worker()])
    for (let blow = 0; blow < blows; blow++) {
      await sleep(100 + random() * 900)
      const victim = Math.floor(random() * workers.length)
      const gently = random() < 0.2
      workers[victim]?.kill(gently ? 'SIGTERM' : 'SIGKILL')
      if (gently) stops++
      else kills++
      if (gently) assert.equal(await workers[victim]?.ended, 0)
      workers[victim] = await service.worker()
    }
    const open = async () => {
      const counts = await scansBy(service, orgId)
      return (counts.waiting ?? 0) + (counts.running ?? 0)
    }
    await until(async () => (await open()) === 0, open, 120_000)
    const ids = () => new Set(receiver.got.map((got) => got.headers['webhook-id']))
    await until(
      () => ids().size === scans,
      () => `${ids().size} of ${scans} webhooks`,
    )

    const counts = await scansBy(service, orgId)
    assert.equal((counts.completed ?? 0) + (counts.failed ?? 0), scans)
    const twice = await rows(
      service,
      'select scan_id from webhook_deliveries where org_id = $1 group by scan_id having count(*) > 1',
      [orgId],
    )
    assert.deepEqual(twice, [], 'scans with two webhooks')
    const bodies = new Map<string, string>()
    for (const { headers, body } of receiver.got) {
      const id = headers['webhook-id'] ?? ''
      assert.equal(bodies.get(id) ?? body.toString(), body.toString(), 'a webhook came with two bodies')
      bodies.set(id, body.toString())
    }
    const [org] = await rows<{ total_scans_completed: number }>(
      service,
      'select scans_completed(org_id)::integer as total_scans_completed from org_settings where org_id = $1',
      [orgId],
    )
    assert.equal(org?.total_scans_completed, counts.completed)
    const { captures, missing, corrupt } = await service.verifyEvidence()
    assert.ok(captures >= (counts.completed ?? 0), `${captures} captures`)
    assert.deepEqual({ missing, corrupt }, { missing: 0, corrupt: 0 }, 'pages that reports cite')
    return {
      seconds: (Date.now() - started) / 1000,
      kills,
      stops,
      scans,
      completed: counts.completed ?? 0,
      'failed after three crashes': counts.failed ?? 0,
      'fetches per scan': Number(([...web.counts.values()].reduce((a, b) => a + b, 0) / scans).toFixed(2)),
      'webhooks received twice': receiver.got.length - bodies.size,
    }
  } finally {
    await service.stop()
    await Promise.all([web.close(), receiver.close()])
  }
}
