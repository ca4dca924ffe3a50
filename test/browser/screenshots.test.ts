import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadCreators, sitesOf } from '../../demo/creators.ts'
import type { Site } from '../../demo/web/site.ts'
import type { EvidenceEntry } from '../../sdk/contract.ts'
import type { RenderPage } from '../../src/evidence/page.ts'
import type { Browser } from '../../src/net/browser/browser.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import type { Bench } from '../evidence/bench.ts'
import type { WebUnderTest } from '../scans/demo-web.ts'
import { type BrowserBench, openBrowserBench } from './browser-bench.ts'
import { byScript, openTrustingBrowser } from './trusting-browser.ts'

const html = (body: string) => ({ headers: { 'content-type': 'text/html' }, body: `<!doctype html>${body}` })
/** A picture that no compression makes small: more than 1 MiB at the first try, and no more than drawing it needs. */
const NOISE = `<canvas id=it width=1280 height=2000></canvas><script>
  const pen = it.getContext('2d'), data = pen.createImageData(1280, 2000)
  for (let i = 0; i < data.data.length; i += 65536) crypto.getRandomValues(data.data.subarray(i, i + 65536))
  for (let i = 3; i < data.data.length; i += 4) data.data[i] = 255
  pen.putImageData(data, 0, 0)
</script>`

const OFFER = 'Independent companion in Lisbon. Incall and outcall, 200 EUR per hour, message to book.'

const SITE: Site = {
  'clean.example/lea': html(
    '<title>Lea</title><h1>Lea</h1><p>Linen and wool from the north, woven by Lea</p>',
  ),
  'scripted.example/mara': byScript('<h1>Mara Lind</h1><p>Ceramics from Aarhus</p>'),
  'plain.example/ina': html(`<title>Ina</title><h1>Ina</h1><p>${OFFER}</p>`),
  'long.example/long': html(`<title>Long</title><p>${OFFER}</p>${'<p>More wool</p>'.repeat(2000)}`),
  'noisy.example/noisy': html(`<title>Noise</title><p>${OFFER}</p>${NOISE}`),
  'young-scripted.example/kim': byScript('<h1>Kim</h1><p>I am 15 years old and sell my photos</p>'),
  'young.example/kim': html('<title>Kim</title><p>I am 15 years old and sell my photos</p>'),
}

describe('screenshots', () => {
  let opened: BrowserBench
  let web: WebUnderTest
  let browser: Browser
  let bench: Bench
  let escortUrl: string
  before(async () => {
    const creators = await loadCreators()
    escortUrl = creators.find(({ name }) => name === 'escort-chain')?.url ?? ''
    opened = await openBrowserBench([SITE, ...sitesOf(creators)])
    web = opened.web
    browser = opened.browser
    bench = opened.bench
  })
  after(() => opened.close())

  async function scan(url: string) {
    const found = await opened.scan(url)
    const shots = found.report.evidence_index.filter(({ type }) => type === 'screenshot')
    return { ...found, shots }
  }
  async function pixelsOf({ sha256 }: EvidenceEntry) {
    const found = await bench.evidence.get(sha256 ?? '')
    assert.ok(found.ok)
    return { ...sizeOf(Buffer.from(found.bytes)), bytes: found.bytes.length }
  }

  it('are taken of a page while it is read in the browser, and belong to its entry', async () => {
    const { shots, captures, report } = await scan('http://scripted.example/mara')
    const [shot] = shots
    assert.ok(shot)
    assert.equal(shots.length, 1)
    assert.deepEqual([shot.ref, shot.shows, shot.url], ['E2', 'E1', 'http://scripted.example/mara'])
    const [, capture] = captures
    assert.deepEqual(
      [capture?.ref, capture?.kind, capture?.sha256, capture?.status],
      ['E2', 'screenshot', shot.sha256, 200],
    )
    assert.equal(report.evidence_index[0]?.rendered, true)
    const { width, height } = await pixelsOf(shot)
    assert.deepEqual([width, height], [1280, 800])
  })

  it('are taken of a profile that was read without the browser', async () => {
    const { shots, report } = await scan('http://plain.example/ina')
    assert.deepEqual(
      shots.map(({ ref, shows, http_status }) => [ref, shows, http_status]),
      [['E2', 'E1', 200]],
    )
    assert.equal(report.evidence_index[0]?.rendered, undefined)
  })

  it('are taken of the pages behind findings, three at most, and counted in the coverage', async () => {
    const { shots, report, scanId } = await scan(escortUrl)
    const cited = new Set(report.findings.flatMap(({ evidence }) => evidence.map(({ ref }) => ref)))
    assert.ok(shots.length >= 2 && shots.length <= 3, String(shots.length))
    for (const { shows } of shots) assert.ok(shows === 'E1' || cited.has(shows ?? ''), shows)
    const [{ coverage }] = await bench.query('select coverage from scans where scan_id = $1', [scanId])
    assert.deepEqual(JSON.parse(coverage).screenshots, { taken: shots.length, missed: [] })
  })

  it('are not taken where nothing is to be reviewed, and the page is asked for once', async () => {
    web.requests.length = 0
    const { shots, report, scanId } = await scan('http://clean.example/lea')
    assert.deepEqual([report.recommendation, shots], ['no_flags', []])
    const [{ coverage }] = await bench.query('select coverage from scans where scan_id = $1', [scanId])
    assert.deepEqual(JSON.parse(coverage).screenshots, { taken: 0, missed: [] })
    assert.equal(web.requests.filter((request) => request.endsWith('clean.example/lea')).length, 1)
  })

  it('show a long page in full width and 4,096 pixels of its height', async () => {
    const { shots } = await scan('http://long.example/long')
    assert.ok(shots[0])
    const { width, height } = await pixelsOf(shots[0])
    assert.deepEqual([width, height], [1280, 4096])
  })

  it('are no larger than 1 MiB, whatever the page shows', async () => {
    let { shots } = await scan('http://noisy.example/noisy')
    // So much noise takes seconds to draw where there is much else to do: then the report says that it was missed.
    for (let scans = 1; scans < 8 && shots.length === 0; scans++)
      ({ shots } = await scan('http://noisy.example/noisy'))
    assert.ok(shots[0])
    const { width, bytes } = await pixelsOf(shots[0])
    assert.equal(width, 1280)
    assert.ok(bytes > 100_000 && bytes <= 1024 * 1024, String(bytes))
  })

  for (const [how, url] of [
    ['read', 'http://young.example/kim'],
    ['rendered', 'http://young-scripted.example/kim'],
  ] as const) {
    it(`are neither in the report nor kept of a page that was ${how} and lies behind a minor-safety finding`, async () => {
      const { shots, captures, report } = await scan(url)
      assert.ok(report.findings.some(({ family }) => family === 'minor_safety'))
      assert.deepEqual(
        [shots, captures.map(({ kind }) => kind)],
        [[], [how === 'read' ? 'answer' : 'rendered']],
      )
      const kept = await bench.stored()
      const rows = await bench.query('select sha256 from captures where not withheld')
      assert.deepEqual(kept, [...new Set(rows.map(({ sha256 }) => sha256))].sort())
    })
  }

  describe('that cannot be taken', () => {
    const scanOnce = async (mode: 'deep' | 'quick', render: RenderPage, url = 'http://plain.example/ina') => {
      const result = await scanProfile(
        { ...web.context, render, screenshots: true },
        { url, mode },
        plainStepRunner(() => {}),
        AbortSignal.timeout(60_000),
      )
      assert.ok(result.status === 'completed')
      return result
    }
    const failing: RenderPage = async (url) => {
      return { ok: false, reason: 'browser_busy', detail: '', url, hops: [], durationMs: 0 }
    }

    it('cost nothing but a note', async () => {
      const [with_, without] = [await scanOnce('deep', browser.render), await scanOnce('deep', failing)]
      assert.deepEqual(without.coverage.screenshots, {
        taken: 0,
        missed: [{ url: 'http://plain.example/ina', reason: 'browser_busy' }],
      })
      const plain = ({ report }: typeof without) => ({
        ...report,
        evidence_index: report.evidence_index
          .filter(({ type }) => type !== 'screenshot')
          .map((entry) => ({ ...entry, captured_at: '' })),
      })
      assert.deepEqual(plain(without), plain(with_))
    })

    it('are not asked for in a quick scan, which opens no page for its looks', async () => {
      const { coverage } = await scanOnce('quick', () => assert.fail('opened a page'))
      assert.deepEqual(coverage.screenshots, { taken: 0, missed: [] })
    })
  })

  it('do not wait for a place in the browser for longer than they are told', async () => {
    const full = openTrustingBrowser({ proxy: web.proxyUrl, visitsAtOnce: 1 })
    try {
      const first = full.render('http://plain.example/ina')
      const second = await full.render('http://plain.example/ina', { queueMs: 1 })
      assert.equal(second.ok ? 'ok' : second.reason, 'browser_busy')
      assert.equal((await first).ok, true)
    } finally {
      await full.close()
    }
  })
})

/** Width and height as the frame header of a JPEG states them (ITU T.81, B.2.2). */
function sizeOf(jpeg: Buffer): { width: number; height: number } {
  assert.equal(jpeg.readUInt16BE(0), 0xffd8)
  for (let at = 2; at < jpeg.length; ) {
    const marker = jpeg.readUInt16BE(at)
    if (marker === 0xffc0 || marker === 0xffc2)
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  return assert.fail('no frame header')
}
