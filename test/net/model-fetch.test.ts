import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseEgressAllow } from '../../src/net/guard/egress-allow.ts'
import { createModelFetch } from '../../src/net/http/model-fetch.ts'
import { type Loopback, serveHttp } from './loopback.ts'
import { startProxy } from './tiny-proxy.ts'

describe('the door for models', () => {
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
    const door = createModelFetch({ baseUrl: `${server.origin}/v1` })
    const answer = await door.fetch(`${server.origin}/v1/x`, post)
    assert.deepEqual(
      [answer.status, await answer.text(), answer.headers.get('x-kept')],
      [200, `127.0.0.1:${server.port} hears you`, 'yes'],
    )
    await door.close()
  })

  it('opens to no other origin, private or not, allowed or not', async () => {
    const door = createModelFetch({ baseUrl: `${server.origin}/v1`, allow: parseEgressAllow('127.0.0.1') })
    await assert.rejects(door.fetch(`${other.origin}/`, post), /nowhere else/)
    await assert.rejects(door.fetch('https://models.example/v1', post), /nowhere else/)
    await assert.rejects(door.fetch('http://169.254.169.254/latest', post), /169\.254\.169\.254|nowhere else/)
    assert.deepEqual(other.arrivals, [])
    await door.close()
  })

  it('does not follow a redirect', async () => {
    const door = createModelFetch({ baseUrl: server.origin })
    assert.equal((await door.fetch(`${server.origin}/redirect`, post)).status, 302)
    assert.deepEqual(other.arrivals, [])
    await door.close()
  })

  it('takes the operator’s proxy', async () => {
    const proxy = await startProxy({ 'models.example': server.port })
    const door = createModelFetch({ baseUrl: 'http://models.example/v1', proxy: proxy.origin })
    assert.equal(
      await (await door.fetch('http://models.example/v1/x', post)).text(),
      'models.example hears you',
    )
    assert.deepEqual(proxy.arrivals, ['POST http://models.example/v1/x'])
    await door.close()
    await proxy.close()
  })

  it('refuses an answer beyond its size', async () => {
    const door = createModelFetch({ baseUrl: server.origin, maxAnswerBytes: 10 })
    await assert.rejects(door.fetch(`${server.origin}/`, post), /passed 10 bytes/)
    await door.close()
  })
})
