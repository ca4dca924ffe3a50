import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Warning } from '../../sdk/contract.ts'
import { Toscan } from '../../sdk/index.ts'
import type { Answer } from '../support/call.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const URL_ = 'https://ex.com/u'

describe('warnings', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(() => api.stop())

  const submit = (path: string, body: unknown) =>
    api.call(path.includes('-') ? 'PUT' : 'POST', `/api/v2${path}`, { token: tenant.key, body })
  const list = (path: string) => api.call('GET', `/api/v2${path}`, { token: tenant.admin })

  for (const [path, body] of [
    ['/scan/deep', { profile_url: URL_ }],
    ['/scan/quick', { profile_url: URL_ }],
    ['/batch/deep', { profile_urls: [URL_] }],
    ['/batch/quick', { profile_urls: [URL_] }],
    [`/scans/${randomUUID()}`, { profile_url: URL_ }],
    [`/batches/${randomUUID()}`, { profile_urls: [URL_] }],
  ] as const) {
    const name = path.replace(/[0-9a-f-]{36}/, '{id}')
    it(`tell of a misspelt member of ${name}, which is taken all the same`, async () => {
      const answer = await submit(path, { ...body, callback_ulr: 'https://hooks.example.com/in' })
      assert.equal(answer.status, 200)
      assert.deepEqual(warningsOf(answer), [
        {
          type: 'ignored',
          loc: ['body', 'callback_ulr'],
          msg: '`callback_ulr` is not known here and was ignored. Did you mean `callback_url`?',
          meant: 'callback_url',
        },
      ])
    })

    it(`are absent where all of ${name} is known`, async () => {
      const known = path.includes('-') ? { scan_mode: 'deep' } : {}
      const fresh = path.replace(/[0-9a-f-]{36}/, randomUUID())
      const answer = await submit(fresh, { ...body, ...known, callback_url: null, metadata: { own: 1 } })
      assert.deepEqual(warningsOf(answer), [])
    })
  }

  it('say that POST goes by its path and not by a scan_mode of the body', async () => {
    const [warning] = warningsOf(await submit('/scan/deep', { profile_url: URL_, scan_mode: 'quick' }))
    assert.deepEqual(warning?.loc, ['body', 'scan_mode'])
  })

  it('name a parameter of a submission, which has none', async () => {
    const answer = await submit('/scan/deep?callback_url=x', { profile_url: URL_ })
    assert.deepEqual(
      warningsOf(answer).map(({ loc, meant }) => [loc, meant]),
      [[['query', 'callback_url'], undefined]],
    )
  })

  for (const path of [
    '/org/scans',
    '/org/batches',
    '/org/watches',
    '/org/changes',
    '/org/audit',
    '/org/erasures',
    '/org/webhook-deliveries',
  ])
    it(`tell of a misspelt parameter of ${path}`, async () => {
      const answer = await list(`${path}?limt=5&status_=x&limit=5`)
      assert.equal(answer.status, 200)
      const [first] = warningsOf(answer)
      assert.deepEqual([first?.loc, first?.meant], [['query', 'limt'], 'limit'])
    })

  it('are absent of a list whose parameters are all known', async () => {
    assert.deepEqual(warningsOf(await list('/org/scans?limit=5&status=failed&q=a&sort_order=asc')), [])
    assert.deepEqual(warningsOf(await list('/org/scans')), [])
  })

  it('are 20 at most, with names of 100 letters at most, and never make an answer that cannot be read', async () => {
    const odd = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${i}\ud800${'é'.repeat(500)}`, i]))
    const answer = await submit('/scan/deep', { profile_url: URL_, ...odd })
    const found = warningsOf(answer)
    assert.equal(found.length, 20)
    assert.ok(found.every(({ loc }) => (loc[1] ?? '').length <= 100))
    assert.ok(answer.text.length < 12_000, String(answer.text.length))
  })

  it('know names that every object has for unknown ones', async () => {
    const answer = await submit('/scan/deep', `{"profile_url":"${URL_}","__proto__":1,"constructor":2}`)
    assert.deepEqual(
      warningsOf(answer).map(({ loc }) => loc[1]),
      ['__proto__', 'constructor'],
    )
  })

  it('reach a caller of the client', async () => {
    const toscan = new Toscan({ baseUrl: api.baseUrl, apiKey: tenant.key })
    const typo = { profile_url: URL_, metdata: {} }
    const accepted = await toscan.scans.create(typo)
    assert.deepEqual(
      accepted.warnings?.map(({ meant }) => meant),
      ['metadata'],
    )
  })

  it('are what the document announces: requests may hold more than is known, answers no more', async () => {
    const { schemas } = JSON.parse((await api.call('GET', '/openapi.json')).text).components
    for (const name of ['ScanRequest', 'BatchRequest', 'PutScanRequest', 'PutBatchRequest'])
      assert.notEqual(schemas[name].additionalProperties, false, name)
    assert.ok(schemas.ScanAccepted.properties.warnings)
    assert.ok(!schemas.ScanAccepted.required.includes('warnings'))
  })
})

function warningsOf({ json }: Answer) {
  const found = typeof json === 'object' && json !== null && 'warnings' in json ? json.warnings : []
  return Warning.array().parse(found)
}
