import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { NotFound, Refused, Toscan } from '../../sdk/client.ts'
import { ScanProgress } from '../../sdk/contract.ts'
import { serverEvents } from '../../sdk/server-events.ts'
import { createFollowing } from '../../src/api/scans/follow-scans.ts'
import { eventsOf, type StreamLimits } from '../../src/api/scans/scan-events.ts'
import { progressOfScans } from '../../src/db/scans/scan-progress.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

const URL_ = 'https://ex.com/u'

describe('GET /scans/{scan_id}/events', () => {
  let api: TestApi
  let tenant: Tenant
  let client: Toscan
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
    client = new Toscan({ baseUrl: api.baseUrl, apiKey: tenant.key })
  })
  after(() => api.stop())

  const open = (scanId: string, signal?: AbortSignal, token = tenant.key) =>
    fetch(`${api.baseUrl}/api/v2/scans/${scanId}/events`, {
      headers: { authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    })
  const claim = (scanId: string) =>
    sql`update scans set worker_id = 'w', attempt = 1, processing_started_at = clock_timestamp(),
                         lease_until = clock_timestamp() + interval '1 hour'
         where scan_id = ${scanId}::uuid`.execute(api.opened.db)
  const finishStep = (scanId: string, step: string) =>
    sql`insert into scan_steps (scan_id, step, output, started_at, attempt)
        values (${scanId}::uuid, ${step}, '{}', clock_timestamp(), 1)`.execute(api.opened.db)

  it('tells of a scan from its waiting to its end, each state once', async () => {
    const { scan_id } = await client.scans.create({ profile_url: URL_ })
    const next = [
      () => claim(scan_id),
      () => finishStep(scan_id, 'profile'),
      () => finishStep(scan_id, 'ban_check'),
      () => client.scans.cancel(scan_id),
    ].values()
    const seen: unknown[] = []
    for await (const { status, processing_started_at, step, steps_done, error } of client.scans.progress(
      scan_id,
    )) {
      seen.push([status, processing_started_at !== null, step, steps_done.length, error])
      await next.next().value?.()
    }
    assert.deepEqual(seen, [
      ['processing', false, null, 0, null],
      ['processing', true, 'profile', 0, null],
      ['processing', true, 'ban_check', 1, null],
      ['processing', true, 'links', 2, null],
      ['failed', true, null, 0, 'Cancelled'],
    ])
  })

  it('of a scan that has ended is its end alone', async () => {
    const [scan] = await seedScans(api.opened.db, tenant.orgId, [{}])
    const path = `/api/v2/scans/${scan?.scan_id}/events`
    const answer = await api.call('GET', path, { token: tenant.key })
    assert.equal(answer.status, 200)
    const {
      'content-type': type,
      'cache-control': cache,
      etag,
      'content-encoding': encoding,
    } = answer.headers
    assert.deepEqual([type, cache, etag, encoding], ['text/event-stream', 'no-store', undefined, undefined])
    const [, data = ''] = /^retry: 2000\n\nevent: end\ndata: (.+)\n\n$/.exec(answer.text) ?? []
    const progress = ScanProgress.parse(JSON.parse(data))
    assert.deepEqual([progress.status, progress.recommendation], ['completed', scan?.recommendation])
  })

  it('ends with a scan that is deleted', async () => {
    const { scan_id } = await client.scans.create({ profile_url: URL_ })
    const states: string[] = []
    for await (const { status } of client.scans.progress(scan_id)) {
      states.push(status)
      if (status === 'processing')
        await sql`delete from scans where scan_id = ${scan_id}::uuid`.execute(api.opened.db)
    }
    assert.deepEqual(states, ['processing', 'deleted'])
  })

  it('is for nobody else', async () => {
    const { scan_id } = await client.scans.create({ profile_url: URL_ })
    const stranger = await api.makeTenant()
    assert.equal((await open(scan_id, undefined, stranger.key)).status, 404)
    assert.equal((await open(scan_id, undefined, 'sk_no')).status, 401)
    await assert.rejects(async () => {
      for await (const _ of client.scans.progress(randomUUID())) assert.fail()
    }, NotFound)
  })

  it('is open fifty times for one organization; who leaves makes room, and others have theirs', async () => {
    const own = await api.makeTenant()
    const mine = new Toscan({ baseUrl: api.baseUrl, apiKey: own.key, maxRetries: 0 })
    const { scan_id } = await mine.scans.create({ profile_url: URL_ })
    const leaving = new AbortController()
    const streams = await Promise.all(
      Array.from({ length: 50 }, () => open(scan_id, leaving.signal, own.key)),
    )
    assert.ok(streams.every(({ status }) => status === 200))
    const refused = await open(scan_id, undefined, own.key)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '5'])
    assert.deepEqual(await refused.json(), { detail: 'Too many streams are open. Try again later.' })
    await assert.rejects(async () => {
      for await (const _ of mine.scans.progress(scan_id)) assert.fail()
    }, Refused)
    const { scan_id: others } = await client.scans.create({ profile_url: URL_ })
    const other = await open(others, leaving.signal)
    assert.equal(other.status, 200)
    leaving.abort()
    const deadline = Date.now() + 10_000
    let again = await open(scan_id, undefined, own.key)
    while (again.status === 429 && Date.now() < deadline) again = await open(scan_id, undefined, own.key)
    assert.equal(again.status, 200)
    await again.body?.cancel()
  })

  it('is heard at another process of the service', async () => {
    const second = await startApi({
      DATABASE_URL: api.databaseUrl,
      TOSCAN_SECRET_KEY: api.env.TOSCAN_SECRET_KEY ?? '',
    })
    try {
      const there = new Toscan({ baseUrl: second.baseUrl, apiKey: tenant.key })
      const { scan_id } = await client.scans.create({ profile_url: URL_ })
      const states: string[] = []
      for await (const { status } of there.scans.progress(scan_id)) {
        states.push(status)
        if (status === 'processing') await client.scans.cancel(scan_id)
      }
      assert.deepEqual(states, ['processing', 'failed'])
    } finally {
      await second.stop()
    }
  })

  describe('of a scan that stays as it is', () => {
    const follow = async (scanId: string, limits: StreamLimits) => {
      const { db } = api.opened
      const following = createFollowing({ db, log: pino({ level: 'silent' }) }, { lookMs: 5 })
      const first = (await progressOfScans(db, [scanId])).get(scanId)
      const sights = following.follow(tenant.orgId, scanId, new AbortController().signal)
      assert.ok(first && sights)
      const sent: string[] = []
      for await (const part of eventsOf(first, sights, limits)) {
        sent.push(part)
        if (sent.length === 4) break
      }
      return { sent, following }
    }

    it('sends a comment where nothing else has come, which no reader takes for an event', async () => {
      const { scan_id } = await client.scans.create({ profile_url: URL_ })
      const { sent, following } = await follow(scan_id, { beatMs: 20, longestMs: 60_000 })
      const [first = '', ...others] = sent
      assert.match(first, /^retry: 2000\n\nevent: progress\n/)
      assert.deepEqual(others, Array(3).fill(': nothing new\n\n'))
      const bytes = new Blob(others).stream()
      for await (const event of serverEvents(bytes, 1000)) assert.fail(event.data)
      following.stop()
    })

    it('ends without `end` when somebody has been connected for as long as they may', async () => {
      const { scan_id } = await client.scans.create({ profile_url: URL_ })
      const { sent, following } = await follow(scan_id, { beatMs: 60_000, longestMs: 20 })
      assert.equal(sent.length, 1)
      assert.doesNotMatch(sent.join(''), /event: end/)
      // And makes room for who connects again.
      const again = following.follow(tenant.orgId, scan_id, AbortSignal.abort())
      assert.ok(again)
      await again.return(undefined)
      following.stop()
    })
  })

  it('does not keep a service from stopping', async () => {
    const second = await startApi({
      DATABASE_URL: api.databaseUrl,
      TOSCAN_SECRET_KEY: api.env.TOSCAN_SECRET_KEY ?? '',
    })
    const { scan_id } = await client.scans.create({ profile_url: URL_ })
    const stream = await fetch(`${second.baseUrl}/api/v2/scans/${scan_id}/events`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    })
    const text = stream.text()
    const started = performance.now()
    await second.stop()
    assert.ok(performance.now() - started < 4000)
    assert.match(await text, /^retry: 2000\n\nevent: progress\ndata: \{.+\}\n\n$/)
  })
})
