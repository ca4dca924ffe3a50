import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createFetchPage, type PageFetcher } from '../../src/net/http/fetch-page.ts'
import type { RequestEvent } from '../../src/net/http/follow-redirects.ts'
import { type Loopback, serveHttp, serveHttps } from './loopback.ts'
import { selfSigned } from './self-signed.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const PAGE = '<title>Ada</title><p>A profile page'

describe('fetchPage', () => {
  let answer: Answer = (_, response) => response.end()
  let server: Loopback
  let other: Loopback
  let door: PageFetcher
  const events: RequestEvent[] = []
  const otherHeaders: IncomingMessage['headers'][] = []
  before(async () => {
    server = await serveHttp((request, response) => answer(request, response))
    other = await serveHttp((request, response) => {
      otherHeaders.push(request.headers)
      response.end('other')
    })
    door = createFetchPage({
      allow: parseEgressAllow('127.0.0.0/8'),
      userAgent: 'Toscan/0.1 (test)',
      resolve: async () => ['127.0.0.1'],
      onRequest: (event) => events.push(event),
    })
  })
  after(() => Promise.all([door.close(), server.close(), other.close()]))

  async function fetchOk(path: string, request = {}, options = {}) {
    const result = await door.fetchPage({ url: server.origin + path, ...request }, options)
    assert.ok(result.ok, JSON.stringify(result))
    return result.response
  }

  it('returns the page with what evidence needs', async () => {
    answer = (_, response) => response.setHeader('content-type', 'text/html').end(PAGE)
    const response = await fetchOk('/a')
    assert.equal(response.status, 200)
    assert.equal(response.finalUrl, `${server.origin}/a`)
    assert.equal(response.page?.title, 'Ada')
    assert.equal(response.bytes, PAGE.length)
    assert.match(response.sha256, /^[0-9a-f]{64}$/)
    assert.match(response.fetchedAt, /^\d{4}-\d\d-\d\dT.*Z$/)
    assert.equal(response.truncated, false)
    const event = events.at(-1)
    assert.deepEqual(
      [event?.host, event?.status, event?.reason, event?.bytes],
      ['127.0.0.1', 200, null, PAGE.length],
    )
  })

  it('reads large pages in a worker with the same result', async () => {
    const body = `<title>Large</title>${'<p>line</p>'.repeat(20_000)}<a href="/end">End</a>`
    answer = (_, response) => response.setHeader('content-type', 'text/html').end(body)
    const response = await fetchOk('/large')
    assert.equal(response.page?.title, 'Large')
    assert.deepEqual(
      response.page?.links.map((link) => link.url),
      [`${server.origin}/end`],
    )
    assert.equal(response.page?.truncated, false)
  })

  it('gives the memory of what was read back at once, of one piece and of many', async (test) => {
    const read: Buffer[] = []
    const { push } = Socket.prototype
    test.mock.method(Socket.prototype, 'push', function (this: Socket, chunk: Buffer | null) {
      if (chunk !== null && this.remotePort === Number(new URL(server.origin).port)) read.push(chunk)
      return push.call(this, chunk)
    })
    const piece = 'x'.repeat(50_000)
    answer = (request, response) => {
      response.setHeader('content-type', 'application/octet-stream')
      if (request.url === '/whole') response.end(piece + piece)
      else response.write(piece, () => setImmediate(() => response.end(piece)))
    }
    for (const path of ['/whole', '/pieces']) {
      const { bytes, sha256 } = await fetchOk(path)
      assert.equal(bytes, 2 * piece.length)
      assert.equal(sha256, createHash('sha256').update(piece).update(piece).digest('hex'))
    }
    assert.ok(read.length >= 2)
    assert.deepEqual(
      read.map((chunk) => chunk.length),
      read.map(() => 0),
    )
  })

  const codings = {
    gzip: gzipSync,
    br: brotliCompressSync,
    deflate: deflateSync,
    zstd: zstdCompressSync,
    'x-gzip': gzipSync,
  }
  for (const [coding, compress] of Object.entries(codings)) {
    it(`decodes ${coding}`, async () => {
      answer = (_, response) =>
        response
          .setHeader('content-type', 'text/html')
          .setHeader('content-encoding', coding)
          .end(compress(PAGE))
      assert.equal((await fetchOk('/coded')).page?.text, 'A profile page')
    })
  }

  const CHECKED = { gzip: gzipSync, deflate: deflateSync }
  const long = `${PAGE}${' of harbours'.repeat(3000)}</p><p>Whoever reads to the end`
  for (const [coding, compress] of Object.entries(CHECKED))
    for (const [what, damage] of Object.entries({
      'a wrong check sum': (coded: Buffer) => {
        const sum = coded.length - (coding === 'gzip' ? 8 : 4)
        return Buffer.concat([coded.subarray(0, sum), Buffer.alloc(coded.length - sum, 7)])
      },
      'something else behind its end': (coded: Buffer) =>
        coding === 'gzip' ? Buffer.concat([coded, Buffer.from([0x1f, 0x8b, 1, 2, 3])]) : coded,
    }))
      for (const page of [PAGE, long])
        it(`keeps what ${coding} with ${what} held: ${page.length} letters`, async () => {
          const body = damage(compress(page))
          answer = (_, response) =>
            response.setHeader('content-type', 'text/html').setHeader('content-encoding', coding).end(body)
          const response = await fetchOk('/damaged')
          assert.equal(
            response.page?.text,
            page.replace('<title>Ada</title><p>', '').replace('</p><p>', '\n'),
          )
          assert.equal(response.truncated, !body.equals(compress(page)))
        })

  it('decodes deflate without its wrapper', async () => {
    answer = (_, response) =>
      response
        .setHeader('content-type', 'text/plain')
        .setHeader('content-encoding', 'deflate')
        .end(deflateRawSync('plain'))
    assert.equal((await fetchOk('/raw')).text, 'plain')
  })

  it('parses JSON, also when its label says text', async () => {
    answer = (_, response) => response.setHeader('content-type', 'text/plain').end('{"a":[1]}')
    assert.deepEqual((await fetchOk('/j', { accept: 'json' })).json, { a: [1] })
    answer = (_, response) => response.setHeader('content-type', 'application/activity+json').end('{"b":2}')
    assert.deepEqual((await fetchOk('/j')).json, { b: 2 })
  })

  it('looks at an answer whose label names no type, or two', async () => {
    const page = '<p>I draw ships</p>'
    const labels: [label: string | null, body: string][] = [
      ['text/html, text/html; charset=utf-8', page],
      ['application/vnd.wap.xhtml+xml', page],
      ['unknown/unknown', page],
      ['*/*', page],
      ['html', page],
      [null, `${'\n'.repeat(400)}${page}`],
    ]
    for (const [label, body] of labels) {
      answer = (_, response) => {
        if (label !== null) response.setHeader('content-type', label)
        response.end(body)
      }
      assert.equal((await fetchOk('/x')).page?.text, 'I draw ships', String(label))
    }
    answer = (_, response) => response.end('I draw ships')
    assert.equal((await fetchOk('/x')).text, 'I draw ships')
    answer = (_, response) => response.end('I draw\u0001ships')
    const { page: none, text } = await fetchOk('/x')
    assert.deepEqual([none, text], [null, ''])
  })

  it('knows JSON by what it is, whatever its label', async () => {
    for (const label of ['text/html', 'text/plain', 'application/x-ndjson', 'application/octet-stream']) {
      answer = (_, response) => response.setHeader('content-type', label).end(' {"bio":"I draw"}\n')
      const { json, page, text } = await fetchOk(`/j-${label}`)
      assert.deepEqual({ json, page, text }, { json: { bio: 'I draw' }, page: null, text: '' }, label)
    }
    answer = (_, response) =>
      response.setHeader('content-type', 'application/x-ndjson').end('{"a":1}\n{"b":2}\n')
    assert.deepEqual((await fetchOk('/lines')).json, [{ a: 1 }, { b: 2 }])
    answer = (_, response) => response.setHeader('content-type', 'text/html').end('[a] <p>A page</p> [/a]')
    assert.equal((await fetchOk('/page')).page?.text, '[a]\nA page\n[/a]')
    answer = (_, response) => response.setHeader('content-type', 'text/plain').end('{ braces }')
    assert.equal((await fetchOk('/text')).text, '{ braces }')
  })

  it('takes no archive and no picture for a page, whatever its label', async () => {
    for (const bytes of [
      gzipSync(PAGE),
      zstdCompressSync(PAGE),
      Buffer.from('%PDF-1.7\n'),
      Buffer.from('GIF89a'),
    ]) {
      answer = (_, response) => response.setHeader('content-type', 'text/html').end(bytes)
      const { page, text, json } = await fetchOk('/no-page')
      assert.deepEqual({ page, text, json }, { page: null, text: '', json: undefined })
    }
  })

  it('gives undefined for JSON that is none, or nested beyond reason', async () => {
    answer = (_, response) => response.setHeader('content-type', 'application/json').end('<html>')
    assert.equal((await fetchOk('/j')).json, undefined)
    answer = (_, response) =>
      response.setHeader('content-type', 'application/json').end('['.repeat(1e5) + ']'.repeat(1e5))
    assert.equal((await fetchOk('/j')).json, undefined)
  })

  it('keeps the names of cookies and never their values, and sends none', async () => {
    answer = (request, response) => {
      response.setHeader('set-cookie', ['sid=secret; Path=/', 'b=1']).end(String(request.headers.cookie))
    }
    assert.equal((await fetchOk('/c')).headers['set-cookie'], 'sid, b')
    answer = (request, response) =>
      response.setHeader('content-type', 'text/plain').end(String(request.headers.cookie))
    assert.equal((await fetchOk('/c', { headers: { Cookie: 'a=b' } })).text, 'undefined')
  })

  it('says who it is, and looks like a browser only when asked', async () => {
    answer = (request, response) =>
      response.setHeader('content-type', 'text/plain').end(request.headers['user-agent'])
    assert.equal((await fetchOk('/ua')).text, 'Toscan/0.1 (test)')
    assert.match((await fetchOk('/ua', {}, { as: 'browser' })).text, /^Mozilla.*Chrome/)
  })

  it('records each redirect, and decodes its target as UTF-8', async () => {
    answer = (request, response) => {
      if (request.url !== '/start') return response.end('ok')
      return response.writeHead(302, { location: Buffer.from('/nächste?ü').toString('latin1') }).end()
    }
    const response = await fetchOk('/start')
    assert.equal(response.finalUrl, `${server.origin}/n%C3%A4chste?%C3%BC`)
    assert.deepEqual(response.hops, [
      { url: `${server.origin}/start`, status: 302, location: '/nächste?ü', kind: 'http' },
    ])
  })

  it('does not carry an adapter’s headers or body to another origin', async () => {
    answer = (_, response) => response.writeHead(307, { location: `${other.origin}/x` }).end()
    await fetchOk('/post', {
      method: 'POST',
      body: '{"q":1}',
      headers: { authorization: 'Bearer k', 'x-key': 'k' },
    })
    const headers = otherHeaders.at(-1) ?? {}
    assert.equal(other.arrivals.at(-1), 'GET /x')
    assert.deepEqual(
      [headers.authorization, headers['x-key'], headers['content-length']],
      [undefined, undefined, undefined],
    )
  })

  it('sends a POST body', async () => {
    answer = (request, response) => {
      response.setHeader('content-type', 'text/plain')
      request.pipe(response)
    }
    assert.equal((await fetchOk('/echo', { method: 'POST', body: 'hello' })).text, 'hello')
  })

  it('names a redirect loop', async () => {
    answer = (request, response) =>
      response.writeHead(301, { location: request.url === '/1' ? '/2' : '/1' }).end()
    const result = await door.fetchPage({ url: `${server.origin}/1` })
    assert.equal(!result.ok && result.reason, 'redirect_loop')
    assert.equal(!result.ok && result.hops.length, 2)
  })

  it('names an endless chain after ten hops', async () => {
    answer = (request, response) => response.writeHead(302, { location: `${request.url}x` }).end()
    const result = await door.fetchPage({ url: `${server.origin}/` })
    assert.equal(!result.ok && result.reason, 'too_many_redirects')
    assert.equal(!result.ok && result.hops.length, 11)
  })

  it('returns a redirect without a target as it is', async () => {
    answer = (_, response) => response.writeHead(302).end()
    assert.equal((await fetchOk('/none')).status, 302)
  })

  it('follows a refresh that stands in a header, where the page shows little else', async () => {
    answer = (request, response) => {
      response.setHeader('content-type', 'text/html')
      if (request.url === '/from') response.setHeader('refresh', '0; url=/to').end('<p>One moment</p>')
      else response.end('<p>A profile page</p>')
    }
    const response = await fetchOk('/from')
    assert.equal(response.page?.text, 'A profile page')
    assert.deepEqual(
      response.hops.map(({ kind, location }) => [kind, location]),
      [['meta_refresh', `${server.origin}/to`]],
    )
  })

  it('follows a meta refresh and a script redirect of an empty page', async () => {
    answer = (request, response) => {
      response.setHeader('content-type', 'text/html')
      if (request.url === '/t')
        response.end('<noscript><META http-equiv="refresh" content="0;URL=/u"></noscript>')
      else if (request.url === '/u')
        response.end('<script>window.opener = null; location.replace("\\/v")</script>')
      else response.end('<p>arrived')
    }
    const response = await fetchOk('/t')
    assert.equal(response.finalUrl, `${server.origin}/v`)
    assert.deepEqual(
      response.hops.map((hop) => [hop.kind, hop.location]),
      [
        ['meta_refresh', `${server.origin}/u`],
        ['script', `${server.origin}/v`],
      ],
    )
  })

  it('stays on a page that has something to show, or that sends visitors back to itself', async () => {
    answer = (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`${'word '.repeat(60)}<script>location.href='/away'</script>`)
    assert.equal((await fetchOk('/stay')).hops.length, 0)
    answer = (_, response) =>
      response.setHeader('content-type', 'text/html').end(`<script>location.href='/self'</script>`)
    assert.equal((await fetchOk('/self')).hops.length, 0)
  })

  it('ends as aborted when the caller gives up, and as timeout when the time is over', async () => {
    const caller = new AbortController()
    answer = () => caller.abort()
    const gone = await door.fetchPage({ url: `${server.origin}/slow` }, { signal: caller.signal })
    assert.equal(!gone.ok && gone.reason, 'aborted')
    answer = () => {}
    const late = await door.fetchPage({ url: `${server.origin}/slow` }, { timeoutMs: 50 })
    assert.equal(!late.ok && late.reason, 'timeout')
  })

  it('runs at most four requests at once against one host', async () => {
    let running = 0
    let most = 0
    const held: ServerResponse[] = []
    answer = (_, response) => {
      most = Math.max(most, ++running)
      held.push(response)
      // Four have arrived and a fifth cannot: let one go at a time.
      if (held.length >= 4 || running + finished >= 12) setImmediate(letGo)
    }
    let finished = 0
    function letGo(): void {
      for (const response of held.splice(0)) {
        running--
        finished++
        response.end('x')
      }
    }
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => door.fetchPage({ url: `${server.origin}/${at}` })),
    )
    assert.equal(most, 4)
  })

  it('names a refused connection, a failed look-up and a slow look-up', async () => {
    const closed = await serveHttp(() => {})
    await closed.close()
    const refused = await door.fetchPage({ url: closed.origin })
    assert.equal(!refused.ok && refused.reason, 'connect_error')
    const allow = parseEgressAllow('127.0.0.0/8')
    const failing = createFetchPage({
      allow,
      userAgent: 'x',
      resolve: () => Promise.reject(new Error('SERVFAIL')),
    })
    const lost = await failing.fetchPage({ url: 'http://creator.test/' })
    assert.equal(!lost.ok && lost.reason, 'dns_unavailable')
    const silent = createFetchPage({ allow, userAgent: 'x', resolve: () => new Promise(() => {}) })
    const slow = await silent.fetchPage({ url: 'http://creator.test/' }, { timeoutMs: 30 })
    assert.equal(!slow.ok && slow.reason, 'timeout')
    await Promise.all([failing.close(), silent.close()])
  })

  it('speaks TLS to the pinned address under the name of the URL', async () => {
    const tls = selfSigned('creator.test')
    const secure = await serveHttps(tls, (request, response) => response.end(request.headers.host))
    const options = {
      allow: parseEgressAllow('127.0.0.1/32'),
      userAgent: 'x',
      resolve: async () => ['127.0.0.1'],
    }
    const trusting = createFetchPage({ ...options, ca: tls.cert })
    const good = await trusting.fetchPage({ url: `https://creator.test:${secure.port}/` })
    assert.equal(good.ok, true, JSON.stringify(good))
    const wrongName = await trusting.fetchPage({ url: `https://other.test:${secure.port}/` })
    assert.equal(!wrongName.ok && wrongName.reason, 'tls_error')
    const strict = createFetchPage(options)
    const unknown = await strict.fetchPage({ url: `https://creator.test:${secure.port}/` })
    assert.equal(!unknown.ok && unknown.reason, 'tls_error')
    await Promise.all([trusting.close(), strict.close(), secure.close()])
  })

  it('keeps how a page was asked for, without keys, and what the server showed of itself', async () => {
    const tls = selfSigned('creator.test')
    const secure = await serveHttps(tls, (request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/' }).end()
      else response.end(PAGE)
    })
    const asking = createFetchPage({
      allow: parseEgressAllow('127.0.0.1/32'),
      userAgent: 'Toscan/0.1 (test)',
      resolve: async () => ['127.0.0.1'],
      ca: tls.cert,
    })
    const { raw } = new X509Certificate(tls.cert)
    const url = `https://creator.test:${secure.port}`
    // The second goes by the connection of the first.
    for (const [path, key] of [
      ['/moved', 'secret of an adapter'],
      ['/', 'another'],
    ] as const) {
      const request = { url: url + path, headers: { 'X-Subscription-Token': key } }
      const result = await asking.fetchPage(request, { body: true })
      assert.ok(result.ok)
      const { exchange } = result.response
      assert.ok(exchange?.tls)
      assert.deepEqual(
        [exchange.method, exchange.headers],
        [
          'GET',
          {
            host: `creator.test:${secure.port}`,
            'user-agent': 'Toscan/0.1 (test)',
            accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
            'accept-language': 'en-US,en;q=0.8',
            'accept-encoding': 'gzip, deflate, br, zstd',
            'x-subscription-token': '[not kept]',
          },
        ],
      )
      const { protocol, cipher, certificate } = exchange.tls
      assert.deepEqual(
        [protocol, certificate.subject, certificate.issuer],
        ['TLSv1.3', 'CN=creator.test', 'CN=creator.test'],
      )
      assert.match(cipher, /^TLS_AES/)
      assert.equal(certificate.sha256, createHash('sha256').update(raw).digest('hex'))
      assert.equal(certificate.der, raw.toString('base64'))
      assert.ok(
        Date.parse(certificate.valid_from) < Date.now() && Date.now() < Date.parse(certificate.valid_to),
      )
    }
    answer = (_request, response) => response.end(PAGE)
    const plain = await door.fetchPage({ url: server.origin }, { body: true })
    assert.ok(plain.ok && plain.response.exchange)
    assert.equal(plain.response.exchange.tls, null)
    const unasked = await door.fetchPage({ url: server.origin })
    assert.equal(unasked.ok && unasked.response.exchange, undefined)
    await Promise.all([asking.close(), secure.close()])
  })

  it('takes none of a page’s time while it waits behind others to the same host', async () => {
    const narrow = createFetchPage({
      allow: parseEgressAllow('127.0.0.1/32'),
      userAgent: 'x',
      perHostConcurrency: 1,
      timeoutMs: 500,
    })
    answer = (_request, response) => void setTimeout(() => response.end(PAGE), 150)
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => narrow.fetchPage({ url: `${server.origin}/${index}` })),
    )
    assert.deepEqual(
      results.map((result) => (result.ok ? 'ok' : result.reason)),
      results.map(() => 'ok'),
    )
    await narrow.close()
  })

  it('asks no more at once than the process can read', async () => {
    let open = 0
    let most = 0
    const slow = await Promise.all(
      Array.from({ length: 6 }, () =>
        serveHttp((_request, response) => {
          most = Math.max(most, ++open)
          setTimeout(() => {
            open--
            response.end(PAGE)
          }, 50)
        }),
      ),
    )
    const few = createFetchPage({ allow: parseEgressAllow('127.0.0.1/32'), userAgent: 'x', mostAtOnce: 2 })
    const results = await Promise.all(slow.map(({ origin }) => few.fetchPage({ url: origin })))
    assert.deepEqual([results.filter((result) => result.ok).length, most], [6, 2])
    await Promise.all([few.close(), ...slow.map((each) => each.close())])
  })

  it('gives running fetches up as aborted when it closes', async () => {
    const closing = createFetchPage({ allow: parseEgressAllow('127.0.0.1/32'), userAgent: 'x' })
    answer = () => void closing.close()
    const result = await closing.fetchPage({ url: server.origin })
    assert.equal(!result.ok && result.reason, 'aborted')
  })
})
