import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { onlyfans, page, tiktok } from '../../demo/web/pages.ts'
import { html, json, type Page, type Site } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

/** A link that nobody looked behind is a gap, wherever on the page it stood. */

const SITE: Site = {
  ...onlyfans({ handle: 'ida.quill', name: 'Ida', bio: 'For grown-ups.' }),
  'directory.example/ida': page('Ida', ['Incall in Antwerp, 180 an hour.']),
}

const leaf = (index: number) => `http://leaf${index}.example/`
const gate = (index: number) => `http://gate${index}.example/`
const GATES: Site = Object.fromEntries([0, 1, 2].map((index) => [`gate${index}.example/`, { status: 401 }]))
const HANDLES = Array.from({ length: 40 }, (_, index) => `ida.quill${index}`)
const PROFILES: Site[] = HANDLES.map((handle) => tiktok({ handle, name: 'Ida', bio: 'hi' }))

const hub = (links: string[]): Page => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<title>ida.quill</title><h1>Ida Quill</h1><p>My places.</p>${links.map((url) => `<a href="${url}">here</a>`).join('\n')}`,
})

describe('links of a page', () => {
  let web: WebUnderTest
  let shown: Page = hub([])
  before(async () => {
    const answer: Page = (request) => (typeof shown === 'function' ? shown(request) : shown)
    web = await scanThrough([
      SITE,
      GATES,
      ...PROFILES,
      { 'hub.example/ida': answer, 'lnk.bio/ida.quill': answer },
    ])
  })
  after(() => web.close())
  const scan = async (profile: Page, url = 'http://hub.example/ida') => {
    shown = profile
    const result = await scanProfile(
      web.context,
      { url, mode: 'deep' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.ok(result.status === 'completed')
    const seen = new Set(result.report.evidence_index.map(({ url }) => url))
    const step = (name: string) => result.coverage.steps.find((each) => each.step === name)
    return { ...result, seen, step, left: result.coverage.left_out }
  }

  it('are followed where they interest most, and all others are counted, wherever they stand', async () => {
    const interesting = ['https://onlyfans.com/ida.quill', 'http://directory.example/ida']
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...interesting),
        fc.constantFrom(45, 210, 900, 5_000, 10_400),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (url, count, where) => {
          const links = Array.from({ length: count - 1 }, (_, index) => leaf(index))
          const place = Math.round(where * links.length)
          links.splice(place, 0, url)
          const { seen, left, coverage, report } = await scan(hub(links))
          // The reader keeps ten thousand links, and counts the others.
          const isFollowed = seen.has(url) || place >= 10_000
          const isCounted = coverage.urls_visited - 1 + (left?.links ?? 0) === count
          const isSaid = /links beyond the budget/.test(report.reason_summary)
          return isFollowed && isCounted && isSaid && coverage.score < 0.8
        },
      ),
      {
        numRuns: 6,
        examples: [
          ['http://directory.example/ida', 10_400, 0.5],
          ['https://onlyfans.com/ida.quill', 60, 1],
        ],
      },
    )
  })

  it('that are written out on a linked page are followed too', async () => {
    const web = await scanThrough([
      SITE,
      {
        'hub.example/ida': hub(['http://studio.example/ida']),
        'studio.example/ida': page('Ida', [
          `${'Prints. '.repeat(500)}Bookings: directory.example/ida, or write.`,
        ]),
      },
    ])
    const result = await scanOfHub(web)
    assert.ok(
      result.report.reason_codes.includes('escort_directory_link'),
      String(result.report.reason_codes),
    )
    assert.ok(web.requests.some((request) => request.endsWith('//directory.example/ida')))
  })

  it('that a site passes its visitors through are followed, where it tells search engines that they are not its own', async () => {
    const web = await scanThrough([
      SITE,
      {
        'hub.example/ida': html(
          'Ida',
          '<p>Prints of harbours, sold at fairs.</p><a rel="nofollow sponsored" href="/go/17">My shop</a>',
        ),
        'hub.example/go/17': { status: 302, headers: { location: 'http://directory.example/ida' } },
      },
    ])
    await scanOfHub(web)
    assert.ok(web.requests.some((request) => request.endsWith('//directory.example/ida')))
  })

  it('that are left are listed by host, and stand among what to review', async () => {
    const links = Array.from(
      { length: 50 },
      (_, index) => `http://${index < 45 ? 'many' : `one${index}`}.example/${index}`,
    )
    const { left, report, step } = await scan(hub(links))
    assert.equal(report.recommendation, 'no_flags')
    assert.equal(left?.links, 20)
    assert.equal(
      Object.values(left?.links_by_host ?? {}).reduce((sum, count) => sum + count, 0),
      20,
    )
    assert.equal(Object.keys(left?.links_by_host ?? {})[0], 'many.example')
    assert.match(step('links')?.detail ?? '', /20 beyond the budget/)
    assert.match(
      report.reason_summary,
      /Not all of it was read: this is not a clean result\..*20 links beyond the budget/,
    )
    assert.ok(report.review_targets.includes(left?.first_links[0] ?? 'none'), String(report.review_targets))
    assert.notEqual(report.confidence, 'high')
  })

  it('say that there is no social profile only when all of them were looked at', async () => {
    const links = Array.from({ length: 50 }, (_, index) => leaf(index))
    const whole = await scan(hub(links.slice(0, 20)))
    assert.deepEqual(
      [whole.step('social')?.status, whole.step('social')?.detail],
      ['completed', 'no_social_profiles'],
    )
    assert.deepEqual([whole.left?.links, whole.coverage.pages_truncated], [0, false])
    const part = await scan(hub(links))
    assert.deepEqual(
      [part.step('social')?.status, part.step('social')?.detail],
      ['partial', 'none_on_what_was_read'],
    )
  })

  it('to more profiles than are read give the paid ones first', async () => {
    const links = [
      ...HANDLES.map((handle) => `https://www.tiktok.com/@${handle}`),
      'https://onlyfans.com/ida.quill',
    ]
    const { seen, left, step } = await scan(hub(links))
    assert.ok(seen.has('https://onlyfans.com/ida.quill'))
    assert.deepEqual([left?.links, left?.links_by_host], [16, { 'tiktok.com': 16 }])
    assert.equal(step('social')?.status, 'partial')
  })

  it('that a hub keeps in its state are all ranked and counted as well', async () => {
    const links = Array.from({ length: 500 }, (_, index) => leaf(index))
    links[450] = 'http://directory.example/ida'
    const state = JSON.stringify({ blocks: links.map((url) => ({ url, title: 'here' })) })
    const page = {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<title>Ida | Lnk.Bio</title><meta property="og:title" content="Ida Quill"><script id="__NEXT_DATA__" type="application/json">${state}</script>`,
    }
    const { seen, left, coverage } = await scan(page, 'http://lnk.bio/ida.quill')
    assert.ok(seen.has('http://directory.example/ida'))
    assert.equal(coverage.urls_visited - 1 + (left?.links ?? 0), 500)
  })

  it('lower the coverage with each one that is not seen', async () => {
    const scores: number[] = []
    for (let unseen = 0; unseen <= 3; unseen++) {
      const links = Array.from({ length: 3 }, (_, index) => (index < unseen ? gate(index) : leaf(index)))
      const { coverage, report } = await scan(hub(links))
      scores.push(coverage.score)
      const gates = links.slice(0, unseen)
      assert.deepEqual(
        report.review_targets.filter((url) => url.includes('gate')),
        gates,
        'a person can open them',
      )
    }
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    )
    assert.equal(new Set(scores).size, 4, String(scores))
  })
})

describe('hits of a search', () => {
  it('that are more than are looked at are counted, and lower the coverage', async () => {
    let count = 40
    const results = () =>
      Array.from({ length: count }, (_, index) => ({
        url: `http://hit${index}.example/`,
        title: `Hit ${index}`,
        content: 'Somebody else',
      }))
    const web = await scanThrough(
      [
        {
          'hub.example/ida': hub([]),
          'search.example/search': () => json({ results: results() }),
        },
      ],
      { search: 'searxng:http://search.example' },
    )
    const scan = async () => {
      const input = { url: 'http://hub.example/ida', mode: 'deep' as const }
      const result = await scanProfile(
        web.context,
        input,
        plainStepRunner(() => {}),
        AbortSignal.timeout(60_000),
      )
      assert.ok(result.status === 'completed')
      const step = result.coverage.steps.find((each) => each.step === 'search')
      return { ...result, search: [step?.status, step?.detail], left: result.coverage.left_out?.search_hits }
    }
    const whole = await scan()
    assert.deepEqual([whole.search, whole.left], [['completed', null], 0])
    count = 50
    const part = await scan()
    assert.deepEqual([part.search, part.left], [['partial', '10 hits beyond the budget'], 10])
    assert.ok(part.coverage.score < whole.coverage.score)
    assert.match(part.report.reason_summary, /10 search results beyond the budget/)
    await web.close()
  })
})

/** Deep, to its end. */
async function scanOfHub(web: WebUnderTest) {
  const result = await scanProfile(
    web.context,
    { url: 'http://hub.example/ida', mode: 'deep' },
    plainStepRunner(() => {}),
    AbortSignal.timeout(60_000),
  )
  await web.close()
  assert.ok(result.status === 'completed')
  return result
}
