import type { Logger } from 'pino'
import type { RenderFailure, RenderOptions, RenderPage, RenderResult } from '../../evidence/page.ts'
import { startDeadline } from '../guard/deadline.ts'
import type { EgressAllow } from '../guard/egress-allow.ts'
import { parseForwardProxy } from '../guard/forward-proxy.ts'
import { createResolve, type Resolve } from '../guard/resolve.ts'
import { createPagePool } from '../html/page-pool.ts'
import { vettedUrl } from '../http/follow-redirects.ts'
import { createHostSlots } from '../manners/host-slots.ts'
import { type Manners, NO_MANNERS } from '../manners/manners.ts'
import { type BrowserProcess, launchBrowser, within } from './browser-process.ts'
import { type PageVisit, type Seen, visitPage } from './browser-visit.ts'
import { isLostToAnother, renderError, renderFailureOf } from './render-failure.ts'
import { startVettingProxy, type VettingProxy } from './vetting-proxy.ts'

export interface BrowserOptions {
  /** A Chromium, see `findBrowser`. */
  executable: string
  allow: EgressAllow
  /** `http://[user:password@]host:port` of a forward proxy for everything. */
  proxy?: string
  /** Who we say we are, as everywhere else. */
  userAgent: string
  log: Pick<Logger, 'debug' | 'warn'>
  /** Visits at once. Default 2. */
  visitsAtOnce?: number
  /** Visits before the process is replaced. Default 100. */
  visitsPerProcess?: number
  /** Memory of a process and those that it starts, in bytes; beyond it ends, and the visit that took it with `browser_memory`. Default 1.5 GB. */
  mostBytes?: number
  /** How hosts want to be asked. Default: nobody is asked. */
  manners?: Manners
  /** Told of every visit that has ended. */
  onVisit?: (event: { outcome: 'ok' | RenderFailure; durationMs: number }) => void
  /** Instead of DNS, in tests. */
  resolve?: Resolve
}

export interface Browser {
  render: RenderPage
  /** Pages open now in all its processes. */
  openPages(): Promise<number>
  /** Ends running visits as `aborted`, and the process. */
  close(): Promise<void>
}

const VISIT_LIMITS = { bytes: 32 * 1024 * 1024, requests: 400 }

/**
 * One shared Chromium, started with the first visit and again after a crash. Every visit has a context and credentials of
 * its own and sees the world through the vetting proxy only. `render` never throws for what pages and browsers do.
 * @throws {InvalidInput} when the proxy's URL cannot be used.
 */
export function createBrowser(options: BrowserOptions): Browser {
  const {
    allow,
    log,
    userAgent,
    onVisit,
    manners = NO_MANNERS,
    visitsAtOnce = 2,
    visitsPerProcess = 100,
    mostBytes = 1_500_000_000,
  } = options
  const forward = options.proxy ? parseForwardProxy(options.proxy) : undefined
  const resolve = options.resolve ?? createResolve({ allow })
  const slots = createHostSlots(visitsAtOnce)
  const pool = createPagePool()
  const closing = new AbortController()
  const all = new Set<Running>()
  const rendering = new Set<Promise<RenderResult>>()
  let proxy: Promise<VettingProxy> | null = null
  let current: Running | null = null

  /** The process for one more visit. */
  function take(vetting: VettingProxy): Running {
    if (current && current.visits >= visitsPerProcess) replace(current)
    current ??= start(vetting)
    current.visits++
    current.underWay++
    return current
  }
  function start({ origin: proxyOrigin }: VettingProxy): Running {
    const process = launchBrowser({ executable: options.executable, proxyOrigin, userAgent, mostBytes })
    const running: Running = { process, visits: 0, underWay: 0 }
    all.add(running)
    const forget = () => {
      all.delete(running)
      if (current === running) current = null
    }
    process.then(({ ended, unfit }) => {
      ended.then(forget)
      // Those under way may go on; nobody else is sent there.
      unfit.then(() => {
        if (current === running) current = null
      })
    }, forget)
    return running
  }
  /** It ends with its last visit. */
  function replace(running: Running): void {
    current = null
    if (running.underWay === 0) end(running)
  }
  function giveBack(running: Running): void {
    running.underWay--
    if (running !== current && running.underWay === 0) end(running)
  }

  /** Waits for one of the `visitsAtOnce` places; gives what gives it back. */
  async function place(signal: AbortSignal, queueMs: number | undefined): Promise<() => void> {
    const busy = new AbortController()
    const timer =
      queueMs === undefined ? undefined : setTimeout(() => busy.abort(browserBusy(queueMs)), queueMs)
    try {
      return await slots.acquire('visits', AbortSignal.any([busy.signal, signal]))
    } finally {
      clearTimeout(timer)
    }
  }

  /** Throws what `renderFailureOf` can name. */
  async function visit(
    url: string,
    {
      timeoutMs = 8000,
      queueMs,
      screenshot = false,
      read = true,
      body = false,
      robots = false,
      signal,
    }: RenderOptions,
  ): Promise<Seen> {
    const address = vettedUrl(url, { allow, rules: { resolved: forward ? 'elsewhere' : 'here' } })
    const caller = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
    // Before a place is taken: others need it while this host is not to be asked.
    if (robots) await manners.mayVisit(address, caller)
    await manners.turn(address, caller)
    const release = await place(caller, queueMs)
    const deadline = startDeadline(timeoutMs + STARTING_MS, [caller])
    const { signal: inTime } = deadline
    try {
      proxy ??= startVettingProxy({ allow, resolve, proxy: forward, turn: manners.turn })
      const vetting = await proxy
      const wanted = { url: address.href, timeoutMs, screenshot, read, body, robots, signal: inTime }
      const first = take(vetting)
      try {
        return await visitIn(first, vetting, wanted)
      } catch (error) {
        if (inTime.aborted || !(await isBrowsersFault(first, error))) throw error
      }
      await manners.turn(address, inTime)
      return await visitIn(take(vetting), vetting, wanted)
    } finally {
      deadline.end()
      release()
    }
  }

  /** A process that stood, and failed this visit for what others had done to it. One that never started would not start again. */
  async function isBrowsersFault({ process }: Running, error: unknown): Promise<boolean> {
    if (isLostToAnother(error)) return true
    const stood = await process.then(
      () => true,
      () => false,
    )
    return stood && renderFailureOf(error).reason === 'browser_failed'
  }

  async function visitIn(
    running: Running,
    vetting: VettingProxy,
    wanted: Wanted & { timeoutMs: number; signal: AbortSignal },
  ): Promise<Seen> {
    try {
      const browser = await unlessAborted(running.process, wanted.signal)
      return await visitWith(browser, vetting, wanted)
    } finally {
      giveBack(running)
    }
  }

  /** The page's own time begins when the browser stands. */
  async function visitWith(
    browser: BrowserProcess,
    vetting: VettingProxy,
    { timeoutMs, signal, ...wanted }: Wanted & { timeoutMs: number; signal: AbortSignal },
  ): Promise<Seen> {
    const deadline = startDeadline(timeoutMs, [signal])
    const proxied = vetting.openVisit(VISIT_LIMITS)
    const { origin: proxyOrigin } = vetting
    try {
      return await visitPage(browser, {
        ...wanted,
        timeoutMs,
        userAgent,
        manners,
        proxyOrigin,
        proxied,
        pool,
        signal: deadline.signal,
      })
    } finally {
      deadline.end()
      proxied.close()
    }
  }

  async function render(url: string, input: RenderOptions): Promise<RenderResult> {
    const started = performance.now()
    const host = URL.parse(url)?.host ?? ''
    try {
      const seen = await visit(url, input)
      log.debug({ host, outcome: 'ok', duration_ms: sinceMs(started), refused: seen.refused }, 'render')
      seen.response.durationMs = sinceMs(started)
      const { cameBy } = input
      if (cameBy) {
        seen.response.requestedUrl = cameBy.url
        seen.response.hops = [...cameBy.hops, ...seen.response.hops]
      }
      onVisit?.({ outcome: 'ok', durationMs: sinceMs(started) })
      return { ok: true, ...seen }
    } catch (error) {
      const isOver = input.signal?.aborted || closing.signal.aborted
      const failure = isOver
        ? { reason: 'aborted' as const, detail: 'the caller gave up' }
        : renderFailureOf(error)
      const level = failure.reason.startsWith('browser_') ? 'warn' : 'debug'
      log[level](
        { host, outcome: failure.reason, detail: failure.detail, duration_ms: sinceMs(started) },
        'render',
      )
      onVisit?.({ outcome: failure.reason, durationMs: sinceMs(started) })
      return { ok: false, ...failure, url, hops: [], durationMs: sinceMs(started) }
    }
  }

  return {
    async render(url, input = {}) {
      const result = render(url, input)
      rendering.add(result)
      try {
        return await result
      } finally {
        rendering.delete(result)
      }
    },
    async openPages() {
      const counts = await Promise.all([...all].map(pagesIn))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async close() {
      closing.abort()
      await Promise.all(rendering)
      await within(CLOSE_TIMEOUT_MS, Promise.all([...all].map(end)))
      await Promise.all([proxy?.then((vetting) => vetting.close()), pool.close()])
    },
  }
}

/** What a visit is for. */
type Wanted = Pick<PageVisit, 'url' | 'screenshot' | 'read' | 'body' | 'robots'>

/** A process and its visits, so far and now. */
interface Running {
  process: Promise<BrowserProcess>
  visits: number
  underWay: number
}

/** One that never started has nothing to end. */
async function end({ process }: Running): Promise<void> {
  await process.then((browser) => browser.end()).catch(() => {})
}

async function pagesIn({ process }: Running): Promise<number> {
  const browser = await process
  // It may be about to end: then its pages are gone when it is.
  return browser.openPages().catch(() => browser.ended.then(() => 0))
}

function browserBusy(queueMs: number) {
  return renderError('browser_busy', `no place was free in ${queueMs} ms`)
}

/** What hangs longer is killed with our own process. */
const CLOSE_TIMEOUT_MS = 6000

/** A browser that does not start in this time is another failure than a slow page. */
const STARTING_MS = 25_000

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
  })
}

function sinceMs(started: number): number {
  return Math.round(performance.now() - started)
}
