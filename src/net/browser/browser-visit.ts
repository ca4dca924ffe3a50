import { createHash } from 'node:crypto'
import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { type Exchange, readCertificate, type TlsSeen } from '../../evidence/exchange.ts'
import type { Hop, PageResponse, RenderResult, Screenshot } from '../../evidence/page.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import { headerOf, keptHeaders } from '../guard/response-headers.ts'
import type { PagePool } from '../html/page-pool.ts'
import { keptRequestHeaders } from '../http/request-headers.ts'
import type { Manners } from '../manners/manners.ts'
import { mindManners } from './browser-manners.ts'
import type { BrowserProcess } from './browser-process.ts'
import type { ProxiedVisit } from './proxied-visit.ts'
import { failureOfNavigation, renderError } from './render-failure.ts'
import { takeScreenshot, WINDOW } from './screenshot.ts'

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

export type Seen = Omit<RenderResult & { ok: true }, 'ok'>

const MAX_BYTES = 4 * 1024 * 1024
/** How long a page that has been read may go on loading things. */
const SETTLE_MS = 3000
/** Shares of a page's time: when its scripts are stopped, and when what was read of it by then has to do. */
const STOP = 0.7
const LAST = 0.9

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
  const scripts = stopScripts(session, road, crowded(page), visit)
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

/**
 * Frames and workers of a page that shows something: ads and players stay far below. A frame costs the browser some eight
 * milliseconds before it is told of: at 300, half of a page's time was over.
 */
const MOST_FRAMES = 150
const MOST_WORKERS = 20

/** Resolves when the page has more of them than a page needs. */
function crowded(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let frames = 0
  let workers = 0
  page.on('frameattached', () => {
    if (++frames > MOST_FRAMES) resolve()
  })
  page.on('worker', () => {
    if (++workers >= MOST_WORKERS) resolve()
  })
  return promise
}

/** A frame starts no more workers than these: two hundred that compute leave the page itself no time to be read in. */
const FEW_WORKERS = `(() => {
  let left = ${MOST_WORKERS}
  globalThis.Worker &&= new Proxy(Worker, {
    construct(worker, given, made) {
      if (left-- <= 0) throw new DOMException('Too many workers', 'QuotaExceededError')
      return Reflect.construct(worker, given, made)
    },
  })
})()`

/**
 * Stops what a page's scripts are at, and lets none run any more, shortly before its time is over: a page that loops or opens windows
 * without end holds content all the same. At once when it is `crowded`; it then loads nothing more either. Chromium takes these
 * commands while a script is running.
 */
function stopScripts(session: CDPSession, road: Road, crowded: Promise<void>, { timeoutMs }: PageVisit) {
  const stopped = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  let areStopped = false
  const stop = async () => {
    // A page that comes late has not had its time yet.
    if (road.documents.length === 0 || areStopped) return
    areStopped = true
    await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    await session.send('Runtime.terminateExecution')
    stopped.resolve()
  }
  crowded
    .then(() => session.send('Page.stopLoading'))
    .then(stop)
    .catch(ignore)
  const timers = [
    setTimeout(() => void stop().catch(ignore), timeoutMs * STOP),
    setTimeout(last.resolve, timeoutMs * LAST),
  ]
  const end = () => timers.forEach(clearTimeout)
  return { stopped: stopped.promise, last: last.promise, areStopped: () => areStopped, end }
}

/** What `read` gives, or at the last moment what it kept on the way; without either it goes on until the deadline. */
async function readBefore(
  last: Promise<void>,
  read: (keep: (early: Document) => void) => Promise<Document>,
): Promise<Document> {
  let early: Document | null = null
  const whole = read((document) => {
    early = { ...document, cut: true }
  })
  return Promise.race([whole, last.then(() => early ?? whole)])
}

function withoutHash(url: string): string {
  return url.replace(/#.*/s, '')
}

/** How the document was asked for, as the browser tells it: what it does not tell in time is not waited for. */
async function exchangeOf(session: CDPSession, { url, request }: RoadDocument): Promise<Exchange> {
  const told = Promise.all([request.allHeaders(), tlsOf(session, url, request)]).catch(() => null)
  const [sent, tls] = (await Promise.race([told, pause(TOLD_MS)])) ?? [request.headers(), null]
  // Those of HTTP/2 that stand for its first line.
  const headers = Object.fromEntries(Object.entries(sent).filter(([name]) => !name.startsWith(':')))
  return { method: request.method(), headers: keptRequestHeaders(new URL(url).host, headers), tls }
}

const TOLD_MS = 500

/** Of the connection to this origin: the browser names protocol and certificate, not the cipher. */
async function tlsOf(session: CDPSession, url: string, request: Request): Promise<TlsSeen | null> {
  if (!url.startsWith('https:')) return null
  const details = await (await request.response())?.securityDetails()
  const { tableNames } = await session.send('Network.getCertificate', { origin: new URL(url).origin })
  const certificate = readCertificate(Buffer.from(tableNames[0] ?? '', 'base64'))
  return (
    certificate && { protocol: (details?.protocol ?? '').replace(/^TLS /, 'TLSv'), cipher: '', certificate }
  )
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null).unref())
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

interface RoadDocument {
  url: string
  status: number
  headers: Record<string, string>
  request: Request
}

/** The main frame's navigations, in order. */
interface Road {
  /** The address asked for last. */
  asked: string
  documents: RoadDocument[]
  /** Why the last navigation failed, as Chromium says it. */
  failure: string
  /** The page has called for a program (`mailto:`, an app's own scheme). Such a page is never told to be loaded. */
  calledAway: Promise<void>
}

function watchRoad(page: Page): Road {
  const away = Promise.withResolvers<void>()
  const road: Road = { asked: '', documents: [], failure: '', calledAway: away.promise }
  const isOurs = (request: Request) => {
    try {
      return request.isNavigationRequest() && request.frame() === page.mainFrame()
    } catch {
      // A request whose frame is gone or was never made.
      return false
    }
  }
  page.on('request', (request) => {
    if (!isOurs(request)) return
    road.asked = request.url()
    road.failure = ''
  })
  page.on('requestfailed', (request) => {
    if (!isOurs(request)) return
    road.failure = request.failure()?.errorText ?? 'failed'
    if (!/^https?:/.test(request.url())) away.resolve()
  })
  page.on('response', (response) => {
    if (!isOurs(response.request()) || road.documents.length >= MAX_DOCUMENTS) return
    const request = response.request()
    road.documents.push({
      url: response.url(),
      status: response.status(),
      headers: response.headers(),
      request,
    })
  })
  return road
}

/** A page may send itself around for as long as its visit lasts. */
const MAX_DOCUMENTS = 100

function hopsOf({ documents }: Road): Hop[] {
  return documents.slice(0, -1).map(({ url, status }, index) => ({
    url,
    status,
    location: documents[index + 1]?.url ?? '',
    kind: status >= 300 && status < 400 ? 'http' : 'script',
  }))
}

interface Document {
  html: string
  cut: boolean
  url: string
  type: string
}

/** Runs where the page's own scripts cannot replace what it calls. */
const READ = `(() => {
  const html = document.documentElement ? document.documentElement.outerHTML : ''
  return { html: html.slice(0, ${MAX_BYTES}), cut: html.length > ${MAX_BYTES} || document.readyState === 'loading', url: location.href, type: document.contentType }
})()`

interface Reader {
  session: CDPSession
  page: Page
  frameId: string
  signal: AbortSignal
}

/** The document as it stands; again when it was left while we read. */
async function readDocument({ session, page, frameId, signal }: Reader): Promise<Document> {
  for (let attempt = 1; ; attempt++) {
    try {
      const world = { frameId, worldName: 'reader' }
      const { executionContextId } = await session.send('Page.createIsolatedWorld', world)
      const reading = { expression: READ, contextId: executionContextId, returnByValue: true }
      const { result } = await session.send('Runtime.evaluate', reading)
      return result.value as Document
    } catch (error) {
      if (attempt === READ_ATTEMPTS || signal.aborted) throw error
      await page.waitForLoadState('domcontentloaded', { timeout: SETTLE_MS }).catch(ignore)
    }
  }
}

const READ_ATTEMPTS = 3

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
