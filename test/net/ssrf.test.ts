import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bareHost, parseEgressAllow, portOf, vetUrl } from '../../src/net/guard/address-guard.ts'
import { resolveVetted } from '../../src/net/guard/resolve.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { answerHostile as answer } from './hostile-names.ts'
import { connectionsDuring, type Loopback, serveHttp } from './loopback.ts'
import payloads from './ssrf-payloads.json' with { type: 'json' }

const NOTHING = parseEgressAllow('')

async function decide(url: string): Promise<string> {
  const verdict = vetUrl(url, NOTHING)
  if (!verdict.ok) return verdict.reason === 'not_a_url' ? 'invalid' : 'block'
  const host = bareHost(verdict.url.hostname)
  if (/^[\d.]+$|:/.test(host)) return 'allow'
  return resolveVetted(answer, { host, port: portOf(verdict.url), allow: NOTHING }).then(
    () => 'allow',
    () => 'block',
  )
}

describe('the address guard, without any allowed network', () => {
  for (const payload of payloads.filter((entry) => entry.class !== 'redirect')) {
    it(`${payload.expect}s ${payload.id} ${JSON.stringify(payload.url)} ${payload.note}`, async () => {
      const decision = await decide(payload.url)
      const refused = decision === 'block' || decision === 'invalid'
      assert.equal(refused, payload.expect !== 'allow', decision)
    })
  }

  it('opens no socket for any refused payload', async () => {
    const { fetchPage, close } = createFetchPage({ allow: NOTHING, userAgent: 'test', resolve: answer })
    const attempts = await connectionsDuring(async () => {
      for (const payload of payloads.filter(
        (entry) => entry.class !== 'redirect' && entry.expect !== 'allow',
      )) {
        const result = await fetchPage({ url: payload.url })
        assert.equal(result.ok, false, payload.url)
      }
    })
    await close()
    assert.deepEqual(attempts, [])
  })
})

describe('redirects of a public host', () => {
  let stub: Loopback
  let canary: Loopback
  before(async () => {
    canary = await serveHttp((_, response) => response.end('secret'))
    stub = await serveHttp((request, response) => {
      const url = new URL(request.url ?? '/', 'http://public.test')
      const to = url.searchParams.get('to') ?? ''
      const onward = to.replace('http://public.test/', `http://public.test:${stub.port}/`)
      const left = Number(url.searchParams.get('n') ?? 0)
      if (url.pathname === '/r') response.writeHead(Number(url.searchParams.get('c')), { location: onward })
      else if (url.pathname === '/loop') response.writeHead(302, { location: '/loop' })
      else if (url.pathname === '/chain' && left > 0)
        response.writeHead(302, { location: `/chain?n=${left - 1}` })
      else response.setHeader('content-type', 'text/html')
      if (url.pathname === '/rheader') response.setHeader('refresh', '0;url=http://127.0.0.1/')
      if (url.pathname === '/meta') response.end(`<meta http-equiv=refresh content="0;url=${to}">`)
      else if (url.pathname === '/js') response.end(`<script>location.replace("${to}")</script>`)
      else response.end()
    })
  })
  after(() => Promise.all([stub.close(), canary.close()]))

  for (const payload of payloads.filter((entry) => entry.class === 'redirect')) {
    it(`${payload.expect}s ${payload.id} ${payload.note}`, async () => {
      const allow = parseEgressAllow(`public.test:${stub.port}`)
      const resolve = async (host: string) => (host === 'public.test' ? ['127.0.0.1'] : answer(host))
      const { fetchPage, close } = createFetchPage({ allow, userAgent: 'test', resolve })
      const url = payload.url.replace('http://public.test/', `http://public.test:${stub.port}/`)
      const attempts = await connectionsDuring(async () => {
        const result = await fetchPage({ url })
        assert.equal(result.ok, payload.expect === 'allow', JSON.stringify(result))
      })
      await close()
      assert.deepEqual(
        attempts.filter((attempt) => attempt !== `127.0.0.1:${stub.port}`),
        [],
      )
    })
  }

  for (const way of ['r?c=302&', 'meta?', 'js?']) {
    it(`never reaches a private server by ${way}`, async () => {
      // Both names lead to loopback; only the first is listed.
      const allow = parseEgressAllow(`public.test:${stub.port}`)
      const { fetchPage, close } = createFetchPage({
        allow,
        userAgent: 'test',
        resolve: async () => ['127.0.0.1'],
      })
      const target = encodeURIComponent(`http://127.0.0.1:${canary.port}/`)
      const result = await fetchPage({ url: `http://public.test:${stub.port}/${way}to=${target}` })
      await close()
      assert.equal(result.ok, false)
      assert.equal(!result.ok && result.reason, 'blocked_address')
      assert.equal(!result.ok && result.hops.length, 1)
      assert.deepEqual(canary.arrivals, [])
    })
  }
})

describe('what a refusal says', () => {
  it('names the host and never its address inside', async () => {
    const { fetchPage, close } = createFetchPage({
      allow: NOTHING,
      userAgent: 'test',
      resolve: async () => ['10.20.30.40'],
    })
    const result = await fetchPage({ url: 'http://db.tenant.example/' })
    await close()
    assert.match(JSON.stringify(result), /blocked_address/)
    assert.match(JSON.stringify(result), /db\.tenant\.example resolves to an address that may not be reached/)
    assert.doesNotMatch(JSON.stringify(result), /10\.20\.30\.40|private/)
  })
})

describe('rebinding', () => {
  it('connects to the address that was vetted and asks no second time', async () => {
    const server = await serveHttp((_, response) => response.end('ok'))
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
    const { fetchPage, close } = createFetchPage({
      allow: parseEgressAllow('127.0.0.1/32'),
      userAgent: 'test',
      resolve,
    })
    const attempts = await connectionsDuring(() => fetchPage({ url: `http://rebind.test:${server.port}/` }))
    assert.deepEqual(attempts, [`127.0.0.1:${server.port}`])
    assert.equal(asked, 1)
    await close()
    await server.close()
  })

  it('refuses the name once it leads elsewhere', async () => {
    const server = await serveHttp((_, response) => response.setHeader('connection', 'close').end('ok'))
    const answers = [['127.0.0.1'], ['127.0.0.1', '10.0.0.1']]
    const resolve = async () => answers.shift() ?? []
    const { fetchPage, close } = createFetchPage({
      allow: parseEgressAllow('127.0.0.1/32'),
      userAgent: 'test',
      resolve,
    })
    const url = `http://rebind.test:${server.port}/`
    assert.equal((await fetchPage({ url })).ok, true)
    const second = await fetchPage({ url })
    assert.equal(!second.ok && second.reason, 'blocked_address')
    assert.equal(server.arrivals.length, 1)
    await close()
    await server.close()
  })
})
