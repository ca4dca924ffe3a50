import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { instagram } from '../../demo/web/pages.ts'
import type { Answer } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

/** Offers stand where a reader who reads on finds them: anywhere on a page, as far as evidence is kept. */

const KEPT = 100_000
const OFFER = 'Incall in Antwerp, 180 an hour, text me.'
const HARMLESS = 'Letterpress prints of harbours, made slowly and sold at fairs. '

const pageOf = (before: number, offer: string, behind: number): Answer => {
  const words = (letters: number) => HARMLESS.repeat(Math.ceil(letters / HARMLESS.length)).slice(0, letters)
  const body = `<p>${words(before)}</p><p>${offer}</p><p>${words(behind)}</p>`
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<title>ida.quill</title><h1>Ida Quill</h1>${body}`,
  }
}

describe('words far down a page', () => {
  let web: WebUnderTest
  let page = pageOf(0, '', 0)
  before(async () => {
    web = await scanThrough([{ 'far.example/ida': () => page }])
  })
  after(() => web.close())
  const scan = async (shown: typeof page) => {
    page = shown
    const result = await scanProfile(
      web.context,
      { url: 'http://far.example/ida', mode: 'quick' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.ok(result.status === 'completed')
    return result
  }

  for (const place of [0, 3_000, 7_200, 30_000, 60_000, KEPT - 1_000]) {
    it(`are judged behind ${place} letters`, async () => {
      const { report, coverage } = await scan(pageOf(place, OFFER, 0))
      assert.ok(report.reason_codes.includes('escort_offer'), String(report.reason_codes))
      assert.deepEqual([coverage.pages_truncated, coverage.score], [false, 1])
    })
  }

  it('are not judged where evidence ends, and that is said', async () => {
    const { report, coverage } = await scan(pageOf(KEPT + 5_000, OFFER, 0))
    assert.deepEqual([report.recommendation, report.reason_codes], ['no_flags', []])
    const profile = coverage.steps.find(({ step }) => step === 'profile')
    assert.deepEqual([profile?.status, profile?.detail], ['partial', 'cut_short'])
    assert.equal(coverage.pages_truncated, true)
    assert.equal(coverage.left_out?.pages_cut, 1)
    assert.ok((coverage.left_out?.letters ?? 0) > 5_000)
    assert.ok(coverage.score < 1)
    assert.match(report.reason_summary, /this is not a clean result.*the end of overlong pages/)
  })

  it('are found, or the cut is said, wherever on a page of five megabytes they stand', async () => {
    const size = 5_000_000
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: size }), async (place) => {
        const { report, coverage } = await scan(pageOf(place, OFFER, size - place))
        const isSaid = coverage.pages_truncated && coverage.score < 0.9
        return isSaid && (place > KEPT || report.reason_codes.includes('escort_offer'))
      }),
      { numRuns: 6, examples: [[0], [KEPT - 1_000], [size]] },
    )
  })

  it('of many long texts are kept as far as a page has room, and what is not is said', async () => {
    const posts = Array.from({ length: 60 }, () => HARMLESS.repeat(200))
    const web = await scanThrough([instagram({ handle: 'ida.quill', name: 'Ida', bio: 'Prints', posts })])
    const result = await scanProfile(
      web.context,
      { url: 'https://www.instagram.com/ida.quill/', mode: 'quick' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    await web.close()
    assert.ok(result.status === 'completed')
    const letters = posts.join('').length
    const { left_out: left, pages_truncated: truncated, score } = result.coverage
    assert.ok(Math.abs((left?.letters ?? 0) - (letters - 300_000)) < 5_000, String(left?.letters))
    assert.equal(truncated, true)
    assert.ok(score < 0.5, String(score))
  })

  it('of a gzip that stops early are missed, and that is said', async () => {
    const { headers, body = '' } = pageOf(7_000, OFFER, 0)
    const bytes = gzipSync(body)
    const { report, coverage } = await scan({
      headers: { ...headers, 'content-encoding': 'gzip' },
      send: (outgoing: ServerResponse) => outgoing.end(bytes.subarray(0, bytes.length - 60)),
    })
    assert.equal(coverage.pages_truncated, true)
    assert.ok(coverage.score < 0.9, String(coverage.score))
    assert.match(report.reason_summary, /this is not a clean result/)
    assert.notEqual(report.confidence, 'high')
  })
})
