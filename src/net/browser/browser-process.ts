import { tmpdir } from 'node:os'
import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import { renderError } from './render-failure.ts'

/** A running Chromium. */
export interface BrowserProcess {
  /** Works in a context of its own, which is closed afterwards, whatever it is at. */
  inContext<T>(options: BrowserContextOptions, work: (context: BrowserContext) => Promise<T>): Promise<T>
  /** Rejects when the process is gone, for work that would wait for its answer. */
  lost: Promise<never>
  /** Resolves when the process is gone. */
  ended: Promise<void>
  /** Resolves when it could not open or close a context: it is not to be given another visit. */
  unfit: Promise<void>
  openPages(): Promise<number>
  /** False when it would not end in time; its process is then killed with ours. */
  end(): Promise<boolean>
}

const LAUNCH_TIMEOUT_MS = 20_000
const CLOSE_TIMEOUT_MS = 5000

/**
 * The proxy is the wall; these keep Chromium from looking for a way round it: it resolves no names, speaks no QUIC, sends no
 * UDP, and goes to loopback through the proxy too.
 */
const ARGUMENTS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--disable-background-networking',
  '--disable-domain-reliability',
  '--no-pings',
  '--disable-gpu',
  '--mute-audio',
]

/**
 * Starts a Chromium that reaches nothing but `proxyOrigin`, and that only with the credentials of a visit.
 * @throws {Unavailable} `browser_failed`
 */
export async function launchBrowser({
  executable,
  proxyOrigin,
  userAgent,
}: {
  executable: string
  proxyOrigin: string
  userAgent: string
}): Promise<BrowserProcess> {
  // Late: most processes never need it, and loading it takes a while.
  const { chromium } = await import('playwright-core')
  const browser = await chromium
    .launch({
      executablePath: executable,
      // A context's own name does not reach its workers.
      args: [...ARGUMENTS, `--user-agent=${userAgent}`],
      proxy: { server: proxyOrigin, bypass: '<-loopback>' },
      // Chromium refuses to build its sandbox as root; everybody else keeps it.
      chromiumSandbox: process.getuid?.() !== 0,
      // None of our settings: a page that breaks out finds no secrets in them.
      env: { HOME: tmpdir(), PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: LAUNCH_TIMEOUT_MS,
    })
    .catch((cause) => {
      throw renderError('browser_failed', `the browser did not start: ${firstLine(cause)}`, cause)
    })

  const ended = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()))
  const lost = ended.then(() => {
    throw renderError('browser_crashed', 'the browser ended during the visit')
  })
  // Nobody may be waiting when it goes.
  lost.catch(() => {})
  const end = () => within(CLOSE_TIMEOUT_MS, browser.close())
  const { promise: unfit, resolve: setUnfit } = Promise.withResolvers<void>()
  const refused = unfit.then(() => {
    throw renderError('browser_failed', 'the browser no longer opens or closes what it should')
  })
  refused.catch(() => {})

  return {
    lost,
    ended,
    unfit,
    end,
    async inContext(options, work) {
      const opening = browser.newContext(options)
      opening.catch(() => setUnfit())
      try {
        // Who still waits for a context of a sick browser would wait until the end of the visit.
        return await Promise.race([opening, refused]).then(work)
      } finally {
        const closed = await within(
          CLOSE_TIMEOUT_MS,
          opening.then((context) => context.close()),
        )
        // A browser that cannot even close a context is not to be trusted with another one.
        if (!closed) {
          setUnfit()
          await end()
        }
      }
    },
    async openPages() {
      const session = await browser.newBrowserCDPSession()
      const { targetInfos } = await session.send('Target.getTargets')
      await session.detach()
      return targetInfos.filter((target) => target.type === 'page').length
    },
  }
}

/** Whether it came to an end in time; how does not matter. */
export function within(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs)
    const over = () => {
      clearTimeout(timer)
      resolve(true)
    }
    work.then(over, over)
  })
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? ''
}
