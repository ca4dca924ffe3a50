import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Site } from '../../demo/web/site.ts'
import { type DemoWeb, startDemoWeb } from '../../demo/web/start.ts'
import type { Browser } from '../../src/net/browser/browser.ts'
import { ALLOW_NOTHING } from '../../src/net/guard/egress-allow.ts'
import { createFetchPage, type PageFetcher } from '../../src/net/http/fetch-page.ts'
import { serveHttp } from '../net/loopback.ts'
import { openBrowser } from './installed-browser.ts'
import { openTrustingBrowser } from './trusting-browser.ts'

const html = (body: string) => ({ headers: { 'content-type': 'text/html' }, body: `<!doctype html>${body}` })
const script = (body: string) => ({ headers: { 'content-type': 'text/javascript' }, body })
const style = { headers: { 'content-type': 'text/css' }, body: 'p { color: red }' }

const SITE: Site = {
  'many.example/': html(
    `<p>Many</p><link rel=stylesheet href=/a.css><link rel=stylesheet href=/b.css>
     <link rel=stylesheet href=https://assets.example/c.css><iframe src=https://frames.example/></iframe>
     <script src=/later.js></script>`,
  ),
  'many.example/a.css': style,
  'many.example/b.css': style,
  'many.example/later.js': script(`new Worker('/worker.js')`),
  'many.example/worker.js': script(`fetch('https://of-workers.example/data')`),
  'of-workers.example/data': { headers: { 'access-control-allow-origin': '*' }, body: 'data' },
  'assets.example/c.css': style,
  'frames.example/': html('<p>A frame</p><link rel=stylesheet href=/d.css>'),
  'frames.example/d.css': style,
  'limited.example/': {
    status: 429,
    headers: { 'retry-after': '3600', 'content-type': 'text/html' },
    body: '<p>Slowly</p>',
  },
  'shows-limited.example/': html('<p>Here</p><script src=https://limited.example/></script>'),
  'shows-closed.example/': html('<p>Here</p><script src=https://closed.example/x.js></script>'),
  'closed.example/x.js': script(''),
  'closed.example/': html('<p>Closed</p>'),
  'guarded.example/robots.txt': { body: 'User-agent: *\nDisallow: /private' },
  'guarded.example/private': html('<p>Private</p>'),
  'guarded.example/sent': { status: 302, headers: { location: '/private' } },
  'guarded.example/goes': html(`<p>Goes</p><script>location = '/private'</script>`),
  'guarded.example/open': html('<p>Open</p>'),
}

describe('the manners of the browser', () => {
  let web: DemoWeb
  let fetcher: PageFetcher
  let browser: Browser
  let turns: string[]
  const closed = new Map<string, number>()

  before(async () => {
    web = await startDemoWeb([SITE])
    const { proxyUrl: proxy, authority: ca } = web
    fetcher = createFetchPage({
      allow: ALLOW_NOTHING,
      userAgent: 'Toscan/test',
      proxy,
      ca,
      turns: {
        take: async (host) => {
          turns.push(host)
          return (closed.get(host) ?? 0) * 1000
        },
        closedFor: async () => 0,
        close: async (host, seconds) => {
          closed.set(host, seconds)
        },
      },
    })
    browser = openTrustingBrowser({ proxy, manners: fetcher.manners })
  })
  beforeEach(() => {
    turns = []
    closed.clear()
    closed.set('closed.example', 3600)
    web.requests.length = 0
  })
  after(async () => {
    await browser.close()
    await fetcher.close()
    await web.close()
  })
  const asked = (part: string) => web.requests.filter((request) => request.includes(part))

  for (const scheme of ['http', 'https'] as const) {
    it(`take a turn of its host for every request of a page, its frames and workers: ${scheme}`, async () => {
      const result = await browser.render(`${scheme}://many.example/`)
      assert.ok(result.ok, JSON.stringify(result))
      const count = (hosts: string[]) => {
        const counts: Record<string, number> = {}
        for (const host of hosts) counts[host] = (counts[host] ?? 0) + 1
        return counts
      }
      const requests = count(web.requests.map((request) => new URL(request.split(' ')[1] ?? '').hostname))
      const taken = count(turns)
      assert.ok((requests['many.example'] ?? 0) >= 5, JSON.stringify(requests))
      assert.deepEqual(
        [requests['assets.example'], requests['frames.example'], requests['of-workers.example']],
        [1, 2, 1],
      )
      // A frame of another site is held back by its connections, everything else by the request.
      for (const host of ['many.example', 'assets.example', 'of-workers.example'])
        assert.ok(
          (taken[host] ?? 0) >= (requests[host] ?? 0),
          `${host}: ${JSON.stringify({ requests, taken })}`,
        )
      assert.ok((taken['frames.example'] ?? 0) >= 1)
    })
  }

  it('do not open a page whose host is not to be asked, and take no place in the browser for waiting', async () => {
    const result = await browser.render('https://closed.example/')
    assert.equal(result.ok ? 'ok' : result.reason, 'rate_limited')
    assert.deepEqual(web.requests, [])
  })

  for (const scheme of ['http', 'https'] as const) {
    it(`ask a host for no more at once than everybody else: ${scheme}`, async () => {
      let [running, most] = [0, 0]
      const web = await startDemoWeb([
        {
          'crowd.example/': html(Array.from({ length: 12 }, (_, i) => `<img src="/picture${i}">`).join('')),
          ...Object.fromEntries(
            Array.from({ length: 12 }, (_, i) => [
              `crowd.example/picture${i}`,
              {
                send: (outgoing: ServerResponse) => {
                  most = Math.max(most, ++running)
                  setTimeout(() => {
                    running--
                    outgoing.end('picture')
                  }, 40)
                },
              },
            ]),
          ),
        },
      ])
      const { proxyUrl: proxy, authority: ca } = web
      const options = { allow: ALLOW_NOTHING, userAgent: 'Toscan/test', proxy, ca, perHostConcurrency: 2 }
      const two = createFetchPage(options)
      const polite = openTrustingBrowser({ proxy, manners: two.manners })
      try {
        assert.equal((await polite.render(`${scheme}://crowd.example/`)).ok, true)
        assert.equal(web.requests.length, 13)
        assert.equal(most, 2)
      } finally {
        await polite.close()
        await two.close()
        await web.close()
      }
    })
  }

  it('do without what lies on such a host', async () => {
    const result = await browser.render('https://shows-closed.example/')
    assert.ok(result.ok, JSON.stringify(result))
    assert.deepEqual(asked('closed.example/x.js'), [])
  })

  for (const url of ['https://limited.example/', 'https://shows-limited.example/']) {
    it(`heed Retry-After for everybody: ${url}`, async () => {
      const result = await browser.render(url)
      assert.ok(result.ok, JSON.stringify(result))
      assert.equal(closed.get('limited.example'), 3600)
      const next = await fetcher.fetchPage({ url: 'https://limited.example/' })
      assert.equal(next.ok ? 'ok' : next.reason, 'rate_limited')
    })
  }

  for (const [how, path, arrivals] of [
    ['at once', 'private', 0],
    ['by a redirect', 'sent', 1],
    ['by a script', 'goes', 1],
  ] as const) {
    it(`go nowhere that robots.txt closes: ${how}`, async () => {
      const result = await browser.render(`https://guarded.example/${path}`, { robots: true })
      assert.equal(result.ok ? 'ok' : result.reason, 'robots')
      assert.deepEqual(asked('/private'), [])
      assert.equal(asked(`/${path}`).length, arrivals)
    })
  }

  it('go where robots.txt lets them, and to the submitted profile in any case', async () => {
    assert.equal((await browser.render('https://guarded.example/open', { robots: true })).ok, true)
    assert.equal((await browser.render('https://guarded.example/private')).ok, true)
  })

  it('say who they are in every request', async () => {
    const agents = new Map<string, string>()
    const site = await serveHttp((request, response) => {
      const path = request.url ?? ''
      agents.set(path, request.headers['user-agent'] ?? '')
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
      const body =
        path === '/'
          ? `<p>Here</p><img src=/img><iframe src=/frame></iframe><script>
             fetch('/fetch'); navigator.sendBeacon('/beacon'); new Worker('/worker.js')</script>`
          : path === '/worker.js'
            ? `fetch('/from-worker')`
            : ''
      response.writeHead(200, { 'content-type': type }).end(body)
    })
    const plain = openBrowser({ allow: `127.0.0.1:${site.port}` })
    try {
      assert.equal((await plain.render(`${site.origin}/`)).ok, true)
      for (const path of ['/', '/img', '/frame', '/fetch', '/beacon', '/worker.js', '/from-worker'])
        assert.equal(agents.get(path), 'Toscan/test', path)
    } finally {
      await plain.close()
      await site.close()
    }
  })

  it('count every visit by its outcome', async () => {
    const outcomes: string[] = []
    const counted = openTrustingBrowser({
      proxy: web.proxyUrl,
      manners: fetcher.manners,
      onVisit: ({ outcome, durationMs }) => outcomes.push(`${outcome} ${durationMs >= 0}`),
    })
    try {
      await counted.render('https://guarded.example/open')
      await counted.render('https://closed.example/')
      await counted.render('http://127.0.0.1/')
      assert.deepEqual(outcomes, ['ok true', 'rate_limited true', 'blocked_address true'])
    } finally {
      await counted.close()
    }
  })
})
