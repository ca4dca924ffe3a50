import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instagram, page } from '../../demo/web/pages.ts'
import type { Answer, Site } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough } from './demo-web.ts'

/** `https://host/@name` may be a Mastodon profile on any host; only its API can tell. */
const OWN_SITE: Site = { 'selma.example/@selma': page('Selma', ['Painter in Aarhus']) }
const REFUSALS: Answer[] = [200, 401, 403, 404, 429, 500].map((status) => ({ status, body: 'no such thing' }))

describe('a page at /@name of a host that is no Mastodon', () => {
  for (const refusal of REFUSALS) {
    it(`is read as itself when the host answers ${refusal.status} to the API`, async () => {
      const site = { ...OWN_SITE, 'selma.example/api/v1/accounts/lookup': refusal }
      const { report, isBanned, username } = await scanned(site, 'https://selma.example/@selma')
      const [profile] = report.evidence_index
      assert.deepEqual(
        [profile?.outcome, profile?.http_status, profile?.url, isBanned, username],
        ['ok', 200, 'https://selma.example/@selma', false, 'selma'],
      )
    })
  }

  it('is read as itself when robots.txt closes the API, and is no social profile', async () => {
    const site: Site = {
      ...OWN_SITE,
      'selma.example/robots.txt': { body: 'User-agent: *\nDisallow: /api/\n' },
      ...instagram({
        handle: 'selma.aarhus',
        name: 'Selma',
        bio: 'paint',
        links: [{ url: 'https://selma.example/@selma', label: 'my page' }],
      }),
    }
    const { report, coverage } = await scanned(site, 'https://www.instagram.com/selma.aarhus/')
    assert.deepEqual(coverage.failed_urls, [])
    const [, linked] = report.evidence_index
    assert.deepEqual(
      [linked?.url, linked?.type, linked?.outcome],
      ['https://selma.example/@selma', 'page', 'ok'],
    )
  })
})

async function scanned(site: Site, url: string) {
  const web = await scanThrough([site])
  try {
    const step = plainStepRunner(() => {})
    const result = await scanProfile(web.context, { url, mode: 'deep' }, step, AbortSignal.timeout(60_000))
    assert.ok(result.status === 'completed', JSON.stringify(result))
    return result
  } finally {
    await web.close()
  }
}
