import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { answerOf, Toscan } from '../../sdk/client.ts'
import { namesTag } from '../../src/api/serving/answer-tag.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi, textField } from '../support/start-api.ts'

interface Operation {
  responses: object
  parameters?: { name: string }[]
}

describe('answers that have not changed', () => {
  let api: TestApi
  let tenant: Tenant
  let scanId: string
  let batchId: string
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
    const body = { profile_urls: ['https://ex.com/1', 'https://ex.com/2'] }
    batchId = textField(await api.call('POST', '/api/v2/batch/deep', { token: tenant.key, body }), 'batch_id')
    const [scan] = await seedScans(api.opened.db, tenant.orgId, [{}])
    scanId = scan?.scan_id ?? ''
  })
  after(() => api.stop())

  const read = (path: string, known?: string, token = tenant.admin) =>
    api.call('GET', `/api/v2${path}`, { token, headers: { 'if-none-match': known } })
  const tagOf = async (path: string) => (await read(path)).headers.etag

  for (const [what, path] of [
    ['a scan', () => `/scans/${scanId}`],
    ['a batch', () => `/batches/${batchId}`],
    ['a page of a batch', () => `/batches/${batchId}?limit=1`],
    ['the scans', () => '/org/scans'],
    ['the batches', () => '/org/batches'],
    ['the audit trail', () => '/org/audit'],
    ['the deliveries', () => '/org/webhook-deliveries'],
    ['the settings', () => '/org/settings'],
    ['the codes', () => '/reason-codes'],
  ] as const) {
    it(`are not sent again: ${what}`, async () => {
      const tag = await tagOf(path())
      assert.match(tag ?? '', /^W\/"[\w-]{27}"$/)
      const answer = await read(path(), tag)
      assert.deepEqual(
        [answer.status, answer.text, answer.headers.etag, answer.headers['cache-control']],
        [304, '', tag, 'no-store'],
      )
      assert.ok(answer.headers['x-request-id'])
      assert.equal((await read(path(), 'W/"other"')).status, 200)
    })
  }

  it('are sent once they change', async () => {
    const paths = ['/org/scans', '/org/batches', `/batches/${batchId}`, `/batches/${batchId}?limit=0`]
    const tags = await Promise.all(paths.map(tagOf))
    await sql`update scans set status = 'failed', error = 'x', processing_completed_at = clock_timestamp()
               where batch_id = ${batchId}::uuid and batch_position = 1`.execute(api.opened.db)
    for (const [index, path] of paths.entries())
      assert.equal((await read(path, tags[index])).status, 200, path)
  })

  it('are for nobody who may not read them, whatever tag they know', async () => {
    const tag = await tagOf(`/scans/${scanId}`)
    const stranger = await api.makeTenant()
    assert.equal((await read(`/scans/${scanId}`, tag, stranger.key)).status, 404)
    assert.equal((await read(`/scans/${scanId}`, '*', stranger.key)).status, 404)
    for (const known of [tag, '*']) {
      assert.equal((await read(`/scans/${scanId}`, known, 'sk_no')).status, 401)
      const anonymous = await api.call('GET', `/api/v2/scans/${scanId}`, {
        headers: { 'if-none-match': known },
      })
      assert.equal(anonymous.status, 401)
      assert.equal(anonymous.headers.etag, undefined)
    }
  })

  it('have no tag where something was changed or is missing', async () => {
    const body = { profile_url: 'https://ex.com/u' }
    const accepted = await api.call('POST', '/api/v2/scan/deep', {
      token: tenant.key,
      body,
      headers: { 'content-type': 'application/json', 'if-none-match': '*' },
    })
    assert.deepEqual([accepted.status, accepted.headers.etag], [200, undefined])
    assert.deepEqual(
      [(await read(`/scans/${randomUUID()}`, '*')).status, await tagOf(`/scans/${randomUUID()}`)],
      [404, undefined],
    )
  })

  it('are announced: 304 and If-None-Match for reads, and for nothing else', async () => {
    const document = JSON.parse((await api.call('GET', '/openapi.json')).text)
    const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((methods) =>
      Object.entries(methods),
    )
    assert.ok(operations.length > 50)
    for (const [method, { responses, parameters = [] }] of operations)
      assert.equal(
        '304' in responses,
        method === 'get' && parameters.some(({ name }) => name === 'If-None-Match'),
      )
    assert.ok('304' in document.paths['/api/v2/scans/{scan_id}'].get.responses)
  })

  it('cost a wait of the client nothing', async () => {
    const statuses: number[] = []
    const client = new Toscan({
      baseUrl: api.baseUrl,
      apiKey: tenant.key,
      fetch: async (...call) => {
        const answer = await fetch(...call)
        statuses.push(answer.status)
        return answer
      },
    })
    const body = { profile_url: 'https://ex.com/waits' }
    const { scan_id } = await client.scans.create(body)
    const readings: object[] = []
    const onProgress = async (scan: object) => {
      readings.push(scan)
      if (readings.length === 3)
        await sql`update scans set status = 'failed', error = 'x', processing_completed_at = clock_timestamp()
                   where scan_id = ${scan_id}::uuid`.execute(api.opened.db)
    }
    await assert.rejects(client.scans.wait(scan_id, { pollMs: 5, onProgress }), /x/)
    const [, first, second] = statuses
    assert.deepEqual([first, second, statuses.at(-1)], [200, 304, 200])
    assert.equal(readings[0], readings[1])
    assert.equal(answerOf(readings[1] ?? {})?.status, 200)
  })
})

describe('namesTag', () => {
  for (const [header, isNamed] of [
    ['W/"a"', true],
    ['"a"', true],
    ['"x", W/"a"', true],
    ['*', true],
    ['W/"b"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ] as const)
    it(`${isNamed ? 'takes' : 'does not take'} ${header}`, () => {
      assert.equal(namesTag(header, 'W/"a"'), isNamed)
    })
})
