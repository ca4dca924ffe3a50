import type { CDPSession, Page, Request } from 'playwright-core'
import { type Exchange, readCertificate, type TlsSeen } from '../../evidence/exchange.ts'
import type { Hop } from '../../evidence/page.ts'
import { keptRequestHeaders } from '../http/request-headers.ts'

/** How the document was asked for, as the browser tells it: what it does not tell in time is not waited for. */
export async function exchangeOf(session: CDPSession, { url, request }: RoadDocument): Promise<Exchange> {
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

interface RoadDocument {
  url: string
  status: number
  headers: Record<string, string>
  request: Request
}

/** The main frame's navigations, in order. */
export interface Road {
  /** The address asked for last. */
  asked: string
  documents: RoadDocument[]
  /** Why the last navigation failed, as Chromium says it. */
  failure: string
  /** The page has called for a program (`mailto:`, an app's own scheme). Such a page is never told to be loaded. */
  calledAway: Promise<void>
}

/** Notes where the main frame of a page goes, from now on. */
export function watchRoad(page: Page): Road {
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

/** The way to the last document. */
export function hopsOf({ documents }: Road): Hop[] {
  return documents.slice(0, -1).map(({ url, status }, index) => ({
    url,
    status,
    location: documents[index + 1]?.url ?? '',
    kind: status >= 300 && status < 400 ? 'http' : 'script',
  }))
}
