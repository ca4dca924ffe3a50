import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseEgressAllow } from '../../src/net/address-guard.ts'
import { createFetchPage } from '../../src/net/fetch-page.ts'
import { serveHttp } from './loopback.ts'

async function outcomes(
  status: number,
  rules: string,
  paths: string[],
): Promise<{ reasons: string[]; arrivals: string[] }> {
  const server = await serveHttp((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(status).end(rules)
    else response.end('page')
  })
  const { fetchPage, close } = createFetchPage({
    allow: parseEgressAllow('127.0.0.1/32'),
    userAgent: 'Toscan/0.1',
  })
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

  it('may speak to us by name', async () => {
    const { reasons } = await outcomes(200, 'User-agent: toscan\nDisallow: /\n\nUser-agent: *\nAllow: /', [
      '/a',
    ])
    assert.deepEqual(reasons, ['robots'])
  })

  it('allows all when it is missing', async () => {
    assert.deepEqual((await outcomes(404, 'User-agent: *\nDisallow: /', ['/a'])).reasons, ['ok'])
  })

  it('keeps us away while the server is broken', async () => {
    assert.deepEqual((await outcomes(503, '', ['/a'])).reasons, ['robots'])
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
