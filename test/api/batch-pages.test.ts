import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Toscan } from '../../sdk/client.ts'
import { BatchRecord } from '../../sdk/contract.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const urls = Array.from({ length: 7 }, (_, index) => `https://ex.com/${index}`)

describe('GET /batches/{batch_id} in pages', () => {
  let api: TestApi
  let tenant: Tenant
  let client: Toscan
  let batchId: string
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
    client = new Toscan({ baseUrl: api.baseUrl, apiKey: tenant.key })
    batchId = (await client.batches.create({ profile_urls: urls })).batch_id
    await sql`update scans set status = case batch_position when 1 then 'completed' else 'failed' end,
                               processing_completed_at = '2026-03-01T10:00:09+00:00'
               where batch_id = ${batchId}::uuid and batch_position < 4`.execute(api.opened.db)
  })
  after(() => api.stop())

  const read = async (query = '', token = tenant.key) =>
    api.call('GET', `/api/v2/batches/${batchId}${query}`, { token })
  const batch = async (query = '') => BatchRecord.parse((await read(query)).json)

  it('is whole, and without a word of pages, where none are asked for', async () => {
    const whole = await batch()
    assert.deepEqual(whole.profile_urls, urls)
    assert.ok(!('next_cursor' in whole) && !('has_more' in whole))
    assert.deepEqual([whole.completed, whole.failed, whole.in_progress], [1, 2, 4])
  })

  it('gives every profile once, in order, with the counts of the whole batch on each page', async () => {
    const whole = await batch()
    const seen = []
    let after: string | undefined
    for (let page = 0; page < 10; page++) {
      const found = await client.batches.get(batchId, { limit: 3, after })
      assert.deepEqual([found.total_profiles, found.failed, found.in_progress], [7, 2, 4])
      assert.deepEqual(
        found.profile_urls,
        found.profiles.map(({ url }) => url),
      )
      seen.push(...found.profiles)
      after = found.next_cursor ?? undefined
      assert.equal(found.has_more, after !== undefined)
      if (after === undefined) break
    }
    assert.deepEqual(seen, whole.profiles)
  })

  it('ends with a full last page', async () => {
    assert.deepEqual(
      [(await batch('?limit=7')).next_cursor, (await batch('?limit=7')).has_more],
      [null, false],
    )
  })

  it('gives the counts alone for limit=0, and where the profiles begin', async () => {
    const { profile_urls, profiles, next_cursor, ...counts } = await batch('?limit=0')
    assert.deepEqual([profile_urls, profiles, counts.in_progress, counts.has_more], [[], [], 4, true])
    assert.deepEqual((await batch(`?limit=2&after=${next_cursor}`)).profile_urls, urls.slice(0, 2))
    assert.deepEqual((await batch(`?after=${next_cursor}`)).profile_urls, urls)
  })

  it('refuses what is no cursor of this batch, and limits out of range', async () => {
    const other = await client.batches.create({ profile_urls: urls })
    const { next_cursor } = await client.batches.get(other.batch_id, { limit: 1 })
    for (const after of [next_cursor, 'x', 'e30', 'A'.repeat(5000)])
      assert.equal((await read(`?after=${after}`)).status, 400)
    for (const limit of ['-1', '1001', 'x', '']) assert.equal((await read(`?limit=${limit}`)).status, 422)
    assert.equal((await read('?limit=1', (await api.makeTenant()).key)).status, 404)
    const gone = await api.call('GET', `/api/v2/batches/${randomUUID()}?after=x`, { token: tenant.key })
    assert.equal(gone.status, 404)
  })

  it('tells of a misspelt parameter', async () => {
    assert.equal((await batch('?limt=1')).warnings?.[0]?.meant, 'limit')
  })

  it('is read by a wait without profiles, until it has ended', async () => {
    const seen: string[] = []
    const watched = new Toscan({
      baseUrl: api.baseUrl,
      apiKey: tenant.key,
      fetch: async (input, init) => {
        seen.push(new URL(String(input)).search)
        if (seen.length === 2)
          await sql`update scans set status = 'completed', processing_completed_at = clock_timestamp()
                     where batch_id = ${batchId}::uuid and status = 'processing'`.execute(api.opened.db)
        return fetch(input, init)
      },
    })
    const ended = await watched.batches.wait(batchId, { pollMs: 1 })
    assert.deepEqual([ended.status, ended.profiles.length, ended.completed], ['completed', 7, 5])
    assert.deepEqual([seen[0], seen.at(-1)], ['?limit=0', ''])
  })

  it('is read by two at a time where it is long, so that connections are left for others', async () => {
    const long = Array.from({ length: 5_000 }, (_, index) => `https://ex.com/long/${index}`)
    const { batch_id } = await client.batches.create({ profile_urls: long })
    let reading = 40
    const readers = Array.from({ length: reading }, async () => {
      const { status } = await api.call('GET', `/api/v2/batches/${batch_id}`, { token: tenant.key })
      reading--
      return status
    })
    const atOnce: number[] = []
    while (reading > 0) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
           and query ~ 'batch_position >|lateral'`.execute(api.opened.db)
      atOnce.push(rows[0]?.count ?? 0)
    }
    assert.deepEqual(new Set(await Promise.all(readers)), new Set([200]))
    assert.ok(atOnce.some((count) => count > 0))
    assert.ok(Math.max(...atOnce) <= 2, `${Math.max(...atOnce)} at once`)
  })
})
