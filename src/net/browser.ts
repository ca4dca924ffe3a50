import type { Logger } from 'pino'
import type { RenderOptions, RenderPage, RenderResult } from '../evidence/page.ts'
import { type BrowserProcess, launchBrowser } from './browser-process.ts'
import { type Seen, visitPage } from './browser-visit.ts'
import { startDeadline } from './deadline.ts'
import type { EgressAllow } from './egress-allow.ts'
import { vettedUrl } from './follow-redirects.ts'
import { parseForwardProxy } from './forward-proxy.ts'
import { createHostSlots } from './host-slots.ts'
import { createPagePool } from './page-pool.ts'
import { renderFailureOf } from './render-failure.ts'
import { createResolve, type Resolve } from './resolve.ts'
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
  const { allow, log, visitsAtOnce = 2, visitsPerProcess = 100 } = options
  const forward = options.proxy ? parseForwardProxy(options.proxy) : undefined
  const resolve = options.resolve ?? createResolve({ allow })
  const slots = createHostSlots(visitsAtOnce)
  const pool = createPagePool()
  const closing = new AbortController()
  const processes = new Set<Promise<BrowserProcess>>()
  const rendering = new Set<Promise<RenderResult>>()
  let proxy: Promise<VettingProxy> | null = null
  let current: { process: Promise<BrowserProcess>; visits: number } | null = null

  /** The process for one more visit; the one before it ends with its last visit. */
  function processForVisit(vetting: VettingProxy): Promise<BrowserProcess> {
    if (current && current.visits >= visitsPerProcess) retire(current.process)
    if (!current) {
      const process = launchBrowser({ executable: options.executable, proxyOrigin: vetting.origin })
      const started = { process, visits: 0 }
      current = started
      processes.add(process)
      process.then(
        (running) => running.ended.then(() => forget(process)),
        () => forget(process),
      )
    }
    current.visits++
    return current.process
  }
  function retire(process: Promise<BrowserProcess>): void {
    if (current?.process === process) current = null
    process.then((running) => running.endWhenIdle()).catch(() => {})
  }
  function forget(process: Promise<BrowserProcess>): void {
    processes.delete(process)
    if (current?.process === process) current = null
  }

  /** Throws what `renderFailureOf` can name. */
  async function visit(
    url: string,
    { timeoutMs = 8000, screenshot = false, signal }: RenderOptions,
  ): Promise<Seen> {
    const address = vettedUrl(url, { allow, rules: { resolved: forward ? 'elsewhere' : 'here' } })
    const release = await slots.acquire(
      'visits',
      signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
    )
    const deadline = startDeadline(timeoutMs + STARTING_MS, [closing.signal, signal])
    try {
      proxy ??= startVettingProxy({ allow, resolve, proxy: forward })
      const vetting = await proxy
      const running = await unlessAborted(processForVisit(vetting), deadline.signal)
      return await visitWith(running, vetting, {
        url: address.href,
        timeoutMs,
        screenshot,
        signal: deadline.signal,
      })
    } finally {
      deadline.end()
      release()
    }
  }

  /** The page's own time begins when the browser stands. */
  async function visitWith(
    running: BrowserProcess,
    vetting: VettingProxy,
    {
      url,
      timeoutMs,
      screenshot,
      signal,
    }: { url: string; timeoutMs: number; screenshot: boolean; signal: AbortSignal },
  ): Promise<Seen> {
    const deadline = startDeadline(timeoutMs, [signal])
    const proxied = vetting.openVisit(VISIT_LIMITS)
    const { userAgent } = options
    const { origin: proxyOrigin } = vetting
    try {
      const visiting = { url, userAgent, proxyOrigin, proxied, pool, screenshot, signal: deadline.signal }
      return await visitPage(running, visiting)
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
      const counts = await Promise.all([...processes].map(async (process) => (await process).openPages()))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async close() {
      closing.abort()
      await Promise.all(rendering)
      const started = await Promise.allSettled(processes)
      await Promise.all(started.map((each) => (each.status === 'fulfilled' ? each.value.end() : null)))
      await Promise.all([proxy?.then((vetting) => vetting.close()), pool.close()])
    },
  }
}

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
