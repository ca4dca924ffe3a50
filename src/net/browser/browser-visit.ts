import { createHash } from 'node:crypto'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { PageResponse, RenderResult, Screenshot } from '../../evidence/page.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import { headerOf, keptHeaders } from '../guard/response-headers.ts'
import type { PagePool } from '../html/page-pool.ts'
import type { Manners } from '../manners/manners.ts'
import { mindManners } from './browser-manners.ts'
import type { BrowserProcess } from './browser-process.ts'
import type { ProxiedVisit } from './proxied-visit.ts'
import { MAX_BYTES, readBefore, readDocument, SETTLE_MS } from './read-document.ts'
import { failureOfNavigation, renderError } from './render-failure.ts'
import { exchangeOf, hopsOf, type Road, watchRoad } from './road.ts'
import { takeScreenshot, WINDOW } from './screenshot.ts'
import { crowded, FEW_WORKERS, stopScripts } from './stop-scripts.ts'

/** One page to be opened, and what is wanted of it. */
export interface PageVisit {
  url: string
  userAgent: string
  proxyOrigin: string
  proxied: ProxiedVisit
  pool: PagePool
  screenshot: boolean
  read: boolean
  body: boolean
  manners: Manners
  /** Ask robots.txt before every navigation. */
  robots: boolean
  /** The time of the page, in milliseconds: its scripts are stopped before it is over. */
  timeoutMs: number
  /** The deadline over everything. */
  signal: AbortSignal
}

/** What a visit saw. */
export type Seen = Omit<RenderResult & { ok: true }, 'ok'>

/**
 * Opens one page in a context that remembers nothing and may do nothing but show it, waits until it is quiet, and reads it.
 * @throws the errors of `render-failure.ts` and `failure.ts`.
 */
export async function visitPage(browser: BrowserProcess, visit: PageVisit): Promise<Seen> {
  const { proxied, proxyOrigin, signal, userAgent } = visit
  const options = {
    proxy: { server: proxyOrigin, bypass: '<-loopback>', ...proxied.credentials },
    userAgent,
    locale: 'en-US',
    serviceWorkers: 'block' as const,
    acceptDownloads: false,
    permissions: [],
    viewport: WINDOW,
  }
  return browser.inContext(options, (context) =>
    Promise.race([visitIn(browser, context, visit), aborted(signal), browser.lost]),
  )
}

async function visitIn(browser: BrowserProcess, context: BrowserContext, visit: PageVisit): Promise<Seen> {
  const page = await context.newPage()
  context.on('page', (popup) => popup.close().catch(ignore))
  const road = watchRoad(page)
  return Promise.race([follow(context, page, road, visit), crashed(browser, page)])
}

async function follow(context: BrowserContext, page: Page, road: Road, visit: PageVisit): Promise<Seen> {
  const { proxied, signal } = visit
  const session = await context.newCDPSession(page)
  await context.addInitScript(FEW_WORKERS)
  const { frameTree } = await session.send('Page.getFrameTree')
  // It stays the main frame's wherever the page goes; later the tree may be one of ten thousand.
  const frameId = frameTree.frame.id
  const refused = await mindManners(page, session, frameId, visit)
  let wentWrong = ''
  const opening = page
    .goto(visit.url, { waitUntil: 'domcontentloaded', timeout: 0 })
    .catch((error: Error) => {
      wentWrong = error.message
    })
  const scripts = stopScripts(session, road, crowded(page), visit.timeoutMs)
  const reader = { session, page, frameId, signal }
  const read = await readBefore(scripts.last, async (keep) => {
    scripts.stopped.then(() => readDocument(reader)).then(keep, ignore)
    await Promise.race([opening, road.calledAway, scripts.stopped])
    readDocument(reader).then(keep, ignore)
    // What is only to be shown says enough without its scripts: it need not fall quiet.
    const quiet = page.waitForLoadState(visit.read ? 'networkidle' : 'load', { timeout: SETTLE_MS })
    await Promise.race([quiet.catch(ignore), scripts.stopped])
    signal.throwIfAborted()
    return readDocument(reader)
  }).finally(scripts.end)
  // A download answers too, and leaves the document where it is.
  const last =
    road.documents.findLast(({ url }) => withoutHash(url) === withoutHash(read.url)) ?? road.documents.at(-1)
  if (!/^https?:/.test(read.url) || !last) {
    const known = refused() ?? proxied.failureAt(road.asked)
    if (known) throw renderError(known.reason, known.detail)
    const text = road.failure || wentWrong || 'no page came'
    throw renderError(failureOfNavigation(text), text.split('\n')[0]?.slice(0, 200) ?? '')
  }
  if (!/html/.test(read.type)) throw renderError('not_html', read.type.slice(0, 100))

  const bytes = Buffer.from(read.html).subarray(0, MAX_BYTES)
  const screenshot = visit.screenshot ? await show(session, page, read.url, visit) : null
  const response: PageResponse = {
    requestedUrl: visit.url,
    finalUrl: read.url,
    status: last.status,
    headers: keptHeaders(last.headers),
    hops: hopsOf(road),
    contentType: headerOf(last.headers, 'content-type'),
    bytes: bytes.length,
    // What stopped scripts would have added nobody knows.
    truncated: read.cut || scripts.areStopped() || bytes.length === MAX_BYTES || proxied.cut,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    fetchedAt: sharedNow().toISOString(),
    durationMs: 0,
    page: null,
    json: undefined,
    text: '',
    via: 'browser',
    // A copy of its own: the worker that parses the page takes the original's memory away.
    ...(visit.body &&
      visit.read && { body: new Uint8Array(bytes), exchange: await exchangeOf(session, last) }),
  }
  // The document is text already: what its own header says of letters does not matter any more.
  if (visit.read) response.page = await visit.pool.parse(bytes, 'text/html; charset=utf-8', read.url)
  return { response, screenshot, refused: Object.fromEntries(proxied.refused) }
}

function withoutHash(url: string): string {
  return url.replace(/#.*/s, '')
}

/** How the page that was read looks; none when it has gone on meanwhile, or will not stand still. */
async function show(
  session: CDPSession,
  page: Page,
  url: string,
  visit: PageVisit,
): Promise<Screenshot | null> {
  const taken = await Promise.race([
    takeScreenshot(session).catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, SETTLE_MS, null).unref()),
  ])
  if (taken === null || page.url() !== url) return null
  const { body, ...screenshot } = taken
  return visit.body ? taken : screenshot
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function crashed(browser: BrowserProcess, page: Page): Promise<never> {
  return new Promise((_, reject) => {
    page.once('crash', () =>
      reject(browser.overfull() ?? renderError('browser_crashed', 'the page brought its process down')),
    )
  })
}

function ignore(): void {}
