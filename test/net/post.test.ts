import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createPostGuarded, type PostGuarded } from '../../src/net/http/post.ts'
import { until } from '../support/until.ts'
import { connectionsDuring, type Loopback, serveHttp, serveHttps, serveRaw } from './loopback.ts'
import { selfSigned } from './self-signed.ts'

const MESSAGE = {
  headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
  body: Buffer.from('{"a":1}'),
}

describe('guarded POST', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let server: Loopback
  let door: { postGuarded: PostGuarded; close(): Promise<void> }
  before(async () => {
    server = await serveHttp((request, response) => answer(request, response))
    door = createPostGuarded({ allow: parseEgressAllow('127.0.0.1/32') })
  })
  after(() => Promise.all([door.close(), server.close()]))

  it('sends headers and body as they are and returns the answer', async () => {
    answer = (request, response) => {
      response.writeHead(202, { 'retry-after': '7' })
      request.pipe(response)
    }
    const result = await door.postGuarded({ url: `${server.origin}/hook`, ...MESSAGE })
    assert.ok(result.ok, JSON.stringify(result))
    assert.deepEqual(
      [result.status, result.headers['retry-after'], result.bodyText, result.remoteIp],
      [202, '7', '{"a":1}', '127.0.0.1'],
    )
    assert.equal(server.arrivals.at(-1), 'POST /hook')
  })

  it('does not follow redirects', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    const before = server.arrivals.length
    const result = await door.postGuarded({ url: server.origin, ...MESSAGE })
    assert.equal(result.ok && result.status, 302)
    assert.equal(server.arrivals.length, before + 1)
  })

  it('keeps no more than the first 64 KiB of an answer', async () => {
    answer = (_, response) => response.end('x'.repeat(300_000))
    const result = await door.postGuarded({ url: server.origin, ...MESSAGE })
    assert.equal(result.ok && result.bodyText.length, 65_536)
  })

  it('says when the status is there, and does not wait long for a body that never ends', async () => {
    let hungUp = false
    answer = (_, response) => {
      response.on('close', () => {
        hungUp = true
      })
      response.writeHead(200).write('ok')
    }
    let answeredAfterMs = Number.POSITIVE_INFINITY
    const onAnswer = (afterMs: number) => {
      answeredAfterMs = afterMs
    }
    const result = await door.postGuarded({ url: server.origin, ...MESSAGE, bodyTimeoutMs: 80, onAnswer })
    assert.ok(result.ok && result.status === 200)
    assert.equal(result.bodyText, 'ok', 'what came of it is kept')
    assert.ok(answeredAfterMs < result.durationMs)
    await until('the connection is closed', () => hungUp)
  })

  it('names a receiver that never answers', async () => {
    answer = () => {}
    const result = await door.postGuarded({ url: server.origin, ...MESSAGE, timeoutMs: 50 })
    assert.equal(!result.ok && result.reason, 'timeout')
  })

  it('names a receiver that is not there, and one that does not speak HTTP', async () => {
    const gone = await serveHttp(() => {})
    await gone.close()
    const refused = await door.postGuarded({ url: gone.origin, ...MESSAGE })
    assert.equal(!refused.ok && refused.reason, 'connect_error')
    const raw = await serveRaw((socket) => socket.write('220 smtp ready\r\n'))
    const odd = await door.postGuarded({ url: raw.origin, ...MESSAGE })
    assert.equal(!odd.ok && odd.reason, 'protocol_error')
    await raw.close()
  })

  it('refuses private addresses, by literal and by name, without a connection', async () => {
    const strict = createPostGuarded({
      allow: parseEgressAllow(''),
      resolve: async () => ['93.184.216.34', '10.0.0.1'],
    })
    const attempts = await connectionsDuring(async () => {
      for (const url of [server.origin, 'https://hooks.test:8443/x', 'https://localhost/']) {
        const result = await strict.postGuarded({ url, ...MESSAGE })
        assert.deepEqual([!result.ok && result.reason, result.remoteIp], ['blocked_address', null])
      }
    })
    assert.deepEqual(attempts, [])
    await strict.close()
  })

  it('names a failed look-up', async () => {
    const lost = createPostGuarded({ allow: parseEgressAllow(''), resolve: async () => [] })
    const result = await lost.postGuarded({ url: 'https://hooks.test/', ...MESSAGE })
    assert.equal(!result.ok && result.reason, 'dns_error')
    await lost.close()
  })

  it('checks certificates, and sends credentials of the URL as a header', async () => {
    const tls = selfSigned('hooks.test')
    const secure = await serveHttps(tls, (request, response) => response.end(request.headers.authorization))
    const options = { allow: parseEgressAllow('127.0.0.1/32'), resolve: async () => ['127.0.0.1'] }
    const trusting = createPostGuarded({ ...options, ca: tls.cert })
    const url = `https://me:secret@hooks.test:${secure.port}/`
    const good = await trusting.postGuarded({ url, ...MESSAGE })
    assert.equal(good.ok && good.bodyText, `Basic ${Buffer.from('me:secret').toString('base64')}`)
    const strict = createPostGuarded(options)
    const bad = await strict.postGuarded({ url, ...MESSAGE })
    assert.equal(!bad.ok && bad.reason, 'tls_error')
    await Promise.all([trusting.close(), strict.close(), secure.close()])
  })
})
