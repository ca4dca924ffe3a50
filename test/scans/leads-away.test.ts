import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html, type Page, redirect, type Site } from '../../demo/web/site.ts'
import type { ScanMode } from '../../sdk/contract.ts'
import { scanOf } from './demo-web.ts'

const ELSEWHERE = 'http://other.example/rates'
const WAYS: Record<string, Page> = {
  'a redirect': redirect(ELSEWHERE),
  refreshing: html('', '', `<meta http-equiv="refresh" content="0; url=${ELSEWHERE}">`),
  'a script': html('Lia', `<h1>Lia</h1><script>location.href = ${JSON.stringify(ELSEWHERE)}</script>`),
}
const OFFER = html('Rates', '<h1>Rates</h1><p>Incall in Antwerp, 180 an hour, text me.</p>')

const scanned = (site: Site, mode: ScanMode = 'deep') => scanOf('http://studio.example/lia', site, mode)

describe('a link that leads to a site which gives no answer', () => {
  const UNREAD: Record<string, Site> = {
    'closed by robots.txt': { 'escort-directory.example/robots.txt': { body: 'User-agent: *\nDisallow: /' } },
    'broken off': { 'escort-directory.example/mona': { status: 0 } },
  }
  for (const [how, site] of Object.entries(UNREAD))
    it(`is known by where it leads: ${how}`, async () => {
      const { report } = await scanned({
        'studio.example/lia': html('Lia', '<h1>Lia</h1><a href="http://go.example/x">Mine</a>'),
        'go.example/x': redirect('http://escort-directory.example/mona'),
        ...site,
      })
      assert.ok(report.reason_codes.includes('escort_directory_link'), String(report.reason_codes))
      assert.equal(report.evidence_index[1]?.domain, 'escort-directory.example')
    })
})

describe('a profile whose address leads to another site', () => {
  for (const [way, page] of Object.entries(WAYS))
    it(`is gone, and what stands there is judged as a link of it: ${way}`, async () => {
      const { isBanned, report } = await scanned({ 'studio.example/lia': page, 'other.example/rates': OFFER })
      assert.equal(isBanned, true)
      assert.ok(report.reason_codes.includes('escort_offer'), String(report.reason_codes))
      assert.deepEqual(
        report.evidence_index.map(({ url, type }) => [url, type]),
        [
          ['http://studio.example/lia', 'profile'],
          [ELSEWHERE, 'page'],
        ],
      )
      assert.match(
        report.reason_summary,
        /not available at its address, which leads to other\.example \[E1\]/,
      )
    })

  it('is known by where it leads, in a quick scan too', async () => {
    const { isBanned, report } = await scanned(
      {
        'studio.example/lia': redirect('http://escort-directory.example/mona'),
        'escort-directory.example/mona': html('Lia', '<p>Lia</p>'),
      },
      'quick',
    )
    assert.equal(isBanned, true)
    assert.ok(report.reason_codes.includes('escort_directory_link'), String(report.reason_codes))
  })

  for (const way of ['a redirect', 'refreshing'])
    it(`is judged by what stands there, where that is another page of its site: ${way}`, async () => {
      const { isBanned, report } = await scanned({
        'studio.example/lia':
          way === 'a redirect'
            ? redirect('/rates')
            : html('Lia', '<p>Prints.</p>', '<meta http-equiv="refresh" content="5; url=/rates">'),
        'studio.example/rates': OFFER,
      })
      assert.equal(isBanned, true)
      assert.deepEqual(report.reason_codes.toSorted(), ['escort_offer', 'profile_unavailable'])
    })

  it('is gone and nothing more where it leads to the front of its site', async () => {
    const { isBanned, report } = await scanned({
      'studio.example/lia': redirect('/'),
      'studio.example/': OFFER,
    })
    assert.equal(isBanned, true)
    assert.deepEqual(report.reason_codes, ['profile_unavailable'])
  })

  it('is known by a host with a dot at its end', async () => {
    const { report } = await scanned({
      'studio.example/lia': html(
        'Lia',
        '<h1>Lia</h1><a href="http://escort-directory.example./mona">Mine</a>',
      ),
    })
    assert.ok(report.reason_codes.includes('escort_directory_link'), String(report.reason_codes))
  })
})
