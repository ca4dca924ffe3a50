import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import { createAuthority } from './certificates.ts'
import { type Answer, NOBODY_THERE, type Page, type Site } from './site.ts'

export interface DemoWeb {
  /** Address of the forward proxy behind which this web lies. */
  proxyUrl: string
  /** PEM of the authority that signs for every host of it. */
  authority: string
  /** `GET https://host/path`, in order of arrival. */
  requests: string[]
  close(): Promise<void>
}

/**
 * A small web of made-up pages behind a forward proxy on loopback: absolute form for http; for https it answers CONNECT
 * and is every host itself, with a certificate that it issues on the spot. Nothing leaves the machine.
 */
export async function startDemoWeb(
  sites: Site[],
  { latencyMs = 0, fallback = NOT_FOUND }: { latencyMs?: number; fallback?: Page } = {},
): Promise<DemoWeb> {
  const pages = joined(sites)
  const authority = createAuthority('Toscan demo authority')
  const requests: string[] = []
  const sockets = new Set<Duplex>()

  const answer = async (scheme: string, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = new URL(incoming.url ?? '/', `${scheme}://${incoming.headers.host}`)
    requests.push(`${incoming.method} ${url.href}`)
    if (latencyMs > 0) await sleep(latencyMs)
    const isBrowser = /^Mozilla\//.test(incoming.headers['user-agent'] ?? '')
    const cookie = incoming.headers.cookie ?? ''
    const found = pageAt(pages, url) ?? fallback
    const page = typeof found === 'function' ? found({ url, isBrowser, cookie }) : found
    const { status = 200, headers, body = '', send } = page
    if (status === 0) return outgoing.destroy()
    outgoing.writeHead(status, { 'content-type': 'text/plain', ...headers })
    if (send) send(outgoing)
    else outgoing.end(body)
  }

  const contexts = new Map<string, SecureContext>()
  const contextFor = (host: string): SecureContext => {
    const known = contexts.get(host) ?? createSecureContext(authority.issue(host))
    contexts.set(host, known)
    return known
  }
  const secure = createSecureServer(
    { ...authority.issue('demo.example'), SNICallback: (host, done) => done(null, contextFor(host)) },
    (incoming, outgoing) => answer('https', incoming, outgoing),
  )
  secure.on('tlsClientError', () => {})
  const proxy = createServer((incoming, outgoing) => answer('http', incoming, outgoing))
  proxy.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {})
    const host = (incoming.url ?? '').replace(/:\d+$/, '')
    if (pages.get(bare(host)) === NOBODY_THERE) return socket.end('HTTP/1.1 502 Nobody There\r\n\r\n')
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    secure.emit('connection', socket)
  })
  proxy.on('connection', (socket: Duplex) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return {
    proxyUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    authority: authority.certificate,
    requests,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** One map of all pages. Two creators may not own the same address. */
function joined(sites: Site[]): Map<string, Page> {
  const pages = new Map<string, Page>()
  for (const [place, page] of sites.flatMap((site) => Object.entries(site))) {
    if (pages.has(place)) throw new Error(`Two pages of the demo lie at ${place}`)
    pages.set(place, page)
  }
  return pages
}

function pageAt(pages: Map<string, Page>, url: URL): Page | undefined {
  const host = bare(url.host)
  const places = [
    host + url.pathname + url.search,
    host + url.pathname,
    host + url.pathname.replace(/\/$/, ''),
  ]
  return places.map((place) => pages.get(place)).find((page) => page !== undefined)
}

const NOT_FOUND: Answer = { status: 404, body: 'Not found' }

function bare(host: string): string {
  return host.replace(/^www\./, '')
}
