import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { NotFound, Toscan } from '../../sdk/client.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const HOOK = 'https://hooks.example.com/in'
const urls = Array.from({ length: 5 }, (_, index) => `https://ex.com/${index}`)

describe('cancelling', () => {
  let api: TestApi
  let tenant: Tenant
  let client: Toscan
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant(1000)
    client = new Toscan({ baseUrl: api.baseUrl, apiKey: tenant.key })
  })
  after(() => api.stop())

  const deliveriesOf = async (scanId: string) => {
    const { rows } = await sql<{ event_type: string; body: string }>`
      select event_type, body from webhook_deliveries where scan_id = ${scanId}::uuid`.execute(api.opened.db)
    return rows.map(({ event_type, body }) => ({ type: event_type, ...JSON.parse(body) }))
  }
  const actsOf = async (subject: string) => {
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where subject = ${subject}`.execute(api.opened.db)
    return rows.map(({ action }) => action)
  }

  it('ends a scan that waits, with the webhook of any end', async () => {
    const metadata = { case: 7 }
    const { scan_id } = await client.scans.create({
      profile_url: urls[0] ?? '',
      callback_url: HOOK,
      metadata,
    })
    assert.deepEqual(await client.scans.cancel(scan_id), { scan_id, status: 'failed', cancelled: true })
    const scan = await client.scans.get(scan_id)
    assert.deepEqual([scan.status, scan.error, scan.processing_started_at], ['failed', 'Cancelled', null])
    assert.ok(scan.processing_completed_at)
    const [event, ...more] = await deliveriesOf(scan_id)
    assert.deepEqual(
      [event.type, event.error, event.metadata, more],
      ['scan.failed', 'Cancelled', metadata, []],
    )
  })

  it('does the same when asked twice, and at once, and tells of it once', async () => {
    const { scan_id } = await client.scans.create({ profile_url: urls[0] ?? '', callback_url: HOOK })
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.scans.cancel(scan_id)))
    for (const answer of [...answers, await client.scans.cancel(scan_id)])
      assert.deepEqual(answer, { scan_id, status: 'failed', cancelled: true })
    assert.equal((await deliveriesOf(scan_id)).length, 1)
    assert.deepEqual(await actsOf(scan_id), ['scan.cancel'])
  })

  it('leaves scans alone that have ended', async () => {
    const [done, failed] = await seedScans(api.opened.db, tenant.orgId, [
      {},
      { status: 'failed', error: 'Scan timed out' },
    ])
    for (const [scan, status] of [
      [done, 'completed'],
      [failed, 'failed'],
    ] as const) {
      const scan_id = scan?.scan_id ?? ''
      assert.deepEqual(await client.scans.cancel(scan_id), { scan_id, status, cancelled: false })
      assert.deepEqual(await actsOf(scan_id), [])
    }
  })

  it('gives nothing of the day back', async () => {
    const before = (await client.org.usage()).used
    const { scan_id } = await client.scans.create({ profile_url: urls[0] ?? '' })
    await client.scans.cancel(scan_id)
    assert.equal((await client.org.usage()).used, before + 1)
  })

  it('ends what of a batch has not ended, each scan with its webhook, and one act', async () => {
    const { batch_id } = await client.batches.create({ profile_urls: urls, callback_url: HOOK })
    const [first, ...others] = (await client.batches.get(batch_id)).profiles
    await sql`update scans set status = 'completed', recommendation = 'no_flags', risk_score = 0, confidence = 'high',
                               processing_completed_at = clock_timestamp()
               where scan_id = ${first?.scan_id}::uuid`.execute(api.opened.db)
    assert.deepEqual(await client.batches.cancel(batch_id), { batch_id, cancelled: 4, has_more: false })
    const batch = await client.batches.get(batch_id)
    assert.deepEqual([batch.status, batch.completed, batch.failed], ['completed', 1, 4])
    assert.ok(batch.completed_at)
    for (const { scan_id } of others) assert.equal((await deliveriesOf(scan_id)).length, 1)
    assert.equal((await client.batches.cancel(batch_id)).cancelled, 0)
    assert.deepEqual(await actsOf(batch_id), ['scan.cancel'])
  })

  it('takes a thousand of a batch with one call, and says that there is more', async () => {
    const many = Array.from({ length: 1003 }, (_, index) => `https://ex.com/many/${index}`)
    const rich = await api.makeTenant(null)
    const theirs = new Toscan({ baseUrl: api.baseUrl, apiKey: rich.key })
    const { batch_id } = await theirs.batches.create({ profile_urls: many })
    const path = `/api/v2/batches/${batch_id}/cancel`
    const answer = await api.call('POST', path, { token: rich.key })
    assert.deepEqual(answer.json, { batch_id, cancelled: 1000, has_more: true })
    const { completed, failed, in_progress } = await theirs.batches.get(batch_id, { limit: 0 })
    assert.deepEqual({ completed, failed, in_progress }, { completed: 0, failed: 1000, in_progress: 3 })
    assert.equal((await theirs.batches.cancel(batch_id)).cancelled, 3)
  })

  it('finds nothing under what is no id', async () => {
    for (const id of [randomUUID(), 'x', '%00']) {
      await assert.rejects(client.scans.cancel(id), NotFound)
      await assert.rejects(client.batches.cancel(id), NotFound)
    }
  })
})
