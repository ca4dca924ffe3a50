import type { CDPSession, Page } from 'playwright-core'
import type { FetchFailure } from '../../evidence/page.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import { failureOf } from '../guard/failure.ts'
import { retryAfterSeconds } from '../manners/host-turns.ts'
import type { Manners } from '../manners/manners.ts'
import type { ProxiedVisit } from './proxied-visit.ts'

export interface MannersOfVisit {
  manners: Manners
  proxied: ProxiedVisit
  /** This address may be asked once: it has had its turn. */
  url: string
  /** Ask robots.txt before every navigation of the page. */
  robots: boolean
  signal: AbortSignal
}

/** What is not to be had sooner is done without. */
const MAX_WAIT_MS = 2000

/**
 * Holds every request of a page back until its host may be asked, and its navigations until robots.txt was asked. What
 * this cannot see (frames of other sites, workers) the proxy holds back by the connection. Gives why a navigation was
 * refused, once one was.
 */
export async function mindManners(
  page: Page,
  session: CDPSession,
  mainFrame: string,
  visit: MannersOfVisit,
): Promise<() => { reason: FetchFailure; detail: string } | null> {
  const { manners, proxied, signal } = visit
  let refused: { reason: FetchFailure; detail: string } | null = null
  let paid: string | null = visit.url

  const mayGo = async (url: URL, isNavigation: boolean) => {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)])
    if (isNavigation && url.href === paid) paid = null
    else {
      if (isNavigation && visit.robots) await manners.mayVisit(url, signal)
      await manners.turn(url, soon)
    }
    return manners.slot(url, soon)
  }
  const slots = watchSlots(session, signal)
  session.on('Fetch.requestPaused', async ({ requestId, networkId, request, resourceType, frameId }) => {
    const isNavigation = resourceType === 'Document' && frameId === mainFrame
    try {
      const url = URL.parse(request.url)
      if (url && /^https?:$/.test(url.protocol)) {
        // A redirect goes on under the same name.
        slots.free(networkId ?? requestId)
        slots.hold(networkId ?? requestId, await mayGo(url, isNavigation))
        proxied.grant(url.href)
      }
      await session.send('Fetch.continueRequest', { requestId })
    } catch (error) {
      if (isNavigation)
        refused = failureOf(error) ?? { reason: 'rate_limited', detail: 'its turn is not soon' }
      // The visit may be over, and the session with it.
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(ignore)
    }
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })

  await heedAnswers(page, session, manners)
  return () => refused
}

/** A frame of another site ends its requests where this session does not see it: their slots are not held for ever. */
const MAX_HELD_MS = 4000

/** Slots of requests under way, given back when the request or the visit ends. */
function watchSlots(session: CDPSession, signal: AbortSignal) {
  const held = new Map<string, () => void>()
  const free = (networkId: string) => {
    held.get(networkId)?.()
    held.delete(networkId)
  }
  session.on('Network.loadingFinished', ({ requestId }) => free(requestId))
  session.on('Network.loadingFailed', ({ requestId }) => free(requestId))
  signal.addEventListener('abort', () => [...held.keys()].map(free), { once: true })
  return {
    free,
    hold(networkId: string, release: () => void) {
      if (signal.aborted) return release()
      free(networkId)
      held.set(networkId, release)
      setTimeout(() => {
        if (held.get(networkId) === release) free(networkId)
      }, MAX_HELD_MS).unref()
    },
  }
}

/** `Retry-After` of every answer; answers that the browser keeps from the page are seen by the session alone. */
async function heedAnswers(page: Page, session: CDPSession, manners: Manners): Promise<void> {
  const heed = (address: string, status: number, headers: Record<string, string>) => {
    const url = URL.parse(address)
    const seconds = retryAfterSeconds(status, headers, sharedNow())
    if (url && seconds !== null) manners.leaveAlone(url, seconds).catch(ignore)
  }
  page.context().on('response', (response) => heed(response.url(), response.status(), response.headers()))
  const addresses = new Map<string, string>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers }) => {
    const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    heed(addresses.get(requestId) ?? '', statusCode, Object.fromEntries(names))
  })
  await session.send('Network.enable')
}

function ignore(): void {}
