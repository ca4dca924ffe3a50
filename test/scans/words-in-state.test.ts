import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { html, type Site } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const OFFER = 'Independent companion in Lisbon. Incall and outcall, 200 EUR per hour, message to book.'
const HARMLESS = 'I paint small boats and sell prints at the harbour market.'

const state = (value: unknown) => `<script>window.__INITIAL_STATE__=${JSON.stringify(value)}</script>`
const json = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const SITE: Site = {
  'state.example/mina': html('Mina', '<div id="app"></div>', state({ creator: { note: OFFER } })),
  'json.example/mina': json({ data: { bio: OFFER } }),
  'ko-fi.com/mina_test': html(
    'Support Mina Test on Ko-fi!',
    '',
    `<meta property="og:title" content="Mina Test"><meta property="og:description" content="${HARMLESS}">${state({ page: { aboutText: OFFER } })}`,
  ),
  'visitors.example/mina': html(
    'Mina',
    `<p>${HARMLESS}</p>`,
    state({
      creator: { bio: HARMLESS, comments: [{ text: OFFER }] },
      suggestedAccounts: [{ bio: OFFER }],
      footer: { text: OFFER },
    }),
  ),
  'commented.example/mina': html(
    'Mina',
    `<main><p>${HARMLESS}</p><ol class="comment-list"><li>${OFFER}</li></ol></main><footer>${OFFER}</footer>`,
  ),
  'wall.example/mina': html(
    'Log in',
    '<form><input type="password"></form>',
    state({ creator: { bio: HARMLESS } }),
  ),
}

describe('a page whose words stand in its state', () => {
  let web: WebUnderTest
  before(async () => {
    web = await scanThrough([SITE])
  })
  after(() => web.close())
  const scan = async (url: string) => {
    const result = await scanProfile(
      web.context,
      { url, mode: 'quick' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.equal(result.status, 'completed')
    return result
  }

  for (const url of [
    'https://state.example/mina',
    'https://json.example/mina',
    'https://ko-fi.com/mina_test',
  ])
    it(`is read and judged: ${url}`, async () => {
      const { report, coverage } = await scan(url)
      assert.ok(report.reason_codes.includes('escort_offer'))
      assert.equal(coverage.steps.find(({ step }) => step === 'profile')?.status, 'completed')
    })

  it('is not judged by what visitors, other accounts and the site say', async () => {
    const { report } = await scan('https://visitors.example/mina')
    assert.deepEqual(report.reason_codes, [])
  })

  it('counts the words of visitors that it sets aside', async () => {
    const { report, coverage } = await scan('https://commented.example/mina')
    assert.deepEqual(report.reason_codes, [])
    assert.equal(coverage.visitor_letters, OFFER.length)
  })

  it('stays a wall where it is one', async () => {
    const { report, coverage } = await scan('https://wall.example/mina')
    assert.ok(report.reason_codes.includes('insufficient_coverage'))
    assert.deepEqual(coverage.login_blocked_urls, ['https://wall.example/mina'])
  })
})
