import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { startOperationsServer } from '../../src/api/operations-server.ts'
import { firstTrouble, pollCheck } from '../../src/api/readiness.ts'
import { createMetrics } from '../../src/metrics.ts'
import { send } from '../support/call.ts'
import { startApi } from '../support/start-api.ts'

const TOKEN = 'a-token-of-the-operator'

describe('metrics on the port of the interface', () => {
  const statusOf = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
    const api = await startApi(env)
    try {
      return (await api.call('GET', '/metrics', { headers })).status
    } finally {
      await api.stop()
    }
  }
  it('are not told by the address of the peer where a proxy may stand in front', async () => {
    assert.equal(await statusOf({}), 200)
    assert.equal(await statusOf({ TOSCAN_PUBLIC_URL: 'http://localhost:8080' }), 200)
    assert.equal(await statusOf({}, { 'x-real-ip': '203.0.113.7' }), 403)
    assert.equal(await statusOf({ TOSCAN_PUBLIC_URL: 'https://toscan.example' }), 403)
    assert.equal(await statusOf({ TOSCAN_TRUST_PROXY: '127.0.0.1' }), 403)
    const token = { TOSCAN_TRUST_PROXY: '127.0.0.1', TOSCAN_METRICS_TOKEN: TOKEN }
    assert.equal(await statusOf(token), 403)
    assert.equal(await statusOf(token, { authorization: `Bearer ${TOKEN}` }), 200)
  })
})

describe('a port of its own for operations', () => {
  const metrics = createMetrics()
  const config = { metrics: 'public' as const, metricsToken: TOKEN as string | undefined }
  let trouble: string | null = null
  let age = 0
  let server: Awaited<ReturnType<typeof startOperationsServer>>
  const ctx = {
    config,
    metrics,
    log: pino({ level: 'silent' }),
    whyNotReady: () => firstTrouble([() => trouble, pollCheck('scans', () => [1, age])]),
  }
  before(async () => {
    server = await startOperationsServer(ctx, { host: '127.0.0.1', port: 0 })
  })
  after(() => server.stop())

  it('shows metrics to this machine, and to others with the token; what a proxy passes on is of others', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await send(server.url, 'GET', '/metrics', { headers })).status
    const others = { 'x-forwarded-for': '203.0.113.7' }
    assert.equal(await ask({}), 200)
    assert.equal(await ask(others), 403)
    assert.equal(await ask({ ...others, authorization: `Bearer ${TOKEN}x` }), 403)
    assert.equal(await ask({ ...others, authorization: `Bearer ${TOKEN}` }), 200)
    config.metricsToken = undefined
    assert.equal(await ask(others), 200)
  })

  it('says what keeps the process from its work, in a sentence', async () => {
    const ready = async () => (await send(server.url, 'GET', '/readyz')).text
    assert.equal(await ready(), '{"status":"ready"}')
    age = 12.4
    assert.equal(
      await ready(),
      '{"status":"unavailable","detail":"This worker has not looked for scans for 12 s."}',
    )
    trouble = 'The service is stopping.'
    assert.equal(await ready(), '{"status":"unavailable","detail":"The service is stopping."}')
    assert.equal((await send(server.url, 'GET', '/healthz')).status, 200)
    assert.equal((await send(server.url, 'GET', '/api/v2/org/scans')).status, 404)
  })

  it('shows metrics within a second or so, whatever does not answer', async () => {
    metrics.watch('nobody', () => new Promise(() => {}))
    metrics.watchPool('main', {
      totalCount: 5,
      idleCount: 2,
      waitingCount: 7,
      met: { timeouts: 3, silent: 1 },
    })
    const { text } = await send(server.url, 'GET', '/metrics')
    for (const line of [
      'toscan_pool_connections{pool="main",state="busy"} 3',
      'toscan_pool_waiting{pool="main"} 7',
      'toscan_pool_timeouts_total{pool="main"} 3',
      'toscan_pool_silent_connections_total{pool="main"} 1',
    ])
      assert.ok(text.includes(line), line)
    // What nobody has measured is no 0.
    assert.doesNotMatch(text, /^toscan_(evidence_store_up|database_up|listen_connected) /m)
  })

  it('says which setting names a port that is taken', async () => {
    const port = Number(new URL(server.url).port)
    await assert.rejects(
      startOperationsServer(ctx, { host: '127.0.0.1', port }),
      /TOSCAN_METRICS_PORT: port \d+ of 127\.0\.0\.1 is taken\./,
    )
  })
})
