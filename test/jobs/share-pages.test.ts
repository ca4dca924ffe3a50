import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sharedPagesOf } from '../../src/cli/start/collection.ts'
import { readConfig } from '../../src/config.ts'
import type { FetchOptions, FetchResult, HttpRequest } from '../../src/evidence/page.ts'
import { capturePages } from '../../src/jobs/capture-pages.ts'
import { freeEvidence } from '../../src/jobs/free-evidence.ts'
import { createMetrics } from '../../src/metrics.ts'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createFetchPage, type PageFetcher } from '../../src/net/http/fetch-page.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import { type Bench, openBench } from '../evidence/bench.ts'
import { type Loopback, serveHttp } from '../net/loopback.ts'
import { pack } from '../policy/built-in-pack.ts'

const PAGE = '<title>Tide &amp; Timber</title><p>Prints of harbours, signed and numbered.</p>'
const HTML = { 'content-type': 'text/html' }

describe('a page that many scans lead to', () => {
  let site: Loopback
  let answer: (response: ServerResponse, headers: NodeJS.Dict<string | string[]>) => void
  let bench: Bench
  let workers: PageFetcher[]
  before(async () => {
    site = await serveHttp((request, response) => answer(response, request.headers))
  })
  beforeEach(async () => {
    workers = [newWorker(), newWorker()]
    const [first] = workers
    assert.ok(first)
    bench = await openBench({
      fetchPage: first.fetchPage,
      platforms: await loadPlatforms(),
      policies: pack,
      search: null,
    })
    answer = (response) => response.writeHead(200, HTML).end(PAGE)
    site.arrivals.length = 0
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()))
    await bench.close()
  })
  after(() => site.close())

  const newWorker = () => createFetchPage({ allow: parseEgressAllow('127.0.0.1'), userAgent: 'Toscan/test' })

  /** One more scan that fetches this, on one of two workers. */
  const scanFetches = async (
    request: Partial<HttpRequest> = {},
    options: FetchOptions = {},
    { worker = 0, env = {} }: { worker?: number; env?: Record<string, string> } = {},
  ): Promise<FetchResult> => {
    const fetcher = workers[worker]
    assert.ok(fetcher)
    const metrics = createMetrics()
    const shared = sharedPagesOf(readConfig(env), { ...bench, ...fetcher, metrics })
    const claimed = await bench.submit(await bench.makeOrg(), `${site.origin}/profile`)
    const claim = { scanId: claimed.scan_id, workerId: bench.workerId, attempt: claimed.attempt }
    const capture = capturePages({ ...bench, ...fetcher, ...shared, metrics }, claim)
    const result = await capture.fetchPage({ url: `${site.origin}/shop`, ...request }, options)
    await capture.settled()
    return result
  }
  const pageOf = (result: FetchResult) => {
    assert.ok(result.ok)
    return result.response
  }
  const asked = () => site.arrivals.length

  it('is fetched once by all workers, and says when that was', async () => {
    const first = pageOf(await scanFetches())
    const second = pageOf(await scanFetches({}, {}, { worker: 1 }))
    assert.equal(asked(), 1)
    assert.equal(second.shared, true)
    assert.equal(second.fetchedAt, first.fetchedAt)
    assert.equal(second.sha256, first.sha256)
    assert.deepEqual(second.page, first.page)
    assert.equal(second.finalUrl, first.finalUrl)
  })

  it('is evidence of each scan that was led to it', async () => {
    await scanFetches()
    await scanFetches()
    const rows = await bench.query('select distinct scan_id, sha256 from captures')
    assert.equal(rows.length, 2)
    assert.equal(new Set(rows.map((row) => row.sha256)).size, 1)
  })

  it('is asked for again by a scan that wants it fresh, as the submitted profile always is', async () => {
    await scanFetches()
    await scanFetches({}, { fresh: true })
    assert.equal(asked(), 2)
  })

  it('is asked for again when its time is over', async () => {
    await scanFetches()
    await bench.query(`update recent_pages set asked_at = asked_at - interval '601 seconds'`)
    await scanFetches()
    assert.equal(asked(), 2)
  })

  for (const [validator, condition] of [
    [{ etag: '"v1"' }, 'if-none-match'],
    [{ 'last-modified': 'Sun, 01 Mar 2026 10:00:00 GMT' }, 'if-modified-since'],
  ] as const) {
    it(`is kept without being sent again when the site says so to ${condition}`, async () => {
      const value = Object.values(validator)[0]
      answer = (response, headers) =>
        headers[condition] === value
          ? response.writeHead(304).end()
          : response.writeHead(200, { ...HTML, ...validator }).end(PAGE)
      const first = pageOf(await scanFetches())
      await bench.query(`update recent_pages set asked_at = asked_at - interval '1 hour'`)
      const second = pageOf(await scanFetches())
      assert.equal(asked(), 2)
      assert.equal(second.status, 200)
      assert.equal(second.page?.title, 'Tide & Timber')
      assert.ok(second.fetchedAt > first.fetchedAt, 'the site vouched for it just now')
      await scanFetches()
      assert.equal(asked(), 2, 'and that holds for the next')
    })
  }

  it('is replaced when the site has another by now', async () => {
    answer = (response) => response.writeHead(200, { ...HTML, etag: '"v1"' }).end(PAGE)
    await scanFetches()
    answer = (response) => response.writeHead(200, { ...HTML, etag: '"v2"' }).end('<title>Sold out</title>')
    assert.equal(pageOf(await scanFetches({}, { fresh: true })).page?.title, 'Sold out')
    assert.equal(pageOf(await scanFetches()).page?.title, 'Sold out')
    assert.equal(asked(), 2)
  })

  for (const [what, request, options, env] of [
    ['another look', {}, { as: 'browser' }, {}],
    ['another header', { headers: { 'x-app': '1' } }, {}, {}],
    ['another form', { accept: 'json' }, {}, {}],
    ['robots.txt asked first', {}, { robots: true }, {}],
    ['another name', {}, {}, { TOSCAN_USER_AGENT: 'Other/1' }],
    ['another reach', {}, {}, { TOSCAN_EGRESS_ALLOW_COLLECTION: '10.0.0.0/8' }],
    ['another way out', {}, {}, { TOSCAN_EGRESS_PROXY: 'http://proxy.example:3128' }],
  ] as [string, Partial<HttpRequest>, FetchOptions, Record<string, string>][]) {
    it(`is not shared with who asks with ${what}`, async () => {
      await scanFetches()
      const shared = pageOf(await scanFetches(request, options, { env })).shared
      assert.equal(shared, undefined)
    })
  }

  for (const [what, respond] of [
    ['an error', (response) => response.writeHead(500, HTML).end(PAGE)],
    ['an absence', (response) => response.writeHead(404, HTML).end(PAGE)],
    ['a rate limit', (response) => response.writeHead(429, HTML).end(PAGE)],
    [
      'a challenge',
      (response) => response.writeHead(200, { ...HTML, 'cf-mitigated': 'challenge' }).end(PAGE),
    ],
    [
      'a login page',
      (response) =>
        response.writeHead(200, HTML).end('<title>Log in</title><form><input type=password></form>'),
    ],
    [
      'what must not be stored',
      (response) => response.writeHead(200, { ...HTML, 'cache-control': 'max-age=60, no-store' }).end(PAGE),
    ],
    [
      'what is for one visitor',
      (response) => response.writeHead(200, { ...HTML, 'cache-control': 'private' }).end(PAGE),
    ],
    [
      'what varies with cookies',
      (response) =>
        response.writeHead(200, { ...HTML, vary: 'Accept-Encoding, Cookie', 'set-cookie': 'id=1' }).end(PAGE),
    ],
    ['what varies with anything', (response) => response.writeHead(200, { ...HTML, vary: '*' }).end(PAGE)],
  ] as [string, (response: ServerResponse) => void][]) {
    it(`is never ${what}`, async () => {
      answer = respond
      await scanFetches()
      await scanFetches()
      assert.equal(asked(), 2)
    })
  }

  it('is fetched again once its bytes are deleted with the last scan that refers to them', async () => {
    const { sha256 } = pageOf(await scanFetches())
    await bench.query('delete from captures')
    await freeEvidence(bench, [sha256])
    await scanFetches()
    assert.equal(asked(), 2)
  })

  it('is fetched by every scan when the operator wants that', async () => {
    const env = { TOSCAN_PAGE_REUSE_SECONDS: '0' }
    await scanFetches({}, {}, { env })
    await scanFetches({}, {}, { env })
    assert.equal(asked(), 2)
  })

  it('costs no scan when the memory cannot be asked', async () => {
    await bench.query('drop table recent_pages')
    assert.equal(pageOf(await scanFetches()).page?.title, 'Tide & Timber')
  })

  it('is looked at once for two profiles that link to it, while each profile is asked for', async () => {
    const profile = `<title>Mara</title><a rel="me" href="${site.origin}/shop">my prints</a><p>Mara paints harbours and sells prints.</p>`
    const shop = answer
    site.arrivals.length = 0
    answer = (response) =>
      response.req.url === '/profile' ? response.writeHead(200, HTML).end(profile) : shop(response, {})
    const [fetcher] = workers
    assert.ok(fetcher)
    const shared = sharedPagesOf(readConfig({}), { ...bench, ...fetcher, metrics: createMetrics() })
    assert.ok(shared)
    const scan = async () => {
      const scanId = await bench.scan(await bench.makeOrg(), `${site.origin}/profile`, shared)
      const { evidence_index: index } = await bench.reportOf(scanId)
      return index.find((entry: { url: string }) => entry.url.endsWith('/shop'))
    }
    const [first, second] = [await scan(), await scan()]
    const of = (path: string) => site.arrivals.filter((arrival) => arrival === `GET ${path}`).length
    assert.equal(of('/profile'), 2)
    assert.equal(second.captured_at, first.captured_at)
    // The declared look and the browser's, by which cloaking is found.
    assert.equal(of('/shop'), 2)
  })
})
