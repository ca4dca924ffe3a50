import type { FetchFailure } from '../../evidence/page.ts'
import { EndController, type EndSignal, startLeanDeadline } from '../guard/deadline.ts'
import type { EgressAllow } from '../guard/egress-allow.ts'
import type { WireResponse } from '../guard/exchange.ts'
import { failureOf, netError } from '../guard/failure.ts'
import { basicAuthorization } from '../guard/forward-proxy.ts'
import { createResolve, type Resolve } from '../guard/resolve.ts'
import { headerOf, keptHeaders, type RawHeaders } from '../guard/response-headers.ts'
import { createTransport } from '../guard/transport.ts'
import { vettedUrl } from './follow-redirects.ts'
import { type BodyLimits, readBody } from './read-body.ts'

export interface PostRequest {
  url: string
  headers: Record<string, string>
  body: Buffer
  /** For connecting, sending and the answer's headers together. Default 15,000. */
  timeoutMs?: number
  /** For what follows the headers: the answer stands, and its body is only kept to be shown. Default 1,000. */
  bodyTimeoutMs?: number
  /** The status is there, `afterMs` after the request was asked for. */
  onAnswer?: (afterMs: number) => void
  /** Bytes of the answer that are read at most. Default 64 KiB. */
  maxResponseBytes?: number
}

export type PostFailure =
  | 'timeout'
  | 'dns_error'
  | 'connect_error'
  | 'tls_error'
  | 'blocked_address'
  | 'protocol_error'

export type PostResult =
  | {
      ok: true
      status: number
      headers: Record<string, string>
      /** What was read of the answer. */
      bodyText: string
      remoteIp: string | null
      durationMs: number
    }
  | { ok: false; reason: PostFailure; detail: string; remoteIp: string | null; durationMs: number }

export type PostGuarded = (request: PostRequest) => Promise<PostResult>

export interface PostOptions {
  allow: EgressAllow
  /** For one address. Default 5,000. */
  connectTimeoutMs?: number
  /** Instead of DNS, in tests. */
  resolve?: Resolve
  /** Extra trusted certificate authorities, PEM. */
  ca?: string
}

/**
 * The door for callbacks: same guard and pinning as collection, any port, no redirects, and never through the collection
 * proxy. Credentials in the URL become a basic `authorization` header. Network conditions are results.
 * @throws Unavailable, from the function that it gives, where this process has no connections or memory left to send with.
 */
export function createPostGuarded(options: PostOptions): {
  postGuarded: PostGuarded
  close(): Promise<void>
} {
  const { allow } = options
  const addresses = new Map<string, string>()
  const transport = createTransport({
    allow,
    resolve: options.resolve ?? createResolve({ allow }),
    ports: 'any',
    connectTimeoutMs: options.connectTimeoutMs ?? 5000,
    connections: 32,
    ca: options.ca,
    onConnected: (origin, address) => remember(addresses, origin, address),
  })
  const closing = new EndController()
  const vet = createVetting(allow)

  async function postGuarded(request: PostRequest): Promise<PostResult> {
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    const deadline = startLeanDeadline(request.timeoutMs ?? 15_000, [closing.signal])
    let origin = ''
    try {
      const url = vet(request.url)
      origin = url.origin
      const headers = withCredentials(request.headers, url)
      const answer = await transport.send({
        url,
        method: 'POST',
        headers,
        body: request.body,
        signal: deadline.signal,
      })
      request.onAnswer?.(elapsed())
      const bodyText = await readAnswer(answer, request, deadline.signal)
      const remoteIp = addresses.get(origin) ?? null
      // Nothing runs any more that an abort would have to end.
      deadline.done()
      return {
        ok: true,
        status: answer.status,
        headers: answerHeaders(answer.headers),
        bodyText,
        remoteIp,
        durationMs: elapsed(),
      }
    } catch (error) {
      deadline.end()
      const failure = failureOf(error)
      if (!failure) throw error
      // What we lacked says nothing of the receiver: there was no attempt.
      if (failure.reason === 'out_of_resources') throw netError(failure.reason, failure.detail, error)
      const reason = postReason(failure.reason)
      const connected = reason !== 'dns_error' && reason !== 'blocked_address'
      const remoteIp = connected ? (addresses.get(origin) ?? null) : null
      return { ok: false, reason, detail: failure.detail, remoteIp, durationMs: elapsed() }
    }
  }

  return {
    postGuarded,
    async close() {
      closing.abort(netError('aborted', 'the door is closed'))
      await transport.close()
    },
  }
}

/** Receivers remembered by address; the oldest go first. */
const MAX_REMEMBERED = 1000

/** What a text alone decides of an address is decided once; where its name leads, at each connection. */
function createVetting(allow: EgressAllow): (url: string) => URL {
  const vetted = new Map<string, URL>()
  return (text) => {
    const known = vetted.get(text)
    if (known) return known
    const url = vettedUrl(text, { allow, rules: { ports: 'any', userinfo: 'accept' } })
    if (vetted.size >= MAX_REMEMBERED) vetted.clear()
    vetted.set(text, url)
    return url
  }
}

function remember(addresses: Map<string, string>, origin: string, address: string): void {
  addresses.delete(origin)
  addresses.set(origin, address)
  for (const oldest of addresses.keys()) {
    if (addresses.size <= MAX_REMEMBERED) break
    addresses.delete(oldest)
  }
}

function withCredentials(headers: Record<string, string>, url: URL): Record<string, string> {
  const authorization = basicAuthorization(url)
  return authorization ? { authorization, ...headers } : headers
}

const MAX_HEADERS = 64
const MAX_HEADER_CHARACTERS = 2048

/** All of a receiver's own, for its makers to look at; of cookies the names. It may ask to be left alone by `webhook-delivery`. */
function answerHeaders(raw: RawHeaders): Record<string, string> {
  const names = Object.keys(raw).slice(0, MAX_HEADERS)
  const all = names.map((name) => [name, headerOf(raw, name).slice(0, MAX_HEADER_CHARACTERS)])
  const wish = headerOf(raw, 'webhook-delivery').trim().toLowerCase().slice(0, 64)
  return { ...Object.fromEntries(all), ...keptHeaders(raw), ...(wish && { 'webhook-delivery': wish }) }
}

/** The status is the receiver's answer; a body that hangs or cannot be decoded does not take it back. */
async function readAnswer(
  answer: WireResponse,
  { maxResponseBytes: limit = 65_536, bodyTimeoutMs = 1000 }: PostRequest,
  signal: EndSignal,
): Promise<string> {
  const isCoded = answer.headers['content-encoding'] !== undefined
  const whole = isCoded || signal.aborted ? null : answer.body.takeWhole(limit)
  if (whole) return whole.toString('utf8')
  const limits: BodyLimits = { wireBytes: limit, decodedBytes: limit }
  const timer = setTimeout(() => answer.body.cut(), bodyTimeoutMs)
  try {
    const body = await readBody(answer.body, answer.headers['content-encoding'], limits, signal)
    return body.bytes.toString('utf8')
  } catch (error) {
    if (failureOf(error)) return ''
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** By what receivers' owners can act on; the detail says more. */
function postReason(reason: FetchFailure): PostFailure {
  if (
    reason === 'timeout' ||
    reason === 'dns_error' ||
    reason === 'tls_error' ||
    reason === 'blocked_address'
  )
    return reason
  if (reason === 'dns_unavailable') return 'dns_error'
  return reason === 'connect_error' || reason === 'no_route' || reason === 'aborted'
    ? 'connect_error'
    : 'protocol_error'
}
