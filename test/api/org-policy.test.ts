import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { detailOf, field, startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

describe('what an organization changes of the policy pack', () => {
  let tenant: Tenant
  before(async () => {
    tenant = await api.makeTenant()
  })
  const read = (token = tenant.key) => api.call('GET', '/api/v2/org/policy', { token })
  const change = (codes: unknown) =>
    api.call('PATCH', '/api/v2/org/policy', { token: tenant.admin, body: { codes } })

  it('is nothing at first', async () => {
    assert.deepEqual(field(await read(), 'codes'), {})
  })

  it('is read as it was written, under another version of the pack', async () => {
    const before = textField(await read(), 'policy_version')
    const codes = { drug_promotion: 'off', meetup_hint: 'medium' }
    const answer = await change(codes)
    assert.equal(answer.status, 200)
    assert.deepEqual(field(answer, 'codes'), codes)
    assert.notEqual(textField(answer, 'policy_version'), before)
    assert.deepEqual((await read()).json, answer.json)
    assert.equal((await change({})).status, 200)
    assert.equal(textField(await read(), 'policy_version'), before)
  })

  it('is its own', async () => {
    await change({ spam_engagement: 'off' })
    const other = await api.makeTenant()
    assert.deepEqual(field(await read(other.key), 'codes'), {})
  })

  it('never touches minor safety, nor what is said of coverage', async () => {
    for (const code of ['minor_age_claim', 'minor_coded_terms', 'insufficient_coverage']) {
      const answer = await change({ [code]: 'off' })
      assert.equal(answer.status, 422)
      assert.match(String(detailOf(answer)), new RegExp(`^${code} cannot be changed to off`))
    }
  })

  it('names a code that there is not', async () => {
    const answer = await change({ sparkle: 'off' })
    assert.deepEqual([answer.status, detailOf(answer)], [422, 'Unknown reason code: sparkle'])
  })

  it('says which value is wrong, in the words of every other endpoint', async () => {
    const answer = await change({ meetup_hint: 'huge' })
    assert.equal(answer.status, 422)
    assert.deepEqual(detailOf(answer), [
      {
        type: 'literal_error',
        loc: ['body', 'codes', 'meetup_hint'],
        msg: "Input should be 'off', 'info', 'low', 'medium', 'high' or 'critical'",
        input: 'huge',
        ctx: { expected: "'off', 'info', 'low', 'medium', 'high' or 'critical'" },
      },
    ])
    const list = await change(['meetup_hint'])
    assert.equal(list.status, 422)
    const none = await api.call('PATCH', '/api/v2/org/policy', { token: tenant.admin, body: {} })
    assert.equal(none.status, 422)
  })
})
