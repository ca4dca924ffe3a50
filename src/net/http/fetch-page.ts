import type {
  FetchOptions,
  FetchPage,
  FetchResult,
  Hop,
  HttpRequest,
  PageResponse,
} from '../../evidence/page.ts'
import { bareHost, portOf } from '../guard/address-guard.ts'
import { type Deadline, startDeadline } from '../guard/deadline.ts'
import { ALLOW_NOTHING, allowsAddress, allowsHost, type EgressAllow } from '../guard/egress-allow.ts'
import { failureOf, netError } from '../guard/failure.ts'
import { parseForwardProxy } from '../guard/forward-proxy.ts'
import { giveBack } from '../guard/give-back.ts'
import { createResolve, type Resolve } from '../guard/resolve.ts'
import { createTransport } from '../guard/transport.ts'
import { createPagePool } from '../html/page-pool.ts'
import { createHostSlots, type HostSlots } from '../manners/host-slots.ts'
import { awaitTurn, type HostTurns } from '../manners/host-turns.ts'
import type { Manners } from '../manners/manners.ts'
import { withinProcess } from '../manners/process-slots.ts'
import { type HostRequests, shareSlots } from '../manners/shared-slots.ts'
import {
  type FollowContext,
  followRedirects,
  type RequestEvent,
  type Trip,
  visitKey,
} from './follow-redirects.ts'
import { readResponse } from './read-response.ts'
import { type RecentPages, rememberPages } from './recent-pages.ts'
import { BROWSER_USER_AGENT } from './request-headers.ts'
import { createRobots } from './robots.ts'
import { softRedirect } from './soft-redirect.ts'

export interface FetchPageOptions {
  allow: EgressAllow
  /** The same for requests to the search engine. Default: nothing private. */
  searchAllow?: EgressAllow
  /** `http://[user:password@]host:port` of a forward proxy for everything. It resolves the names; what they mean here is vetted too. */
  proxy?: string
  /** Who we say we are, e.g. `Toscan/0.1 (+https://…; profile review)`. */
  userAgent: string
  /** For one fetch with all its redirects. Default 15,000. */
  timeoutMs?: number
  /** Bytes of a body, on the wire and decoded alike. Default 4 MiB. */
  maxBytes?: number
  /** Redirects of all kinds. Default 10. */
  maxHops?: number
  /** Requests at once to one host. Default 4. */
  perHostConcurrency?: number
  /** Requests at once to all hosts together: more than that would not be read in time. Default 512. */
  mostAtOnce?: number
  /** When which host may be asked. Hosts of `allow` are asked at any time. Default: at once. */
  turns?: HostTurns
  /** Counts the requests of all workers to a host; those of `allow` are not counted. Default: each process for itself. */
  requests?: HostRequests
  /** `ignore`: robots.txt is not asked even where a fetch wants it. Default `respect`. */
  robots?: 'respect' | 'ignore'
  onRequest?: (event: RequestEvent) => void
  /** Instead of DNS, in tests. */
  resolve?: Resolve
  /** Extra trusted certificate authorities, PEM. */
  ca?: string
}

export interface PageFetcher {
  fetchPage: FetchPage
  /** The same for others who go out: the same clock, the same robots.txt. */
  manners: Manners
  /** Reads bytes that were fetched before, by the same rules. Hops, headers and `fetchedAt` are what they were. */
  readAgain(request: HttpRequest, page: FetchedBefore): Promise<PageResponse>
  /** Ends running fetches as `aborted` and frees sockets and workers. */
  close(): Promise<void>
}

export interface FetchedBefore {
  finalUrl: string
  hops: Hop[]
  headers: Record<string, string>
  bytes: Uint8Array
  fetchedAt: string
}

const MEBIBYTE = 1024 * 1024

/**
 * The only outbound door of collection. `fetchPage` never throws for what networks and servers do; that is a result.
 * @throws {InvalidInput} when the proxy's URL cannot be used.
 */
export function createFetchPage(options: FetchPageOptions): PageFetcher {
  const { perHostConcurrency = 4, mostAtOnce = 512 } = options
  const slots = withinProcess(createHostSlots(perHostConcurrency), mostAtOnce)
  const doors = {
    collection: openDoor(options.allow, slots, options),
    search: openDoor(options.searchAllow ?? ALLOW_NOTHING, slots, options),
  }
  const pool = rememberPages(createPagePool())
  const running = new Set<Deadline>()
  let closed = false

  async function fetchPage(request: HttpRequest, fetchOptions: FetchOptions = {}): Promise<FetchResult> {
    const started = performance.now()
    const trip: Trip = { hops: [], visited: new Set(), maxHops: options.maxHops ?? 10 }
    const timeoutMs = fetchOptions.timeoutMs ?? options.timeoutMs ?? 15_000
    const deadline = startDeadline(timeoutMs, [fetchOptions.signal])
    running.add(deadline)
    if (closed) deadline.abort()
    const manner = fetchOptions.robots ? 'heedsRobots' : 'asked'
    const context = doors[fetchOptions.door ?? 'collection'].contexts[fetchOptions.as ?? 'declared'][manner]
    const visiting: Visit = { context, pool, started, body: fetchOptions.body }
    try {
      const response = await visit(request, trip, deadline, visiting)
      deadline.done()
      return { ok: true, response }
    } catch (error) {
      deadline.end()
      const failure = failureOf(error)
      if (!failure) throw error
      return { ok: false, ...failure, url: request.url, hops: trip.hops, durationMs: sinceMs(started) }
    } finally {
      running.delete(deadline)
    }
  }

  return {
    fetchPage,
    manners: doors.collection.manners,
    async readAgain(request, { finalUrl, hops, headers, bytes, fetchedAt }) {
      const started = performance.now()
      const answer = {
        url: new URL(finalUrl),
        status: 200,
        headers,
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        truncated: false,
        isOwn: false,
      }
      const response = await readResponse(answer, { request, hops, pool })
      return { ...response, fetchedAt, durationMs: sinceMs(started) }
    },
    async close() {
      closed = true
      for (const deadline of running) deadline.abort()
      await Promise.all([doors.collection.close(), doors.search.close(), pool.close()])
    },
  }
}

/** What may be reached one way, and how requests behave there. */
interface Door {
  manners: Manners
  contexts: Record<'declared' | 'browser', { asked: FollowContext; heedsRobots: FollowContext }>
  close(): Promise<void>
}

/** @param slots are for all doors together. */
function openDoor(allow: EgressAllow, slots: HostSlots, options: FetchPageOptions): Door {
  const { perHostConcurrency = 4, maxBytes = 4 * MEBIBYTE, turns, requests } = options
  const isAllowed = (host: string, port: number) =>
    allowsHost(allow, bareHost(host), port) || allowsAddress(allow, bareHost(host), port)
  const isListed = (url: URL) => isAllowed(url.hostname, portOf(url))
  const transport = createTransport({
    allow,
    resolve: options.resolve ?? createResolve({ allow }),
    proxy: options.proxy ? parseForwardProxy(options.proxy) : undefined,
    connectTimeoutMs: 5000,
    connections: perHostConcurrency,
    ca: options.ca,
    anew: true,
  })
  const base: FollowContext = {
    transport,
    slots: requests ? shareSlots(slots, requests, isAllowed) : slots,
    allow,
    rules: { resolved: options.proxy ? 'elsewhere' : 'here' },
    userAgent: options.userAgent,
    limits: { wireBytes: maxBytes, decodedBytes: maxBytes, keepsUnfinished: true },
    onRequest: options.onRequest,
  }
  const robots = createRobots(base)
  const manners: Manners = {
    async turn(url, signal) {
      if (turns && !isListed(url)) await awaitTurn(turns, url.hostname, signal)
    },
    slot: (url, signal) => base.slots.acquire(`${url.hostname}:${portOf(url)}`, signal),
    async leaveAlone(url, seconds) {
      if (turns && !isListed(url)) await turns.close(url.hostname, seconds)
    },
    async mayVisit(url, signal) {
      if (options.robots !== 'ignore') await robots.mayVisit(url, signal)
    },
  }
  return {
    manners,
    contexts: { declared: mannersOf(options.userAgent), browser: mannersOf(BROWSER_USER_AGENT) },
    close: () => transport.close(),
  }

  function mannersOf(userAgent: string): { asked: FollowContext; heedsRobots: FollowContext } {
    const asked: FollowContext = {
      ...base,
      userAgent,
      turn: turns && ((url, deadline) => deadline.paused(() => manners.turn(url, deadline.signal))),
      leaveAlone: manners.leaveAlone,
    }
    return { asked, heedsRobots: { ...asked, mayVisit: manners.mayVisit } }
  }
}

interface Visit {
  context: FollowContext
  pool: RecentPages
  started: number
  body?: boolean
}

/** Follows HTTP redirects, then the page's own (meta refresh, script) while the page shows nothing else. */
async function visit(
  request: HttpRequest,
  trip: Trip,
  deadline: Deadline,
  visiting: Visit,
): Promise<PageResponse> {
  let next = request
  for (;;) {
    const answer = await followRedirects(next, trip, deadline, visiting.context)
    const { pool, body } = visiting
    const response = await readResponse(answer, { request, hops: trip.hops, pool, body })
    response.durationMs = sinceMs(visiting.started)
    if (answer.isOwn) giveBack(answer.bytes)
    // Half a page is something; half of a record or of a picture is not.
    if (answer.outOfTime && saysNothing(response)) deadline.signal.throwIfAborted()
    const onward = softRedirect(response.page)
    if (!onward || trip.visited.has(visitKey(new URL(onward.location)))) return response
    trip.hops.push({ url: response.finalUrl, status: response.status, ...onward })
    if (trip.hops.length > trip.maxHops)
      throw netError('too_many_redirects', `more than ${trip.maxHops} redirects`)
    next = { url: onward.location, accept: request.accept }
  }
}

function saysNothing({ page, json, text }: PageResponse): boolean {
  return page === null && json === undefined && text === ''
}

function sinceMs(started: number): number {
  return Math.round(performance.now() - started)
}
