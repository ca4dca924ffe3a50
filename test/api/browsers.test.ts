import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const OURS = 'https://tools.example'

describe('the interface in a browser', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi({ TOSCAN_CORS_ORIGINS: `${OURS}, http://localhost:3000` })
    tenant = await api.makeTenant()
    await seedScans(api.opened.db, tenant.orgId, Array(20).fill({ recommendation: 'no_flags' }))
  })
  after(() => api.stop())

  const preflight = (origin: string) =>
    fetch(`${api.baseUrl}/api/v2/scan/quick`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })

  it('is open to pages of the origins that are named, in answers and refusals', async () => {
    const asked = await preflight(OURS)
    assert.equal(asked.status, 204)
    assert.equal(asked.headers.get('access-control-allow-origin'), OURS)
    assert.match(asked.headers.get('access-control-allow-methods') ?? '', /POST/)
    assert.match(asked.headers.get('access-control-allow-headers') ?? '', /authorization/)
    for (const token of [tenant.key, 'sk_nobody']) {
      const headers = { origin: OURS, authorization: `Bearer ${token}` }
      const answer = await fetch(`${api.baseUrl}/api/v2/org/usage`, { headers })
      assert.equal(answer.headers.get('access-control-allow-origin'), OURS)
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /x-request-id/)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    }
  })

  it('is open to no other page, and takes cookies of none', async () => {
    const asked = await preflight('https://elsewhere.example')
    assert.equal(asked.headers.get('access-control-allow-origin'), null)
    const signIn = await fetch(`${api.baseUrl}/api/auth/get-session`, { headers: { origin: OURS } })
    assert.equal(signIn.headers.get('access-control-allow-origin'), null)
  })

  it('says what is wrong with an origin that is none', () => {
    for (const wrong of ['https://tools.example/', 'tools.example', '*'])
      assert.throws(() => readConfig({ TOSCAN_CORS_ORIGINS: wrong }), /TOSCAN_CORS_ORIGINS.*must be origins/s)
    assert.deepEqual(readConfig({}).corsOrigins, [])
  })

  it('compresses what is worth it for whoever asks', async () => {
    const list = (headers: Record<string, string> = {}) =>
      api.call('GET', '/api/v2/org/scans?limit=20', { token: tenant.admin, headers })
    const plain = await list()
    assert.equal(plain.headers['content-encoding'], undefined)
    const response = await fetch(`${api.baseUrl}/api/v2/org/scans?limit=20`, {
      headers: { authorization: `Bearer ${tenant.admin}`, 'accept-encoding': 'gzip' },
    })
    assert.equal(response.headers.get('content-encoding'), 'gzip')
    assert.equal(JSON.parse(await response.text()).scans.length, 20)
    const small = await fetch(`${api.baseUrl}/healthz`, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(small.headers.get('content-encoding'), null)
    const docs = await fetch(`${api.baseUrl}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(docs.headers.get('content-encoding'), 'gzip')
  })
})

describe('the interface of a service that names no origins', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  it('answers a preflight as any method that it does not know', async () => {
    const answer = await fetch(`${api.baseUrl}/api/v2/scan/quick`, {
      method: 'OPTIONS',
      headers: { origin: OURS },
    })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  })
})
