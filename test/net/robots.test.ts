import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, it } from 'node:test'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { failureOf } from '../../src/net/guard/failure.ts'
import { createResolve } from '../../src/net/guard/resolve.ts'
import { createTransport } from '../../src/net/guard/transport.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { createRobots } from '../../src/net/http/robots.ts'
import { createHostSlots } from '../../src/net/manners/host-slots.ts'
import { connectionsDuring, serveHttp } from './loopback.ts'

const allow = parseEgressAllow('127.0.0.1/32')
const LOOPBACK = { allow, resolve: createResolve({ allow }) }

const outcomes = (status: number, rules: string, paths: string[]) =>
  outcomesOf((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(status).end(rules)
    else response.end('page')
  }, paths)

async function outcomesOf(
  listener: RequestListener,
  paths = ['/a'],
): Promise<{ reasons: string[]; arrivals: string[] }> {
  const server = await serveHttp(listener)
  const { fetchPage, close } = createFetchPage({ allow, userAgent: 'Toscan/0.1' })
  const reasons: string[] = []
  for (const path of paths) {
    const result = await fetchPage({ url: server.origin + path }, { robots: true })
    reasons.push(result.ok ? 'ok' : result.reason)
  }
  await close()
  await server.close()
  return { reasons, arrivals: server.arrivals }
}

describe('robots.txt', () => {
  it('keeps us away from what it disallows, and is asked once', async () => {
    const { reasons, arrivals } = await outcomes(200, 'User-agent: *\nDisallow: /private', [
      '/a',
      '/private/b',
      '/c',
    ])
    assert.deepEqual(reasons, ['ok', 'robots', 'ok'])
    assert.deepEqual(arrivals, ['GET /robots.txt', 'GET /a', 'GET /c'])
  })

  it('and the page behind it, and what that leads to on the site, come by one connection', async () => {
    const attempts = await connectionsDuring(async () => {
      const { reasons, arrivals } = await outcomesOf((request, response) => {
        if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /private')
        else if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
        else response.end('page')
      })
      assert.deepEqual(reasons, ['ok'])
      assert.deepEqual(arrivals, ['GET /robots.txt', 'GET /a', 'GET /b'])
    })
    assert.equal(attempts.length, 1)
  })

  it('may speak to us by name', async () => {
    const { reasons } = await outcomes(200, 'User-agent: toscan\nDisallow: /\n\nUser-agent: *\nAllow: /', [
      '/a',
    ])
    assert.deepEqual(reasons, ['robots'])
  })

  it('allows all when it is missing', async () => {
    assert.deepEqual((await outcomes(404, 'User-agent: *\nDisallow: /', ['/a'])).reasons, ['ok'])
  })

  for (const status of [500, 503]) {
    it(`keeps us away while it answers ${status}, and says that this is no wish of the site's`, async () => {
      const { reasons, arrivals } = await outcomes(status, '', ['/a', '/b'])
      assert.deepEqual(reasons, ['robots_unreachable', 'robots_unreachable'])
      assert.deepEqual(arrivals, ['GET /robots.txt', 'GET /robots.txt'], 'tried twice, and then left alone')
    })
  }

  it('keeps us away while its connections are reset', async () => {
    const { reasons, arrivals } = await outcomesOf((request, response) =>
      request.url === '/robots.txt' ? request.socket.resetAndDestroy() : response.end('page'),
    )
    assert.deepEqual(reasons, ['robots_unreachable'])
    assert.deepEqual(arrivals, ['GET /robots.txt', 'GET /robots.txt'])
  })

  it('keeps us away while it hangs', async () => {
    const { reasons, arrivals } = await outcomesOf((request, response) => {
      if (request.url !== '/robots.txt') response.end('page')
    })
    assert.deepEqual(reasons, ['robots_unreachable'])
    assert.deepEqual(arrivals, ['GET /robots.txt', 'GET /robots.txt'])
  })

  it('that answers at the second try holds', async () => {
    let asked = 0
    const { reasons } = await outcomesOf(
      (request, response) => {
        if (request.url !== '/robots.txt') response.end('page')
        else if (asked++ === 0) request.socket.resetAndDestroy()
        else response.end('User-agent: *\nDisallow: /b')
      },
      ['/a', '/b'],
    )
    assert.deepEqual(reasons, ['ok', 'robots'])
  })

  it('that sends us round in circles is not there', async () => {
    const { reasons } = await outcomesOf((request, response) =>
      request.url === '/robots.txt'
        ? response.writeHead(302, { location: '/robots.txt' }).end()
        : response.end('page'),
    )
    assert.deepEqual(reasons, ['ok'])
  })

  it('that could not be had is asked for again within a minute', async () => {
    let isBroken = true
    let now = 0
    const server = await serveHttp((_, response) => response.writeHead(isBroken ? 503 : 404).end())
    const transport = createTransport({ ...LOOPBACK, connectTimeoutMs: 1000, connections: 4 })
    const robots = createRobots(
      {
        ...LOOPBACK,
        transport,
        slots: createHostSlots(4),
        rules: { resolved: 'here' },
        userAgent: 'x',
        limits: { wireBytes: 1024, decodedBytes: 1024 },
      },
      () => now,
    )
    const visit = () =>
      robots.mayVisit(new URL(`${server.origin}/a`), new AbortController().signal).then(
        () => 'ok',
        (error) => failureOf(error)?.reason,
      )
    assert.equal(await visit(), 'robots_unreachable')
    isBroken = false
    now = 29_000
    assert.equal(await visit(), 'robots_unreachable')
    now = 60_000
    assert.equal(await visit(), 'ok')
    await transport.close()
    await server.close()
  })

  it('of a host where nobody listens is no matter: the host is named for what it is', async () => {
    const server = await serveHttp(() => {})
    await server.close()
    const { fetchPage, close } = createFetchPage({ ...LOOPBACK, userAgent: 'x' })
    const result = await fetchPage({ url: `${server.origin}/a` }, { robots: true })
    assert.equal(!result.ok && result.reason, 'connect_error')
    await close()
  })

  it('is not asked unless wanted', async () => {
    const server = await serveHttp((_, response) => response.end('page'))
    const { fetchPage, close } = createFetchPage({ allow: parseEgressAllow('127.0.0.1/32'), userAgent: 'x' })
    await fetchPage({ url: `${server.origin}/a` })
    assert.deepEqual(server.arrivals, ['GET /a'])
    await close()
    await server.close()
  })

  it('survives a file that is made to be slow', async () => {
    const hostile = `User-agent: *\n${`Disallow: /${'a*'.repeat(200)}\n`.repeat(5000)}`
    assert.deepEqual((await outcomes(200, hostile, [`/${'a'.repeat(1500)}`])).reasons, ['ok'])
  })
})
