import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { PAGES } from '../../guide/contents.ts'
import { installedBrowser } from '../browser/installed-browser.ts'
import { startApi, type TestApi } from '../support/start-api.ts'

/** Nothing told back: what axe exports as its source is a million and a half letters. */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};undefined`
/** The same of what it found right, node by node. */
const VIOLATIONS = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' ' + nodes[0]?.html))`

describe('the guide at /guide', () => {
  let api: TestApi
  let browser: Browser
  before(async () => {
    api = await startApi()
    browser = await chromium.launch({
      executablePath: installedBrowser(),
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-gpu'],
    })
  })
  after(async () => {
    await browser?.close()
    await api?.stop()
  })

  const read = (path: string) => api.call('GET', path)

  it('has every page of its contents, under a policy that lets nothing else in', async () => {
    for (const path of ['/guide/', ...PAGES.map(({ id }) => `/guide/${id}/`)]) {
      const { status, text, headers } = await read(path)
      assert.equal(status, 200, path)
      assert.match(text, /<h1/, path)
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
    }
  })

  it('leads from the address of a page without its last stroke to the page, and from none to nothing', async () => {
    for (const [from, to] of [
      ['/guide', '/guide/'],
      ['/guide/webhooks', '/guide/webhooks/'],
    ] as const) {
      const { status, headers } = await read(from)
      assert.deepEqual([status, headers.location], [301, to])
    }
    for (const path of [
      '/guide/nothing',
      '/guide/nothing/',
      '/guide/../package.json',
      '/guide/%2e%2e/package.json',
      '/guideline',
    ])
      assert.equal((await read(path)).status, 404, path)
  })

  it('holds no link to a page or place that is not there', async () => {
    const pages = new Map<string, string>()
    for (const path of ['/guide/', ...PAGES.map(({ id }) => `/guide/${id}/`)])
      pages.set(path, (await read(path)).text)
    const dead: string[] = []
    let links = 0
    for (const [path, html] of pages)
      for (const [, href = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
        const { origin, pathname, hash } = new URL(href, `http://guide.test${path}`)
        if (origin !== 'http://guide.test' || !pathname.startsWith('/guide/')) continue
        links += 1
        const page = pages.get(pathname)
        const isThere =
          page === undefined
            ? (await read(pathname)).status === 200
            : hash === '' || page.includes(`id="${decodeURIComponent(hash.slice(1))}"`)
        if (!isThere) dead.push(`${path}: ${href}`)
      }
    assert.ok(links > 500)
    assert.deepEqual(dead, [])
  })

  it('is searched by keyboard, asks nobody else, and has no accessibility fault in light, dark, wide and narrow', async () => {
    const page = await browser.newPage()
    const faults: string[] = []
    const foreign: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== api.baseUrl) foreign.push(request.url())
    })
    await page.goto(`${api.baseUrl}/guide/concepts/`)
    await page.getByLabel('Search the guide').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('rotate key')
    await page.getByRole('status').getByText('places found').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/guide\/operations\/#/)
    const views = [
      ['light', 1280],
      ['dark', 1280],
      ['light', 320],
      ['dark', 390],
    ] as const
    for (const path of ['', 'concepts/', 'policy/', 'webhooks/']) {
      await page.goto(`${api.baseUrl}/guide/${path}`)
      // Put in by the debugger's door: the page's own policy lets no script of ours in.
      await page.evaluate(AXE)
      for (const [colorScheme, width] of views) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        const wider = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        assert.equal(wider, 0, `${path} at ${width}`)
        assert.deepEqual(await page.evaluate(VIOLATIONS), [], `${path} ${width} ${colorScheme}`)
      }
    }
    assert.deepEqual({ faults, foreign }, { faults: [], foreign: [] })
    await page.close()
  })
})
