import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, afterEach, before, describe, it } from 'node:test'
import { InvalidInput, Refused, Unavailable } from '../../src/errors.ts'
import { startProxy } from '../net/tiny-proxy.ts'
import { openBucket, type S3Server, startS3Server } from './s3-server.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const PAGE = Buffer.from('<title>Mara</title>')
const HASH = hashOf(PAGE)

/** As S3 does, and the server of these tests does not. By what no test moves. */
function refuseSkewed({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  const now = performance.timeOrigin + performance.now()
  const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? []
  const sent = `${day?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`
  if (Math.abs(Date.parse(sent) - now) <= 15 * 60_000) return false
  response.writeHead(403, { date: new Date(now).toUTCString() })
  response.end(method === 'HEAD' ? '' : '<Error><Code>RequestTimeTooSkewed</Code></Error>')
  return true
}

describe('evidence in a bucket', () => {
  let s3: S3Server
  before(async () => {
    s3 = await startS3Server()
  })
  afterEach(() => {
    s3.meddle = null
  })
  after(() => s3.close())

  it('lists more than one answer of the service holds', async () => {
    const bucket = { ...s3.bucket, prefix: 'many/' }
    const store = openBucket(bucket)
    const pages = Array.from({ length: 1100 }, (_, index) => Buffer.from(`page ${index}`))
    for (let from = 0; from < pages.length; from += 50)
      await Promise.all(pages.slice(from, from + 50).map((page) => store.put(hashOf(page), page)))
    s3.arrivals.length = 0
    const listed = new Set<string>()
    for await (const sha256 of store.list(new Date(Date.now() + 60_000))) listed.add(sha256)
    assert.deepEqual([...listed].sort(), pages.map(hashOf).sort())
    assert.equal(s3.arrivals.length, 2)
  })

  /** What hangs is given up after this time; the three tries that follow have as much each. */
  const SHORT = { timeoutMs: 1000 }
  for (const [what, fault, times] of [
    ['an answer of 503', (_, response) => response.writeHead(503).end('<Code>SlowDown</Code>')],
    ['an answer of 429', (_, response) => response.writeHead(429).end()],
    ['a broken connection', (request) => request.socket.destroy()],
    [
      'an answer that stops half way',
      (_, response) => response.writeHead(200, { 'content-length': 9 }).write('half'),
      SHORT,
    ],
    ['an answer that does not come', () => {}, SHORT],
  ] as [string, NonNullable<S3Server['meddle']>, { timeoutMs: number }?][]) {
    it(`tries again after ${what}`, async () => {
      const bucket = { ...s3.bucket, prefix: `${what.replaceAll(' ', '-')}/` }
      const store = openBucket(bucket, times)
      const tried = new Set<string>()
      // Every first try of each request, and no other: on a busy machine one more may be late.
      s3.meddle = (request, response) => {
        const asked = `${request.method} ${request.url}`
        if (tried.has(asked)) return false
        tried.add(asked)
        fault(request, response)
        return true
      }
      await store.put(HASH, PAGE)
      const found = await store.get(HASH)
      assert.deepEqual(found.ok && Buffer.from(found.bytes), PAGE)
      assert.equal(tried.size, 3)
    })
  }

  for (const [what, hours] of [
    ['ahead', 2],
    ['behind', -26],
  ] as const)
    it(`is reached by a machine whose clock is ${what}`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + hours * 3_600_000 })
      s3.meddle = refuseSkewed
      const store = openBucket({ ...s3.bucket, prefix: `${what}/` })
      await store.put(HASH, PAGE)
      s3.arrivals.length = 0
      const found = await store.get(HASH)
      assert.deepEqual(found.ok && Buffer.from(found.bytes), PAGE)
      assert.equal(s3.arrivals.length, 1, 'it knows by now')
    })

  it('gives up after four tries, and says that the service is away', async () => {
    s3.arrivals.length = 0
    s3.meddle = (_, response) => Boolean(response.writeHead(500).end('<Code>InternalError</Code>'))
    await assert.rejects(openBucket(s3.bucket).get(HASH), (error) => {
      assert.ok(error instanceof Unavailable)
      assert.match(error.message, /does not answer: HTTP 500 InternalError/)
      return true
    })
    assert.equal(s3.arrivals.length, 4)
  })

  it('is not sent elsewhere by a redirect', async () => {
    s3.arrivals.length = 0
    s3.meddle = (request, response) => {
      if (request.url?.startsWith('/elsewhere')) return false
      response.writeHead(307, { location: `${s3.bucket.endpoint}/elsewhere` }).end()
      return true
    }
    await assert.rejects(openBucket(s3.bucket).get(HASH), /HTTP 307/)
    assert.equal(s3.arrivals.length, 1)
  })

  it('is never looked for where clouds keep the keys of a machine', async () => {
    const endpoint = 'http://169.254.169.254'
    await assert.rejects(openBucket({ ...s3.bucket, endpoint }).get(HASH), (error) => {
      assert.ok(error instanceof Refused)
      assert.match(error.message, /169\.254\.169\.254 is linkLocal/)
      return true
    })
    await assert.rejects(openBucket({ ...s3.bucket, endpoint }).check(), InvalidInput)
  })

  it('is asked through the proxy that is set for it', async (t) => {
    const { host, port } = new URL(s3.bucket.endpoint)
    const proxy = await startProxy({ [host]: Number(port) })
    t.after(() => proxy.close())
    const store = openBucket({ ...s3.bucket, prefix: 'proxied/' }, { proxy: proxy.origin })
    await store.put(HASH, PAGE)
    assert.equal((await store.get(HASH)).ok, true)
    const asked = ['HEAD', 'PUT', 'GET'].map((method) => `${method} http://${host}/evidence`)
    assert.deepEqual(
      proxy.arrivals.map((arrival) => arrival.replace(/\/evidence.*/, '/evidence')),
      asked,
    )
  })

  it('never takes a missing bucket for a missing page', async () => {
    await assert.rejects(openBucket({ ...s3.bucket, bucket: 'nowhere' }).get(HASH), /NoSuchBucket/)
  })

  for (const [what, change, message] of [
    ['the bucket is missing', { bucket: 'nowhere' }, /s3:\/\/nowhere\/pages\/ .*there is no such bucket/],
    ['nobody knows the key', { keyId: 'SOMEBODY' }, /the key is refused \(InvalidAccessKeyId\)/],
    ['the secret is another', { secret: 'wrong' }, /the key is refused \(SignatureDoesNotMatch\)/],
    ['nobody listens', { endpoint: 'http://127.0.0.1:2' }, /127\.0\.0\.1:2 does not answer: .*ECONNREFUSED/],
  ] as const) {
    it(`says at start that ${what}`, async () => {
      await assert.rejects(openBucket({ ...s3.bucket, ...change }).check(), (error) => {
        assert.ok(error instanceof InvalidInput)
        assert.match(error.message, message)
        return true
      })
    })
  }

  for (const [what, method, body, message] of [
    ['may not be listed', 'GET', '<Code>AccessDenied</Code>', /access is denied/],
    ['may not be written', 'PUT', '<Code>AccessDenied</Code>', /access is denied/],
    ['lies elsewhere', 'GET', '<Code>AuthorizationHeaderMalformed</Code>', /another region/],
  ] as const) {
    it(`says at start that the bucket ${what}`, async () => {
      s3.meddle = (request, response) => {
        if (request.method !== method) return false
        response.writeHead(403).end(body)
        return true
      }
      await assert.rejects(openBucket(s3.bucket).check(), message)
    })
  }
})
