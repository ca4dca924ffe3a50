import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { html, type Site } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const titled = (title: string, text: string) =>
  html(
    title,
    `<p>${text}</p>`,
    `<meta property="og:title" content="${title}"><meta property="og:description" content="${text}">`,
  )

const SITE: Site = {
  'soundcloud.com/mina-test/harbour-song': titled('Harbour Song', 'Recorded on the pier.'),
  'soundcloud.com/mina-test': html(
    'Stream Mina music | Listen to songs',
    '',
    '<meta property="og:type" content="music.musician"><meta property="og:title" content="Mina"><meta property="og:description" content="Independent companion in Lisbon. Incall and outcall, 200 EUR per hour, message to book.">',
  ),
  'youtube.com/watch?v=abcdefghijk': titled('Noisy kittens', 'Waiting for dinner.'),
  'twitch.tv/videos/123': titled('Twitch', 'The world’s leading video platform.'),
  'bare.example/u/2803301701': html('Visitor System', ''),
}

describe('the address of a post', () => {
  let web: WebUnderTest
  before(async () => {
    web = await scanThrough([SITE])
  })
  after(() => web.close())
  const scan = async (url: string, mode: 'quick' | 'deep') => {
    const result = await scanProfile(
      web.context,
      { url, mode },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.equal(result.status, 'completed')
    return result
  }

  it('leads to the profile of its author, and what is said there counts', async () => {
    const result = await scan('https://soundcloud.com/mina-test/harbour-song', 'deep')
    assert.equal(result.username, 'mina-test')
    const places = result.report.evidence_index?.map(({ url }) => url)
    assert.deepEqual(places, [
      'https://soundcloud.com/mina-test/harbour-song',
      'https://soundcloud.com/mina-test',
    ])
    assert.ok(result.report.reason_codes.includes('escort_offer'))
  })

  it('that names no author takes its title for nobody’s name', async () => {
    const result = await scan('https://www.youtube.com/watch?v=abcdefghijk', 'quick')
    assert.equal(result.username, null)
    assert.equal(result.isBanned, false)
  })

  for (const url of ['https://www.twitch.tv/videos/123', 'https://bare.example/u/2803301701'])
    it(`is not read from the shell that stands at ${url}`, async () => {
      const result = await scan(url, 'quick')
      assert.equal(result.isBanned, null)
      assert.ok(result.report.reason_codes.includes('insufficient_coverage'))
    })
})
