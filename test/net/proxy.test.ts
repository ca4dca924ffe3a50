import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { InvalidInput } from '../../src/errors.ts'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createFetchPage, type PageFetcher } from '../../src/net/http/fetch-page.ts'
import { connectionsDuring, type Loopback, serveHttp, serveHttps, serveRaw } from './loopback.ts'
import { selfSigned } from './self-signed.ts'
import { startProxy } from './tiny-proxy.ts'

describe('collection through a forward proxy', () => {
  let site: Loopback
  let secure: Loopback
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let door: PageFetcher
  let location = ''
  const tls = selfSigned('creator.test')
  before(async () => {
    site = await serveHttp((request, response) => {
      response.setHeader('content-type', 'text/plain')
      if (request.url === '/away') response.writeHead(302, { location }).end()
      else response.end(`${request.headers.host} ${request.url}`)
    })
    secure = await serveHttps(tls, (request, response) => {
      response.setHeader('content-type', 'text/plain').end(`secure ${request.headers.host}`)
    })
    proxy = await startProxy({
      'creator.test': site.port,
      'creator.test:443': secure.port,
      'localhost:443': secure.port,
    })
    door = createFetchPage({
      allow: parseEgressAllow(''),
      userAgent: 'test',
      proxy: `http://user:p%40ss@127.0.0.1:${proxy.port}`,
      ca: tls.cert,
      resolve: () => Promise.reject(new Error('names are the proxy’s business')),
    })
  })
  after(() => Promise.all([door.close(), proxy.close(), site.close(), secure.close()]))

  function doorThrough({ port }: Loopback): PageFetcher {
    return createFetchPage({
      allow: parseEgressAllow(''),
      userAgent: 'test',
      proxy: `http://127.0.0.1:${port}`,
      ca: tls.cert,
      resolve: () => Promise.reject(new Error('names are the proxy’s business')),
    })
  }

  it('asks for http pages in absolute form', async () => {
    const result = await door.fetchPage({ url: 'http://creator.test/a?b=c' })
    assert.equal(result.ok && result.response.text, 'creator.test /a?b=c')
    assert.equal(proxy.arrivals.at(-1), 'GET http://creator.test/a?b=c')
    assert.equal(
      proxy.headers.at(-1)?.['proxy-authorization'],
      `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
    )
  })

  it('tunnels https pages and checks their certificate itself', async () => {
    const result = await door.fetchPage({ url: 'https://creator.test/' })
    assert.equal(result.ok && result.response.text, 'secure creator.test', JSON.stringify(result))
    assert.equal(proxy.arrivals.at(-1), 'CONNECT creator.test:443')
  })

  it('names a tunnel that the proxy refuses', async () => {
    const result = await door.fetchPage({ url: 'https://unknown.test/' })
    assert.equal(!result.ok && result.reason, 'connect_error')
    assert.match(result.ok ? '' : result.detail, /403/)
  })

  for (const url of [
    'http://127.0.0.1/',
    'https://[::1]/',
    'http://169.254.169.254/',
    'https://localhost/',
    'http://creator.test:22/',
  ]) {
    it(`still refuses ${url}, without asking the proxy`, async () => {
      const before = proxy.arrivals.length
      const attempts = await connectionsDuring(async () => {
        const result = await door.fetchPage({ url })
        assert.equal(!result.ok && result.reason, 'blocked_address')
      })
      assert.equal(proxy.arrivals.length, before)
      assert.deepEqual(attempts, [])
    })
  }

  it('refuses a redirect to a private address', async () => {
    location = 'http://10.0.0.1/'
    const result = await door.fetchPage({ url: 'http://creator.test/away' })
    assert.equal(!result.ok && result.reason, 'blocked_address')
    assert.equal(proxy.arrivals.at(-1), 'GET http://creator.test/away')
  })

  it('takes any 2xx for a tunnel (RFC 9110, 9.3.6)', async () => {
    const made = await serveRaw((client) => {
      client.once('data', () => {
        const target = connect(secure.port, '127.0.0.1', () => client.write('HTTP/1.1 201 Created\r\n\r\n'))
        target.on('error', () => client.destroy())
        client.pipe(target).pipe(client)
      })
    })
    const other = doorThrough(made)
    const result = await other.fetchPage({ url: 'https://creator.test/' })
    assert.equal(result.ok && result.response.text, 'secure creator.test', JSON.stringify(result))
    await Promise.all([other.close(), made.close()])
  })

  it('takes a proxy that wants to know who asks for no page', async () => {
    const wanting = await serveHttp((_request, response) =>
      response
        .writeHead(407, { 'proxy-authenticate': 'Basic realm="x"', 'content-type': 'text/html' })
        .end('<p>Who are you?'),
    )
    const other = doorThrough(wanting)
    const result = await other.fetchPage({ url: 'http://creator.test/' })
    assert.equal(!result.ok && result.reason, 'connect_error', JSON.stringify(result))
    assert.match(result.ok ? '' : result.detail, /the proxy answered 407/)
    await Promise.all([other.close(), wanting.close()])
  })

  it('names a proxy that is not there', async () => {
    const gone = await serveHttp(() => {})
    await gone.close()
    const lost = createFetchPage({ allow: parseEgressAllow(''), userAgent: 'test', proxy: gone.origin })
    for (const url of ['http://creator.test/', 'https://creator.test/']) {
      const result = await lost.fetchPage({ url })
      assert.equal(!result.ok && result.reason, 'connect_error')
    }
    await lost.close()
  })

  it('refuses a proxy that it cannot speak to', () => {
    const make = () =>
      createFetchPage({ allow: parseEgressAllow(''), userAgent: 'test', proxy: 'socks5://127.0.0.1:1080' })
    assert.throws(make, InvalidInput)
  })
})
