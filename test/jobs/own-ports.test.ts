import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send } from '../support/call.ts'
import { until } from '../support/until.ts'
import { type Service, startService } from './service.ts'

describe('a key of an organization, where scans may reach this machine', () => {
  let service: Service
  before(async () => {
    service = await startService({ TOSCAN_METRICS_PORT: '0', TOSCAN_BROWSER: 'off' })
  })
  after(() => service.stop())

  it('reads none of what the service shows to this machine alone', async () => {
    const api = await service.serve()
    const metrics = /metrics: (\S+)/.exec(api.output())?.[1] ?? ''
    assert.equal((await fetch(`${metrics}/metrics`)).status, 200)
    const { key: token } = await service.org()
    for (const origin of [metrics, api.url, metrics.replace('127.0.0.1', '127.0.0.2')]) {
      const body = { profile_url: `${origin}/metrics` }
      const submitted = await send(api.url, 'POST', '/api/v2/scan/quick', { token, body })
      assert.equal(submitted.status, 200, submitted.text)
      const { scan_id } = submitted.json as { scan_id: string }
      const ended = await until('the scan ends', async () => {
        const { json } = await send(api.url, 'GET', `/api/v2/scans/${scan_id}`, { token })
        const scan = json as { status: string; error?: string }
        return scan.status === 'failed' || scan.status === 'completed' ? scan : null
      })
      assert.equal(ended.status, 'failed', origin)
      assert.match(ended.error ?? '', /blocked_address/)
    }
  })
})
