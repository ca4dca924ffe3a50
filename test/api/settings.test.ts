import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createVault } from '../../src/auth/vault.ts'
import { liveSecrets } from '../../src/db/webhooks/webhook-secrets.ts'
import { detailOf, field, startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'

const PUBLIC = 'https://93.184.216.34/hook'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

describe('GET /org/settings', () => {
  it('shows the document of the organization to key, member and admin', async () => {
    const tenant = await api.makeTenant()
    for (const token of [tenant.key, tenant.member, tenant.admin]) {
      const { created_at, updated_at, ...rest } = Object(
        (await api.call('GET', '/api/v2/org/settings', { token })).json,
      )
      assert.deepEqual(rest, {
        org_id: tenant.orgId,
        default_callback_url: null,
        total_scans_completed: 0,
        total_scans_dropped: 0,
      })
      assert.equal(created_at.length, '2026-03-01T10:00:00.000000+00:00'.length)
      assert.equal(updated_at.length, created_at.length)
    }
  })
})

describe('PATCH /org/settings', () => {
  let tenant: Tenant
  before(async () => {
    tenant = await api.makeTenant()
  })
  const patch = (body: unknown) => api.call('PATCH', '/api/v2/org/settings', { token: tenant.admin, body })
  const current = async () =>
    field(await api.call('GET', '/api/v2/org/settings', { token: tenant.key }), 'default_callback_url')

  it('changes the callback and answers with the whole document, later than before', async () => {
    const before = await api.call('GET', '/api/v2/org/settings', { token: tenant.key })
    const answer = await patch({ default_callback_url: PUBLIC })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json, {
      ...Object(before.json),
      default_callback_url: PUBLIC,
      updated_at: textField(answer, 'updated_at'),
    })
    assert.ok(textField(answer, 'updated_at') > textField(before, 'updated_at'))
    assert.equal(await current(), PUBLIC)
  })

  it('accepts http', async () => {
    assert.equal((await patch({ default_callback_url: 'http://93.184.216.34:8080/in' })).status, 200)
    assert.equal(await current(), 'http://93.184.216.34:8080/in')
  })

  for (const empty of [null, '', '  ']) {
    it(`${JSON.stringify(empty)} clears it`, async () => {
      await patch({ default_callback_url: PUBLIC })
      const answer = await patch({ default_callback_url: empty })
      assert.equal(answer.status, 200)
      assert.equal(field(answer, 'default_callback_url'), null)
      assert.equal(await current(), null)
    })
  }

  it('400 when the body names no known field, and changes nothing', async () => {
    await patch({ default_callback_url: PUBLIC })
    const settings = await api.call('GET', '/api/v2/org/settings', { token: tenant.key })
    for (const body of [{}, { other: 1 }, { org_id: 'org_x', total_scans_completed: 5 }]) {
      const answer = await patch(body)
      assert.equal(answer.status, 400)
      assert.equal(answer.text, '{"detail":"No fields to update"}')
    }
    assert.equal((await api.call('GET', '/api/v2/org/settings', { token: tenant.key })).text, settings.text)
  })

  it('ignores unknown fields beside a known one', async () => {
    const answer = await patch({ default_callback_url: PUBLIC, org_id: 'org_x', total_scans_completed: 5 })
    assert.equal(answer.status, 200)
    assert.equal(field(answer, 'org_id'), tenant.orgId)
    assert.equal(field(answer, 'total_scans_completed'), 0)
  })

  const PRIVATE = 'resolves to a private or reserved address'
  for (const [url, reason] of [
    ['ftp://93.184.216.34/', 'scheme must be http or https'],
    ['javascript:alert(1)', 'scheme must be http or https'],
    ['hooks.example.com/in', 'scheme must be http or https'],
    ['https://', 'missing host'],
    ['https:///path', 'missing host'],
    ['http://?x', 'missing host'],
    ['https://no-such-name.invalid/in', 'could not resolve host'],
    ['https://127.0.0.1/in', PRIVATE],
    ['https://localhost/in', PRIVATE],
    ['http://10.0.0.1/in', PRIVATE],
    ['https://172.31.255.255/in', PRIVATE],
    ['https://192.168.1.1/in', PRIVATE],
    ['https://169.254.169.254/in', PRIVATE],
    ['https://224.0.0.1/in', PRIVATE],
    ['https://100.64.0.1/in', PRIVATE],
    ['https://0.0.0.0/in', PRIVATE],
    ['https://255.255.255.255/in', PRIVATE],
    ['https://[::1]/in', PRIVATE],
    ['https://[fd00::1]/in', PRIVATE],
    ['https://[ff02::1]/in', PRIVATE],
    ['https://[::ffff:127.0.0.1]/in', PRIVATE],
    ['https://[64:ff9b::7f00:1]/in', PRIVATE],
    ['https://2130706433/in', PRIVATE],
    ['https://0177.0.0.1/in', PRIVATE],
  ]) {
    it(`422 for ${url}: ${reason}, and changes nothing`, async () => {
      await patch({ default_callback_url: PUBLIC })
      const answer = await patch({ default_callback_url: url })
      assert.equal(answer.status, 422)
      assert.equal(answer.text, JSON.stringify({ detail: `Invalid callback URL: ${reason}` }))
      assert.equal(await current(), PUBLIC)
    })
  }

  it('takes a URL without what is no part of it and cannot be stored', async () => {
    for (const [sent, kept] of [
      [' https://93.184.216.34/a\n\u0000b ', 'https://93.184.216.34/ab'],
      ['https://93.184.216.34/\ud800', 'https://93.184.216.34/\ufffd'],
      ['\u0000', null],
    ]) {
      const answer = await patch({ default_callback_url: sent })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(field(answer, 'default_callback_url'), kept)
    }
  })

  for (const value of [3, true, [], {}]) {
    it(`422 for ${JSON.stringify(value)}, which is no string`, async () => {
      const answer = await patch({ default_callback_url: value })
      assert.equal(answer.status, 422)
      assert.deepEqual(detailOf(answer), [
        {
          type: 'string_type',
          loc: ['body', 'default_callback_url'],
          msg: 'Input should be a valid string',
          input: value,
        },
      ])
    })
  }
})

describe('POST /org/webhook-secret/rotate', () => {
  const rotate = (tenant: Tenant, body?: unknown) =>
    api.call('POST', '/api/v2/org/webhook-secret/rotate', { token: tenant.admin, body })
  /** The secrets that sign now, in the clear, the current one first. */
  const signing = async ({ orgId }: Tenant) => {
    const vault = createVault(api.opened.secretKey)
    return (await liveSecrets(api.opened.db, orgId)).map((sealed) => vault.open(sealed))
  }
  const secondsUntil = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 1000)

  it('answers with a new secret of 32 bytes, which signs from then on beside the old one', async () => {
    const tenant = await api.makeTenant()
    const [first] = await signing(tenant)
    const answer = await rotate(tenant)
    assert.equal(answer.status, 200)
    const secret = textField(answer, 'webhook_secret')
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual(await signing(tenant), [secret, first])
  })

  it('keeps the old secret for a day unless told otherwise', async () => {
    for (const body of [undefined, '', 'null', {}, { unknown: 1 }]) {
      const answer = await rotate(await api.makeTenant(), body)
      assert.equal(answer.status, 200)
      const [from, to] = [textField(answer, 'created_at'), textField(answer, 'previous_secret_expires_at')]
      assert.equal(secondsUntil(from, to), 86_400)
    }
  })

  it('keeps the old secret for grace_period_seconds', async () => {
    for (const seconds of [1, 3600, 604_800]) {
      const answer = await rotate(await api.makeTenant(), { grace_period_seconds: seconds })
      const [from, to] = [textField(answer, 'created_at'), textField(answer, 'previous_secret_expires_at')]
      assert.equal(secondsUntil(from, to), seconds)
    }
  })

  it('cuts every old secret off at once with a grace of 0', async () => {
    const tenant = await api.makeTenant()
    await rotate(tenant)
    const answer = await rotate(tenant, { grace_period_seconds: 0 })
    assert.equal(answer.status, 200)
    assert.equal(field(answer, 'previous_secret_expires_at'), null)
    assert.deepEqual(await signing(tenant), [textField(answer, 'webhook_secret')])
  })

  it('400 when three secrets live already, until one is cut off', async () => {
    const tenant = await api.makeTenant()
    assert.equal((await rotate(tenant)).status, 200)
    assert.equal((await rotate(tenant)).status, 200)
    const live = await signing(tenant)
    const answer = await rotate(tenant)
    assert.equal(answer.status, 400)
    assert.equal(detailOf(answer), 'Too many active webhook secrets. Wait for an old one to expire.')
    assert.deepEqual(await signing(tenant), live)
    assert.equal((await rotate(tenant, { grace_period_seconds: 0 })).status, 200)
  })

  it('never leaves more than three live secrets when asked at once', async () => {
    const tenant = await api.makeTenant()
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(tenant)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 400, 400, 400, 400, 400, 400])
    assert.equal((await signing(tenant)).length, 3)
  })

  it('422 for a grace outside 0 to 604800 seconds, and rotates nothing', async () => {
    const tenant = await api.makeTenant()
    const live = await signing(tenant)
    for (const [value, type] of [
      [-1, 'greater_than_equal'],
      [604_801, 'less_than_equal'],
      [1.5, 'int_from_float'],
      ['soon', 'int_parsing'],
      [null, 'int_type'],
      [[], 'int_type'],
    ] as const) {
      const answer = await rotate(tenant, { grace_period_seconds: value })
      assert.equal(answer.status, 422)
      const [entry] = Object(answer.json).detail
      assert.equal(entry.type, type)
      assert.deepEqual(entry.loc, ['body', 'grace_period_seconds'])
    }
    assert.deepEqual(await signing(tenant), live)
  })

  it('stores no secret in the clear', async () => {
    const tenant = await api.makeTenant()
    const secret = textField(await rotate(tenant), 'webhook_secret')
    for (const sealed of await liveSecrets(api.opened.db, tenant.orgId)) {
      assert.ok(!sealed.includes(secret.slice(6, 20)))
      assert.ok(sealed.startsWith('v1.'))
    }
  })
})

describe('GET /reason-codes', () => {
  it('lists every code of the policy pack with what it means', async () => {
    const { key: token } = await api.makeTenant()
    const { json } = await api.call('GET', '/api/v2/reason-codes', { token })
    assert.ok(Array.isArray(json) && json.length >= 30)
    assert.equal(new Set(json.map((item) => item.code)).size, json.length)
    for (const item of json) {
      assert.match(item.code, /^[a-z][a-z0-9_]+$/)
      assert.notEqual(item.title, '')
      assert.notEqual(item.description, '')
    }
  })
})
