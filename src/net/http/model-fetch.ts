import { ALLOW_NOTHING, type EgressAllow, parseEgressAllow } from '../guard/egress-allow.ts'
import { failureOf, netError } from '../guard/failure.ts'
import { parseForwardProxy } from '../guard/forward-proxy.ts'
import { createResolve } from '../guard/resolve.ts'
import { createTransport } from '../guard/transport.ts'
import { vettedUrl } from './follow-redirects.ts'
import { readBody } from './read-body.ts'

export interface ModelDoorOptions {
  /** Where the model is asked; requests to any other origin are refused. */
  baseUrl: string
  /** Default: nothing private. The base address itself may be private: the operator named it. */
  allow?: EgressAllow
  /** `TOSCAN_MODEL_PROXY`, never the one of collection. */
  proxy?: string
  /** Bytes of one answer. Default 2 MiB. */
  maxAnswerBytes?: number
  /** Extra trusted certificate authorities, PEM. */
  ca?: string
}

/**
 * The door for model providers, in the shape of `fetch`: one origin, our guard and pinning, no redirects, bounded answers.
 * Time is bounded by the caller's signal, over the whole answer. Rejects with `Unavailable` or `Refused`, never with page content.
 */
export function createModelFetch(options: ModelDoorOptions): {
  fetch: typeof globalThis.fetch
  close(): Promise<void>
} {
  const { origin, host } = new URL(options.baseUrl)
  const port = new URL(options.baseUrl).port === '' ? defaultPort(options.baseUrl) : ''
  const { networks, hosts, ownPorts } = options.allow ?? ALLOW_NOTHING
  const named = parseEgressAllow(`${host}${port}`)
  const allow = {
    networks: [...networks, ...named.networks],
    hosts: [...hosts, ...named.hosts],
    ownPorts,
  }
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
    if (url.origin !== origin)
      throw netError('blocked_address', `models are asked at ${origin} and nowhere else`)
    if (init.body !== undefined && init.body !== null && typeof init.body !== 'string')
      throw netError('protocol_error', 'a model is asked in text')
    const signal = init.signal ?? AbortSignal.timeout(60_000)
    const answer = await transport.send({
      url,
      method: init.method === 'GET' ? 'GET' : 'POST',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body ?? undefined,
      signal,
    })
    const limits = { wireBytes: limit, decodedBytes: limit }
    const body = await readBody(answer.body, answer.headers['content-encoding'], limits, signal)
    if (body.truncated) throw netError('protocol_error', `the answer broke off or passed ${limit} bytes`)
    return toResponse(answer.status, answer.headers, body.bytes)
  }

  return {
    fetch: (input, init) => send(input, init).catch((error) => Promise.reject(renamed(error))),
    close: () => transport.close(),
  }
}

function defaultPort(url: string): string {
  return url.startsWith('https:') ? ':443' : ':80'
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
