import assert from 'node:assert/strict'
import { createServer as createRawServer, type Server, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { escapeHtml } from '../../demo/web/site.ts'
import { checkHttpUrl } from '../../src/api/requests/http-url.ts'
import type { Browser } from '../../src/net/browser/browser.ts'
import { parseEgressAllow, vetAddress } from '../../src/net/guard/address-guard.ts'
import { checkCallbackUrl } from '../../src/net/guard/check-callback-url.ts'
import { ALLOW_NOTHING } from '../../src/net/guard/egress-allow.ts'
import { createFetchPage, type PageFetcher } from '../../src/net/http/fetch-page.ts'
import { createPostGuarded } from '../../src/net/http/post.ts'
import { inParallel } from '../../src/pipeline/collect/in-parallel.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { loadPlatforms, type Platforms } from '../../src/platforms/index.ts'
import { openBrowser } from '../browser/installed-browser.ts'
import { pack } from '../policy/built-in-pack.ts'
import { detailOf, startApi, type Tenant, type TestApi } from '../support/start-api.ts'
import { answerHostile } from './hostile-names.ts'
import { connectionsDuring, type Loopback, serveHttp } from './loopback.ts'
import payloads from './ssrf-payloads.json' with { type: 'json' }
import { startProxy } from './tiny-proxy.ts'

/** Every payload that is refused, and where the refused redirects lead: each once, in however many classes it stands. */
const TARGETS = [
  ...new Set(
    payloads
      .filter(({ expect }) => expect !== 'allow')
      .flatMap((payload) => {
        if (payload.class !== 'redirect') return [payload.url]
        return new URL(payload.url).searchParams.get('to') ?? []
      }),
  ),
]
const SITE = 'public.test'

/** What goes out, and what it may reach beside the site that everything starts from. */
interface Door {
  allow: string
  fetcher: PageFetcher
  browser: Browser
}

interface Way {
  name: string
  /** Targets that one call takes. */
  atOnce: number
  /** Has the service meet these addresses in this way. */
  go(targets: string[], door: Door): Promise<void>
}

describe('an address that is refused', () => {
  let site: Loopback
  let canary: Loopback
  let everywhere: Everywhere[]
  let platforms: Platforms
  const doors: Door[] = []
  const pages = new Map<string, { status?: number; location?: string; body: string }>()

  before(async () => {
    platforms = await loadPlatforms()
    canary = await serveHttp((_, response) =>
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('hi'),
    )
    everywhere = [await listenEverywhere(80), await listenEverywhere(443)]
    site = await serveHttp((request, response) => {
      const page = pages.get(request.url ?? '')
      if (request.url?.startsWith('/hold')) return setTimeout(() => response.end(), 1500)
      if (!page) return response.writeHead(404).end()
      const location = page.location === undefined ? {} : { location: page.location }
      response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...location })
      response.end(page.body)
    })
  })
  after(async () => {
    for (const { fetcher, browser } of doors) await Promise.all([fetcher.close(), browser.close()])
    await Promise.all([site.close(), canary.close(), ...everywhere.map((each) => each.close())])
  })

  function openDoor(more: string[]): Door {
    const allow = [`${SITE}:${site.port}`, ...more].join(',')
    const resolve = async (host: string) => (host === SITE ? ['127.0.0.1'] : answerInHouse(host))
    const fetcher = createFetchPage({ allow: parseEgressAllow(allow), userAgent: 'Toscan/test', resolve })
    const door = { allow, fetcher, browser: openBrowser({ allow, resolve, visitsAtOnce: 4 }) }
    doors.push(door)
    return door
  }
  /** Puts a page on the site; gives its address. */
  function put(page: { status?: number; location?: string; body: string }): string {
    const path = `/page${pages.size}`
    pages.set(path, page)
    return `http://${SITE}:${site.port}${path}`
  }
  async function scan(url: string, mode: 'deep' | 'quick', { fetcher, browser }: Door) {
    const checked = checkHttpUrl(url)
    if (!checked.ok) return
    const { fetchPage } = fetcher
    const context = { fetchPage, platforms, policies: pack, search: null, render: browser.render }
    const step = plainStepRunner(() => {})
    await scanProfile(context, { url: checked.href, mode }, step, AbortSignal.timeout(60_000))
  }

  const WAYS: Way[] = [
    {
      name: 'the submitted profile',
      atOnce: 1,
      go: async ([url = ''], door) => scan(url, 'quick', door),
    },
    {
      name: 'an HTTP redirect',
      atOnce: 1,
      go: async ([url = ''], door) => {
        // A header holds bytes and no line breaks.
        const location = Buffer.from(url.replace(/[\0\r\n]/g, encodeURIComponent)).toString('latin1')
        await scan(put({ status: 302, location, body: '' }), 'quick', door)
      },
    },
    {
      name: 'a link on a hub',
      atOnce: 20,
      go: async (urls, door) => {
        const links = urls.map((url, i) => `<a href="${escapeHtml(url)}">link ${i}</a>`)
        await scan(put({ body: `<title>Hub</title><h1>My links</h1>${links.join('\n')}` }), 'deep', door)
      },
    },
    {
      name: 'a meta refresh',
      atOnce: 1,
      go: async ([url = ''], door) =>
        scan(put({ body: `<meta http-equiv="refresh" content="0;url=${escapeHtml(url)}">` }), 'quick', door),
    },
    {
      name: 'a script that sends away',
      atOnce: 1,
      go: async ([url = ''], door) => {
        const text = JSON.stringify(url).replaceAll('<', '\\u003c')
        await scan(put({ body: `<script>location.replace(${text})</script>` }), 'quick', door)
      },
    },
    {
      name: 'what a page in the browser asks for',
      atOnce: 24,
      go: async (urls, { browser }) => {
        const result = await browser.render(put({ body: askingFor(urls) }))
        assert.ok(result.ok, JSON.stringify(result))
      },
    },
    {
      name: 'a callback',
      atOnce: 1,
      go: async ([url = ''], door) => {
        const resolve = answerInHouse
        const allow = parseEgressAllow(door.allow)
        const { postGuarded, close } = createPostGuarded({ allow, resolve, connectTimeoutMs: 1000 })
        try {
          const refusal = await checkCallbackUrl(url, allow, { resolve: true, resolver: resolve })
          const sent = await postGuarded({ url, headers: {}, body: Buffer.from('{}') })
          if (refusal !== null) assert.equal(sent.ok, false, url)
        } finally {
          await close()
        }
      },
    },
  ]

  for (const { name, atOnce, go } of WAYS) {
    describe(`by way of ${name}`, () => {
      it('would be reached if it were allowed, so that the next test proves something', async () => {
        const door = openDoor([`127.0.0.1:${canary.port}`])
        canary.arrivals.length = 0
        await go([`${canary.origin}/here`], door)
        assert.ok(canary.arrivals.length > 0)
      })

      it(`is reached by none of ${TARGETS.length} payloads`, async () => {
        const door = openDoor([])
        const targets = [
          ...TARGETS.filter((url) => name !== 'a callback' || !FINE_FOR_CALLBACKS.has(url)),
          `${canary.origin}/here`,
          `http://localhost:${canary.port}/here`,
          `http://[::1]:${canary.port}/here`,
          `http://0.0.0.0:${canary.port}/here`,
          `http://127.0.0.1.nip.io:${canary.port}/here`,
        ]
        canary.arrivals.length = 0
        const attempts = await connectionsDuring(async () => {
          const calls = Array.from({ length: Math.ceil(targets.length / atOnce) }, (_, call) =>
            targets.slice(call * atOnce, (call + 1) * atOnce),
          )
          await inParallel(calls, 4, (some) => go(some, door))
        })
        assert.deepEqual(
          attempts.filter((attempt) => attempt !== `127.0.0.1:${site.port}`),
          [],
        )
        assert.deepEqual(canary.arrivals, [])
        assert.deepEqual(
          everywhere.flatMap(({ arrivals }) => arrivals),
          [],
        )
      })
    })
  }

  it('is not reached through a proxy that looks names up by itself either, where the name means it here', async (context) => {
    const inside = 'inside.example'
    const ports = { [SITE]: site.port, [inside]: canary.port, [`${inside}:443`]: canary.port }
    const proxy = await startProxy(ports)
    const resolve = async (host: string) => {
      if (host !== inside) throw new Error('ENOTFOUND')
      return ['93.184.216.34', '10.0.0.7']
    }
    const options = { proxy: proxy.origin, userAgent: 'Toscan/test', resolve }
    const fetcher = createFetchPage({ allow: ALLOW_NOTHING, ...options })
    const browser = openBrowser(options)
    context.after(() => Promise.all([fetcher.close(), browser.close(), proxy.close()]))
    const targets = [`http://${inside}/here`, `https://${inside}/here`]
    const sent = put({ status: 302, location: `http://${inside}/here`, body: '' }).replace(
      `:${site.port}`,
      '',
    )
    canary.arrivals.length = 0
    for (const url of [...targets, sent]) {
      const result = await fetcher.fetchPage({ url })
      assert.equal(!result.ok && result.reason, 'blocked_address', url)
    }
    const asking = await browser.render(put({ body: askingFor(targets) }).replace(`:${site.port}`, ''))
    assert.ok(asking.ok, JSON.stringify(asking))
    assert.deepEqual(canary.arrivals, [])
    assert.deepEqual(
      proxy.arrivals.filter((line) => line.includes(inside)),
      [],
    )
    assert.ok(proxy.arrivals.length > 0)
  })

  it('is listened for on every address of this machine, or else noticed by the attempt', async (context) => {
    for (const { port, listening } of everywhere)
      if (!listening) context.diagnostic(`port ${port} is not ours to listen on: attempts alone are watched`)
    const attempts = await connectionsDuring(() => fetch(canary.origin).then((answer) => answer.text()))
    assert.deepEqual(attempts, [`127.0.0.1:${canary.port}`])
  })
})

/** Public hosts that are refused for their port or their user name only: a callback's owner chooses both. */
const FINE_FOR_CALLBACKS = new Set([
  'http://127.0.0.1@public.test/',
  'http://public.test:22/',
  'http://public.test:25/',
  'http://public.test:6379/',
  'http://public.test:8080/',
  'http://user:pass@public.test/',
  'http://user:pw@public.test/',
])

describe('the callback URL of the interface', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(() => api.stop())
  const submit = (url: string) =>
    api.call('POST', '/api/v2/scan/quick', {
      token: tenant.key,
      body: { profile_url: 'https://mara.example/', callback_url: url },
    })
  const set = (url: string) =>
    api.call('PATCH', '/api/v2/org/settings', { token: tenant.admin, body: { default_callback_url: url } })

  it('is accepted when it is public, so that the next tests prove something', async () => {
    assert.equal((await submit('https://93.184.216.34/hook')).status, 200)
    assert.equal((await set('https://93.184.216.34/hook')).status, 200)
  })

  const refused = TARGETS.filter((url) => !FINE_FOR_CALLBACKS.has(url))

  it(`is refused at once on submission for every literal address among ${refused.length} payloads`, async () => {
    for (const target of refused) {
      const url = target.replace(/^http:/i, 'https:')
      const answer = await submit(url)
      const isName = !isLiteral(url)
      // A name is accepted: it is looked up at every delivery, which the table above covers.
      if (isName && answer.status === 200) continue
      assert.equal(answer.status, 422, url)
    }
  })

  it(`is refused as the default for each of ${refused.length} payloads`, async () => {
    for (const url of refused) {
      const answer = await set(url)
      assert.equal(answer.status, 422, url)
      assert.match(JSON.stringify(detailOf(answer)), /Invalid callback URL|url|string/i)
    }
    const { json } = await api.call('GET', '/api/v2/org/settings', { token: tenant.admin })
    assert.match(JSON.stringify(json), /https:\/\/93\.184\.216\.34\/hook/)
  })
})

function isLiteral(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host.startsWith('[') || /^[\d.]+$/.test(host)
}

/** Public names lead nowhere: no test of ours knocks on the door of a real host. */
async function answerInHouse(host: string): Promise<string[]> {
  const addresses = await answerHostile(host)
  if (addresses.every((address) => vetAddress(address, ALLOW_NOTHING).ok)) throw new Error('ENOTFOUND')
  return addresses
}

/** A page that asks for every address in every way that a page has, and falls quiet later. */
function askingFor(urls: string[]): string {
  return `<!doctype html><p>Asking</p><img src="/hold"><script>
    const attempt = (work) => { try { Promise.resolve(work()).catch(() => {}) } catch {} }
    const element = (name, key, url) => {
      const it = document.createElement(name)
      it[key] = url
      if (name === 'link') it.rel = 'stylesheet'
      document.body.append(it)
    }
    for (const url of ${JSON.stringify(urls).replaceAll('<', '\\u003c')}) {
      attempt(() => fetch(url, { mode: 'no-cors' }))
      attempt(() => new WebSocket(url.replace(/^http/i, 'ws')))
      for (const [name, key] of [['img', 'src'], ['iframe', 'src'], ['script', 'src'], ['link', 'href']])
        attempt(() => element(name, key, url))
    }
  </script>`
}

interface Everywhere {
  port: number
  listening: boolean
  arrivals: string[]
  close(): Promise<void>
}

/** Counts whoever connects to this port on any address of this machine, where we may listen on it. */
async function listenEverywhere(port: number): Promise<Everywhere> {
  const arrivals: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createRawServer((socket) => {
    arrivals.push(`${socket.localAddress}:${port}`)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.end()
  })
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host: '::' }, () => resolve(true))
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { port, listening, arrivals, close: listening ? close : async () => {} }
}
