import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Answer } from '../support/call.ts'
import { detailOf, field, startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'
import { startApiProcess } from '../support/start-api-process.ts'

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

const create = (token: string, body?: unknown) => api.call('POST', '/api/v2/org/api-keys', { token, body })
const list = (token: string, query = '') => api.call('GET', `/api/v2/org/api-keys${query}`, { token })
const revoke = (token: string, keyId: string) =>
  api.call('DELETE', `/api/v2/org/api-keys/${keyId}`, { token })
const use = (key: string) => api.call('GET', '/api/v2/org/usage', { token: key })

function keysIn(answer: Answer): Record<string, unknown>[] {
  const keys = field(answer, 'api_keys')
  assert.ok(Array.isArray(keys))
  return keys
}

async function keyNamed(token: string, keyId: string, query = ''): Promise<Record<string, unknown>> {
  const found = keysIn(await list(token, query)).find((key) => key.key_id === keyId)
  assert.ok(found, `${keyId} is not listed`)
  return found
}

describe('creating a key', () => {
  let tenant: Tenant
  before(async () => {
    tenant = await api.makeTenant()
  })

  it('answers 201 with the key, once, and who made it', async () => {
    const answer = await create(tenant.member, { name: 'ci' })
    assert.equal(answer.status, 201)
    const { key_id, key, created_at, ...rest } = Object(answer.json)
    assert.match(key, /^sk_[0-9a-f]{64}$/)
    assert.match(key_id, /^key_[0-9A-Za-z]{27}$/)
    assert.match(created_at, TIMESTAMP)
    assert.deepEqual(rest, {
      name: 'ci',
      key_prefix: key.slice(0, 7),
      key_last4: key.slice(-4),
      created_by: tenant.memberPerson.userId,
      created_by_email: tenant.memberPerson.email,
      last_used_at: null,
    })
  })

  it('gives a key that works at once', async () => {
    assert.equal((await use(textField(await create(tenant.admin), 'key'))).status, 200)
  })

  it('stores only the SHA-256 of the key', async () => {
    const key = textField(await create(tenant.admin), 'key')
    const { rows } = await sql<{ row: string; key_hash: string }>`
      select k::text as row, key_hash from api_keys k where key_last4 = ${key.slice(-4)}`.execute(
      api.opened.db,
    )
    assert.equal(rows[0]?.key_hash, createHash('sha256').update(key).digest('hex'))
    assert.ok(!rows[0]?.row.includes(key.slice(3)))
  })

  it('names a key "API key" when nothing is said, and trims what is', async () => {
    for (const body of [undefined, '', 'null', {}])
      assert.equal(field(await create(tenant.admin, body), 'name'), 'API key')
    assert.equal(field(await create(tenant.admin, { name: '  ci \n' }), 'name'), 'ci')
  })

  it('takes names of 1 to 64 characters, of any script', async () => {
    const longest = '\u{1f600}'.repeat(64)
    assert.equal(field(await create(tenant.admin, { name: longest }), 'name'), longest)
    for (const [name, type] of [
      [`${longest}x`, 'string_too_long'],
      ['', 'string_too_short'],
      ['   ', 'string_too_short'],
      [5, 'string_type'],
      [null, 'string_type'],
    ] as const) {
      const answer = await create(tenant.admin, { name })
      assert.equal(answer.status, 422, JSON.stringify(name))
      const [entry, ...others] = Object(answer.json).detail
      assert.deepEqual([entry.type, entry.loc, entry.input, others.length], [type, ['body', 'name'], name, 0])
    }
  })

  it('keeps of a name what can be stored', async () => {
    assert.equal(field(await create(tenant.admin, { name: 'a\u0000b' }), 'name'), 'ab')
    assert.equal(field(await create(tenant.admin, { name: '\ud800' }), 'name'), '\ufffd')
    assert.equal((await create(tenant.admin, { name: '\u0000' })).status, 422)
  })

  it('400 when 50 keys live, until one is revoked', async () => {
    const crowded = await api.makeTenant()
    const keys: string[] = [crowded.keyId]
    while (keys.length < 50) keys.push((await api.makeKey(crowded.orgId)).key_id)
    const answer = await create(crowded.admin)
    assert.equal(answer.status, 400)
    assert.equal(detailOf(answer), 'API key limit reached')
    assert.equal((await revoke(crowded.admin, keys[7] ?? '')).status, 200)
    const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => create(crowded.admin)))
    assert.deepEqual(atOnce.map(({ status }) => status).sort(), [201, 400, 400, 400, 400])
  })
})

describe('listing keys', () => {
  let tenant: Tenant
  before(async () => {
    tenant = await api.makeTenant()
  })

  it('shows newest first, without the key', async () => {
    const own = await api.makeTenant()
    const created = [await create(own.admin, { name: 'one' }), await create(own.member, { name: 'two' })]
    const answer = await list(own.admin)
    assert.deepEqual(
      keysIn(answer).map((key) => key.name),
      ['two', 'one', 'Test key'],
    )
    for (const { json } of created) assert.ok(!answer.text.includes(Object(json).key))
    const { key: _shownOnce, ...expected } = Object(created[1]?.json)
    assert.deepEqual(keysIn(answer)[0], { ...expected, revoked_at: null, can_revoke: true })
  })

  it('says who may revoke which', async () => {
    const mine = textField(await create(tenant.member), 'key_id')
    const theirs = textField(await create(tenant.admin), 'key_id')
    assert.equal((await keyNamed(tenant.member, mine)).can_revoke, true)
    assert.equal((await keyNamed(tenant.member, theirs)).can_revoke, false)
    assert.equal((await keyNamed(tenant.member, tenant.keyId)).can_revoke, false)
    for (const keyId of [mine, theirs, tenant.keyId])
      assert.equal((await keyNamed(tenant.admin, keyId)).can_revoke, true)
  })

  it('leaves out revoked keys unless they are asked for', async () => {
    const keyId = textField(await create(tenant.admin), 'key_id')
    await revoke(tenant.admin, keyId)
    assert.ok(!(await list(tenant.admin)).text.includes(keyId))
    assert.ok(!(await list(tenant.admin, '?include_revoked=false')).text.includes(keyId))
    const shown = await keyNamed(tenant.admin, keyId, '?include_revoked=true')
    assert.match(String(shown.revoked_at), TIMESTAMP)
    assert.equal((await list(tenant.admin, '?include_revoked=perhaps')).status, 422)
  })

  it('shows the last use at once, and later ones later', async () => {
    const created = await create(tenant.admin)
    const [key, keyId] = [textField(created, 'key'), textField(created, 'key_id')]
    assert.equal((await keyNamed(tenant.admin, keyId)).last_used_at, null)
    await use(key)
    const first = String((await keyNamed(tenant.admin, keyId)).last_used_at)
    assert.match(first, TIMESTAMP)
    assert.ok(first >= textField(created, 'created_at').slice(0, 23))
    await use(key)
    assert.ok(String((await keyNamed(tenant.admin, keyId)).last_used_at) > first)
  })

  it('shows a use that was refused for its body as a use too', async () => {
    const created = await create(tenant.admin)
    await api.call('POST', '/api/v2/scan/deep', { token: textField(created, 'key'), body: '{' })
    assert.match(String((await keyNamed(tenant.admin, textField(created, 'key_id'))).last_used_at), TIMESTAMP)
  })
})

describe('revoking a key', () => {
  let tenant: Tenant
  before(async () => {
    tenant = await api.makeTenant()
  })

  it('refuses it from the very next request on', async () => {
    const created = await create(tenant.member)
    const [key, keyId] = [textField(created, 'key'), textField(created, 'key_id')]
    assert.equal((await use(key)).status, 200)
    const answer = await revoke(tenant.member, keyId)
    assert.equal(answer.status, 200)
    const { revoked_at, ...rest } = Object(answer.json)
    assert.deepEqual(rest, { key_id: keyId, status: 'revoked' })
    assert.match(revoked_at, TIMESTAMP)
    const refused = await use(key)
    assert.equal(refused.status, 401)
    assert.equal(detailOf(refused), 'Invalid or revoked API key')
  })

  it('refuses it from the very next request on, on another process too', async () => {
    const other = await startApiProcess(api.env)
    try {
      const created = await create(tenant.admin)
      const [key, keyId] = [textField(created, 'key'), textField(created, 'key_id')]
      assert.equal((await other.call('GET', '/api/v2/org/usage', { token: key })).status, 200)
      await revoke(tenant.admin, keyId)
      const refused = await other.call('GET', '/api/v2/org/usage', { token: key })
      assert.equal(refused.status, 401)
      assert.equal(detailOf(refused), 'Invalid or revoked API key')
    } finally {
      assert.equal(await other.stop(), 0)
    }
  })

  it('keeps the first time when it is done again', async () => {
    const keyId = textField(await create(tenant.admin), 'key_id')
    const first = await revoke(tenant.admin, keyId)
    const second = await revoke(tenant.admin, keyId)
    assert.equal(second.status, 200)
    assert.equal(second.text, first.text)
  })

  it('403 for a member and the key of somebody else, which goes on working', async () => {
    const admins = await create(tenant.admin)
    for (const keyId of [textField(admins, 'key_id'), tenant.keyId]) {
      const answer = await revoke(tenant.member, keyId)
      assert.equal(answer.status, 403)
      assert.equal(answer.text, '{"detail":"You can only revoke API keys you created"}')
    }
    assert.equal((await use(textField(admins, 'key'))).status, 200)
    assert.equal((await use(tenant.key)).status, 200)
  })

  it('is allowed to admins for any key', async () => {
    const created = await create(tenant.member)
    assert.equal((await revoke(tenant.admin, textField(created, 'key_id'))).status, 200)
    assert.equal((await use(textField(created, 'key'))).status, 401)
  })

  it('404 for ids that nobody has', async () => {
    for (const id of ['key_unknown', 'x', '%00', '%F0%9F%98%80', '..%2e', 'k'.repeat(400)]) {
      const answer = await revoke(tenant.admin, id)
      assert.equal(answer.status, 404, id)
      assert.equal(answer.text, '{"detail":"API key not found"}')
    }
  })

  it('does not touch the other keys: both work until the old one is revoked', async () => {
    const [older, newer] = [await create(tenant.admin), await create(tenant.admin)]
    for (const created of [older, newer]) assert.equal((await use(textField(created, 'key'))).status, 200)
    await revoke(tenant.admin, textField(older, 'key_id'))
    assert.equal((await use(textField(newer, 'key'))).status, 200)
  })
})
