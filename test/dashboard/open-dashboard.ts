import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { BrowserContext, CDPSession, Clock, Page, Request } from 'playwright-core'
import { signInCookie } from '../support/sign-in-cookie.ts'
import { PASSWORD, type Person, startApi, type TestApi } from '../support/start-api.ts'
import { until } from '../support/until.ts'
import { type KeptContexts, keepContexts } from './kept-contexts.ts'
import { sharedBrowser } from './shared-browser.ts'

export interface Dashboard {
  api: TestApi
  baseUrl: string
  /** A browser window of its own, signed in as this person; null: signed in as nobody. */
  open(person: Person | null, path?: string): Promise<Window>
  /** The same by their password, for what the service keeps and says of a sign-in. */
  openByPassword(person: Person, path?: string): Promise<Window>
  close(): Promise<void>
}

/** A page without what is its whole context's: whoever asks its window for that has a context that nobody gets afterwards. */
export type WindowPage = Omit<Page, 'clock' | 'context'>

export interface Window {
  page: WindowPage
  readonly context: BrowserContext
  readonly clock: Clock
  /** With the browser's own tools for the page. */
  openSession(): Promise<CDPSession>
  /** What went wrong in the browser so far: errors in its console, blocked or foreign requests. */
  faults: string[]
  /** Waits until nothing is on its way to the service and no part of the page loads: what is counted then is all there is. */
  settled(): Promise<void>
  /** No fault, nothing sideways at 320 px, and no accessibility violation in both themes, as the page now stands. */
  assertSound(): Promise<void>
  close(): Promise<void>
}

/** The small one, and nothing told back: what axe exports as its source is a million and a half letters, and took twice as long as its rules. */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};undefined`
const RULES_ON_COLOURS = ['color-contrast', 'link-in-text-block']
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Theme = 'light' | 'dark'

/** The real service on its own database, with the built dashboard, and a Chromium. */
export async function openDashboard(env: Record<string, string> = {}): Promise<Dashboard> {
  const [api, browser] = await Promise.all([startApi(env), sharedBrowser.take()])
  // Where a person reaches it, which may not be where it listens.
  const baseUrl = env.TOSCAN_PUBLIC_URL ?? api.baseUrl
  const contexts = keepContexts(() =>
    browser.newContext({ baseURL: baseUrl, viewport: { width: 1280, height: 860 } }),
  )
  return {
    api,
    baseUrl,
    open: (person, path = '/') =>
      openWindow(contexts, baseUrl, path, async (context) => {
        if (!person) return
        const cookie = await signInCookie(api.opened, person.userId)
        await context.addCookies([{ ...cookie, url: baseUrl, httpOnly: true, sameSite: 'Lax' }])
      }),
    openByPassword: ({ email }, path = '/') =>
      openWindow(contexts, baseUrl, path, async (context) => {
        const answer = await context.request.post('/api/auth/sign-in/email', {
          data: { email, password: PASSWORD },
          headers: { origin: baseUrl },
        })
        assert.equal(answer.status(), 200, await answer.text())
      }),
    async close() {
      await contexts.close()
      sharedBrowser.giveBack()
      await api.stop()
    },
  }
}

async function openWindow(
  contexts: KeptContexts,
  baseUrl: string,
  path: string,
  signIn: (context: BrowserContext) => Promise<void>,
): Promise<Window> {
  const { context, giveBack } = await contexts.take()
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // Chromium writes a line for every answer of 400 and above; what the page does with it is what tests look at.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()}`)
  })
  const underWay = new Set<Request>()
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith(`${baseUrl}/api/`)) underWay.add(request)
    if (!url.startsWith(`${baseUrl}/`) && !/^(blob|data):/.test(url)) faults.push(`foreign request: ${url}`)
  })
  await signIn(context)
  await page.goto(path)

  let themes: Theme[] = ['light', 'dark']
  let leave = giveBack
  let left: Promise<void> | undefined
  const changed = () => {
    leave = () => context.close()
    return context
  }
  return {
    page,
    get context() {
      return changed()
    },
    get clock() {
      return changed().clock
    },
    openSession: () => changed().newCDPSession(page),
    faults,
    async settled() {
      await until(
        'the page has settled',
        async () => (await page.locator('[aria-busy=true]').count()) === 0 && underWay.size === 0,
      )
    },
    async assertSound() {
      assert.deepEqual(faults, [])
      await assertNoSidewaysScroll(page)
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await assertAccessible(page, colorScheme)
      }
      // The next time begins as this one ended: to change the theme is to draw all of the page.
      themes = themes.toReversed()
      assert.deepEqual(faults, [])
    },
    close() {
      left ??= leave()
      return left
    },
  }
}

/**
 * The dark theme changes colours and nothing else: only what looks at colours is asked again. axe is put into a document once: with
 * its letters sent at every question, a test's own process was busier than the browser.
 */
async function assertAccessible(page: Page, theme: Theme) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    runOnly: theme === 'light' ? { type: 'tag', values: TAGS } : { type: 'rule', values: RULES_ON_COLOURS },
  }
  const violations = await page.evaluate(async (wanted) => {
    const { violations: seen } = await (Reflect.get(window, 'axe') as typeof axe).run(document, wanted)
    return seen.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`),
    }))
  }, options)
  const found = violations.map(
    ({ id, help, nodes }) => `${theme} ${id}: ${help}\n    ${nodes.join('\n    ')}`,
  )
  assert.deepEqual(found, [])
}

/** axe sees nothing wrong with a page that is wider than its window. */
async function assertNoSidewaysScroll(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  // Tables become cards a moment after the window has become narrow.
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= 320, undefined, { timeout: 5000 })
    .catch(() => {})
  const widest = await page.evaluate(() => {
    const width = document.documentElement.scrollWidth
    const wide = [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.tagName}.${element.className}`)
    return { width, wide: wide.slice(0, 3) }
  })
  if (size) await page.setViewportSize(size)
  assert.ok(widest.width <= 320, `${widest.width} px wide at 320: ${widest.wide.join(', ')}`)
}
