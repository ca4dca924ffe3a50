import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createHostTurns } from '../../src/db/collection/host-turns.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { ALLOW_NOTHING, parseEgressAllow } from '../../src/net/guard/egress-allow.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { retryAfterSeconds } from '../../src/net/manners/host-turns.ts'
import { serveHttp } from '../net/loopback.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const DELAY_MS = 12_000

describe('turns of hosts', () => {
  let database: TestDatabase
  let workers: [Database, Database]
  before(async () => {
    database = await createTestDatabase()
    workers = [openDatabase(database.url), openDatabase(database.url)]
  })
  after(async () => {
    await Promise.all(workers.map((worker) => worker.close()))
    await database.drop()
  })
  const turns = (worker: 0 | 1) => createHostTurns(workers[worker].db, DELAY_MS)

  it('lets four requests pass and spaces the others, over all workers', async () => {
    const waits = await Promise.all(
      Array.from({ length: 8 }, (_, index) => turns(index % 2 === 0 ? 0 : 1).take('busy.example')),
    )
    // Long delays, so that the time that the test itself takes does not count: rounded to whole ones.
    assert.deepEqual(waits.map((wait) => Math.ceil(wait / DELAY_MS)).sort(), [0, 0, 0, 0, 1, 2, 3, 4])
    assert.equal(await turns(0).take('idle.example'), 0)
  })

  it('keep all workers away from a host that asked for it, after one answer for two minutes at most', async () => {
    await turns(0).close('closed.example', 3600)
    await turns(0).close('closed.example', 1)
    assert.equal(Math.ceil((await turns(1).closedFor('closed.example')) / 60_000), 2)
    assert.ok((await turns(1).take('closed.example')) > 60_000)
    await turns(0).close('shortly.example', 5)
    assert.equal(Math.ceil((await turns(1).closedFor('shortly.example')) / 5_000), 1)
    assert.equal(await turns(1).closedFor('open.example'), 0)
  })

  it('keep all workers away for as long as it says when it refuses again, for a day at most', async () => {
    for (const [host, seconds] of [
      ['again.example', 3600],
      ['for-ever.example', 999_999_999],
    ] as const) {
      await turns(0).close(host, seconds)
      // Refusals of requests that were under way tell nothing new.
      await turns(1).close(host, seconds)
      assert.equal(Math.ceil((await turns(1).closedFor(host)) / 60_000), 2)
      await workers[0].pool.query(
        `update host_turns set closed_until = clock_timestamp() - interval '1 second', next_at = clock_timestamp() where host = $1`,
        [host],
      )
      await turns(1).close(host, seconds)
    }
    assert.equal(Math.ceil((await turns(0).closedFor('again.example')) / 60_000), 60)
    assert.equal(Math.ceil((await turns(0).closedFor('for-ever.example')) / 3_600_000), 24)
  })

  it('go on one by one when a closed host opens', async () => {
    await turns(0).close('opening.example', 20)
    const waits = await Promise.all(
      Array.from({ length: 3 }, (_, index) => turns(index % 2 === 0 ? 0 : 1).take('opening.example')),
    )
    const [first = 0, second = 0, third = 0] = waits.sort((a, b) => a - b)
    assert.ok(first > 20_000 && second - first > DELAY_MS / 2 && third - second > DELAY_MS / 2, String(waits))
  })

  describe('in collection', () => {
    it('an answer with Retry-After closes the host, and the next address is not asked for', async () => {
      const proxy = await serveHttp((_, response) =>
        response.writeHead(429, { 'retry-after': '3600' }).end('slow down'),
      )
      const fetchers = ([0, 1] as const).map((worker) =>
        createFetchPage({
          allow: ALLOW_NOTHING,
          userAgent: 'Toscan/test',
          proxy: proxy.origin,
          turns: turns(worker),
        }),
      )
      const [one, two] = fetchers
      const first = await one?.fetchPage({ url: 'http://limited.example/a' })
      assert.equal(first?.ok && first.response.status, 429)
      const second = await two?.fetchPage({ url: 'http://limited.example/b' })
      assert.equal(second?.ok === false && second.reason, 'rate_limited')
      assert.equal(proxy.arrivals.length, 1)
      await Promise.all(fetchers.map((fetcher) => fetcher.close()))
      await proxy.close()
    })

    it('hosts that the operator allows take no turns', async () => {
      const server = await serveHttp((_, response) =>
        response.writeHead(429, { 'retry-after': '3600' }).end('slow down'),
      )
      const { fetchPage, close } = createFetchPage({
        allow: parseEgressAllow('localhost'),
        userAgent: 'Toscan/test',
        turns: {
          take: () => assert.fail('took a turn'),
          close: () => assert.fail('closed a host'),
          closedFor: () => assert.fail('asked'),
        },
      })
      const url = `http://localhost:${server.port}/`
      for (const _ of [1, 2]) {
        const result = await fetchPage({ url })
        assert.equal(result.ok && result.response.status, 429)
      }
      await close()
      await server.close()
    })

    it('a turn is none when the host was closed while it was waited for', async () => {
      const proxy = await serveHttp((_, response) => response.end('here'))
      let taken = 0
      const { fetchPage, close } = createFetchPage({
        allow: ALLOW_NOTHING,
        userAgent: 'Toscan/test',
        proxy: proxy.origin,
        turns: {
          take: async () => (taken++ === 0 ? 20 : 90_000),
          close: async () => {},
          closedFor: async () => 90_000,
        },
      })
      const result = await fetchPage({ url: 'http://closed-meanwhile.example/' })
      assert.equal(result.ok === false && result.reason, 'rate_limited')
      assert.deepEqual(proxy.arrivals, [])
      await close()
      await proxy.close()
    })

    it('waiting for a turn takes nothing from the time of the page', async () => {
      const proxy = await serveHttp((_, response) => response.end('here'))
      const { fetchPage, close } = createFetchPage({
        allow: ALLOW_NOTHING,
        userAgent: 'Toscan/test',
        proxy: proxy.origin,
        turns: { take: async () => 1500, close: async () => {}, closedFor: async () => 0 },
      })
      const result = await fetchPage({ url: 'http://waited-for.example/' }, { timeoutMs: 1000 })
      assert.equal(result.ok, true)
      await close()
      await proxy.close()
    })

    it('TOSCAN_ROBOTS=ignore asks for no robots.txt', async () => {
      const proxy = await serveHttp((_, response) => response.end('here'))
      const { fetchPage, close } = createFetchPage({
        allow: ALLOW_NOTHING,
        userAgent: 'Toscan/test',
        proxy: proxy.origin,
        robots: 'ignore',
      })
      await fetchPage({ url: 'http://any.example/' }, { robots: true })
      assert.deepEqual(proxy.arrivals, ['GET http://any.example/'])
      await close()
      await proxy.close()
    })
  })

  it('Retry-After is a number or a date, and counts with 429 and 503 only', () => {
    const now = new Date('2026-03-01T10:00:00Z')
    const read = (status: number, value: string) => retryAfterSeconds(status, { 'retry-after': value }, now)
    assert.equal(read(429, '30'), 30)
    assert.equal(read(503, 'Sun, 01 Mar 2026 10:02:00 GMT'), 120)
    assert.equal(read(200, '30'), null)
    assert.equal(retryAfterSeconds(429, {}, now), null)
  })
})
