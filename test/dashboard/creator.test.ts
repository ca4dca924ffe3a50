import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EvidenceEntry } from '../../sdk/contract.ts'
import type { StoredReport } from '../../src/db/scans/scan-record.ts'
import { pageOf, type SketchedScan, scanOf } from '../support/compared-scan.ts'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { HOSTILE } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

const ANA = 'https://www.instagram.com/ana/'
const HUB = page('E2', 'https://linktr.ee/ana', { kind: 'link_hub', binding: 'links_back' })
const PAID = page('E3', 'https://paid.example/ana', { kind: 'paid_profile', via: 'E2', hop: 2 })
const OLD = page('E4', 'https://old.example/ana', { kind: 'social_profile', type: 'social_profile' })

describe('the page of a creator', () => {
  const dashboard = withDashboard()

  async function seed(
    tenant: Tenant,
    url: string,
    day: number,
    { followers, picture, ...sketch }: SketchedScan & { followers?: number; picture?: string } = {},
  ) {
    const { triage_report, profile } = scanOf(sketch)
    const { coverage, ...report } = triage_report
    const handle = url.split('/').filter(Boolean).at(-1) ?? ''
    const stored = {
      ...report,
      risk_score: sketch.recommendation === 'review_high' ? 80 : 0,
      profile: {
        ...profile,
        platform: new URL(url).hostname,
        handle,
        followers: followers ?? null,
        read_at: '2026-05-01T10:00:00.000000+00:00',
        ...(picture && { picture_hash: picture.repeat(64 / picture.length) }),
      },
    } as StoredReport
    stored.evidence_index[0] = { ...stored.evidence_index[0], url } as EvidenceEntry
    const [scan] = await seedScans(dashboard.api.opened.db, tenant.orgId, [
      {
        profile_url: url,
        username: handle,
        created_at: `2026-05-0${day}T10:00:00.000000+00:00`,
        recommendation: report.recommendation,
        risk_score: stored.risk_score,
        profile_state: 'read',
        report: stored,
        coverage: coverage ?? null,
      },
    ])
    return scan?.scan_id ?? ''
  }

  const at = (tenant: Tenant, url: string) =>
    `/o/${tenant.orgId}/creator?profile_url=${encodeURIComponent(url)}`

  it('puts the scans on a time line and compares two of them, in words and side by side', async () => {
    const tenant = await dashboard.api.makeTenant()
    const first = await seed(tenant, ANA, 1, {
      bio: 'Paints harbours.',
      followers: 1200,
      picture: 'f0',
      pages: [HUB, OLD],
    })
    await seed(tenant, ANA, 2, { bio: 'Paints harbours.', followers: 1300, pages: [HUB, OLD] })
    await seed(tenant, ANA, 3, {
      bio: `Paints ${HOSTILE}`,
      followers: 9000,
      picture: '0f',
      recommendation: 'review_high',
      pages: [HUB, PAID],
      codes: { escort_offer: 'E3' },
    })
    const window = await dashboard.open(tenant.memberPerson, at(tenant, 'http://instagram.com/Ana'))
    const { page } = window
    const line = page.getByRole('list', { name: 'Scans, newest first' })
    await line.getByRole('listitem').nth(2).waitFor()
    assert.match((await line.getByRole('listitem').first().textContent()) ?? '', /High.*80/)
    const words = page.getByRole('region', { name: 'What changed, in words' })
    await words.getByText('No flags before, review high now').waitFor()
    await words.getByText('New link to a paid site: hxxps://paid[.]example/ana').waitFor()
    const table = page.getByRole('table', { name: 'Both scans, side by side' })
    const row = async (name: string) =>
      (await table.getByRole('row').filter({ hasText: name }).first().innerText()).split(/\s*\t\s*|\n+/)
    assert.deepEqual((await row('Followers')).slice(1), ['≠ Changed', '1,300', '9,000'])
    assert.deepEqual((await row('Picture')).slice(1), ['? Not known', 'Not seen', 'Seen'])
    assert.deepEqual((await row('old[.]example')).slice(1), [
      '− Gone',
      'Linked from the profile',
      'Not there',
    ])
    assert.deepEqual((await row('About escort_offer')).slice(1), ['+ New', 'Not there', 'High, 10 points'])
    assert.equal(await table.getByRole('row').filter({ hasText: 'linktr[.]ee' }).count(), 0)
    await page.getByText('What stayed the same, too').click()
    await table.getByRole('row').filter({ hasText: 'linktr[.]ee' }).waitFor()
    await window.assertSound()

    await page.getByRole('button', { name: /Earlier scan/ }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**before=${first}**`)
    await table.getByRole('row').filter({ hasText: '1,200' }).waitFor()
    assert.deepEqual((await row('Picture')).slice(1), ['≠ Changed', 'Seen', 'Seen'])
    await window.close()
  })

  it('folds what two scans of hundreds of links differ in, and shows the rest when it is asked for', async () => {
    const tenant = await dashboard.api.makeTenant()
    const links = (from: number) =>
      Array.from({ length: 250 }, (_, index) =>
        page(`E${index + 2}`, `https://site-${from + index}.example/ana`, {}),
      )
    await seed(tenant, ANA, 1, { pages: links(0) })
    await seed(tenant, ANA, 2, { pages: links(250) })
    const window = await dashboard.open(tenant.memberPerson, at(tenant, ANA))
    const compared = window.page.getByRole('region', { name: 'Compare two scans' })
    const table = compared.getByRole('table', { name: 'Both scans, side by side' })
    await compared.getByText('30 of 500 rows').waitFor()
    assert.equal(await table.getByRole('row').count(), 31)
    const height = (await compared.boundingBox())?.height ?? 0
    assert.ok(height > 500 && height < 4000, `${height} px`)
    await window.assertSound()
    for (let left = 470; left > 0; left -= 100)
      await compared
        .getByRole('button', { name: `Show ${Math.min(left, 100)} more` })
        .last()
        .click()
    await compared.getByText('All 500 rows').waitFor()
    assert.equal(await table.getByRole('row').count(), 501)
    await window.page.waitForFunction(() => document.activeElement?.textContent === 'All 500 rows')
    await window.close()
  })

  it('shows linked accounts as a tree that works by keyboard, and who else shares something', async () => {
    const tenant = await dashboard.api.makeTenant()
    await seed(tenant, ANA, 1, { pages: [HUB, OLD] })
    const newest = await seed(tenant, ANA, 2, { pages: [HUB, PAID] })
    await seed(tenant, 'https://x.com/other', 3, {
      pages: [page('E2', 'https://paid.example/ana', { kind: 'paid_profile' })],
    })
    const window = await dashboard.open(tenant.memberPerson, at(tenant, ANA))
    const { page: browser } = window
    const tree = browser.getByRole('treegrid', { name: 'Linked accounts, by who led to whom' })
    await tree.waitFor()
    const lines = await tree
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => `${row.getAttribute('aria-level')} ${row.textContent}`))
    assert.deepEqual(
      lines.map((text) => text.replace(/\s+/g, ' ')),
      [
        '1 ●Pinstagram.com the profile',
        '2 ■A1linktr.ee ana Link hub · Links back to the profile',
        '3 ■A2paid.example ana Paid profile · Linked from the profile',
        '2 ◆A3old.example ana Social profile · Linked from the profile · not in the newest deep scan',
      ],
    )
    await tree.getByRole('row').first().focus()
    await browser.keyboard.press('ArrowDown')
    await browser.keyboard.press('ArrowDown')
    await browser.keyboard.press('Enter')
    const details = browser.getByRole('region', { name: 'ana' })
    await details.getByText('hxxps://linktr[.]ee/ana').waitFor()
    await browser.getByRole('button', { name: 'Watch this profile' }).waitFor()
    await details.getByRole('link', { name: 'Report that saw it, as E3' }).waitFor()
    const others = browser.getByRole('list', { name: 'Others who share something' })
    await others.getByText('Both lead to paid[.]example/ana').waitFor()
    await window.assertSound()
    await others.getByRole('link', { name: 'other' }).click()
    await browser.getByRole('heading', { name: 'other', level: 1 }).waitFor()
    await browser.goto(`/o/${tenant.orgId}/scans/${newest}`)
    await browser.getByRole('link', { name: 'All scans of this profile of ana' }).click()
    await browser.getByRole('heading', { name: 'ana', level: 1 }).waitFor()
    await window.close()
  })

  it('says that nobody was scanned, and what failed, with another try', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.memberPerson, at(tenant, 'https://x.com/nobody'))
    const { page } = window
    await page.getByText('Not scanned yet').waitFor()
    await page.locator('header').getByRole('link', { name: 'Scan', exact: true }).last().waitFor()
    await window.assertSound()
    await page.route('**/api/v2/org/creators**', (route) =>
      route.fulfill({ status: 503, json: { detail: 'Service temporarily unavailable' } }),
    )
    await page.goto(at(tenant, ANA))
    await page.getByRole('alert').getByText('The scans could not be loaded').waitFor()
    await window.assertSound()
    await page.unroute('**/api/v2/org/creators**')
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await page.getByText('Not scanned yet').waitFor()
    await window.close()
  })
})

function page(ref: string, url: string, more: Partial<EvidenceEntry>): EvidenceEntry {
  return pageOf({ ref, url, domain: new URL(url).hostname, ...more })
}
