import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Site } from '../../demo/web/site.ts'
import type { Exchange } from '../../src/evidence/exchange.ts'
import type { Bench } from '../evidence/bench.ts'
import { PROGRAM } from '../support/program.ts'
import { type BrowserBench, openBrowserBench } from './browser-bench.ts'
import { byScript } from './trusting-browser.ts'

const SITE: Site = {
  'mara.example/mara': byScript('<h1>Mara Lind</h1><p>Ceramics from Aarhus</p>'),
  'sent.example/ina': { status: 302, headers: { location: 'http://ina.example/ina' } },
  'ina.example/ina': byScript('<h1>Ina</h1><p>Linen and wool</p>'),
  'young.example/kim': byScript('<h1>Kim</h1><p>I am 15 years old and sell my photos</p>'),
}

describe('the captures of a scan with a browser', () => {
  let opened: BrowserBench
  let bench: Bench
  before(async () => {
    opened = await openBrowserBench([SITE])
    bench = opened.bench
  })
  after(() => opened.close())

  async function scan(url: string) {
    const { captures, report } = await opened.scan(url)
    return { captures, index: report.evidence_index }
  }

  it('hold the document that was read after the scripts, under the hash that the report states', async () => {
    const { captures, index } = await scan('http://mara.example/mara')
    const [entry] = index
    const [capture] = captures
    assert.deepEqual(
      [entry?.ref, entry?.rendered, entry?.http_status, entry?.sha256],
      ['E1', true, 200, capture?.sha256],
    )
    assert.deepEqual(
      [capture?.ref, capture?.kind, capture?.url, capture?.status],
      ['E1', 'rendered', 'http://mara.example/mara', 200],
    )
    const found = await bench.evidence.get(entry?.sha256 ?? '')
    assert.ok(found.ok)
    assert.match(Buffer.from(found.bytes).toString(), /<h1>Mara Lind<\/h1>/)
    assert.equal(createHash('sha256').update(found.bytes).digest('hex'), entry?.sha256)
  })

  it('tell how the browser asked, and with whose certificate it was answered', async () => {
    const { captures } = await scan('https://mara.example/mara')
    const { exchange: text } = captures.find(({ kind }) => kind === 'rendered') ?? { exchange: null }
    const exchange: Exchange = JSON.parse(text ?? 'null')
    assert.equal(exchange.method, 'GET')
    assert.match(exchange.headers['user-agent'] ?? '', /\S/)
    assert.equal('cookie' in exchange.headers, false)
    assert.match(exchange.tls?.protocol ?? '', /^TLSv1\.[23]$/)
    assert.match(exchange.tls?.certificate.subject ?? '', /mara\.example|demo/i)
    assert.match(exchange.tls?.certificate.sha256 ?? '', /^[0-9a-f]{64}$/)
  })

  it('are read whole by `toscan evidence verify`, documents and screenshots alike', async () => {
    await scan('http://mara.example/mara')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [PROGRAM, 'evidence', 'verify', '--json'],
      {
        env: {
          PATH: process.env.PATH,
          ...bench.settings,
        },
      },
    )
    const found = JSON.parse(stdout)
    assert.deepEqual([found.missing, found.corrupt, found.unreferenced], [0, 0, 0])
    assert.ok(found.objects >= 2, stdout)
  })

  it('are of the document alone: what it was before its scripts is not kept', async () => {
    const { captures } = await scan('http://mara.example/mara')
    assert.deepEqual(
      captures.filter(({ kind }) => kind === 'answer'),
      [],
    )
  })

  it('tell over which addresses a rendered page was come to', async () => {
    const { captures } = await scan('http://sent.example/ina')
    const [own] = captures
    assert.deepEqual(
      [own?.kind, own?.url, own?.final_url],
      ['rendered', 'http://sent.example/ina', 'http://ina.example/ina'],
    )
    const hops: { url: string; status: number }[] = JSON.parse(own?.redirects ?? '')
    assert.deepEqual(
      hops.map(({ url, status }) => [url, status]),
      [['http://sent.example/ina', 302]],
    )
  })

  it('are the same when the same page is scanned again', async () => {
    const [first, second] = [await scan('http://mara.example/mara'), await scan('http://mara.example/mara')]
    const documentOf = ({ index }: typeof first) => index[0]?.sha256
    assert.match(documentOf(first) ?? '', /^[0-9a-f]{64}$/)
    assert.equal(documentOf(first), documentOf(second))
  })

  it('keep the row and not the bytes of a rendered page behind a minor-safety finding', async () => {
    const { captures } = await scan('http://young.example/kim')
    const [own] = captures
    assert.deepEqual([own?.kind, own?.withheld], ['rendered', true])
    assert.equal(captures.length, 1)
    assert.deepEqual(await bench.evidence.get(own?.sha256 ?? ''), { ok: false, reason: 'missing' })
  })
})
