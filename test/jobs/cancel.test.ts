import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import { type Api, rows, type Service, startService, startWeb, until, type Web } from './service.ts'

describe('cancelling a scan that runs', () => {
  let service: Service
  let web: Web
  let api: Api
  before(async () => {
    ;[service, web] = await Promise.all([startService(), startWeb()])
    api = await service.serve({ TOSCAN_SCAN_CONCURRENCY: '1' })
  })
  after(async () => {
    await service?.stop()
    await web?.close()
  })

  it('frees its slot at once, stores nothing more of it, and counts no lost claim', async () => {
    const { key } = await service.org()
    const client = new Toscan({ baseUrl: api.url, apiKey: key })
    web.hold((path) => path === '/held')
    const held = await client.scans.create({ profile_url: `${web.origin}/held`, scan_mode: 'quick' })
    await until(() => (web.counts.get('/held') ?? 0) > 0)
    const next = await client.scans.create({ profile_url: `${web.origin}/next`, scan_mode: 'quick' })

    assert.deepEqual(await client.scans.cancel(held.scan_id), {
      scan_id: held.scan_id,
      status: 'failed',
      cancelled: true,
    })
    await client.scans.wait(next.scan_id, { pollMs: 50, timeoutMs: 30_000 })

    web.release()
    await until(() => api.output().includes('"outcome":"cancelled"'))
    const scan = await client.scans.get(held.scan_id)
    assert.deepEqual([scan.status, scan.error, 'triage_report' in scan], ['failed', 'Cancelled', false])
    const left = await rows(
      service,
      `select 1 from scan_steps where scan_id = $1 union all select 1 from captures where scan_id = $1`,
      [held.scan_id],
    )
    assert.deepEqual(left, [])
    const metrics = await (await fetch(`${api.url}/metrics`)).text()
    assert.match(metrics, /^toscan_claims_lost_total 0$/m)
  })
})
