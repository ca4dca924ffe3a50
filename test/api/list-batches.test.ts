import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { BadRequest, Toscan } from '../../sdk/client.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

describe('GET /org/batches', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.stop())

  it('lists batches with their counts, newest first, page by page', async () => {
    const [tenant, stranger] = [await api.makeTenant(), await api.makeTenant()]
    const client = new Toscan({ baseUrl: api.baseUrl, apiKey: tenant.key })
    const made: string[] = []
    for (const size of [1, 2, 3]) {
      const profile_urls = Array.from({ length: size }, (_, index) => `https://ex.com/${index}`)
      made.unshift((await client.batches.create({ profile_urls, scan_mode: 'quick' })).batch_id)
    }
    await sql`update scans set status = 'failed', processing_completed_at = '2026-03-01T10:00:09+00:00'
               where batch_id = ${made[2]}::uuid`.execute(api.opened.db)
    const listed = []
    for await (const batch of client.batches.list({ limit: 1 })) listed.push(batch)
    assert.deepEqual(
      listed.map((batch) => batch.batch_id),
      made,
    )
    const [newest, , oldest] = listed
    assert.deepEqual(
      [newest?.status, newest?.total_profiles, newest?.in_progress, newest?.completed_at],
      ['processing', 3, 3, null],
    )
    assert.deepEqual(
      [oldest?.status, oldest?.failed, oldest?.completed_at],
      ['completed', 1, '2026-03-01T10:00:09.000000+00:00'],
    )
    const first = await client.batches.list({ limit: 1 }).firstPage()
    const other = new Toscan({ baseUrl: api.baseUrl, apiKey: stranger.key })
    assert.deepEqual((await other.batches.list().firstPage()).batches, [])
    for (const after of [first.next_cursor ?? '', 'garbage'])
      await assert.rejects(other.batches.list({ after }).firstPage(), BadRequest)
  })
})
