import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { challenge, instagram, tiktok } from '../../demo/web/pages.ts'
import { html, type Site } from '../../demo/web/site.ts'
import type { RenderPage } from '../../src/evidence/page.ts'
import type { Browser } from '../../src/net/browser/browser.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from '../scans/demo-web.ts'
import { byScript, openTrustingBrowser } from './trusting-browser.ts'

const TIKTOK = tiktok({ handle: 'scripted.sam', name: 'Sam', bio: 'Made by scripts' })[
  'tiktok.com/@scripted.sam'
]
const MANY = Array.from({ length: 8 }, (_, i) => `http://app${i}.example/`)

const SITE: Site = {
  'mara.example/mara': byScript(
    '<h1>Mara Lind</h1><p>Ceramics from Aarhus</p><a href="http://shop.example/mara">my shop</a>',
  ),
  'shop.example/mara': byScript('<h1>Shop</h1><p>Bowls and cups by Mara Lind</p>'),
  'tiktok.com/@scripted.sam': byScript(typeof TIKTOK === 'function' ? '' : (TIKTOK?.body ?? '')),
  'allmylinks.com/guarded': challenge(),
  'blank.example/blank': byScript(''),
  'shell.example/lea': html(
    'Lea',
    '<nav><a href="/">Home</a></nav><div id="app">Loading…</div><script src="/app.js"></script>',
  ),
  'shell.example/app.js': {
    headers: { 'content-type': 'text/javascript' },
    body: 'document.getElementById("app").innerHTML = "<h1>Lea Brandt</h1><p>Ceramics from Aarhus</p>"',
  },
  'cookie.example/lea': ({ cookie }) =>
    cookie.includes('seen=1')
      ? html('Lea', '<h1>Lea Brandt</h1><p>Ceramics from Aarhus</p>')
      : { status: 302, headers: { location: '/lea', 'set-cookie': 'seen=1' } },
  'twice.example/lea': {
    headers: { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' },
    send: (outgoing) => outgoing.end(gzipSync(gzipSync('<h1>Lea Brandt</h1><p>Ceramics from Aarhus</p>'))),
  },
  'crooked.example/lea': {
    send: ({ socket }) =>
      socket?.end(
        'HTTP/1.1 200 OK\r\nX-Frame-Options : deny\r\nno colon\r\ncontent-type: text/html\r\n\r\n<h1>Lea Brandt</h1><p>Ceramics from Aarhus</p>',
      ),
  },
  'mail.example/lea': { send: ({ socket }) => socket?.end('220 mail.example ESMTP\r\n') },
  'circle.example/lea': { status: 302, headers: { location: '/lea' } },
  'still.example/lea': html(
    'Lea',
    '<h1>Lea Brandt</h1><p>Ceramics from Aarhus</p><script src="/menu.js"></script>',
  ),
  'still.example/menu.js': { headers: { 'content-type': 'text/javascript' }, body: 'let menu = 1' },
  ...instagram({
    handle: 'busy.bea',
    name: 'Bea',
    bio: 'apps',
    links: MANY.map((url) => ({ url, label: url })),
  }),
  ...Object.fromEntries(
    MANY.map((url) => [url.replace('http://', ''), byScript('<h1>App</h1><p>An app</p>')]),
  ),
}

describe('a page that needs scripts', () => {
  let web: WebUnderTest
  let browser: Browser

  before(async () => {
    web = await scanThrough([SITE])
    browser = openTrustingBrowser({ proxy: web.proxyUrl })
  })
  after(async () => {
    await browser.close()
    await web.close()
  })

  const scan = async (url: string, mode: 'deep' | 'quick', render: RenderPage | null = browser.render) => {
    const step = plainStepRunner(() => {})
    const result = await scanProfile(
      { ...web.context, render },
      { url, mode },
      step,
      AbortSignal.timeout(120_000),
    )
    assert.ok(result.status === 'completed', JSON.stringify(result))
    const details = Object.fromEntries(result.coverage.steps.map((each) => [each.step, each.detail]))
    return { ...result, details, seen: result.report.evidence_index }
  }

  it('is read in the browser, and what it leads to as well', async () => {
    const { seen, details, coverage, isBanned } = await scan('http://mara.example/mara', 'deep')
    assert.deepEqual(
      seen.map((entry) => [entry.url, entry.outcome]),
      [
        ['http://mara.example/mara', 'ok'],
        ['http://shop.example/mara', 'ok'],
      ],
    )
    assert.match(seen[0]?.snippet ?? '', /Ceramics from Aarhus/)
    assert.match(seen[1]?.snippet ?? '', /Bowls and cups/)
    assert.deepEqual([details.profile, details.links, isBanned], ['rendered', '1 rendered', false])
    assert.deepEqual(coverage.steps_failed, [])
  })

  it('is read in the browser where all that it shows is that it loads', async () => {
    const { seen, details } = await scan('http://shell.example/lea', 'quick')
    assert.match(seen[0]?.snippet ?? '', /Ceramics from Aarhus/)
    assert.equal(details.profile, 'rendered')
  })

  it('is read in the browser where a site sends in circles whoever brings no cookie', async () => {
    const { seen } = await scan('http://cookie.example/lea', 'quick')
    assert.deepEqual([seen[0]?.outcome, seen[0]?.url], ['ok', 'http://cookie.example/lea'])
    assert.match(seen[0]?.snippet ?? '', /Ceramics from Aarhus/)
  })

  for (const [what, url] of [
    ['is coded twice over', 'http://twice.example/lea'],
    ['has a head that browsers forgive', 'https://crooked.example/lea'],
  ] as const)
    it(`is read in the browser where its answer ${what}`, async () => {
      const { seen, isBanned } = await scan(url, 'quick')
      assert.match(seen[0]?.snippet ?? '', /Ceramics from Aarhus/)
      assert.equal(isBanned, false)
    })

  for (const [what, url, reason] of [
    ['to lead in circles', 'http://circle.example/lea', /redirect_loop/],
    ['to speak no HTTP', 'https://mail.example/lea', /protocol_error/],
  ] as const)
    it(`is said ${what} where it does so for everybody`, async () => {
      const result = await scanProfile(
        { ...web.context, render: browser.render },
        { url, mode: 'quick' },
        plainStepRunner(() => {}),
        AbortSignal.timeout(120_000),
      )
      assert.match(result.status === 'failed' ? result.error : JSON.stringify(result), reason)
    })

  it('is read whole where there was no more to draw than it said', async () => {
    const { seen, coverage } = await scan('http://still.example/lea', 'quick')
    assert.match(seen[0]?.snippet ?? '', /Ceramics from Aarhus/)
    assert.equal(coverage.left_out?.letters, 0)
  })

  it('is read by the reader of its platform', async () => {
    const { seen, details, username } = await scan('https://www.tiktok.com/@scripted.sam', 'quick')
    assert.match(seen[0]?.snippet ?? '', /Made by scripts/)
    assert.deepEqual([details.profile, username], ['rendered', 'scripted.sam'])
  })

  it('is named in the coverage when there is no browser', async () => {
    const { seen, details, coverage, isBanned } = await scan('http://mara.example/mara', 'quick', null)
    assert.deepEqual([seen[0]?.outcome, details.profile, isBanned], ['error', 'needs_browser', null])
    assert.deepEqual(coverage.failed_urls, [{ url: 'http://mara.example/mara', reason: 'needs_browser' }])
  })

  it('is said to be empty when scripts make nothing of it either', async () => {
    const { details } = await scan('http://blank.example/blank', 'quick')
    assert.equal(details.profile, 'nothing_read, rendered')
  })

  it('is rendered five times in a scan and no more', async () => {
    const { details } = await scan('https://www.instagram.com/busy.bea/', 'deep')
    assert.equal(details.links, '3 render_budget, 5 rendered')
  })

  it('keeps the name of what went wrong in the browser', async () => {
    const failing: RenderPage = async (url) => ({
      ok: false,
      reason: 'timeout',
      detail: '',
      url,
      hops: [],
      durationMs: 0,
    })
    const { details } = await scan('http://mara.example/mara', 'quick', failing)
    assert.equal(details.profile, 'render_timeout')
  })

  it('is not a page behind a challenge, which no browser of ours is sent to', async () => {
    const never: RenderPage = () => assert.fail('rendered')
    const { seen } = await scan('https://allmylinks.com/guarded', 'quick', never)
    assert.equal(seen[0]?.outcome, 'bot_challenge')
  })
})
