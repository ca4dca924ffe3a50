import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { isOurs, killAll, largestRenderer, memoryOf, processTree } from './process-tree.ts'
import { lostToAnother, renderError, tookTooMuch } from './render-failure.ts'

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
  /** While it is being ended for the memory that it held: the error of the page whose process went first. Else null. */
  overfull(): Error | null
  openPages(): Promise<number>
  /** False when it would not end in time; its process is then killed with ours. */
  end(): Promise<boolean>
}

const LAUNCH_TIMEOUT_MS = 20_000
const CLOSE_TIMEOUT_MS = 5000
/** How often its memory is looked at while a page is open: one takes some 2 GB in a second. */
const LOOK_MS = 200
/** How long Chromium takes to tell that a page's process has gone. */
const TELL_MS = 500

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
  mostBytes,
}: {
  executable: string
  proxyOrigin: string
  userAgent: string
  /** Memory of all its processes together; where it holds more it ends at once. Only Linux tells. */
  mostBytes: number
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

  const pid = await pidOf(browser)
  const ended = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()))
  let overfull: { contexts: number } | null = null
  const lost = ended.then(() => {
    if (overfull === null) throw renderError('browser_crashed', 'the browser ended during the visit')
    throw overfull.contexts > 1 ? lostToAnother(mostBytes) : tookTooMuch(mostBytes)
  })
  // Nobody may be waiting when it goes.
  lost.catch(() => {})
  const end = () => within(CLOSE_TIMEOUT_MS, browser.close())
  const { promise: unfit, resolve: setUnfit } = Promise.withResolvers<void>()
  const refused = unfit.then(() => {
    throw renderError('browser_failed', 'the browser no longer opens or closes what it should')
  })
  refused.catch(() => {})

  let contexts = 0
  let isWatched = false
  /** Ends what holds more than it may: first the process of the page that holds most, by which its visit knows. */
  const watch = async (): Promise<void> => {
    if (pid === null || isWatched) return
    isWatched = true
    while (contexts > 0 && overfull === null) {
      const processes = await processTree(pid)
      if (memoryOf(processes) > mostBytes) {
        overfull = { contexts }
        setUnfit()
        const largest = await largestRenderer(processes)
        if (largest) killAll([largest])
        await pause(TELL_MS)
        killAll(await processTree(pid))
      }
      await pause(LOOK_MS)
    }
    isWatched = false
  }

  return {
    lost,
    ended,
    unfit,
    end,
    overfull: () => overfull && tookTooMuch(mostBytes),
    async inContext(options, work) {
      const opening = browser.newContext(options)
      opening.catch(() => setUnfit())
      contexts++
      void watch()
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
        contexts--
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

/** Null where it is not known for certain. */
async function pidOf(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pid = processInfo.find(({ type }) => type === 'browser')?.id
  return pid !== undefined && (await isOurs(pid)) ? pid : null
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
