import { randomBytes } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { FetchFailure } from '../../evidence/page.ts'
import { bareHost, portOf } from '../guard/address-guard.ts'
import type { EgressAllow } from '../guard/egress-allow.ts'
import { failureOf, netError } from '../guard/failure.ts'
import type { ForwardProxy } from '../guard/forward-proxy.ts'
import { guardedConnect } from '../guard/guarded-connect.ts'
import { openTunnel } from '../guard/proxy-connect.ts'
import type { Resolve } from '../guard/resolve.ts'
import { createVetBehindProxy } from '../guard/vet-behind-proxy.ts'
import { vettedUrl } from '../http/follow-redirects.ts'

export interface VettingProxyOptions {
  allow: EgressAllow
  resolve: Resolve
  /** The operator's own proxy, which everything then goes through. It resolves the names; what they mean here is vetted too. */
  proxy?: ForwardProxy
  /** Waits until a host may be asked. Default: at once. */
  turn?: (url: URL, signal: AbortSignal) => Promise<void>
  connectTimeoutMs?: number
}

export type Refusal = FetchFailure | 'visit_over' | 'too_many_bytes' | 'too_many_requests'

/** What one visit may use, and what became of it. */
export interface ProxiedVisit {
  credentials: { username: string; password: string }
  /** Requests that led nowhere, by reason. */
  refused: Map<Refusal, number>
  /** Bytes that came in, for all hosts together. */
  bytes: number
  /** A limit of the visit was reached. */
  cut: boolean
  /** One request to this host has had its turn already. */
  grant(url: string): void
  /** Why this `host:port` was not reached, when it was not. */
  failureAt(url: string): { reason: FetchFailure; detail: string } | null
  /** Ends all its connections and takes its credentials back. */
  close(): void
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

interface Visit extends ProxiedVisit {
  limits: { bytes: number; requests: number }
  requests: number
  over: boolean
  sockets: Set<Socket>
  /** Turns that were taken and not used yet, by `host:port`. */
  granted: Map<string, number>
  /** Aborted with the visit. */
  ending: AbortController
  failures: Map<string, { reason: FetchFailure; detail: string }>
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
      note(visit, incoming.url ?? '', error)
      // No page of ours may be taken for the site's answer.
      incoming.socket.destroy()
    })
  })
  server.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    const visit = visitOf(incoming)
    if (!visit) return client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${WHO_ARE_YOU_LINES}\r\n`)
    const address = tunnelUrl(incoming.url ?? '')
    tunnel(address, client, head, visit, options, dial).catch((error) => {
      note(visit, address, error)
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

function newVisit(credentials: Visit['credentials'], limits: Visit['limits'], forget: () => void): Visit {
  const visit: Visit = {
    credentials,
    limits,
    refused: new Map(),
    bytes: 0,
    requests: 0,
    cut: false,
    over: false,
    sockets: new Set(),
    granted: new Map(),
    ending: new AbortController(),
    failures: new Map(),
    grant(url) {
      const key = authorityOf(url)
      visit.granted.set(key, (visit.granted.get(key) ?? 0) + 1)
    },
    failureAt: (url) => visit.failures.get(authorityOf(url)) ?? null,
    close() {
      visit.over = true
      visit.ending.abort(new VisitLimit('visit_over'))
      forget()
      for (const socket of visit.sockets) socket.destroy()
    },
  }
  return visit
}

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
  own(visit, client)
  const url = await admitted(address, visit, options)
  const target = await dial(url)
  own(visit, target)
  if (client.destroyed) target.destroy()
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  if (head.length > 0) target.write(head)
  target.on('data', (chunk: Buffer) => count(visit, chunk))
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
  own(visit, incoming.socket)
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
  onward.on('socket', (socket) => own(visit, socket))
  outgoing.once('close', () => onward.destroy())
  await new Promise<void>((done, fail) => {
    onward.once('error', fail)
    // As after an upgrade that nobody asked for.
    onward.once('close', () => fail(netError('protocol_error', 'the connection ended without an answer')))
    onward.once('response', (answer) => {
      answer.on('error', () => outgoing.destroy())
      answer.on('data', (chunk: Buffer) => count(visit, chunk))
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
  if (visit.over) throw new VisitLimit('visit_over')
  if (visit.bytes > visit.limits.bytes) throw new VisitLimit('too_many_bytes')
  if (++visit.requests > visit.limits.requests) throw new VisitLimit('too_many_requests')
  const url = vettedUrl(address, { allow, rules: { resolved: proxy ? 'elsewhere' : 'here' } })
  await vet?.(url)
  const key = authorityOf(address)
  const granted = visit.granted.get(key) ?? 0
  if (granted > 0) visit.granted.set(key, granted - 1)
  else await turn?.(url, visit.ending.signal)
  return url
}

class VisitLimit extends Error {
  readonly limit: Refusal
  constructor(limit: Refusal) {
    super(limit)
    this.limit = limit
  }
}

function note(visit: Visit, address: string, error: unknown): void {
  const isLimit = error instanceof VisitLimit
  const failure = isLimit
    ? null
    : (failureOf(error) ?? { reason: 'connect_error' as const, detail: String(error) })
  const reason = isLimit ? error.limit : (failure?.reason ?? 'connect_error')
  if (isLimit) visit.cut = true
  visit.refused.set(reason, (visit.refused.get(reason) ?? 0) + 1)
  if (failure) visit.failures.set(authorityOf(address), failure)
}

function count(visit: Visit, chunk: Buffer): void {
  visit.bytes += chunk.length
  if (visit.bytes <= visit.limits.bytes) return
  visit.cut = true
  for (const socket of visit.sockets) socket.destroy()
}

/** Ends with the visit. */
function own(visit: Visit, socket: Socket): void {
  if (visit.sockets.has(socket)) return
  socket.on('error', ignore)
  if (visit.over) socket.destroy()
  visit.sockets.add(socket)
  socket.once('close', () => visit.sockets.delete(socket))
}

/** The target of a CONNECT as a URL; ws:// comes as port 80. */
function tunnelUrl(authority: string): string {
  return `${authority.endsWith(':80') ? 'http' : 'https'}://${authority}/`
}

/** `host:port`, the same for http, https and their WebSockets. */
function authorityOf(address: string): string {
  const url = URL.parse(address)
  return url ? `${bareHost(url.hostname)}:${portOf(url)}` : ''
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

function ignore(): void {}
