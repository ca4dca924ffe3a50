import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allEnded, rows, type Service, startService, startWeb, type Web } from './service.ts'

/** JSON may say U+0000 and half a surrogate pair, and a page may hold the first as it is; PostgreSQL's text holds neither. */
const PERSON = `{"@context": "https://schema.org", "@type": "ProfilePage", "mainEntity": {"@type": "Person",
  "name": "Na\\u0000me \\ud83d", "alternateName": "han\\u0000dle\\ud800",
  "description": "Private book\\u0000ings in Lisbon, esc\\u0000ort, rates on request \\ud83d", "sameAs": ["https://example.com/\\u0000x"]}}`
const PAGES: Record<string, string> = {
  '/in-json': `<title>Somebody</title><script type="application/ld+json">${PERSON}</script><p>Hello.</p>`,
  '/in-the-page': `<title>Some\0body</title><meta property="og:title" content="An\0a"><meta property="og:description" content="b\0io">
    <p>Private book\0ings in Lis\0bon, esc\0ort, ra\0tes on request.</p><a href="/li\0nk">foo</a>`,
  '/as-entities': `<title>A&#0;na &#xD83D;</title><p>Private bookings&#0; in Lisbon, escort, rates on request &#xD83D;.</p>`,
}

describe('letters that no database holds', () => {
  let service: Service
  let web: Web
  before(async () => {
    service = await startService({ TOSCAN_BROWSER: 'off' })
    web = await startWeb((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGES[request.url ?? ''] ?? '')
    })
  })
  after(async () => {
    await service.stop()
    await web.close()
  })

  it('keep no scan from its end, hide nothing, and reach nobody', async () => {
    const { orgId } = await service.org()
    await service.submit(
      orgId,
      Object.keys(PAGES).map((path) => web.origin + path),
      { mode: 'deep' },
    )
    await service.worker()
    await allEnded(service, orgId)
    const ended = await rows<{ path: string; status: string; error: string | null; report: string }>(
      service,
      `select substr(profile_url, length($2) + 1) as path, status, error, report::text from scans where org_id = $1 order by 1`,
      [orgId, web.origin],
    )
    for (const { path, status, error, report } of ended) {
      assert.deepEqual([status, error], ['completed', null], path)
      assert.doesNotMatch(report, /\\u0000|\\ud[89a-f]/, path)
      assert.ok(JSON.parse(report).reason_codes.includes('escort_offer'), `${path} ${report}`)
    }
  })
})
