import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linktree, page } from '../../demo/web/pages.ts'
import { type Page, redirect, type Site } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough } from './demo-web.ts'

/** A second look finds disguises and doubles the traffic: it is for links that may wear one. */

const BUDGET = 8
const LEAVES = Array.from({ length: 20 }, (_, index) => `https://leaf${index}.example/recipes`)

describe('pages behind links', () => {
  it('are asked once, but for the first few of a level', async () => {
    const { twice, once } = await scanned(LEAVES)
    assert.deepEqual(twice, LEAVES.slice(0, BUDGET))
    assert.deepEqual(once, LEAVES.slice(BUDGET))
  })

  it('are never asked twice on a platform', async () => {
    const profiles = ['https://venmo.com/u/ida-quill', 'https://www.tiktok.com/@idaquill']
    const { twice } = await scanned(profiles)
    assert.deepEqual(twice, [])
  })

  for (const [what, url, answer] of [
    ['a shortener', 'https://bit.ly/ida', redirect('https://leaf0.example/recipes')],
    ['a host of one of the policy’s lists', 'https://directory.example/ida', page('Ida', ['Hello'])],
    ['a page that leads elsewhere', 'https://go-ida.example/x', redirect('https://leaf0.example/recipes')],
    ['a page that refuses us', 'https://shy.example/x', { status: 403, body: 'no' }],
  ] as const) {
    it(`are asked twice where one is ${what}, wherever it stands`, async () => {
      const { twice } = await scanned([...LEAVES, url], {
        [new URL(url).host + new URL(url).pathname]: answer,
      })
      assert.ok(twice.includes(url), twice.join(' '))
      assert.equal(twice.filter((each) => LEAVES.includes(each)).length, BUDGET)
    })
  }

  it('show their disguise beyond the first few where they lead elsewhere', async () => {
    const { codes } = await scanned([...LEAVES, 'https://go-ida.example/x'], {
      'go-ida.example/x': ({ isBrowser }) =>
        redirect(isBrowser ? 'https://paidfans.example/ida' : 'https://soups.example/'),
      'soups.example/': page('Soups', ['Twelve soups for winter.']),
      'paidfans.example/ida': page('Ida, members only', ['Adults only. Subscribe for 9 EUR a month.']),
    })
    assert.ok(codes.includes('link_cloaking'), codes.join())
  })
})

/** Which of the links were asked for as a browser too, and which only as ourselves. */
async function scanned(links: string[], more: Site = {}) {
  const asked = new Set<string>()
  const counted = (place: string, answer: Page): Page => {
    return (request) => {
      if (request.isBrowser) asked.add(`https://${place}`)
      return typeof answer === 'function' ? answer(request) : answer
    }
  }
  const leaves = Object.fromEntries(LEAVES.map((url) => [url.slice(8), page('Recipes', ['Twelve soups.'])]))
  const site = {
    'www.tiktok.com/@idaquill': { status: 404 },
    'venmo.com/u/ida-quill': { status: 404 },
    ...leaves,
    ...more,
  }
  const web = await scanThrough([
    linktree({ handle: 'idaquill', bio: 'My places', links: links.map((url) => ({ url, label: '' })) }),
    Object.fromEntries(Object.entries(site).map(([place, answer]) => [place, counted(place, answer)])),
  ])
  try {
    const result = await scanProfile(
      web.context,
      { url: 'https://linktr.ee/idaquill', mode: 'deep' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.ok(result.status === 'completed')
    const twice = links.filter((url) => asked.has(url))
    return { twice, once: links.filter((url) => !asked.has(url)), codes: result.report.reason_codes }
  } finally {
    await web.close()
  }
}
