import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { createHostTurns } from '../../src/db/host-turns.ts'
import { ALLOW_NOTHING } from '../../src/net/egress-allow.ts'
import { createFetchPage } from '../../src/net/fetch-page.ts'
import { retryAfterSeconds } from '../../src/net/host-turns.ts'
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

  it('keep all workers away from a host that asked for it, for a day at most', async () => {
    await turns(0).close('closed.example', 3600)
    await turns(0).close('closed.example', 1)
    assert.equal(Math.ceil((await turns(1).take('closed.example')) / 60_000), 60)
    await turns(0).close('for-ever.example', 999_999_999)
    assert.equal(Math.ceil((await turns(1).take('for-ever.example')) / 3_600_000), 24)
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
        allow: { networks: [], hosts: [{ name: 'localhost', port: null }] },
        userAgent: 'Toscan/test',
        turns: { take: () => assert.fail('took a turn'), close: () => assert.fail('closed a host') },
      })
      const url = `http://localhost:${server.port}/`
      for (const _ of [1, 2]) {
        const result = await fetchPage({ url })
        assert.equal(result.ok && result.response.status, 429)
      }
      await close()
      await server.close()
    })

    it('waiting for a turn takes nothing from the time of the page', async () => {
      const proxy = await serveHttp((_, response) => response.end('here'))
      const { fetchPage, close } = createFetchPage({
        allow: ALLOW_NOTHING,
        userAgent: 'Toscan/test',
        proxy: proxy.origin,
        turns: { take: async () => 1500, close: async () => {} },
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
    assert.equal(read(503, 'Sun, 01 Mar 2026 09:00:00 GMT'), 0)
    assert.equal(read(429, 'soon'), null)
    assert.equal(read(200, '30'), null)
    assert.equal(retryAfterSeconds(429, {}, now), null)
  })
})
