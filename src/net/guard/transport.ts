import { Agent, buildConnector, type Dispatcher, Pool } from 'undici'
import type { EndSignal } from './deadline.ts'
import type { EgressAllow } from './egress-allow.ts'
import { exchange, type WireResponse } from './exchange.ts'
import { netError } from './failure.ts'
import type { ForwardProxy } from './forward-proxy.ts'
import { createFreeing } from './freeing.ts'
import { guardedConnect } from './guarded-connect.ts'
import { untilThereIsRoom } from './own-lack.ts'
import { proxyConnect } from './proxy-connect.ts'
import type { Resolve } from './resolve.ts'
import { createVetBehindProxy } from './vet-behind-proxy.ts'

export interface WireRequest {
  url: URL
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body?: string | Uint8Array
  signal: EndSignal
}

/** Sends one request and follows nothing. */
export interface Transport {
  send(request: WireRequest): Promise<WireResponse>
  close(): Promise<void>
}

export interface TransportOptions {
  allow: EgressAllow
  resolve: Resolve
  proxy?: ForwardProxy
  ports?: 'web' | 'any'
  connectTimeoutMs: number
  /** Open connections per origin. */
  connections: number
  ca?: string
  /** Every connection shows the server's certificate: see `guardedConnect`. */
  anew?: boolean
  onConnected?: (origin: string, address: string) => void
}

/** One transport for the life of the service; it keeps idle connections for a few seconds. */
export function createTransport(options: TransportOptions): Transport {
  const limits = {
    maxHeaderSize: 64 * 1024,
    // The caller's deadline governs: time-outs between two bytes do not stop a slow drip.
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: options.connections,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 10_000,
  }
  const { proxy } = options
  const vet = proxy ? createVetBehindProxy(options) : null
  const connect = untilThereIsRoom(proxy ? proxyConnect(proxy, options) : guardedConnect(options))
  const toProxy = buildConnector({ timeout: options.connectTimeoutMs })
  const agent = new Agent({ ...limits, connect })
  const plain = proxy
    ? new Pool(proxy.url.origin, { ...limits, connect: untilThereIsRoom(toProxy), connections: 64 })
    : null

  const freeing = createFreeing()

  async function sendVetted(request: WireRequest): Promise<WireResponse> {
    const { url, signal } = request
    const ended = () => freeing.ended(url.origin)
    await freeing.over(url.origin)
    const viaProxy = plain !== null && proxy !== undefined && url.protocol === 'http:'
    return viaProxy
      ? exchange(plain, absoluteForm(request, proxy), signal, ended).then(ofSite)
      : exchange(agent, directForm(request), signal, ended)
  }

  return {
    send: (request) =>
      vet === null ? sendVetted(request) : vet(request.url).then(() => sendVetted(request)),
    async close() {
      await Promise.all([agent.destroy(), plain?.destroy()])
    },
  }
}

/** No site answers with 407: the proxy wants to know who we are. */
function ofSite(response: WireResponse): WireResponse {
  if (response.status !== 407) return response
  response.body.drop()
  throw netError('connect_error', 'the proxy answered 407: it wants other credentials')
}

function directForm({ url, method, headers, body }: WireRequest): Dispatcher.DispatchOptions {
  return { origin: url.origin, path: url.pathname + url.search, method, headers, body }
}

function absoluteForm(request: WireRequest, proxy: ForwardProxy): Dispatcher.DispatchOptions {
  const { url, method, headers, body } = request
  const path = url.origin + url.pathname + url.search
  return { path, method, headers: { ...headers, ...proxy.headers, host: url.host }, body }
}
