import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Server as RawServer, Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { type ScanResult, scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { loadPlatforms } from '../../src/platforms/index.ts'
import { selfSigned } from '../net/self-signed.ts'
import { pack } from '../policy/built-in-pack.ts'

/** Every host of this web is an address of its own on loopback, so that each fails as hosts do: on the wire. */

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const healthy: RequestListener = (request, response) =>
  response
    .writeHead(200, HTML)
    .end(`<title>Friends</title><p>${request.headers.host} writes about ida.quill and her letterpress.</p>`)

/** What fails, how, and the word for it in coverage. */
const FAILURES: Record<string, { start: (host: string) => Promise<Host>; word: string | null }> = {
  refuses: { start: (host) => listen(createServer(healthy), host).then(closed), word: 'connect_error' },
  hangs: {
    start: (host) =>
      listen(
        createServer(() => {}),
        host,
      ),
    word: 'timeout',
  },
  resets: {
    start: (host) =>
      serve(host, (request, response) =>
        request.url === '/robots.txt' ? response.writeHead(404).end() : request.socket.resetAndDestroy(),
      ),
    word: 'connect_error',
  },
  'resets when asked for robots.txt': {
    start: (host) =>
      serve(host, (request, response) =>
        request.url === '/robots.txt' ? request.socket.resetAndDestroy() : healthy(request, response),
      ),
    word: 'robots_unreachable',
  },
  'answers 500': {
    start: (host) =>
      serve(host, (request, response) =>
        // Its robots.txt is in order: one that fails closes the site (RFC 9309), and nothing of it is asked for.
        response.writeHead(request.url === '/robots.txt' ? 404 : 500, HTML).end('<h1>Oops</h1>'),
      ),
    word: 'http_500',
  },
  'wants a login': {
    start: (host) =>
      serve(host, (request, response) =>
        request.url === '/'
          ? response.writeHead(302, { location: '/login?next=/' }).end()
          : response.writeHead(200, HTML).end('<title>Log in</title><form><input type="password"></form>'),
      ),
    word: 'login_wall',
  },
  'wants a login that robots.txt closes': {
    start: (host) =>
      serve(host, (request, response) =>
        request.url === '/robots.txt'
          ? response.end('User-agent: *\nDisallow: /login')
          : response.writeHead(302, { location: '/login?next=/' }).end(),
      ),
    word: 'login_wall',
  },
  'redirects to what robots.txt closes': {
    start: (host) =>
      serve(host, (request, response) =>
        request.url === '/robots.txt'
          ? response.end('User-agent: *\nDisallow: /shop')
          : response.writeHead(302, { location: '/shop' }).end(),
      ),
    word: 'robots',
  },
  challenges: {
    start: (host) =>
      serve(host, (_, response) =>
        response
          .writeHead(403, { ...HTML, 'cf-mitigated': 'challenge' })
          .end('<title>Just a moment...</title>'),
      ),
    word: 'bot_challenge',
  },
  'has a certificate that nobody vouches for': {
    start: (host) => listen(createSecureServer(selfSigned('nobody.example'), healthy), host, 'https'),
    word: 'tls_error',
  },
  drips: {
    start: (host) =>
      serve(host, (_, response) => {
        response.writeHead(200, HTML)
        const timer = setInterval(() => response.write('.'), 50)
        response.once('close', () => clearInterval(timer))
      }),
    word: 'timeout',
  },
  'never ends': {
    start: (host) =>
      serve(host, (_, response) => {
        response.writeHead(200, HTML).write('<title>Endless</title><p>It begins</p>')
        const pour = () => {
          while (!response.destroyed && response.write('<p>and goes on</p>'.repeat(4000)));
        }
        response.on('drain', pour)
        pour()
      }),
    // It is read as far as it is read, and coverage says that it was cut.
    word: null,
  },
}

/** As many as a scan follows from one page. */
const LINKS = 30

describe('a deep scan over a web of which more than a third fails', () => {
  const hosts: Host[] = []
  const failing = new Map<string, Host>()
  let result: ScanResult & { status: 'completed' }
  before(async () => {
    let last = 10
    const next = () => `127.0.0.${++last}`
    for (const [what, { start }] of Object.entries(FAILURES)) failing.set(what, await start(next()))
    hosts.push(...failing.values())
    while (hosts.length < LINKS) hosts.push(await serve(next(), healthy))
    const links = hosts.map(({ url }) => `<li><a href="${url}">${url}</a></li>`).join('')
    const profile = await serve(next(), (_, response) =>
      response
        .writeHead(200, HTML)
        .end(
          `<title>ida.quill</title><h1>Ida Quill</h1><p>Letterpress, slowly. All my places:</p><ul>${links}</ul>`,
        ),
    )
    hosts.push(profile)
    const fetcher = createFetchPage({
      allow: parseEgressAllow('127.0.0.0/8'),
      userAgent: 'Toscan/test',
      maxBytes: 1024 * 1024,
    })
    const context = {
      fetchPage: fetcher.fetchPage,
      platforms: await loadPlatforms(),
      policies: pack,
      search: null,
      pageTimeoutMs: 1500,
    }
    const url = `${profile.url}ida.quill`
    // A tenth of what a deep scan may take; past it the scan would reject.
    const ended = await scanProfile(
      context,
      { url, mode: 'deep' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    await fetcher.close()
    assert.equal(ended.status, 'completed')
    result = ended
  })
  after(() => Promise.all(hosts.map((host) => host.close())))

  const step = (name: string) => result.coverage.steps.find((each) => each.step === name)

  it('ends with a report, and says that it saw its links in part', () => {
    assert.equal(step('profile')?.status, 'completed')
    assert.equal(step('links')?.status, 'partial')
    assert.notEqual(result.report.confidence, 'high')
    assert.equal(result.coverage.urls_visited, 1 + LINKS)
  })

  for (const [what, { word }] of Object.entries(FAILURES)) {
    if (word === null) continue
    it(`names the host that ${what}`, () => {
      const url = failing.get(what)?.url ?? ''
      const { failed_urls: failed, login_blocked_urls: login, bot_blocked_urls: bot } = result.coverage
      const named = [
        ...failed.filter((each) => each.url === url).map((each) => each.reason),
        ...(login.includes(url) ? ['login_wall'] : []),
        ...(bot.includes(url) ? ['bot_challenge'] : []),
      ]
      assert.deepEqual(named, [word])
      assert.match(step('links')?.detail ?? '', new RegExp(`\\d ${word}\\b`))
    })
  }

  it('says that a page was cut short, and names no host that answered well', () => {
    assert.equal(result.coverage.pages_truncated, true)
    const words = Object.values(FAILURES).filter(({ word }) => word !== null)
    const { failed_urls: failed, login_blocked_urls: login, bot_blocked_urls: bot } = result.coverage
    assert.equal(failed.length + login.length + bot.length, words.length)
  })
})

interface Host {
  url: string
  close(): Promise<void>
}

const serve = (host: string, listener: RequestListener) => listen(createServer(listener), host)

async function listen(server: Server | RawServer, host: string, scheme = 'http'): Promise<Host> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {})
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `${scheme}://${host}:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** An address where somebody listened and nobody does. */
async function closed(host: Host): Promise<Host> {
  await host.close()
  return { url: host.url, close: async () => {} }
}
