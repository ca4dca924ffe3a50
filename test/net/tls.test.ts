import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { parseEgressAllow } from '../../src/net/guard/egress-allow.ts'
import { createFetchPage, type PageFetcher } from '../../src/net/http/fetch-page.ts'
import { createPostGuarded, type PostGuarded } from '../../src/net/http/post.ts'
import { type Loopback, serveHttp, serveRaw } from './loopback.ts'
import { selfSigned } from './self-signed.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n'
const BEGUN = '<html><title>Mira</title><body><h1>Mira</h1><p>I paint birds, and on the page that'
const WHOLE = `${BEGUN} follows I say where.</p></body></html>`
/** A record that nobody with the connection's keys has written. */
const FORGED = Buffer.from([0x17, 3, 3, 0, 40, ...Buffer.alloc(40, 7)])

describe('TLS that goes wrong', () => {
  const tls = selfSigned('creator.test')
  let server: Server
  let broken: Loopback
  let plain: Loopback
  let door: PageFetcher
  let post: { postGuarded: PostGuarded; close(): Promise<void> }
  const wires = new Set<Socket>()
  let answer = ''
  let breakOff: (wire: Socket) => void = () => {}
  before(async () => {
    server = createServer({ ...tls }, (socket) => {
      socket.on('error', () => {})
      wires.add(socket)
      socket.once('data', () => socket.write(answer, 'latin1'))
    })
    const port = await listening(server)
    // Between the two, so that an end can come without a word of TLS.
    broken = await serveRaw((wire) => {
      const onward = connect(port, '127.0.0.1')
      let answered = false
      onward.on('error', () => {})
      wire.on('data', (bytes) => onward.write(bytes))
      wire.on('close', () => onward.destroy())
      onward.on('data', (bytes) => {
        if (wire.writable) wire.write(bytes)
      })
      server.once('secureConnection', (socket: TLSSocket) => {
        socket.once('data', () => {
          if (answered) return
          answered = true
          setTimeout(() => breakOff(wire), 30)
        })
      })
    })
    plain = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' })
      response.socket?.write(`${HEAD}\r\n${BEGUN}`, () => breakOff(response.socket as Socket))
    })
    const allow = parseEgressAllow('127.0.0.1')
    const resolve = async () => ['127.0.0.1']
    door = createFetchPage({ allow, userAgent: 'x', ca: tls.cert, resolve, robots: 'ignore' })
    post = createPostGuarded({ allow, ca: tls.cert, resolve })
  })
  after(async () => {
    await Promise.all([door.close(), post.close(), broken.close(), plain.close()])
    server.close()
    for (const wire of wires) wire.destroy()
  })

  async function seen(
    body: string,
    how: (wire: Socket) => void,
    origin = `https://creator.test:${broken.port}`,
  ) {
    answer = body
    breakOff = how
    const result = await door.fetchPage({ url: `${origin}/` })
    return result.ok ? { read: true, truncated: result.response.truncated } : result
  }

  it('says that a page was cut whose connection was reset before the end that nobody had announced', async () => {
    const reset = (wire: Socket) => wire.resetAndDestroy()
    assert.deepEqual(await seen(`${HEAD}\r\n${BEGUN}`, reset), { read: true, truncated: true })
    assert.deepEqual(await seen('', reset, plain.origin), { read: true, truncated: true })
  })

  it('says that a page was cut whose connection ended with what nobody of it had written', async () => {
    const forge = (wire: Socket) => wire.end(FORGED)
    assert.deepEqual(await seen(`${HEAD}\r\n${BEGUN}`, forge), { read: true, truncated: true })
    assert.deepEqual(await seen(`${HEAD}content-length: 900\r\n\r\n${BEGUN}`, forge), {
      read: true,
      truncated: true,
    })
  })

  it('says that a page was cut that opens its document, never closes it, and whose end nobody had announced', async () => {
    const end = (wire: Socket) => wire.end()
    assert.deepEqual(await seen(`${HEAD}\r\n${BEGUN}`, end), { read: true, truncated: true })
    assert.deepEqual(await seen('', end, plain.origin), { read: true, truncated: true })
    assert.deepEqual(await seen(`${HEAD}\r\n${WHOLE}\n<!-- 3 ms -->`, end), { read: true, truncated: false })
    assert.deepEqual(await seen(`${HEAD}\r\n<p>I paint birds.`, end), { read: true, truncated: false })
    const announced = `${HEAD}content-length: ${BEGUN.length}\r\n\r\n${BEGUN}`
    assert.deepEqual(await seen(announced, end), { read: true, truncated: false })
  })

  it('names what TLS said of a connection that ended before an answer', async () => {
    const result = await seen('', (wire) => wire.end(FORGED))
    assert.equal('reason' in result && result.reason, 'tls_error', JSON.stringify(result))
  })

  it('says what is wrong with a server whose TLS is not to be trusted', async (context) => {
    const other = createServer(selfSigned('other.test'))
    const old = createServer({
      ...tls,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    context.after(() => [other, old].map((server) => server.close()))
    const post = createPostGuarded({
      allow: parseEgressAllow('127.0.0.1'),
      ca: tls.cert,
      resolve: async () => ['127.0.0.1'],
    })
    const told = async (port: number) => {
      const result = await post.postGuarded({
        url: `https://creator.test:${port}/`,
        headers: {},
        body: Buffer.from('{}'),
      })
      return result.ok ? 'delivered' : `${result.reason} ${result.detail}`
    }
    assert.match(
      await told(await listening(other)),
      /^tls_error DEPTH_ZERO_SELF_SIGNED_CERT: its certificate is signed by itself$/,
    )
    assert.match(
      await told(await listening(old)),
      /^tls_error \w+: it speaks no TLS of version 1\.2 or later$/,
    )
    assert.match(await told(plain.port), /^tls_error \w+: it speaks no TLS on this port$/)
    await post.close()
  })

  it('names the certificate that a server wants of its clients', async (context) => {
    const wanting = createServer({ ...tls, requestCert: true, rejectUnauthorized: true, ca: tls.cert })
    wanting.on('tlsClientError', () => {})
    context.after(() => wanting.close())
    const url = `https://creator.test:${await listening(wanting)}/`
    const page = await door.fetchPage({ url })
    assert.equal(!page.ok && page.reason, 'tls_error', JSON.stringify(page))
    const said = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: it wants a certificate of ours'
    assert.equal(!page.ok && page.detail, said)
    const told = await post.postGuarded({ url, headers: {}, body: Buffer.from('{}') })
    assert.equal(!told.ok && told.reason, 'tls_error', JSON.stringify(told))
  })
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
