import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { revokeKey } from '../../src/db/people/credentials.ts'
import type { Answer } from '../support/call.ts'
import { countStored, detailOf, startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** Every endpoint with a request that is let in and does nothing, so that what it answers shows who was let in. */
const ROUTES = [
  { method: 'POST', path: '/scan/deep', access: 'any', body: {}, admitted: 422 },
  { method: 'POST', path: '/scan/quick', access: 'any', body: {}, admitted: 422 },
  { method: 'PUT', path: `/scans/${randomUUID()}`, access: 'any', body: {}, admitted: 422 },
  { method: 'PUT', path: `/batches/${randomUUID()}`, access: 'any', body: {}, admitted: 422 },
  { method: 'POST', path: '/batch/deep', access: 'any', body: {}, admitted: 422 },
  { method: 'POST', path: '/batch/quick', access: 'any', body: {}, admitted: 422 },
  { method: 'GET', path: `/scans/${UNKNOWN_ID}`, access: 'any', admitted: 404 },
  { method: 'DELETE', path: `/scans/${UNKNOWN_ID}`, access: 'admin', admitted: 404 },
  { method: 'GET', path: `/scans/${UNKNOWN_ID}/events`, access: 'any', admitted: 404 },
  { method: 'POST', path: `/scans/${UNKNOWN_ID}/cancel`, access: 'any', admitted: 404 },
  { method: 'POST', path: `/batches/${UNKNOWN_ID}/cancel`, access: 'any', admitted: 404 },
  { method: 'GET', path: '/org/erasures', access: 'admin', admitted: 200 },
  { method: 'POST', path: '/org/erasures', access: 'admin', body: {}, admitted: 422 },
  { method: 'GET', path: '/org/audit', access: 'admin', admitted: 200 },
  { method: 'GET', path: '/org/audit/export', access: 'admin', admitted: 200 },
  { method: 'GET', path: `/scans/${UNKNOWN_ID}/evidence/E1/capture`, access: 'any', admitted: 404 },
  { method: 'GET', path: `/scans/${UNKNOWN_ID}/evidence-manifest`, access: 'any', admitted: 404 },
  { method: 'GET', path: `/batches/${UNKNOWN_ID}`, access: 'any', admitted: 404 },
  { method: 'GET', path: '/org/scans', access: 'any', admitted: 200 },
  { method: 'GET', path: '/org/scans/export', access: 'any', admitted: 200 },
  { method: 'GET', path: '/org/settings', access: 'any', admitted: 200 },
  { method: 'PATCH', path: '/org/settings', access: 'admin', body: {}, admitted: 400 },
  { method: 'GET', path: '/org/usage', access: 'any', admitted: 200 },
  { method: 'GET', path: '/org/policy', access: 'any', admitted: 200 },
  { method: 'PATCH', path: '/org/policy', access: 'admin', body: { codes: {} }, admitted: 200 },
  {
    method: 'POST',
    path: '/org/webhook-secret/rotate',
    access: 'admin',
    body: { grace_period_seconds: -1 },
    admitted: 422,
  },
  { method: 'GET', path: `/scans/${UNKNOWN_ID}/review`, access: 'session', admitted: 404 },
  { method: 'PUT', path: `/scans/${UNKNOWN_ID}/review`, access: 'session', body: {}, admitted: 400 },
  { method: 'GET', path: `/scans/${UNKNOWN_ID}/review/log`, access: 'session', admitted: 404 },
  { method: 'GET', path: `/scans/${UNKNOWN_ID}/statement`, access: 'session', admitted: 404 },
  { method: 'GET', path: '/org/review-precision', access: 'session', admitted: 200 },
  { method: 'GET', path: `/scans/${UNKNOWN_ID}/comments`, access: 'session', admitted: 404 },
  { method: 'POST', path: `/scans/${UNKNOWN_ID}/comments`, access: 'session', body: {}, admitted: 422 },
  { method: 'GET', path: '/org/mentions', access: 'session', admitted: 200 },
  { method: 'GET', path: '/org/review-queue', access: 'session', admitted: 200 },
  { method: 'POST', path: '/org/review-queue/claim', access: 'session', body: {}, admitted: 200 },
  { method: 'POST', path: '/org/review-queue/assign', access: 'session', body: {}, admitted: 422 },
  { method: 'POST', path: '/org/review-queue/decide', access: 'session', body: {}, admitted: 422 },
  {
    method: 'POST',
    path: `/org/review-queue/${UNKNOWN_ID}/decide`,
    access: 'session',
    body: {},
    admitted: 422,
  },
  { method: 'POST', path: `/org/review-queue/${UNKNOWN_ID}/release`, access: 'session', admitted: 404 },
  { method: 'POST', path: `/org/review-queue/${UNKNOWN_ID}/undo`, access: 'session', admitted: 404 },
  { method: 'GET', path: '/org/review-settings', access: 'session', admitted: 200 },
  { method: 'PATCH', path: '/org/review-settings', access: 'admin', body: {}, admitted: 200 },
  { method: 'GET', path: '/org/review-stats', access: 'admin', admitted: 200 },
  { method: 'GET', path: '/org/members', access: 'session', admitted: 200 },
  {
    method: 'PATCH',
    path: '/org/members/user_unknown',
    access: 'admin',
    body: { role: 'admin' },
    admitted: 404,
  },
  { method: 'DELETE', path: '/org/members/user_unknown', access: 'session', admitted: 404 },
  { method: 'GET', path: '/org/invitations', access: 'admin', admitted: 200 },
  { method: 'POST', path: '/org/invitations', access: 'admin', body: {}, admitted: 422 },
  { method: 'DELETE', path: '/org/invitations/inv_unknown', access: 'admin', admitted: 404 },
  { method: 'GET', path: '/org/retention', access: 'any', admitted: 200 },
  { method: 'PATCH', path: '/org/retention', access: 'admin', body: {}, admitted: 422 },
  { method: 'GET', path: '/org/notifications', access: 'session', admitted: 200 },
  {
    method: 'PUT',
    path: '/org/notifications/mine',
    access: 'session',
    body: { pace: 'never' },
    admitted: 422,
  },
  { method: 'POST', path: '/org/notifications/channels', access: 'admin', body: {}, admitted: 422 },
  { method: 'DELETE', path: '/org/notifications/channels/chn_unknown', access: 'admin', admitted: 404 },
  {
    method: 'PATCH',
    path: '/org/notifications/channels/chn_unknown',
    access: 'admin',
    body: {},
    admitted: 400,
  },
  { method: 'POST', path: '/org/notifications/channels/chn_unknown/test', access: 'admin', admitted: 404 },
  { method: 'GET', path: '/org/notices', access: 'session', admitted: 200 },
  { method: 'POST', path: '/org/notices/seen', access: 'session', body: {}, admitted: 400 },
  { method: 'GET', path: '/org/creators?profile_url=https://a.example/', access: 'any', admitted: 404 },
  { method: 'GET', path: '/org/creators/scans?profile_url=https://a.example/', access: 'any', admitted: 200 },
  {
    method: 'GET',
    path: '/org/creators/sharers?profile_url=https://a.example/',
    access: 'any',
    admitted: 200,
  },
  { method: 'GET', path: '/org/criteria', access: 'any', admitted: 200 },
  { method: 'POST', path: '/org/criteria', access: 'admin', body: {}, admitted: 422 },
  { method: 'GET', path: '/org/criteria/own_unknown', access: 'any', admitted: 404 },
  { method: 'PATCH', path: '/org/criteria/own_unknown', access: 'admin', body: {}, admitted: 422 },
  { method: 'PUT', path: '/org/criteria/own_unknown/state', access: 'admin', body: {}, admitted: 422 },
  { method: 'DELETE', path: '/org/criteria/own_unknown', access: 'admin', admitted: 404 },
  { method: 'GET', path: '/org/criteria/own_unknown/export', access: 'any', admitted: 404 },
  { method: 'POST', path: '/org/criteria/try', access: 'admin', body: {}, admitted: 422 },
  { method: 'POST', path: '/org/criteria/try-scans', access: 'admin', body: {}, admitted: 422 },
  { method: 'GET', path: '/org/watches', access: 'any', admitted: 200 },
  { method: 'POST', path: '/org/watches', access: 'any', body: {}, admitted: 422 },
  { method: 'GET', path: '/org/watches/watch_unknown', access: 'any', admitted: 404 },
  { method: 'PATCH', path: '/org/watches/watch_unknown', access: 'any', body: {}, admitted: 400 },
  { method: 'DELETE', path: '/org/watches/watch_unknown', access: 'any', admitted: 404 },
  { method: 'GET', path: '/org/watches/watch_unknown/scans', access: 'any', admitted: 404 },
  { method: 'GET', path: '/org/watches/watch_unknown/changes', access: 'any', admitted: 404 },
  { method: 'GET', path: '/org/changes', access: 'any', admitted: 200 },
  { method: 'GET', path: '/org/views', access: 'session', admitted: 200 },
  { method: 'POST', path: '/org/views', access: 'session', body: {}, admitted: 422 },
  { method: 'PATCH', path: '/org/views/view_unknown', access: 'session', body: {}, admitted: 400 },
  { method: 'DELETE', path: '/org/views/view_unknown', access: 'session', admitted: 404 },
  { method: 'GET', path: '/org/batches', access: 'any', admitted: 200 },
  { method: 'GET', path: '/org/stats', access: 'session', admitted: 200 },
  { method: 'GET', path: '/org/webhook-deliveries', access: 'any', admitted: 200 },
  { method: 'GET', path: '/org/webhook-endpoints', access: 'any', admitted: 200 },
  { method: 'GET', path: '/org/webhook-deliveries/dlv_unknown', access: 'any', admitted: 404 },
  { method: 'POST', path: '/org/webhook-deliveries/dlv_unknown/resend', access: 'admin', admitted: 404 },
  { method: 'POST', path: '/org/webhook-deliveries/recover', access: 'admin', body: {}, admitted: 422 },
  { method: 'POST', path: '/org/webhook-test', access: 'admin', admitted: 409 },
  { method: 'POST', path: '/org/api-keys', access: 'session', body: { name: '' }, admitted: 422 },
  { method: 'GET', path: '/org/api-keys', access: 'session', admitted: 200 },
  {
    method: 'PATCH',
    path: '/org/api-keys/key_unknown',
    access: 'admin',
    body: { requests_per_minute: 1 },
    admitted: 404,
  },
  { method: 'DELETE', path: '/org/api-keys/key_unknown', access: 'session', admitted: 404 },
  { method: 'GET', path: '/reason-codes', access: 'any', admitted: 200 },
]

const MISSING = 'Missing Authorization header'
const MALFORMED = 'Invalid Authorization header. Use: Bearer <token>'
const BAD_KEY = 'Invalid or revoked API key'
const BAD_SESSION = 'Invalid or expired session token'
const KEY_ON_MANAGEMENT =
  'This endpoint requires an admin dashboard session. API keys cannot access admin endpoints.'
const NO_ORG = 'No active organization. Select an organization and try again.'
const NOT_ADMIN = 'Admin role required'

describe('authentication', () => {
  let api: TestApi
  let tenant: Tenant
  let stranger: Tenant
  let revokedKey: string
  let expired: string
  let withoutOrg: string
  let formerMember: string

  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
    stranger = await api.makeTenant()
    const revoked = await api.makeKey(tenant.orgId)
    await revokeKey(api.opened.db, tenant.orgId, revoked.key_id, 'test')
    revokedKey = revoked.key
    expired = await expiredSession(api, tenant)
    withoutOrg = await api.makeSession(tenant.adminPerson, null)
    formerMember = await sessionOfFormerMember(api, tenant)
  })
  after(() => api.stop())

  it('covers every endpoint of the interface', async () => {
    const { json } = await api.call('GET', '/openapi.json')
    const documented = operationsOf(json)
    const covered = ROUTES.map(({ method, path }) =>
      `${method} ${path.replace(/\?.*$/, '')}`.replace(
        /\/([0-9a-f-]{36}|(?:key|dlv|user|inv|view|watch|chn|own)_\w+|E1)(?=\/|$)/g,
        '/{}',
      ),
    )
    assert.deepEqual(covered.sort(), documented.sort())
  })

  for (const route of ROUTES) {
    const name = `${route.method} ${route.path}`
    const callWith = (authorization: string | undefined) =>
      api.call(route.method, `/api/v2${route.path}`, { body: route.body, headers: { authorization } })
    const refused = async (authorization: string | undefined, detail: string) =>
      assertUnauthorized(await callWith(authorization), detail)
    const forbidden = async (token: string, detail: string) => {
      const answer = await callWith(`Bearer ${token}`)
      assert.equal(answer.status, 403)
      assert.equal(answer.text, JSON.stringify({ detail }))
      assert.equal(answer.headers['www-authenticate'], undefined)
    }
    const admitted = async (token: string) => {
      const answer = await callWith(`Bearer ${token}`)
      assert.equal(answer.status, route.admitted, answer.text)
    }

    describe(name, () => {
      it('401 without a header', () => refused(undefined, MISSING))
      it('401 with an empty header', () => refused('', MISSING))
      it('401 with another scheme', () => refused('Basic dXNlcjpwYXNz', MALFORMED))
      it('401 with the scheme alone', () => refused('Bearer', MALFORMED))
      it('401 with two tokens', () => refused(`Bearer ${tenant.key} ${tenant.key}`, MALFORMED))
      it('401 with a key without the scheme', () => refused(tenant.key, MALFORMED))
      it('401 with an unknown key', () => refused(`Bearer sk_${'0'.repeat(64)}`, BAD_KEY))
      it('401 with a key that is too short', () => refused('Bearer sk_abc', BAD_KEY))
      it('401 with a key that is too long', () => refused(`Bearer ${tenant.key}0`, BAD_KEY))
      it('401 with a key in capitals', () =>
        refused(`Bearer sk_${tenant.key.slice(3).toUpperCase()}`, BAD_KEY))
      it('401 with a revoked key', () => refused(`Bearer ${revokedKey}`, BAD_KEY))
      it('401 with an unknown session', () => refused('Bearer ses_unknown', BAD_SESSION))
      it('401 with an expired session', () => refused(`Bearer ${expired}`, BAD_SESSION))
      it('403 for a session without an organization', () => forbidden(withoutOrg, NO_ORG))
      it('403 for a session of somebody who has left the organization', () => forbidden(formerMember, NO_ORG))

      if (route.access === 'any') it('lets a key in', () => admitted(tenant.key))
      else it('403 for a key', () => forbidden(tenant.key, KEY_ON_MANAGEMENT))
      if (route.access === 'any')
        it('lets a key of another organization in, to its own', () => admitted(stranger.key))
      else it('403 for a key of another organization', () => forbidden(stranger.key, KEY_ON_MANAGEMENT))

      if (route.access === 'admin') it('403 for a member', () => forbidden(tenant.member, NOT_ADMIN))
      else it('lets a member in', () => admitted(tenant.member))
      it('lets an admin in', () => admitted(tenant.admin))
    })
  }

  it('reads the scheme in any case, with any blanks behind it', async () => {
    for (const authorization of [`bearer ${tenant.key}`, `BEARER   ${tenant.key}`]) {
      const answer = await api.call('GET', '/api/v2/org/usage', { headers: { authorization } })
      assert.equal(answer.status, 200)
    }
  })
})

describe('order of refusals', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(() => api.stop())

  const broken = { body: '{"broken' }

  it('401 before a broken body is looked at', async () => {
    for (const [method, path] of [
      ['POST', '/scan/deep'],
      ['POST', '/batch/quick'],
      ['PATCH', '/org/settings'],
      ['POST', '/org/api-keys'],
    ] as const)
      assertUnauthorized(await api.call(method, `/api/v2${path}`, broken), MISSING)
  })

  it('401 before a body that is too large is looked at', async () => {
    const body = Buffer.alloc(1024 * 1024 + 1, ' ')
    assertUnauthorized(await api.call('POST', '/api/v2/scan/deep', { body }), MISSING)
  })

  it('401 before a bad query and before an unknown id', async () => {
    assertUnauthorized(await api.call('GET', '/api/v2/org/scans?limit=0'), MISSING)
    assertUnauthorized(await api.call('GET', '/api/v2/scans/unknown'), MISSING)
  })

  it('403 for a key on a management route before a broken body', async () => {
    for (const [method, path] of [
      ['PATCH', '/org/settings'],
      ['POST', '/org/webhook-secret/rotate'],
      ['POST', '/org/api-keys'],
    ] as const) {
      const answer = await api.call(method, `/api/v2${path}`, { token: tenant.key, ...broken })
      assert.equal(answer.status, 403)
      assert.equal(detailOf(answer), KEY_ON_MANAGEMENT)
    }
  })

  it('403 for a missing organization before the role: an admin of none hears of the organization', async () => {
    const token = await api.makeSession(tenant.memberPerson, null)
    const answer = await api.call('PATCH', '/api/v2/org/settings', { token, ...broken })
    assert.equal(answer.status, 403)
    assert.equal(detailOf(answer), NO_ORG)
  })

  it('403 for the role before a broken body', async () => {
    const answer = await api.call('PATCH', '/api/v2/org/settings', { token: tenant.member, ...broken })
    assert.equal(answer.status, 403)
    assert.equal(detailOf(answer), NOT_ADMIN)
  })

  it('422 for the body before 404 for the organization', async () => {
    const { token } = await sessionOfOrgWithoutSettings(api)
    const bad = await api.call('PATCH', '/api/v2/org/settings', { token, body: { default_callback_url: 3 } })
    assert.equal(bad.status, 422)
    const good = await api.call('PATCH', '/api/v2/org/settings', {
      token,
      body: { default_callback_url: null },
    })
    assert.equal(good.status, 404)
    assert.equal(good.text, '{"detail":"Org settings not found"}')
  })

  it('404 for an organization without settings on everything that needs them', async () => {
    const { token } = await sessionOfOrgWithoutSettings(api)
    for (const [method, path, body] of [
      ['GET', '/org/settings', undefined],
      ['GET', '/org/usage', undefined],
      ['POST', '/org/webhook-secret/rotate', {}],
      ['POST', '/org/api-keys', {}],
      ['POST', '/scan/quick', { profile_url: 'https://ex.com/u' }],
      ['POST', '/batch/quick', { profile_urls: ['https://ex.com/u'] }],
    ] as const) {
      const answer = await api.call(method, `/api/v2${path}`, { token, body })
      assert.equal(answer.status, 404, `${method} ${path} ${answer.text}`)
      assert.equal(detailOf(answer), 'Org settings not found')
    }
  })

  it('stores nothing when it refuses', async () => {
    const body = { profile_url: 'https://ex.com/u' }
    const stored = await countStored(api)
    const withoutOrg = await api.makeSession(tenant.adminPerson, null)
    assert.equal((await api.call('POST', '/api/v2/scan/quick', { body })).status, 401)
    assert.equal((await api.call('POST', '/api/v2/scan/quick', { token: withoutOrg, body })).status, 403)
    assert.deepEqual(await countStored(api), stored)
  })
})

function assertUnauthorized(answer: Answer, detail: string) {
  assert.equal(answer.status, 401, answer.text)
  assert.equal(answer.text, JSON.stringify({ detail }))
  assert.equal(answer.headers['www-authenticate'], 'Bearer')
}

async function expiredSession(api: TestApi, tenant: Tenant): Promise<string> {
  const person = await api.makeUser(tenant.orgId, 'admin')
  const token = await api.makeSession(person, tenant.orgId)
  await sql`update api_sessions set expires_at = clock_timestamp() where user_id = ${person.userId}`.execute(
    api.opened.db,
  )
  return token
}

async function sessionOfFormerMember(api: TestApi, tenant: Tenant): Promise<string> {
  const person = await api.makeUser(tenant.orgId, 'admin')
  const token = await api.makeSession(person, tenant.orgId)
  await sql`delete from auth_member where "userId" = ${person.userId}`.execute(api.opened.db)
  return token
}

/** People and their organizations are better-auth's; what we keep beside an organization can be missing. */
async function sessionOfOrgWithoutSettings(api: TestApi) {
  const orgId = await api.makeOrg()
  const person = await api.makeUser(orgId, 'admin')
  await sql`delete from org_settings where org_id = ${orgId}`.execute(api.opened.db)
  return { token: await api.makeSession(person, orgId) }
}

function operationsOf(document: unknown): string[] {
  assert.ok(typeof document === 'object' && document !== null && 'paths' in document)
  const { paths } = document
  assert.ok(typeof paths === 'object' && paths !== null)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replace('/api/v2', '').replace(/\{\w+\}/g, '{}')}`,
    ),
  )
}
