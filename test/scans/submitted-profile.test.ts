import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import { pack } from '../policy/built-in-pack.ts'

/** Where a profile's address leads; `true` where the profile is no longer there. */
const REDIRECTS: [from: string, to: string, isGone: boolean][] = [
  ['/Ida', '/ida', false],
  ['/ida', '/ida/', false],
  ['/ida', '/en/ida', false],
  ['/ida', '/@ida', false],
  ['/ida', '/profile?user=ida', false],
  ['/%C3%AFda', '/u/%C3%AFda', false],
  ['/ida', '/', true],
  ['/ida', '/error', true],
  ['/ida', '/florida-news', true],
  ['/ida', '/search?q=ida', true],
  ['/ida', '/welcome?from=ida', true],
  ['/ida', '/bad%ff', true],
]

describe('a submitted profile', () => {
  let server: Server
  let answer: RequestListener = (_, response) => response.end()
  let asked = 0
  let origin = ''
  before(async () => {
    server = createServer((request, response) => {
      asked++
      answer(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  })
  after(() => server.close())

  const page: RequestListener = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<title>Prints</title><h1>Prints</h1><p>Harbours on cotton paper, pulled by hand.</p>')

  async function scan(path: string) {
    const fetcher = createFetchPage({ allow: parseEgressAllow('127.0.0.0/8'), userAgent: 'Toscan/test' })
    const context = {
      fetchPage: fetcher.fetchPage,
      platforms: await loadPlatforms(),
      policies: pack,
      search: null,
    }
    const ended = await scanProfile(
      context,
      { url: `${origin}${path}`, mode: 'quick' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    await fetcher.close()
    assert.equal(ended.status, 'completed')
    return ended
  }

  for (const [from, to, isGone] of REDIRECTS)
    it(`is ${isGone ? 'gone' : 'there'} where ${from} leads to ${to}`, async () => {
      answer = (request, response) =>
        request.url === from ? response.writeHead(302, { location: to }).end() : page(request, response)
      assert.equal((await scan(from)).isBanned, isGone)
    })

  for (const status of [429, 503])
    it(`is asked for again when its site wants that a moment later: ${status}`, async () => {
      asked = 0
      answer = (request, response) =>
        asked === 1 ? response.writeHead(status, { 'retry-after': '1' }).end() : page(request, response)
      const { isBanned, coverage } = await scan('/ida')
      assert.deepEqual([isBanned, coverage.score, asked], [false, 1, 2])
    })

  it('is not asked for again when its site wants that much later, and its report says so', async () => {
    asked = 0
    answer = (_, response) => response.writeHead(429, { 'retry-after': '3600' }).end()
    const { coverage } = await scan('/ida')
    assert.deepEqual([coverage.rate_limited_urls, asked], [[`${origin}/ida`], 1])
  })
})
