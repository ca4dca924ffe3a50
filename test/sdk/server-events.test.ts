import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Toscan } from '../../sdk/client.ts'
import { serverEvents } from '../../sdk/server-events.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function streamOf(parts: Uint8Array[], end: 'close' | 'break' | 'silence' = 'close') {
  return new ReadableStream<Uint8Array>({
    start(stream) {
      for (const part of parts) stream.enqueue(part)
      if (end === 'close') stream.close()
    },
    pull(stream) {
      if (end === 'break') stream.error(new TypeError('terminated'))
    },
  })
}

async function read(stream: ReadableStream<Uint8Array>) {
  const events = []
  for await (const event of serverEvents(stream, 20)) events.push(event)
  return events
}

describe('serverEvents', () => {
  const text =
    ': hello\n\nretry: 5\n\nevent: progress\ndata: {"a":"é"}\n\ndata:1\r\ndata: 2\r\n\r\nevent: x\n\n'
  const expected = [
    { event: 'progress', data: '{"a":"é"}' },
    { event: 'message', data: '1\n2' },
  ]

  it('reads events, and leaves comments out', async () => {
    assert.deepEqual(await read(streamOf([bytes(text)])), expected)
  })

  it('reads them byte by byte', async () => {
    assert.deepEqual(await read(streamOf([...bytes(text)].map((byte) => Uint8Array.of(byte)))), expected)
  })

  for (const end of ['break', 'silence'] as const)
    it(`ends with a ${end}, without what was not whole`, async () => {
      assert.deepEqual(await read(streamOf([bytes(`${text}data: half`)], end)), expected)
    })
})

describe('scans.progress', () => {
  it('opens the stream again where it broke, and says nothing twice', async () => {
    const state = (status: string, pages: number) => JSON.stringify({ status, pages })
    const answers = [
      `event: progress\ndata: ${state('processing', 1)}\n\n`,
      `event: progress\ndata: ${state('processing', 1)}\n\nevent: end\ndata: ${state('completed', 2)}\n\n`,
    ].values()
    let opened = 0
    const toscan = new Toscan({
      baseUrl: 'http://toscan.example',
      apiKey: 'sk_x',
      fetch: async () => {
        opened++
        return new Response(streamOf([bytes(answers.next().value ?? '')], opened === 1 ? 'break' : 'close'))
      },
    })
    const seen = []
    for await (const { status, pages } of toscan.scans.progress('x')) seen.push([status, pages])
    assert.deepEqual(
      [seen, opened],
      [
        [
          ['processing', 1],
          ['completed', 2],
        ],
        2,
      ],
    )
  })

  it('ends when its caller no longer wants it', async () => {
    const leaving = new AbortController()
    const toscan = new Toscan({
      baseUrl: 'http://toscan.example',
      apiKey: 'sk_x',
      fetch: async () => new Response(streamOf([bytes('data: {}\n\n')])),
    })
    await assert.rejects(async () => {
      for await (const _ of toscan.scans.progress('x', { signal: leaving.signal })) leaving.abort()
    }, /abort/)
  })
})
