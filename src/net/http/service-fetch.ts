import { isIP } from 'node:net'
import { bareHost, isMetadata, portOf } from '../guard/address-guard.ts'
import { ALLOW_NOTHING, type EgressAllow, parseEgressAllow } from '../guard/egress-allow.ts'
import { failureOf, netError } from '../guard/failure.ts'
import { parseForwardProxy } from '../guard/forward-proxy.ts'
import { createResolve } from '../guard/resolve.ts'
import { createTransport, type WireRequest } from '../guard/transport.ts'
import { vettedUrl } from './follow-redirects.ts'
import { readBody } from './read-body.ts'

export interface ServiceDoorOptions {
  /** Where the service is, as the operator has set it. It may be private: the operator named it. */
  baseUrl: string
  /** `origin`: requests to any other origin are refused. `public`: others too, where they are public or allowed. Default `origin`. */
  reach?: 'origin' | 'public'
  /** Whether somebody has named `baseUrl`; false: it is a default of ours, and private only by `allow`. Default true. */
  isNamed?: boolean
  /** Default: nothing private but `baseUrl`. */
  allow?: EgressAllow
  /** The proxy of this service, never the one of collection. */
  proxy?: string
  /** Bytes of one answer. Default 2 MiB. */
  maxAnswerBytes?: number
  /** Extra trusted certificate authorities, PEM. */
  ca?: string
}

/** `fetch`, as far as the services need it: no redirects are followed, bodies are texts or bytes. */
export type ServiceFetch = typeof globalThis.fetch

/**
 * The door for a service that the operator has named (models, evidence bucket, time stamps, the company's sign-in), in the shape of `fetch`:
 * our guard and pinning, no redirects, bounded answers. Time is bounded by the caller's signal, over the whole answer; 60 s without one.
 * Rejects with `Unavailable` or `Refused`, never with content.
 */
export function createServiceFetch(options: ServiceDoorOptions): {
  fetch: ServiceFetch
  close(): Promise<void>
} {
  const { origin } = new URL(options.baseUrl)
  const isElsewhereToo = options.reach === 'public'
  const allow = withNamed(options)
  const proxy = options.proxy ? parseForwardProxy(options.proxy) : undefined
  const limit = options.maxAnswerBytes ?? 2 * 1024 * 1024
  const transport = createTransport({
    allow,
    proxy,
    resolve: createResolve({ allow }),
    ports: 'any',
    connectTimeoutMs: 5000,
    connections: 16,
    ca: options.ca,
  })

  async function send(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = vettedUrl(input instanceof Request ? input.url : String(input), {
      allow,
      rules: { ports: 'any', resolved: proxy ? 'elsewhere' : 'here' },
    })
    if (!isElsewhereToo && url.origin !== origin)
      throw netError('blocked_address', `${origin} is asked and nothing else`)
    const signal = init.signal ?? AbortSignal.timeout(60_000)
    const method = methodOf(init.method)
    const answer = await transport.send({
      url,
      method,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: bodyOf(init.body),
      signal,
    })
    const limits = { wireBytes: limit, decodedBytes: limit }
    // What a HEAD says of the coding is said of a body that does not come.
    const coding = method === 'HEAD' ? undefined : answer.headers['content-encoding']
    const body = await readBody(answer.body, coding, limits, signal)
    if (body.truncated) throw netError('protocol_error', `the answer broke off or passed ${limit} bytes`)
    return toResponse(answer.status, answer.headers, body.bytes)
  }

  return {
    fetch: (input, init) => send(input, init).catch((error) => Promise.reject(renamed(error))),
    close: () => transport.close(),
  }
}

/** What is named needs no entry, but for addresses where clouds keep a machine's credentials. */
function withNamed({ baseUrl, isNamed = true, allow = ALLOW_NOTHING }: ServiceDoorOptions): EgressAllow {
  const url = new URL(baseUrl)
  const host = bareHost(url.hostname)
  if (!isNamed || (isIP(host) !== 0 && isMetadata(host))) return allow
  const named = parseEgressAllow(`${url.hostname}:${portOf(url)}`)
  return {
    networks: [...allow.networks, ...named.networks],
    hosts: [...allow.hosts, ...named.hosts],
    ownPorts: allow.ownPorts,
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const satisfies WireRequest['method'][]

function methodOf(method = 'GET'): WireRequest['method'] {
  const known = METHODS.find((each) => each === method)
  if (!known) throw netError('protocol_error', `no service is asked with ${method}`)
  return known
}

function bodyOf(body: RequestInit['body']): string | Uint8Array | undefined {
  if (body === undefined || body === null) return undefined
  if (body instanceof URLSearchParams) return body.toString()
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw netError('protocol_error', 'a service is asked in text or bytes')
}

/** The coding is undone already; statuses without a body refuse to be given one. */
function toResponse(
  status: number,
  raw: Record<string, string | string[] | undefined>,
  bytes: Buffer,
): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined || name === 'content-encoding' || name === 'content-length') continue
    for (const each of [value].flat()) headers.append(name, each)
  }
  const empty = status === 204 || status === 205 || status === 304
  return new Response(empty ? null : new Uint8Array(bytes), { status, headers })
}

/** Socket errors get the names that the rest of the service knows; an abort stays what its signal said. */
function renamed(error: unknown): unknown {
  const failure = failureOf(error)
  return failure ? netError(failure.reason, failure.detail, error) : error
}
