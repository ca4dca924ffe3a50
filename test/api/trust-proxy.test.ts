import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { PASSWORD, startApi, type TestApi } from '../support/start-api.ts'
import { type ApiProcess, startApiProcess } from '../support/start-api-process.ts'
import { until } from '../support/until.ts'

const PROXY = '127.0.3.1'
const STRANGER = '127.0.3.2'

describe('behind a proxy that is trusted', () => {
  let api: TestApi
  let server: ApiProcess
  before(async () => {
    api = await startApi()
    const env = { TOSCAN_TRUST_PROXY: `${PROXY}, 127.0.3.128/25`, TOSCAN_LOG_LEVEL: 'info' }
    server = await startApiProcess({ ...api.env, ...env })
  })
  after(async () => {
    await server.stop()
    await api.stop()
  })

  const signIn = (email: string, password: string, from: string, forwardedFor: string | undefined) =>
    server.call('POST', '/api/auth/sign-in/email', {
      from,
      body: { email, password },
      headers: { origin: server.baseUrl, 'x-forwarded-for': forwardedFor },
    })

  it('its clients are limited each for itself, at sign-in', async () => {
    const { email } = await api.makeUser(await api.makeOrg())
    const statuses: number[] = []
    for (let i = 0; i < 21; i++)
      statuses.push((await signIn(`nobody-${i}@example.org`, 'wrong password', PROXY, '203.0.113.1')).status)
    assert.deepEqual(statuses, [...Array(20).fill(401), 429])
    assert.equal((await signIn(email, PASSWORD, PROXY, '203.0.113.2')).status, 200)
    // What a client writes itself stands before what the proxy adds.
    assert.equal((await signIn(email, PASSWORD, PROXY, '203.0.113.2, 203.0.113.1')).status, 429)
    // Two proxies in a row, both trusted.
    assert.equal((await signIn(email, PASSWORD, PROXY, '203.0.113.1, 127.0.3.200')).status, 429)
  })

  it('its clients are limited each for itself, at the routes behind links', async () => {
    const open = (forwardedFor: string) =>
      server.call('POST', '/api/v2/password-reset/open', {
        from: PROXY,
        body: { token: 'reset_nobody-made-this' },
        headers: { 'x-forwarded-for': forwardedFor },
      })
    for (let i = 0; i < 20; i++) assert.equal((await open('203.0.113.3')).status, 404)
    assert.equal((await open('203.0.113.3')).status, 429)
    assert.equal((await open('203.0.113.4')).status, 404)
  })

  it('the header of anybody else changes nothing', async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 21; i++)
      statuses.add(
        (await signIn(`nobody-${i}@example.org`, 'wrong password', STRANGER, `198.51.100.${i}`)).status,
      )
    assert.deepEqual([...statuses], [401, 429])
  })

  it('the log names the client, also where a proxy writes ports, and the proxy where it writes nonsense', async () => {
    const logged = async (from: string, forwardedFor: string | undefined) => {
      const { headers } = await server.call('GET', '/api/v2/org/usage', {
        from,
        headers: { 'x-forwarded-for': forwardedFor },
      })
      const line = await until('the request is logged', () =>
        server
          .errors()
          .split('\n')
          .find((each) => each.includes(String(headers['x-request-id'])) && each.endsWith('}')),
      )
      return JSON.parse(line).client_ip
    }
    assert.equal(await logged(PROXY, '203.0.113.7'), '203.0.113.7')
    assert.equal(await logged(PROXY, '203.0.113.7:4711'), '203.0.113.7')
    assert.equal(await logged(PROXY, '[2001:db8::7]:4711'), '2001:db8::7')
    assert.equal(await logged(PROXY, 'unknown'), PROXY)
    assert.equal(await logged(PROXY, undefined), PROXY)
    assert.equal(await logged(STRANGER, '203.0.113.7'), STRANGER)
  })
})

describe('TOSCAN_TRUST_PROXY', () => {
  it('takes addresses and networks', () => {
    const { trustProxy } = readConfig({ TOSCAN_TRUST_PROXY: '127.0.0.1, 10.0.0.0/8 fd00::/8' })
    assert.deepEqual(trustProxy, ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
    assert.deepEqual(readConfig({}).trustProxy, [])
  })

  for (const text of [
    'true',
    'proxy.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0/8',
    '1.2.3.4/08',
  ]) {
    it(`refuses ${text}`, () => {
      assert.throws(() => readConfig({ TOSCAN_TRUST_PROXY: text }), /TOSCAN_TRUST_PROXY: must be addresses/)
    })
  }
})
