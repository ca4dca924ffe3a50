import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough } from './demo-web.ts'

/** On a site of somebody's own the same person wrote what stands around its front page. */

const OFFER = 'Incall in Antwerp, 180 an hour, text me'
const WORDS = '<h1>Lia Quill</h1><p>I paint birds in watercolour and sell prints at markets.</p>'

async function codesOf(url: string, body: string): Promise<string[]> {
  const web = await scanThrough([{ [url.replace('http://', '')]: html('Lia Quill', WORDS + body) }])
  const result = await scanProfile(
    web.context,
    { url, mode: 'quick' },
    plainStepRunner(() => {}),
    AbortSignal.timeout(60_000),
  )
  await web.close()
  assert.ok(result.status === 'completed')
  return result.report.reason_codes
}

describe('the frame of a front page of one’s own', () => {
  for (const frame of [
    `<footer>${OFFER}</footer>`,
    `<footer class="site-footer"><p>${OFFER}</p></footer>`,
    `<nav><a href="/a">Prints</a> <p>${OFFER}</p></nav>`,
    `<div class="footer">${OFFER}</div>`,
  ])
    it(`is judged: ${frame}`, async () => {
      assert.deepEqual(await codesOf('http://quill.example/', frame), ['escort_offer'])
    })

  for (const other of [
    `<div class="cookie-notice">${OFFER}</div>`,
    `<footer><div class="cookie-notice">${OFFER}</div></footer>`,
    `<footer><div class="related-profiles">${OFFER}</div></footer>`,
    `<footer><ul class="comments"><li>${OFFER}</li></ul></footer>`,
  ])
    it(`is nothing else: ${other}`, async () => {
      assert.deepEqual(await codesOf('http://quill.example/', other), [])
    })

  it('is the site’s on every other page', async () => {
    assert.deepEqual(await codesOf('http://quill.example/lia', `<footer>${OFFER}</footer>`), [])
  })
})
