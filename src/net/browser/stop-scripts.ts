import type { CDPSession, Page } from 'playwright-core'
import type { Road } from './road.ts'

/** Shares of a page's time: when its scripts are stopped, and when what was read of it by then has to do. */
const STOP = 0.7
const LAST = 0.9

/**
 * Frames and workers of a page that shows something: ads and players stay far below. A frame costs the browser some eight
 * milliseconds before it is told of: at 300, half of a page's time was over.
 */
const MOST_FRAMES = 150
const MOST_WORKERS = 20

/** Resolves when the page has more of them than a page needs. */
export function crowded(page: Page): Promise<void> {
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
export const FEW_WORKERS = `(() => {
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
export function stopScripts(session: CDPSession, road: Road, crowded: Promise<void>, timeoutMs: number) {
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
    .catch(() => {})
  const timers = [
    setTimeout(() => void stop().catch(() => {}), timeoutMs * STOP),
    setTimeout(last.resolve, timeoutMs * LAST),
  ]
  const end = () => timers.forEach(clearTimeout)
  return { stopped: stopped.promise, last: last.promise, areStopped: () => areStopped, end }
}
