import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, Pool } from 'undici'
import type { EgressAllow } from './egress-allow.ts'
import type { ForwardProxy } from './forward-proxy.ts'
import { guardedConnect } from './guarded-connect.ts'
import { proxyConnect } from './proxy-connect.ts'
import type { Resolve } from './resolve.ts'

export interface WireRequest {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array
  signal: AbortSignal
}

export interface WireResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Has an error listener already; whoever gets it reads or destroys it. */
  body: Readable
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
  const connect = proxy ? proxyConnect(proxy, options) : guardedConnect(options)
  const agent = new Agent({ ...limits, connect })
  const plain = proxy ? new Pool(proxy.url.origin, { ...limits, connections: 64 }) : null

  return {
    async send(request) {
      const viaProxy = plain !== null && proxy !== undefined && request.url.protocol === 'http:'
      const response = await raceAbort(
        viaProxy ? plain.request(absoluteForm(request, proxy)) : agent.request(directForm(request)),
        request.signal,
      )
      return { status: response.statusCode, headers: response.headers, body: response.body }
    },
    async close() {
      await Promise.all([agent.destroy(), plain?.destroy()])
    },
  }
}

function directForm(request: WireRequest): Dispatcher.RequestOptions {
  const { url, method, headers, body, signal } = request
  return { origin: url.origin, path: url.pathname + url.search, method, headers, body, signal }
}

function absoluteForm(request: WireRequest, proxy: ForwardProxy): Dispatcher.RequestOptions {
  const { url, method, headers, body, signal } = request
  const path = url.origin + url.pathname + url.search
  return { path, method, headers: { ...headers, ...proxy.headers, host: url.host }, body, signal }
}

/** undici notices an abort only once the connection stands; a caller with a deadline cannot wait for that. */
function raceAbort(
  sending: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    sending
      .then((response) => {
        // First of all: a destroyed body without a listener would end the process.
        response.body.on('error', ignore)
        if (signal.aborted) response.body.destroy()
        resolve(response)
      }, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
    if (signal.aborted) onAbort()
  })
}

function ignore(): void {}
