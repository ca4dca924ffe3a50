import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FetchFailure, PageResponse } from '../../src/evidence/page.ts'
import { parseEgressAllow } from '../../src/net/guard/address-guard.ts'
import { createFetchPage } from '../../src/net/http/fetch-page.ts'
import { type Loopback, serveHttp, serveRaw } from './loopback.ts'

const MEBIBYTE = 1024 * 1024

async function fetchFrom(server: Loopback, timeoutMs = 20_000) {
  const allow = parseEgressAllow('127.0.0.1/32')
  const { fetchPage, close } = createFetchPage({ allow, userAgent: 'test', timeoutMs, maxBytes: MEBIBYTE })
  try {
    return await fetchPage({ url: `${server.origin}/` })
  } finally {
    await close()
    await server.close()
  }
}

async function fetched(server: Loopback): Promise<PageResponse> {
  const result = await fetchFrom(server)
  assert.ok(result.ok, JSON.stringify(result))
  return result.response
}

async function failed(server: Loopback, reason: FetchFailure, timeoutMs?: number): Promise<void> {
  const result = await fetchFrom(server, timeoutMs)
  assert.equal(result.ok, false)
  assert.equal(!result.ok && result.reason, reason)
}

function html(body: string | Buffer, headers: Record<string, string> = {}): Promise<Loopback> {
  return serveHttp((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body),
  )
}

/** Writes for ever, as fast as it is read. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, 'a')
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

/** Each once the one before has been sent. */
async function sayInPieces(socket: Socket, pieces: readonly string[]): Promise<void> {
  socket.setNoDelay()
  for (const piece of pieces) {
    await new Promise((sent) => socket.write(piece, sent))
    await new Promise((passed) => setImmediate(passed))
  }
}

describe('hostile servers', () => {
  it('cuts an endless body', async () => {
    const response = await fetched(
      await serveHttp((_, answer) => pour(answer.writeHead(200, { 'content-type': 'text/plain' }))),
    )
    assert.equal(response.bytes, MEBIBYTE)
    assert.equal(response.truncated, true)
  })

  const zeros = Buffer.alloc(64 * MEBIBYTE)
  const bombs = {
    gzip: () => gzipSync(zeros),
    br: () => brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  }
  for (const [coding, bomb] of Object.entries(bombs)) {
    it(`cuts a ${coding} bomb`, async () => {
      const response = await fetched(
        await html(bomb(), { 'content-type': 'text/plain', 'content-encoding': coding }),
      )
      assert.equal(response.bytes, MEBIBYTE)
      assert.equal(response.truncated, true)
    })
  }

  for (const [coding, encode] of [
    ['identity', (text: string) => Buffer.from(text)],
    ['gzip', gzipSync],
  ] as const)
    it(`keeps of a body that never ends (${coding}) what came in time, and marks it`, async () => {
      const bytes = encode(`<title>Ida</title>${'<p>I sell cakes</p>'.repeat(100)}`)
      const drip = (socket: Socket) => {
        const head = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: ${coding}\r\ncontent-length: 1000000\r\n\r\n`
        socket.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, bytes.length - 8)]))
        // Behind the end of the coded text nothing may follow.
        const timer = setInterval(() => coding === 'identity' && socket.write('a'), 5)
        socket.on('close', () => clearInterval(timer))
      }
      const result = await fetchFrom(await serveRaw(drip), 150)
      assert.ok(result.ok, JSON.stringify(result))
      const { page, truncated, outOfTime } = result.response
      assert.deepEqual([page?.title, truncated, outOfTime], ['Ida', true, true])
    })

  for (const [type, begun] of [
    ['application/json', '{"name": "Ida", "bio": "I sell'],
    ['image/png', '\x89PNG\r\n'],
  ] as const)
    it(`ends by its deadline where half of a body is nothing: ${type}`, async () => {
      const half = (socket: Socket) => {
        const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: 1000000\r\n\r\n`
        socket.write(head + begun, 'latin1')
      }
      await failed(await serveRaw(half), 'timeout', 150)
    })

  it('ends by its deadline where nothing of a body has come', async () => {
    const silent = (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n')
    }
    await failed(await serveRaw(silent), 'timeout', 150)
  })

  it('ends a drip of headers by its deadline', async () => {
    const drip = (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n'), 5)
      socket.on('close', () => clearInterval(timer))
    }
    await failed(await serveRaw(drip), 'timeout', 150)
  })

  it('refuses a flood of headers', async () => {
    const flood = (socket: Socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${`x-flood: ${'a'.repeat(1000)}\r\n`.repeat(200)}\r\n`)
    }
    await failed(await serveRaw(flood), 'protocol_error')
  })

  it('accepts the many headers of honest sites', async () => {
    const cookies = Array.from({ length: 40 }, (_, at) => `c${at}=${'v'.repeat(1000)}`)
    const server = await serveHttp((_, response) => response.setHeader('set-cookie', cookies).end('ok'))
    assert.equal((await fetched(server)).status, 200)
  })

  const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }
  for (const [coding, encode] of Object.entries(encoders)) {
    it(`says of a ${coding} that stops early that it was cut, and of a whole one that it was not`, async () => {
      const lines = Array.from({ length: 5000 }, (_, at) => `<p>line ${at} ${Math.sin(at)}</p>`).join('')
      const bytes = encode(lines)
      const whole = await fetched(await html(bytes, { 'content-encoding': coding }))
      assert.deepEqual([whole.bytes, whole.truncated], [lines.length, false])
      const early = await fetched(
        await html(bytes.subarray(0, bytes.length * 0.9), { 'content-encoding': coding }),
      )
      assert.ok(early.bytes > lines.length * 0.7, String(early.bytes))
      assert.equal(early.truncated, true)
    })
  }

  it('keeps what a truncated gzip held', async () => {
    const whole = gzipSync(Array.from({ length: 5000 }, (_, at) => `<p>line ${at}</p>`).join(''))
    const response = await fetched(
      await html(whole.subarray(0, whole.length / 2), { 'content-encoding': 'gzip' }),
    )
    assert.match(response.page?.text ?? '', /^line 0\nline 1\n/)
  })

  it('keeps what arrived before the server hung up, and marks it', async () => {
    const half = (socket: Socket) => {
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5000\r\n\r\n'
      socket.end(`${head}<title>Half</title>`)
    }
    const response = await fetched(await serveRaw(half))
    assert.equal(response.page?.title, 'Half')
    assert.equal(response.truncated, true)
  })

  it('names a body that is not what its coding says', async () => {
    await failed(await html('plain text', { 'content-encoding': 'gzip' }), 'protocol_error')
  })

  // Each ends the decoder at another place, under a name of its own.
  for (const damaged of ['1b6f00f8a5', '0b0280', 'ffffffffff', '7f00ff00ff00'])
    it(`names a Brotli body that begins ${damaged} and is none`, async () => {
      const bytes = Buffer.concat([Buffer.from(damaged, 'hex'), Buffer.alloc(64, 0xa5)])
      await failed(await html(bytes, { 'content-encoding': 'br' }), 'protocol_error')
    })

  it('refuses more than one content coding', async () => {
    const twice = gzipSync(gzipSync('<p>x'))
    await failed(await html(twice, { 'content-encoding': 'gzip, gzip' }), 'unsupported_encoding')
  })

  for (const coding of ['none', 'UTF-8', 'rot13'])
    it(`reads text whose coding is called ${coding}, which nobody registered, as visitors see it`, async () => {
      const response = await fetched(await html('<title>Ida</title>', { 'content-encoding': coding }))
      assert.deepEqual([response.page?.title, response.truncated], ['Ida', false])
    })

  it('refuses a content coding that nobody registered where what comes is no text', async () => {
    const coded = Buffer.from([0x3c, 0x01, 0x00, 0xff, 0x00, 0x02])
    await failed(await html(coded, { 'content-encoding': 'dcb' }), 'unsupported_encoding')
  })

  it('names something that is not HTTP', async () => {
    await failed(await serveRaw((socket) => socket.write('SSH-2.0-OpenSSH_9.7\r\n')), 'protocol_error')
  })

  for (const status of ['099', '000', '101'])
    it(`names an answer of status ${status}, which ends no process`, async () => {
      const reply = `HTTP/1.1 ${status} X\r\nupgrade: h2c\r\ncontent-length: 2\r\n\r\nok`
      await failed(await serveRaw((socket) => socket.write(reply)), 'protocol_error')
    })

  it('ends no process either where Node’s own fetch asks', async () => {
    const server = await serveRaw((socket) => socket.write('HTTP/1.1 099 X\r\ncontent-length: 2\r\n\r\nok'))
    await assert.rejects(fetch(server.origin), (error: Error) => String(error.cause).includes('status'))
    await server.close()
  })

  const PAGE = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 18\r\n\r\n<title>Ida</title>'
  const GOING_ON = {
    'a 100 that nobody asked for': [`HTTP/1.1 100 Continue\r\n\r\n${PAGE}`],
    'two of them, one with headers': [
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\nserver: x\r\n\r\n${PAGE}`,
    ],
    'one that comes in pieces, and the page later': ['HTT', 'P/1.1 10', '0 Continue\r\n', '\r\n', PAGE],
    'early hints': [`HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n${PAGE}`],
    'a status line in pieces': ['H', 'TTP/1', '.1 2', PAGE.slice(10)],
  }
  for (const [name, pieces] of Object.entries(GOING_ON))
    it(`reads the page behind ${name}`, async () => {
      const response = await fetched(await serveRaw((socket) => void sayInPieces(socket, pieces)))
      assert.equal(response.page?.title, 'Ida')
    })

  it('reads the second answer of a connection as the first', async () => {
    const server = await serveRaw((socket) =>
      socket.on('data', () => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${PAGE}`)),
    )
    const { fetchPage, close } = createFetchPage({
      allow: parseEgressAllow('127.0.0.1/32'),
      userAgent: 'test',
    })
    try {
      for (const path of ['/a', '/b']) {
        const result = await fetchPage({ url: server.origin + path })
        assert.equal(result.ok && result.response.page?.title, 'Ida')
        // undici takes a connection again a turn later.
        await new Promise((passed) => setImmediate(passed))
      }
      assert.equal(server.arrivals.length, 1)
    } finally {
      await close()
      await server.close()
    }
  })

  it('names two different lengths', async () => {
    const reply = 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 9\r\n\r\nabcdefghi'
    await failed(await serveRaw((socket) => socket.write(reply)), 'protocol_error')
  })

  it('names a connection that is reset', async () => {
    await failed(await serveRaw((socket) => socket.resetAndDestroy()), 'connect_error')
  })

  it('stops at nesting that no page needs', async () => {
    const response = await fetched(await html(`<title>Deep</title>${'<div>'.repeat(100_000)}`))
    assert.equal(response.page?.title, 'Deep')
    assert.equal(response.page?.truncated, true)
  })

  it('survives 40,000 attributes in one tag', async () => {
    const attributes = Array.from({ length: 40_000 }, (_, at) => `a${at}=b`).join(' ')
    const response = await fetched(await html(`<p ${attributes}>text</p>`))
    assert.equal(response.page?.text, 'text')
  })

  it('survives anchors that are never closed', async () => {
    const response = await fetched(await html('<p><a href="/x">y</p>'.repeat(40_000)))
    assert.equal(response.page?.links.length, 10_000)
    assert.equal(response.page?.truncated, true)
  })
})
