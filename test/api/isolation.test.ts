import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Answer } from '../support/call.ts'
import { seedScans } from '../support/seed-scans.ts'
import { detailOf, field, startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'

describe('an organization and what belongs to another', () => {
  let api: TestApi
  let owner: Tenant
  let other: Tenant
  let scanId: string
  let batchId: string
  let cursor: string

  before(async () => {
    api = await startApi()
    owner = await api.makeTenant()
    other = await api.makeTenant()
    await seedScans(api.opened.db, owner.orgId, [{}, {}, {}])
    const single = await api.call('POST', '/api/v2/scan/quick', {
      token: owner.key,
      body: { profile_url: 'https://ex.com/secret' },
    })
    scanId = textField(single, 'scan_id')
    const batch = await api.call('POST', '/api/v2/batch/deep', {
      token: owner.key,
      body: { profile_urls: ['https://ex.com/secret-1', 'https://ex.com/secret-2'] },
    })
    batchId = textField(batch, 'batch_id')
    cursor = textField(
      await api.call('GET', '/api/v2/org/scans?limit=1', { token: owner.key }),
      'next_cursor',
    )
  })
  after(() => api.stop())

  const tokensOf = (tenant: Tenant) => [tenant.key, tenant.member, tenant.admin]

  it('its scan is to the byte like an id that nobody has', async () => {
    for (const token of tokensOf(other)) {
      const unknown = await api.call('GET', `/api/v2/scans/${randomUUID()}`, { token })
      assert.equal(unknown.status, 404)
      assert.equal(unknown.text, '{"detail":"Scan not found"}')
      for (const id of [scanId, 'not-a-uuid', batchId])
        assertSame(await api.call('GET', `/api/v2/scans/${id}`, { token }), unknown)
    }
  })

  it('its batch is to the byte like an id that nobody has', async () => {
    for (const token of tokensOf(other)) {
      const unknown = await api.call('GET', `/api/v2/batches/${randomUUID()}`, { token })
      assert.equal(unknown.status, 404)
      assert.equal(unknown.text, '{"detail":"Batch not found"}')
      for (const id of [batchId, `single_${scanId}`, 'not-a-uuid', scanId])
        assertSame(await api.call('GET', `/api/v2/batches/${id}`, { token }), unknown)
    }
  })

  it('the id of its scan or batch cannot be used, and the refusal is to the byte like that of an own id with another body', async () => {
    const { key: token } = await api.makeTenant()
    const bodies = {
      scans: [{ profile_url: 'https://ex.com/secret' }, { profile_url: 'https://ex.com/mine' }],
      batches: [{ profile_urls: ['https://ex.com/secret-1'] }, { profile_urls: ['https://ex.com/mine'] }],
    }
    for (const [kind, ownersId] of [
      ['scans', scanId],
      ['batches', batchId],
    ] as const) {
      const own = randomUUID()
      const [one, two] = bodies[kind]
      assert.equal((await api.call('PUT', `/api/v2/${kind}/${own}`, { token, body: one })).status, 200)
      const refused = await api.call('PUT', `/api/v2/${kind}/${own}`, { token, body: two })
      assert.equal(refused.status, 409)
      for (const body of [one, two])
        assertSame(await api.call('PUT', `/api/v2/${kind}/${ownersId}`, { token, body }), refused)
      // The same body under an id that the owner chose.
      const chosen = randomUUID()
      await api.call('PUT', `/api/v2/${kind}/${chosen}`, { token: owner.key, body: one })
      assertSame(await api.call('PUT', `/api/v2/${kind}/${chosen}`, { token, body: one }), refused)
    }
  })

  it('its scans of a batch are to the byte like ids that nobody has', async () => {
    const { rows } = await sql<{ scan_id: string }>`
      select scan_id from scans where batch_id = ${batchId}::uuid`.execute(api.opened.db)
    assert.equal(rows.length, 2)
    const unknown = await api.call('GET', `/api/v2/scans/${randomUUID()}`, { token: other.key })
    for (const { scan_id } of rows)
      assertSame(await api.call('GET', `/api/v2/scans/${scan_id}`, { token: other.key }), unknown)
  })

  it('every member and key of the owner reads them', async () => {
    for (const token of tokensOf(owner)) {
      assert.equal((await api.call('GET', `/api/v2/scans/${scanId}`, { token })).status, 200)
      assert.equal((await api.call('GET', `/api/v2/batches/${batchId}`, { token })).status, 200)
    }
  })

  it('its key cannot be revoked, and the refusal is to the byte like that of an unknown key', async () => {
    for (const token of [other.member, other.admin]) {
      const unknown = await api.call('DELETE', '/api/v2/org/api-keys/key_unknown', { token })
      assert.equal(unknown.status, 404)
      assert.equal(unknown.text, '{"detail":"API key not found"}')
      assertSame(await api.call('DELETE', `/api/v2/org/api-keys/${owner.keyId}`, { token }), unknown)
    }
    assert.equal((await api.call('GET', '/api/v2/org/usage', { token: owner.key })).status, 200)
  })

  it('its keys are not listed', async () => {
    const answer = await api.call('GET', '/api/v2/org/api-keys', { token: other.admin })
    assert.ok(!answer.text.includes(owner.keyId))
    assert.ok(answer.text.includes(other.keyId))
  })

  it('its scans are not listed, searched or counted', async () => {
    const list = await api.call('GET', '/api/v2/org/scans', { token: other.key })
    assert.deepEqual(field(list, 'scans'), [])
    const search = await api.call('GET', '/api/v2/org/scans?q=secret', { token: other.key })
    assert.deepEqual(field(search, 'scans'), [])
    assert.equal(field(await api.call('GET', '/api/v2/org/usage', { token: other.key }), 'used'), 0)
  })

  it('its cursor is refused like one that nobody has made', async () => {
    const garbage = await api.call('GET', '/api/v2/org/scans?limit=1&after=garbage', { token: other.key })
    assert.equal(garbage.status, 400)
    assert.equal(detailOf(garbage), 'Invalid cursor')
    assertSame(
      await api.call('GET', `/api/v2/org/scans?limit=1&after=${cursor}`, { token: other.key }),
      garbage,
    )
    const own = await api.call('GET', `/api/v2/org/scans?limit=1&after=${cursor}`, { token: owner.key })
    assert.equal(own.status, 200)
  })

  it('its settings stay its own', async () => {
    const settings = await api.call('GET', '/api/v2/org/settings', { token: other.key })
    assert.equal(field(settings, 'org_id'), other.orgId)
    await api.call('PATCH', '/api/v2/org/settings', {
      token: other.admin,
      body: { default_callback_url: 'https://93.184.216.34/other' },
    })
    const owners = await api.call('GET', '/api/v2/org/settings', { token: owner.key })
    assert.equal(field(owners, 'default_callback_url'), null)
  })
})

function assertSame(answer: Answer, unknown: Answer) {
  assert.equal(answer.status, unknown.status)
  assert.equal(answer.text, unknown.text)
  const { date: _one, 'x-request-id': _id, ...headers } = answer.headers
  const { date: _two, 'x-request-id': _other, ...expected } = unknown.headers
  assert.deepEqual(headers, expected)
}
