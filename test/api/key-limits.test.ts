import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Answer } from '../support/call.ts'
import { detailOf, startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'

let api: TestApi
/** Another process on the same database. */
let second: TestApi
before(async () => {
  api = await startApi()
  second = await startApi({ ...api.env, PORT: '0' })
})
after(async () => {
  await second.stop()
  await api.stop()
})

const use = (key: string, at = api) => at.call('GET', '/api/v2/org/usage', { token: key })
const change = (token: string, keyId: string, body: unknown) =>
  api.call('PATCH', `/api/v2/org/api-keys/${keyId}`, { token, body })
const restOf = ({ headers }: Answer) => headers.ratelimit

describe('the limit of an API key', () => {
  let tenant: Tenant
  before(async () => {
    tenant = await api.makeTenant()
  })

  async function limited(requests: number) {
    const body = { name: 'ci', requests_per_minute: requests }
    const made = await api.call('POST', '/api/v2/org/api-keys', { token: tenant.admin, body })
    assert.equal(made.status, 201)
    assert.equal(Object(made.json).requests_per_minute, requests)
    return { key: textField(made, 'key'), keyId: textField(made, 'key_id') }
  }

  it('is none unless one is set, and then nothing of it is said or counted', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => use(tenant.key)))
    for (const answer of answers)
      assert.deepEqual(
        [answer.status, restOf(answer), answer.headers['ratelimit-policy']],
        [200, undefined, undefined],
      )
    const { rows } = await sql`select 1 from attempts where attempt_key like 'key %'`.execute(api.opened.db)
    assert.deepEqual(rows, [])
    const listed = await api.call('GET', '/api/v2/org/api-keys', { token: tenant.admin })
    assert.doesNotMatch(listed.text, /requests_per_minute/)
  })

  it('counts on all processes together, says what is left, and then answers 429 until the minute is over', async () => {
    const { key, keyId } = await limited(4)
    const answers = [await use(key), await use(key, second), await use(key), await use(key, second)]
    for (const [index, answer] of answers.entries()) {
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['ratelimit-policy'], '"key";q=4;w=60')
      assert.match(String(restOf(answer)), new RegExp(`^"key";r=${3 - index};t=(60|5\\d)$`))
    }
    for (const at of [api, second]) {
      const refused = await use(key, at)
      assert.equal(refused.status, 429)
      assert.equal(detailOf(refused), 'This API key may make 4 requests a minute. Try again later.')
      const seconds = Number(refused.headers['retry-after'])
      assert.ok(seconds >= 1 && seconds <= 60, refused.headers['retry-after'])
      assert.equal(restOf(refused), `"key";r=0;t=${seconds}`)
    }
    // Nobody else waits for it.
    assert.equal((await use(tenant.key)).status, 200)
    await sql`update attempts set since = since - interval '61 seconds' where attempt_key = ${`key ${keyId}`}`.execute(
      api.opened.db,
    )
    assert.equal((await use(key)).status, 200)
  })

  it('is never passed by 40 requests at once', async () => {
    const { key } = await limited(15)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => use(key, index % 2 ? api : second)),
    )
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 15)
    assert.equal(statuses.filter((status) => status === 429).length, 25)
  })

  it('refuses a submission before its body is read, in words that are not those of the daily limit', async () => {
    const { key } = await limited(1)
    await use(key)
    const answer = await api.call('POST', '/api/v2/scan/quick', { token: key, body: { profile_url: 5 } })
    assert.equal(answer.status, 429)
    assert.match(String(detailOf(answer)), /1 request a minute/)
  })

  it('is changed and taken away by administrators, from the next request on', async () => {
    const { key, keyId } = await limited(1)
    await use(key)
    assert.equal((await use(key)).status, 429)
    assert.equal((await change(tenant.member, keyId, { requests_per_minute: null })).status, 403)
    assert.equal((await change(key, keyId, { requests_per_minute: null })).status, 403)
    const wider = await change(tenant.admin, keyId, { requests_per_minute: 100 })
    assert.equal(Object(wider.json).requests_per_minute, 100)
    assert.equal((await use(key, second)).status, 200)
    const none = await change(tenant.admin, keyId, { requests_per_minute: null })
    assert.equal('requests_per_minute' in Object(none.json), false)
    assert.equal(restOf(await use(key)), undefined)
    await api.call('DELETE', `/api/v2/org/api-keys/${keyId}`, { token: tenant.admin })
    assert.equal((await change(tenant.admin, keyId, { requests_per_minute: 5 })).status, 409)
  })

  it('is a number however that is written', async () => {
    const { keyId } = await limited(1)
    const taken = [' 7 ', '+7', '1_0', '5.0', true].map(async (requests) => {
      const changed = await change(tenant.admin, keyId, { requests_per_minute: requests })
      const body = { name: 'ci', requests_per_minute: requests }
      const made = await api.call('POST', '/api/v2/org/api-keys', { token: tenant.admin, body })
      return [changed, made].map(({ json }) => Object(json).requests_per_minute)
    })
    assert.deepEqual(await Promise.all(taken), [
      [7, 7],
      [7, 7],
      [10, 10],
      [5, 5],
      [1, 1],
    ])
  })

  for (const [what, body] of [
    ['nothing', {}],
    ['zero', { requests_per_minute: 0 }],
    ['more than a million', { requests_per_minute: 1_000_001 }],
    ['words', { requests_per_minute: 'many' }],
  ] as const) {
    it(`is refused where ${what} is asked for`, async () => {
      assert.equal((await change(tenant.admin, tenant.keyId, body)).status, 422)
    })
  }
})
