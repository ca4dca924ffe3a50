import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ValidationErrorBody } from '../../sdk/contract.ts'
import type { Answer } from '../support/call.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const KIB = 1024
const UNKNOWN_SCAN = '00000000-0000-4000-8000-000000000000'

let api: TestApi
let tenant: Tenant
before(async () => {
  api = await startApi()
  tenant = await api.makeTenant()
})
after(() => api.stop())

const padded = (bytes: number) => `{"pad":"${'x'.repeat(bytes - 10)}"}`
const submit = (body: unknown, path = '/batch/quick') =>
  api.call('POST', `/api/v2${path}`, { token: tenant.key, body })

function entriesOf(answer: Answer) {
  assert.equal(answer.status, 422, answer.text.slice(0, 500))
  const { detail } = ValidationErrorBody.parse(answer.json)
  assert.ok(Array.isArray(detail))
  return detail
}

describe('a form takes 16 KiB, what strangers may send 4', () => {
  for (const [method, path, kib = 16] of [
    ['POST', '/api/v2/invitations/open', 4],
    ['POST', '/api/v2/invitations/accept', 4],
    ['POST', '/api/v2/password-reset/open', 4],
    ['POST', '/api/v2/password-reset/request', 4],
    ['POST', '/api/v2/password-reset/finish', 4],
    ['POST', '/api/v2/session/org', 4],
    ['POST', '/api/auth/sign-in/email'],
    ['PATCH', '/api/v2/org/settings'],
    ['PUT', '/api/v2/org/policy'],
    ['PUT', '/api/v2/org/retention'],
    ['POST', '/api/v2/org/api-keys'],
    ['POST', '/api/v2/org/erasures'],
    ['POST', '/api/v2/org/invitations'],
    ['POST', '/api/v2/org/webhook-secret/rotate'],
    ['POST', '/api/v2/org/webhook-deliveries/recover'],
  ] as const) {
    it(`${method} ${path}: not a byte more`, async () => {
      const send = (bytes: number) =>
        api.call(method, path, {
          body: padded(bytes),
          headers: {
            origin: api.baseUrl,
            ...(path.includes('/org/') && { authorization: `Bearer ${tenant.admin}` }),
          },
        })
      assert.notEqual((await send(kib * KIB)).status, 413)
      assert.equal((await send(kib * KIB + 1)).status, 413)
    })
  }

  it('and whoever goes on sending hears of it, on a connection that stays', async () => {
    const body = padded(12 * KIB * KIB)
    for (let i = 0; i < 8; i++) {
      const { status, headers } = await submit(body, '/scan/quick')
      assert.equal(status, 413)
      assert.notEqual(headers.connection, 'close')
    }
  })

  it('but a note or a view that is as long as it may be, however it is written', async () => {
    const escaped = (characters: number) => `"${'\\ud83d\\ude00'.repeat(characters)}"`
    const review = `{"decision":{"decision":"approve","reason":${escaped(200)},"note":${escaped(4000)}}}`
    const reviewed = await api.call('PUT', `/api/v2/scans/${UNKNOWN_SCAN}/review`, {
      token: tenant.admin,
      body: review,
    })
    assert.ok([404, 422].includes(reviewed.status), reviewed.text)
    const view = `{"name":${escaped(60)},"filter":{"q":${escaped(500)},"recommendation":${escaped(500)}}}`
    const saved = await api.call('POST', '/api/v2/org/views', { token: tenant.admin, body: view })
    assert.notEqual(saved.status, 413)
  })
})

describe('what was sent is repeated where it is short', () => {
  it('up to 1,024 characters of JSON, and left out beyond', async () => {
    const invalid = (length: number) => `no:${'x'.repeat(length - 5)}`
    const [short] = entriesOf(await submit({ profile_url: invalid(1024) }, '/scan/quick'))
    assert.equal(short?.input, invalid(1024))
    const [long] = entriesOf(await submit({ profile_url: invalid(1025) }, '/scan/quick'))
    assert.deepEqual(Object.keys(long ?? {}), ['type', 'loc', 'msg', 'ctx'])
    const [parent] = entriesOf(await submit({ pad: 'x'.repeat(2000) }, '/scan/quick'))
    assert.deepEqual(Object.keys(parent ?? {}), ['type', 'loc', 'msg'])
  })

  it('as it was written, also far inside', async () => {
    const text = `{"pad":{"profile_urls":[0]},"profile_urls":["https://ex.com/a",1.0,[ 1e2 ,-0],{"a":12345678901234567890}]}`
    const entries = entriesOf(await submit(text))
    assert.deepEqual(
      entries.map(({ loc }) => loc),
      [1, 2, 3].map((index) => ['body', 'profile_urls', index]),
    )
    const answer = await submit(text)
    assert.ok(answer.text.includes('"input":1.0}'), answer.text)
    assert.ok(answer.text.includes('"input":[1e2,-0]}'), answer.text)
    assert.ok(answer.text.includes('"input":{"a":12345678901234567890}}'), answer.text)
  })

  it('for bodies that are no object, and no JSON, as well', async () => {
    const huge = `"${'x'.repeat(500 * KIB)}"`
    for (const [type, body] of [
      ['application/json', huge],
      ['text/plain', huge],
      ['application/json', `[${'1,'.repeat(20_000)}1]`],
      ['application/json', '1'.repeat(500 * KIB)],
    ] as const) {
      const answer = await api.call('POST', '/api/v2/scan/quick', {
        token: tenant.key,
        body,
        headers: { 'content-type': type },
      })
      const [entry] = entriesOf(answer)
      assert.deepEqual(Object.keys(entry ?? {}), ['type', 'loc', 'msg'])
    }
  })

  it('10,000 wrong addresses: an entry for each, and no megabytes of them', async () => {
    const sizes: number[] = []
    for (const padding of ['', 'x'.repeat(500), 'x'.repeat(2000)]) {
      const urls = Array.from({ length: 10_000 }, (_, index) => `no-url-${index}-${padding}`)
      const answer = await submit({ profile_urls: urls })
      const entries = entriesOf(answer)
      assert.equal(entries.length, 10_000)
      assert.deepEqual(entries.at(-1)?.loc, ['body', 'profile_urls', 9999])
      const echoed = entries.reduce((sum, { input }) => sum + JSON.stringify(input ?? '').length, 0)
      sizes.push(echoed - entries.filter(({ input }) => input === undefined).length * 2)
    }
    assert.ok(Math.max(...sizes) <= 32 * KIB && sizes[0] !== 0 && sizes[2] === 0, String(sizes))
  })
})

describe('a body of more values than anybody needs', () => {
  it('413 before they are built', async () => {
    const zeros = (count: number) =>
      `{"profile_urls":["https://ex.com/u"],"pad":[0${',0'.repeat(count - 1)}]}`
    assert.equal((await submit(zeros(99_000))).status, 200)
    const answer = await submit(zeros(100_000))
    assert.equal(answer.status, 413)
    assert.equal(answer.text, '{"detail":"Request body too large"}')
    const urls = Array.from({ length: 10_001 }, (_, index) => `https://ex.com/${index}`)
    assert.equal(entriesOf(await submit({ profile_urls: urls }))[0]?.type, 'too_long')
  })
})
