import { randomBytes } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { bareHost, portOf } from '../guard/address-guard.ts'
import type { EgressAllow } from '../guard/egress-allow.ts'
import { netError } from '../guard/failure.ts'
import type { ForwardProxy } from '../guard/forward-proxy.ts'
import { guardedConnect } from '../guard/guarded-connect.ts'
import { openTunnel } from '../guard/proxy-connect.ts'
import type { Resolve } from '../guard/resolve.ts'
import { createVetBehindProxy } from '../guard/vet-behind-proxy.ts'
import { vettedUrl } from '../http/follow-redirects.ts'
import {
  authorityOf,
  countBytes,
  countRequest,
  endWithVisit,
  ignore,
  newVisit,
  noteFailure,
  type ProxiedVisit,
  type Visit,
} from './proxied-visit.ts'

export interface VettingProxyOptions {
  allow: EgressAllow
  resolve: Resolve
  /** The operator's own proxy, which everything then goes through. It resolves the names; what they mean here is vetted too. */
  proxy?: ForwardProxy
  /** Waits until a host may be asked. Default: at once. */
  turn?: (url: URL, signal: AbortSignal) => Promise<void>
  connectTimeoutMs?: number
}

export interface VettingProxy {
  /** `http://127.0.0.1:port` */
  origin: string
  openVisit(limits: { bytes: number; requests: number }): ProxiedVisit
  close(): Promise<void>
}

interface WayOut extends VettingProxyOptions {
  /** Behind the operator's proxy: throws where a name leads to a private address from here. */
  vet?: (url: URL) => Promise<void>
}

/**
 * The only way out for a browser. Chromium resolves no names here and connects to nothing but this loopback port; every
 * request names its host, which is vetted, resolved once and connected to at the vetted address. Each visit has credentials
 * of its own, so that what it costs and what it was refused can be told apart from its neighbours'.
 */
export async function startVettingProxy(given: VettingProxyOptions): Promise<VettingProxy> {
  const options: WayOut = { ...given, vet: given.proxy && createVetBehindProxy(given) }
  const visits = new Map<string, Visit>()
  const clients = new Set<Socket>()
  const dial = createDial(options)
  const server = createServer({ maxHeaderSize: 64 * 1024 })

  const visitOf = (incoming: IncomingMessage) => {
    const authorization = incoming.headers['proxy-authorization'] ?? ''
    return visits.get(authorization.replace(/^Basic /i, '')) ?? null
  }
  server.on('connection', (client: Socket) => {
    clients.add(client)
    client.on('error', ignore)
    client.once('close', () => clients.delete(client))
  })
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.on('error', ignore)
    const visit = visitOf(incoming)
    if (!visit) return outgoing.writeHead(407, WHO_ARE_YOU).end()
    passOn(incoming, outgoing, visit, options, dial).catch((error) => {
      noteFailure(visit, incoming.url ?? '', error)
      // No page of ours may be taken for the site's answer.
      incoming.socket.destroy()
    })
  })
  server.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    const visit = visitOf(incoming)
    if (!visit) return client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${WHO_ARE_YOU_LINES}\r\n`)
    const address = tunnelUrl(incoming.url ?? '')
    tunnel(address, client, head, visit, options, dial).catch((error) => {
      noteFailure(visit, address, error)
      client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
    })
  })
  // Absolute-form requests with an upgrade: browsers use CONNECT for WebSockets.
  server.on('upgrade', (_incoming, client: Socket) => client.destroy())
  server.on('clientError', (_error, client) => client.destroy())

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // Waiting for a browser is no reason to keep the process alive.
  server.unref()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  return {
    origin: `http://127.0.0.1:${port}`,
    openVisit(limits) {
      const credentials = { username: 'visit', password: randomBytes(24).toString('base64url') }
      const key = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
      const visit = newVisit(credentials, limits, () => visits.delete(key))
      visits.set(key, visit)
      return visit
    },
    close: () =>
      new Promise((resolve) => {
        for (const visit of visits.values()) visit.close()
        server.close(() => resolve())
        for (const client of clients) client.destroy()
      }),
  }
}

const WHO_ARE_YOU = { 'proxy-authenticate': 'Basic realm="visit"', 'content-length': '0' }
const WHO_ARE_YOU_LINES = Object.entries(WHO_ARE_YOU)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** Opens a TCP connection to a place that was vetted by name; the guard vets its addresses. */
type Dial = (url: URL) => Promise<Socket>

function createDial({ allow, resolve, proxy, connectTimeoutMs = 5000 }: VettingProxyOptions): Dial {
  if (proxy) return (url) => openTunnel(proxy, `${url.hostname}:${portOf(url)}`, connectTimeoutMs)
  const connect = guardedConnect({ allow, resolve, connectTimeoutMs })
  return (url) =>
    new Promise((done, fail) => {
      const target = { hostname: url.hostname, host: url.host, protocol: 'http:', port: String(portOf(url)) }
      connect(target, (error, socket) => (socket ? done(socket) : fail(error)))
    })
}

async function tunnel(
  address: string,
  client: Socket,
  head: Buffer,
  visit: Visit,
  options: WayOut,
  dial: Dial,
): Promise<void> {
  endWithVisit(visit, client)
  const url = await admitted(address, visit, options)
  const target = await dial(url)
  endWithVisit(visit, target)
  if (client.destroyed) target.destroy()
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  if (head.length > 0) target.write(head)
  target.on('data', (chunk: Buffer) => countBytes(visit, chunk))
  target.pipe(client)
  client.pipe(target)
  target.once('close', () => client.destroy())
  client.once('close', () => target.destroy())
}

async function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  visit: Visit,
  options: WayOut,
  dial: Dial,
): Promise<void> {
  endWithVisit(visit, incoming.socket)
  const url = await admitted(incoming.url ?? '', visit, options)
  const { proxy } = options
  const path = url.pathname + url.search
  const headers = { ...withoutProxyHeaders(incoming.headers), host: url.host, connection: 'close' }
  const onward = proxy
    ? request({
        host: bareHost(proxy.url.hostname),
        port: proxy.url.port || 80,
        method: incoming.method,
        path: url.origin + path,
        headers: { ...headers, ...proxy.headers },
        agent: false,
      })
    : requestOver(await dial(url), { method: incoming.method, path, headers })
  onward.on('socket', (socket) => endWithVisit(visit, socket))
  outgoing.once('close', () => onward.destroy())
  await new Promise<void>((done, fail) => {
    onward.once('error', fail)
    // As after an upgrade that nobody asked for.
    onward.once('close', () => fail(netError('protocol_error', 'the connection ended without an answer')))
    onward.once('response', (answer) => {
      answer.on('error', () => outgoing.destroy())
      answer.on('data', (chunk: Buffer) => countBytes(visit, chunk))
      try {
        // Node reads statuses and headers that it does not write.
        outgoing.writeHead(answer.statusCode ?? 502, withoutProxyHeaders(answer.headers))
      } catch (error) {
        onward.destroy()
        fail(netError('protocol_error', 'the answer has a head that nobody can pass on', error))
        return
      }
      answer.pipe(outgoing)
      done()
    })
    incoming.on('error', () => onward.destroy())
    incoming.pipe(onward)
  })
  onward.on('error', ignore)
}

/** Without `agent`: an agent, even `false`, would open a connection of its own to wherever it thinks right. */
function requestOver(socket: Socket, options: Pick<RequestOptions, 'method' | 'path' | 'headers'>) {
  return request({ ...options, createConnection: () => socket })
}

/** @throws when the visit is over or past its limits, or the address is refused, or its host is not to be asked now. */
async function admitted(address: string, visit: Visit, { allow, proxy, turn, vet }: WayOut): Promise<URL> {
  countRequest(visit)
  const url = vettedUrl(address, { allow, rules: { resolved: proxy ? 'elsewhere' : 'here' } })
  await vet?.(url)
  const key = authorityOf(address)
  const granted = visit.granted.get(key) ?? 0
  if (granted > 0) visit.granted.set(key, granted - 1)
  else await turn?.(url, visit.ending.signal)
  return url
}

/** The target of a CONNECT as a URL; ws:// comes as port 80. */
function tunnelUrl(authority: string): string {
  return `${authority.endsWith(':80') ? 'http' : 'https'}://${authority}/`
}

// biome-ignore format: a list
const BETWEEN_TWO = new Set([
  'connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade',
])

function withoutProxyHeaders(
  headers: IncomingMessage['headers'],
): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !BETWEEN_TWO.has(name)))
}
