import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { ScanMode } from '../../sdk/contract.ts'
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

  async function scan(path: string, mode: ScanMode = 'quick', timeoutMs?: number) {
    const allow = parseEgressAllow('127.0.0.0/8')
    const fetcher = createFetchPage({ allow, userAgent: 'Toscan/test', timeoutMs })
    const context = {
      fetchPage: fetcher.fetchPage,
      platforms: await loadPlatforms(),
      policies: pack,
      search: null,
    }
    const ended = await scanProfile(
      context,
      { url: `${origin}${path}`, mode },
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

  it('is judged by what it shows, where it never comes to its end', async () => {
    asked = 0
    answer = (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .write('<title>Ida</title><p>I sell cocaine, 80 euro per gram, order on Telegram @idaquill')
    const { isBanned, report, coverage } = await scan('/ida', 'quick', 300)
    server.closeAllConnections()
    assert.deepEqual([isBanned, report.reason_codes.includes('drug_sale'), asked], [false, true, 2])
    const profile = coverage.steps.find(({ step }) => step === 'profile')
    assert.deepEqual([profile?.status, profile?.detail], ['partial', 'cut_short'])
  })

  it('is read whole where it comes to its end when it is asked for again', async () => {
    asked = 0
    answer = (request, response) =>
      asked === 1
        ? void response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Pri')
        : page(request, response)
    const { coverage } = await scan('/ida', 'quick', 300)
    server.closeAllConnections()
    assert.deepEqual([coverage.pages_truncated, asked], [false, 2])
  })

  it('is not asked for again when its site wants that much later, and its report says so', async () => {
    asked = 0
    answer = (_, response) => response.writeHead(429, { 'retry-after': '3600' }).end()
    const { coverage } = await scan('/ida')
    assert.deepEqual([coverage.rate_limited_urls, asked], [[`${origin}/ida`], 1])
  })

  /** What a site answers to an address, and whether it shows the profile of kasia there. */
  const ANSWERS: [what: string, answer: (path: string) => string, isKasias: boolean][] = [
    ['that nobody is called so', () => titled('Ojej', 'Nie ma takiego profilu.'), false],
    [
      'that nobody is called so, by name',
      (path) => titled(path, `${path.slice(4)} nie istnieje. Zapytanie ${++asked}`),
      false,
    ],
    ['that it is being rebuilt', () => titled('Site under maintenance', 'We will be back soon!'), false],
    [
      'with somebody',
      (path) => titled(path, path === '/u/@Kasia' ? 'I bake bread in Gdynia.' : 'Nie ma'),
      true,
    ],
    [
      'with a description of somebody',
      (path) =>
        `<meta name="description" content="${path === '/u/@Kasia' ? 'Bread from Gdynia' : ''}">${titled('Bread', 'Order by Friday.')}`,
      true,
    ],
  ]
  const titled = (title: string, text: string) => `<title>${title}</title><h1>${title}</h1><p>${text}</p>`

  for (const [what, written, isKasias] of ANSWERS)
    it(`is ${isKasias ? 'seen' : 'not seen'} where its site answers ${what}`, async () => {
      answer = (request, response) =>
        request.url?.startsWith('/u/')
          ? response.writeHead(200, { 'content-type': 'text/html' }).end(written(request.url))
          : response.writeHead(404).end()
      const { isBanned, report, coverage } = await scan('/u/@Kasia', 'deep')
      assert.equal(isBanned, isKasias ? false : null)
      assert.equal(report.recommendation, isKasias ? 'no_flags' : 'review_low')
      assert.equal(report.reason_summary.includes('a page that its site shows at any address'), !isKasias)
      assert.deepEqual(
        coverage.failed_urls,
        isKasias ? [] : [{ url: `${origin}/u/@Kasia`, reason: 'anybodys_page' }],
      )
    })

  it('is judged by what stands there, also where its site shows everybody the same', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(titled('Links', 'I am 14 years old. Message me for my nudes.'))
    const { report } = await scan('/u/@Kasia', 'deep')
    assert.equal(report.recommendation, 'review_high')
  })

  it('of which a site shows much is not asked for again under the name of nobody', async () => {
    const paths: (string | undefined)[] = []
    answer = (request, response) => {
      paths.push(request.url)
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(titled('Prints', 'Harbours on cotton paper, pulled by hand. '.repeat(60)))
    }
    await scan('/u/@Kasia', 'deep')
    await scan('/', 'deep')
    assert.deepEqual(
      paths.filter((path) => path !== '/robots.txt'),
      ['/u/@Kasia', '/'],
    )
  })
})
