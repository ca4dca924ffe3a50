import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareScans } from '../../sdk/client.ts'
import { newId } from '../../src/auth/ids.ts'
import { insertChange } from '../../src/db/scans/scan-changes.ts'
import { scanOf } from '../support/compared-scan.ts'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

const HOSTILE = '<b>Nadia</b>\u202e'

describe('the notices on the first page', () => {
  const dashboard = withDashboard()

  const open = async (tenant: Tenant, person = tenant.memberPerson) => {
    const window = await dashboard.open(person, `/o/${tenant.orgId}`)
    const card = window.page.getByRole('region', { name: /^Notices/ })
    await card.waitFor()
    return { window, card, page: window.page }
  }
  const seedChange = async ({ orgId, member }: Tenant) => {
    const url = 'https://creator.example/nadia'
    const { db } = dashboard.api.opened
    const { watch_id } = await dashboard.clientOf(member).watches.create({
      profile_urls: [url],
      name: HOSTILE,
      schedule: { every: 'day' },
    })
    const [scan] = await seedScans(db, orgId, [{ profile_url: url }])
    await insertChange(db, {
      change_id: newId('chg'),
      org_id: orgId,
      watch_id,
      scan_id: scan?.scan_id ?? '',
      before_scan_id: null,
      url,
      recommendation: 'review_low',
      risk_score: 21,
      changes: compareScans(scanOf({}), scanOf({ codes: { escort_offer: 'E1' } })),
    })
    return scan?.scan_id ?? ''
  }
  const seedHigh = (orgId: string, processing_completed_at = new Date().toISOString()) =>
    seedScans(dashboard.api.opened.db, orgId, [
      {
        profile_url: 'https://creator.example/omar',
        recommendation: 'review_high',
        risk_score: 80,
        processing_completed_at,
      },
    ])

  it('say that there are none, and what would stand here', async () => {
    const tenant = await dashboard.api.makeTenant()
    await seedScans(dashboard.api.opened.db, tenant.orgId, [{ recommendation: 'no_flags' }])
    const { window, card } = await open(tenant)
    await card.getByText('Nothing in 30 days.').waitFor()
    assert.equal(await card.getByRole('button').count(), 0)
    await window.assertSound()
    await window.close()
  })

  it('tell what changed of watched creators, what calls for review and what waits, and whoever opens one has seen it', async () => {
    const tenant = await dashboard.api.makeTenant()
    await seedHigh(tenant.orgId, '2026-03-01T10:00:00Z')
    await seedHigh(tenant.orgId)
    const scanId = await seedChange(tenant)
    const { window, card, page } = await open(tenant)
    await page.getByRole('heading', { name: 'Notices (3 new)' }).waitFor()
    await card.getByRole('link', { name: '1 case has waited for more than 24 hours' }).waitFor()
    await card.getByText('<b>Nadia</b>⟨U+202E⟩').waitFor()
    await card
      .getByText(/escort/i)
      .first()
      .waitFor()
    await card.getByRole('listitem').filter({ hasText: 'omar' }).getByText('calls for review').waitFor()
    await window.assertSound()
    await card.getByRole('link', { name: 'nadia' }).click()
    await page.waitForURL(`**/scans/${scanId}`)
    await page.goBack()
    await page.getByRole('heading', { name: 'Notices (2 new)' }).waitFor()
    await window.close()
  })

  it('are marked as seen all at once, for this person and nobody else', async () => {
    const tenant = await dashboard.api.makeTenant()
    await seedHigh(tenant.orgId)
    await seedChange(tenant)
    const { window, card, page } = await open(tenant)
    await card.getByRole('button', { name: 'Mark all as seen' }).click()
    await page.getByRole('heading', { name: 'Notices', exact: true }).waitFor()
    await card.getByRole('status').getByText('All notices are marked as seen.').waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Notices'))
    assert.equal(await card.getByText('New:', { exact: true }).count(), 0)
    await window.assertSound()
    await window.close()
    const other = await open(tenant, tenant.adminPerson)
    await other.page.getByRole('heading', { name: 'Notices (2 new)' }).waitFor()
    await other.window.close()
  })

  it('fail by themselves, and offer another try', async () => {
    const tenant = await dashboard.api.makeTenant()
    await seedHigh(tenant.orgId)
    const { window, card, page } = await open(tenant)
    await page.route('**/org/notices?*', (route) => route.fulfill({ status: 503, json: { detail: 'down' } }))
    await page.reload()
    await card.getByText('The notices could not be loaded').waitFor()
    await page.getByRole('region', { name: 'Needs review' }).getByRole('link', { name: /High/ }).waitFor()
    await window.assertSound()
    await page.unroute('**/org/notices?*')
    await card.getByRole('button', { name: 'Retry' }).click()
    await card.getByRole('link', { name: 'omar' }).waitFor()
    await window.close()
  })
})
