import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instagram } from '../../demo/web/pages.ts'
import { html, type Site } from '../../demo/web/site.ts'
import { readConfig } from '../../src/config.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough } from './demo-web.ts'

/** Somebody elsewhere has the same handle: who it is, only a link back to the profile tells. */

const HANDLE = 'oriolpine'
const PROFILE = `https://www.instagram.com/${HANDLE}/`
const OFFER = 'Menu today: weed and shrooms, 50 each, delivery, message me'
const profile = (links: string[] = []) =>
  instagram({
    handle: HANDLE,
    name: 'Oriol Pine',
    bio: 'Wooden toys, made by hand in Girona',
    links: links.map((url) => ({ url, label: 'shop' })),
  })
const named = (title: string, bio: string, body = '') =>
  html(
    title,
    `<main>${body}</main>`,
    `<meta property="og:title" content="${title}"><meta property="og:description" content="${bio}">`,
  )

const ELSEWHERE: Site = {
  [`admireme.vip/${HANDLE}`]: named(`${HANDLE} | AdmireMe.VIP`, OFFER),
  [`mym.fans/${HANDLE}`]: { status: 403, body: 'no' },
  // A front page instead of a 404 says nothing of anybody.
  [`rumble.com/user/${HANDLE}`]: named('Rumble editors', 'Videos of today'),
  'depop.com/robots.txt': { body: 'User-agent: *\nDisallow: /\n' },
}

describe('the same handle elsewhere', () => {
  it('is not looked for unless the operator says so', async () => {
    const { result, asked } = await scanned([profile(), ELSEWHERE], { sameHandle: readConfig({}).sameHandle })
    assert.deepEqual(asked, [])
    assert.equal(result.coverage.same_handle, undefined)
    assert.throws(() => readConfig({ TOSCAN_SAME_HANDLE: '13' }), /must lie between 0 and 12/)
  })

  it('is evidence that counts for nothing, and a page for a person to open', async () => {
    const { result, asked } = await scanned([profile(), ELSEWHERE], { sameHandle: 12 })
    const found = `https://admireme.vip/${HANDLE}`
    assert.deepEqual(result.coverage.same_handle, {
      asked: 12,
      found: [found],
      unanswered: [
        { url: `https://mym.fans/${HANDLE}`, reason: 'http_403' },
        { url: `https://www.depop.com/${HANDLE}/`, reason: 'robots' },
        { url: `https://rumble.com/user/${HANDLE}`, reason: 'handle_not_named' },
      ],
    })
    const { report } = result
    const entry = report.evidence_index.find(({ url }) => url === found)
    assert.deepEqual([entry?.binding, entry?.type, entry?.codes], ['same_handle', 'search_result', []])
    assert.deepEqual([report.recommendation, report.reason_codes], ['no_flags', []])
    assert.ok(report.review_targets.includes(found))
    assert.match(
      report.reason_summary,
      /1 account on another site has the same handle, may be anybody’s, and did not count/,
    )
    // One page of each, and robots.txt before it.
    assert.equal(new Set(asked).size, asked.length)
    assert.equal(asked.filter((url) => !url.endsWith('/robots.txt')).length, 11)
  })

  it('leaves the step as honest as it is without a search engine', async () => {
    const { result } = await scanned([profile(), ELSEWHERE], { sameHandle: 12 })
    const without = await scanned([profile(), ELSEWHERE], {})
    const step = ({ coverage }: typeof result) => coverage.steps.find((each) => each.step === 'search')
    assert.deepEqual([step(result)?.status, step(result)?.detail], ['skipped', 'not_configured'])
    assert.equal(result.coverage.score, without.result.coverage.score)
  })

  it('is the creator’s where it links back', async () => {
    const url = `https://tryst.link/escort/${HANDLE}`
    const link = `<a href="${PROFILE}">me on Instagram</a>`
    const back = named(`${HANDLE} | Tryst.link`, 'Incall in Girona, 180 an hour.', link)
    const { result } = await scanned([profile(), { [url.slice(8)]: back }], { sameHandle: 12 })
    const { report } = result
    const entry = report.evidence_index.find((each) => each.url === url)
    assert.deepEqual([entry?.binding, entry?.codes.includes('escort_offer')], ['links_back', true])
    assert.ok(report.reason_codes.includes('escort_offer'))
  })

  it('is asked of as many sites as the operator allows, and of none that the profile links to', async () => {
    const { result, asked } = await scanned(
      [profile(['https://tryst.link/escort/somebody-else']), ELSEWHERE],
      { sameHandle: 2 },
    )
    assert.equal(result.coverage.same_handle?.asked, 2)
    assert.ok(!asked.includes(`https://tryst.link/escort/${HANDLE}`), asked.join())
  })

  it('is nobody’s where it is short', async () => {
    const site = instagram({ handle: 'orio', name: 'Orio', bio: 'Toys' })
    const { result } = await scanned([site, ELSEWHERE], {
      sameHandle: 12,
      url: 'https://www.instagram.com/orio/',
    })
    assert.equal(result.coverage.same_handle, undefined)
  })
})

async function scanned(sites: Site[], { sameHandle, url = PROFILE }: { sameHandle?: number; url?: string }) {
  const web = await scanThrough(sites)
  try {
    const context = { ...web.context, ...(sameHandle !== undefined && { sameHandle }) }
    const result = await scanProfile(
      context,
      { url, mode: 'deep' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.ok(result.status === 'completed')
    const asked = web.requests
      .map((request) => request.replace(/^GET /, ''))
      .filter((address) => !new URL(address).hostname.endsWith('instagram.com'))
    return { result, asked }
  } finally {
    await web.close()
  }
}
