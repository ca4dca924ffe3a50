import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseEgressAllow } from '../../src/net/guard/egress-allow.ts'
import { createServiceFetch } from '../../src/net/http/service-fetch.ts'
import { type Loopback, serveHttp } from './loopback.ts'
import { startProxy } from './tiny-proxy.ts'

describe('the door for a service', () => {
  let server: Loopback
  let other: Loopback
  before(async () => {
    server = await serveHttp((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: `${other.origin}/` }).end()
      else
        response
          .writeHead(200, { 'content-type': 'text/plain', 'x-kept': 'yes' })
          .end(`${request.headers.host} hears you`)
    })
    other = await serveHttp((_request, response) => response.end('other'))
  })
  after(async () => {
    await server.close()
    await other.close()
  })
  const post = { method: 'POST', body: '{}' }

  it('opens to the named address although it is private', async () => {
    const door = createServiceFetch({ baseUrl: `${server.origin}/v1` })
    const answer = await door.fetch(`${server.origin}/v1/x`, post)
    assert.deepEqual(
      [answer.status, await answer.text(), answer.headers.get('x-kept')],
      [200, `127.0.0.1:${server.port} hears you`, 'yes'],
    )
    await door.close()
  })

  it('opens to no other origin, private or not, allowed or not', async () => {
    const door = createServiceFetch({ baseUrl: `${server.origin}/v1`, allow: parseEgressAllow('127.0.0.1') })
    await assert.rejects(door.fetch(`${other.origin}/`, post), /nothing else/)
    await assert.rejects(door.fetch('https://models.example/v1', post), /nothing else/)
    await assert.rejects(door.fetch('http://169.254.169.254/latest', post), /169\.254\.169\.254|nothing else/)
    assert.deepEqual(other.arrivals, [])
    await door.close()
  })

  it('does not follow a redirect', async () => {
    const door = createServiceFetch({ baseUrl: server.origin })
    assert.equal((await door.fetch(`${server.origin}/redirect`, post)).status, 302)
    assert.deepEqual(other.arrivals, [])
    await door.close()
  })

  it('takes the operator’s proxy', async () => {
    const proxy = await startProxy({ 'models.example': server.port })
    const door = createServiceFetch({ baseUrl: 'http://models.example/v1', proxy: proxy.origin })
    assert.equal(
      await (await door.fetch('http://models.example/v1/x', post)).text(),
      'models.example hears you',
    )
    assert.deepEqual(proxy.arrivals, ['POST http://models.example/v1/x'])
    await door.close()
    await proxy.close()
  })

  it('stays closed to where clouds keep the keys of a machine, named or not', async () => {
    for (const baseUrl of ['http://169.254.169.254', 'http://[fd00:ec2::254]', 'http://100.100.100.200']) {
      const door = createServiceFetch({ baseUrl })
      await assert.rejects(
        door.fetch(`${baseUrl}/latest`, post),
        /is (linkLocal|uniqueLocal|carrierGradeNat)/,
      )
      await door.close()
    }
  })

  it('is closed to a private address that is a default of ours', async () => {
    const door = createServiceFetch({ baseUrl: server.origin, isNamed: false })
    await assert.rejects(door.fetch(server.origin, post), /127\.0\.0\.1 is loopback/)
    await door.close()
  })

  it('never opens to a port of this service', async () => {
    const allow = parseEgressAllow('', [server.port])
    const door = createServiceFetch({ baseUrl: server.origin, allow })
    await assert.rejects(door.fetch(server.origin, post), /a port of this service itself/)
    await door.close()
  })

  it('opens beyond the named host where that names other addresses, if these are public or listed', async () => {
    const reach = 'public'
    const door = createServiceFetch({ baseUrl: server.origin, reach })
    await assert.rejects(door.fetch(`${other.origin}/`, post), /127\.0\.0\.1 is loopback/)
    const allow = parseEgressAllow(`127.0.0.1:${other.port}`)
    const wider = createServiceFetch({ baseUrl: server.origin, reach, allow })
    assert.equal(await (await wider.fetch(`${other.origin}/`, post)).text(), 'other')
    await door.close()
    await wider.close()
    other.arrivals.length = 0
  })

  it('takes bytes, and an answer to HEAD that says how long and how coded a body would be', async () => {
    const bytes = await serveHttp(async (request, response) => {
      const body: Buffer[] = []
      for await (const chunk of request) body.push(chunk)
      if (request.method === 'HEAD')
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 9 }).end()
      else response.end(Buffer.concat([Buffer.from(`${request.method} `), ...body]))
    })
    const door = createServiceFetch({ baseUrl: bytes.origin })
    assert.equal((await door.fetch(bytes.origin, { method: 'HEAD' })).status, 200)
    const put = await door.fetch(bytes.origin, { method: 'PUT', body: Uint8Array.of(104, 105) })
    assert.equal(await put.text(), 'PUT hi')
    await assert.rejects(door.fetch(bytes.origin, { method: 'PATCH' }), /no service is asked with PATCH/)
    await door.close()
    await bytes.close()
  })

  it('refuses an answer beyond its size', async () => {
    const door = createServiceFetch({ baseUrl: server.origin, maxAnswerBytes: 10 })
    await assert.rejects(door.fetch(`${server.origin}/`, post), /passed 10 bytes/)
    await door.close()
  })
})
