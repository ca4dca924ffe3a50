import type { Exchange } from '../../evidence/exchange.ts'
import type { Hop, HttpRequest } from '../../evidence/page.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import { portOf, type UrlRules, vetUrl } from '../guard/address-guard.ts'
import type { Deadline } from '../guard/deadline.ts'
import type { EgressAllow } from '../guard/egress-allow.ts'
import type { WireBody, WireResponse } from '../guard/exchange.ts'
import { failureOf, netError } from '../guard/failure.ts'
import { headerOf, type RawHeaders } from '../guard/response-headers.ts'
import type { Transport } from '../guard/transport.ts'
import type { HostSlots } from '../manners/host-slots.ts'
import { retryAfterSeconds } from '../manners/host-turns.ts'
import { isLeftOpen } from './left-open.ts'
import { type BodyLimits, readBody } from './read-body.ts'
import { keptRequestHeaders, requestHeaders } from './request-headers.ts'

/** One request on the wire, for metrics. */
export interface RequestEvent {
  host: string
  method: string
  status: number | null
  /** The failure's name, null when an answer came. */
  reason: string | null
  bytes: number
  durationMs: number
}

/** The road of one fetch: kept by the caller, since meta refresh and scripts continue it. */
export interface Trip {
  hops: Hop[]
  /** Addresses asked for, without fragment. */
  visited: Set<string>
  maxHops: number
}

export interface FollowContext {
  transport: Transport
  slots: HostSlots
  allow: EgressAllow
  rules: UrlRules
  userAgent: string
  limits: BodyLimits
  onRequest?: (event: RequestEvent) => void
  /** Throws when the next address may not be asked for. */
  mayVisit?: (url: URL, signal: AbortSignal) => Promise<void>
  /** Waits for the host's turn. */
  turn?: (url: URL, deadline: Deadline) => Promise<void>
  /** Heeds `Retry-After`. */
  leaveAlone?: (url: URL, seconds: number) => Promise<void>
}

export interface Answer {
  url: URL
  status: number
  headers: RawHeaders
  bytes: Buffer
  truncated: boolean
  /** The time was over before its end. */
  outOfTime?: true
  /** Nobody else has the memory of its bytes. */
  isOwn: boolean
  /** How it was asked for; absent of what was fetched before. */
  exchange?: () => Exchange
}

/**
 * Sends a request and follows HTTP redirects by hand: every hop is vetted, none is visited twice.
 * @throws the errors of `failure.ts` and undici's own; `trip.hops` tells how far it came.
 */
export async function followRedirects(
  request: HttpRequest,
  trip: Trip,
  deadline: Deadline,
  context: FollowContext,
): Promise<Answer> {
  const { signal } = deadline
  let url = vettedUrl(request.url, context)
  const origin = url.origin
  let method = request.method ?? 'GET'
  for (;;) {
    enter(trip, url)
    if (context.mayVisit) await context.mayVisit(url, signal)
    if (context.turn) await context.turn(url, deadline)
    const sameOrigin = url.origin === origin
    const body = method === 'POST' && sameOrigin ? request.body : undefined
    const headers = requestHeaders(request, {
      userAgent: context.userAgent,
      sameOrigin,
      hasBody: body !== undefined,
    })
    const answer = await ask({ url, method, headers, body, signal }, deadline, context)
    const seconds = retryAfterSeconds(answer.status, answer.headers, sharedNow())
    if (seconds !== null) await context.leaveAlone?.(url, seconds)
    const location = redirectTarget(answer)
    if (location === null) return answer
    trip.hops.push({ url: url.href, status: answer.status, location, kind: 'http' })
    if (trip.hops.length > trip.maxHops)
      throw netError('too_many_redirects', `more than ${trip.maxHops} redirects`)
    if (!URL.canParse(location, url.href))
      throw netError('invalid_url', 'redirected to something that is not a URL')
    url = vettedUrl(new URL(location, url).href, context)
    // Fetch standard, "HTTP-redirect fetch": 307 and 308 keep the method. We keep it on the same origin only.
    const keepsMethod = answer.status === 307 || answer.status === 308
    if (!keepsMethod || url.origin !== origin) method = 'GET'
  }
}

/**
 * The URL, if it may be asked for.
 * @throws {Refused} `blocked_address` or `invalid_url`.
 */
export function vettedUrl(input: string, { allow, rules }: Pick<FollowContext, 'allow' | 'rules'>): URL {
  const verdict = vetUrl(input, allow, rules)
  if (verdict.ok) return verdict.url
  const malformed =
    verdict.reason === 'not_a_url' || verdict.reason === 'scheme' || verdict.reason === 'userinfo'
  throw netError(malformed ? 'invalid_url' : 'blocked_address', verdict.detail)
}

/** The address as loops are recognised by. */
export function visitKey(url: URL): string {
  return url.origin + url.pathname + url.search
}

function enter(trip: Trip, url: URL): void {
  const key = visitKey(url)
  if (trip.visited.has(key)) throw netError('redirect_loop', 'redirected to an address already visited')
  trip.visited.add(key)
}

/** Behind other requests to the same host, which is no fault of the page's. */
const MOST_QUEUED_MS = 45_000

interface Asking {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
}

async function ask(asking: Asking, deadline: Deadline, context: FollowContext): Promise<Answer> {
  const { url, signal } = asking
  const host = `${url.hostname}:${portOf(url)}`
  signal.throwIfAborted()
  const release =
    context.slots.acquireNow(host) ??
    (await deadline.paused(() => context.slots.acquire(host, signal), MOST_QUEUED_MS))
  const started = performance.now()
  const event = { host: url.hostname, method: asking.method, status: null, reason: null, bytes: 0 }
  try {
    const response = await sendOnce(asking, context.transport)
    const answer = await read(response, asking, context.limits)
    context.onRequest?.({
      ...event,
      status: answer.status,
      bytes: answer.bytes.length,
      durationMs: since(started),
    })
    return answer
  } catch (error) {
    context.onRequest?.({ ...event, reason: failureOf(error)?.reason ?? 'error', durationMs: since(started) })
    throw error
  } finally {
    release()
  }
}

/** A server may close an idle connection just as we write to it; such a GET is sent again, once. */
async function sendOnce(asking: Asking, transport: Transport): Promise<WireResponse> {
  try {
    return await transport.send(asking)
  } catch (error) {
    if (asking.method !== 'GET' || asking.signal.aborted || !wasReused(error)) throw error
    return transport.send(asking)
  }
}

async function read(response: WireResponse, asking: Asking, limits: BodyLimits): Promise<Answer> {
  const { status, headers, body } = response
  const { url, method, signal } = asking
  const answer: Answer = { url, status, headers, bytes: Buffer.alloc(0), truncated: false, isOwn: false }
  if (redirectTarget(answer) !== null) {
    void drain(body)
    return answer
  }
  const exchange = () => ({
    method,
    headers: keptRequestHeaders(url.host, asking.headers),
    tls: response.tls,
  })
  const kept = await readBody(body, headers['content-encoding'], limits, signal)
  const truncated = kept.truncated || (endsUnannounced(headers) && isLeftOpen(kept.bytes))
  return { ...answer, ...kept, truncated, exchange }
}

/** Its end is that of the connection, which a server that fails brings about as well as one that is done (RFC 9112, 8). */
function endsUnannounced(headers: RawHeaders): boolean {
  return headerOf(headers, 'content-length') === '' && headerOf(headers, 'transfer-encoding') === ''
}

function redirectTarget({ status, headers }: Pick<Answer, 'status' | 'headers'>): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null
  return headerOf(headers, 'location').slice(0, 8192) || null
}

/** Small bodies are read away to keep the connection; what a redirect says is not evidence. */
async function drain(body: WireBody): Promise<void> {
  const timer = setTimeout(() => body.drop(), 1000)
  timer.unref()
  let left = 16 * 1024
  try {
    for await (const chunk of body) {
      left -= chunk.length
      if (left < 0) break
    }
  } catch {
    // Its connection is gone, and nothing of it was wanted.
  } finally {
    clearTimeout(timer)
    body.drop()
  }
}

function wasReused(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'UND_ERR_SOCKET') return false
  const socket = 'socket' in error ? error.socket : null
  return (
    typeof socket === 'object' && socket !== null && 'bytesRead' in socket && Number(socket.bytesRead) > 0
  )
}

function since(started: number): number {
  return Math.round(performance.now() - started)
}
