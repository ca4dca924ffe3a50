import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Tenant } from '../support/start-api.ts'
import { openHistory, tenantWith } from './open-history.ts'
import { withDashboard } from './with-dashboard.ts'

describe('views that a team has saved', () => {
  const dashboard = withDashboard()

  const adminOf = (tenant: Tenant) => dashboard.clientOf(tenant.admin)
  const scans = [{ recommendation: 'review_high' as const, risk_score: 90 }, {}]
  const historyOf = async (tenant: Tenant, query = '') => {
    const window = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}/history${query}`)
    await window.page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
    return window
  }

  it('are saved by a member, found by everybody, and asked about before they go', async () => {
    const { tenant } = await tenantWith(dashboard, scans)
    const mine = await historyOf(tenant, '?recommendation=review_high')
    await mine.page.getByRole('button', { name: 'Save view' }).click()
    const dialog = mine.page.getByRole('dialog', { name: 'Save this filter' })
    await dialog.getByLabel('Name').fill('Highs <b>of</b> ours')
    await dialog.getByText('For the team', { exact: true }).click()
    await mine.assertSound()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await mine.page.getByRole('link', { name: 'Team: Highs <b>of</b> ours' }).waitFor()
    assert.equal(await mine.page.evaluate(() => Object.keys(localStorage).join()), '')
    await mine.assertSound()

    const other = await openHistory(dashboard, tenant)
    await other.page.getByText('2 loaded').waitFor()
    await other.page.getByRole('link', { name: 'Team: Highs <b>of</b> ours' }).click()
    await other.page.getByText('1 loaded').waitFor()
    assert.equal(new URL(other.page.url()).search, '?recommendation=review_high')
    await other.page.getByRole('button', { name: 'Remove for the team' }).click()
    const question = other.page.getByRole('alertdialog', { name: 'Remove this view for the team?' })
    await question.getByText(tenant.memberPerson.email).waitFor()
    await other.assertSound()
    await question.getByRole('button', { name: 'Remove' }).click()
    await other.page.getByRole('button', { name: 'Save view' }).waitFor()
    assert.equal(await other.page.getByRole('link', { name: /Team:/ }).count(), 0)
    assert.deepEqual((await adminOf(tenant).views.list()).views, [])
    await mine.close()
    await other.close()
  })

  it('are replaced by whoever made them, and by no other member', async () => {
    const { tenant } = await tenantWith(dashboard, scans)
    const admin = adminOf(tenant)
    await admin.views.create({ name: 'Of the admin', filter: { scan_mode: 'deep' } })
    const own = dashboard.clientOf(tenant.member)
    await own.views.create({ name: 'Of the member', filter: { scan_mode: 'deep' } })
    const window = await historyOf(tenant, '?q=shop')
    const { page } = window
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this filter' })
    await dialog.getByText('For the team', { exact: true }).click()
    await dialog.getByLabel('Name').fill('of THE admin')
    await dialog.getByText('The team has a view of this name, made by somebody else.').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Replace' }).isDisabled())
    await window.assertSound()
    await dialog.getByLabel('Name').fill('Of the member')
    await dialog.getByText('The team’s view of this name gets this filter.').waitFor()
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove for the team' }).waitFor()
    const { views } = await admin.views.list()
    assert.deepEqual(
      views.map(({ name, filter }) => [name, filter]),
      [
        ['Of the admin', { scan_mode: 'deep' }],
        ['Of the member', { q: 'shop' }],
      ],
    )
    await page.getByRole('link', { name: 'Team: Of the admin' }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Remove|Save view/ }).count(), 0)
    await window.close()
  })

  it('leave those of this browser where they are until somebody shares one', async () => {
    const { tenant } = await tenantWith(dashboard, scans)
    const window = await historyOf(tenant, '?scan_mode=deep')
    const { page } = window
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this filter' })
    await dialog.getByLabel('Name').fill('Deep ones')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove this view' }).waitFor()
    assert.deepEqual((await adminOf(tenant).views.list()).views, [])
    await page.getByRole('button', { name: 'Share with the team' }).click()
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Deep ones')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Team: Deep ones' }).waitFor()
    await page.getByRole('link', { name: 'Deep ones', exact: true }).waitFor()
    await window.assertSound()
    await window.close()
  })

  it('that cannot be read are said to be missing, and the history is there', async () => {
    const { tenant } = await tenantWith(dashboard, scans)
    await adminOf(tenant).views.create({ name: 'Ours', filter: { scan_mode: 'deep' } })
    const window = await dashboard.open(tenant.memberPerson, '/icon.svg')
    const { page } = window
    await page.route('**/api/v2/org/views', (route) =>
      route.fulfill({ status: 403, json: { detail: 'Not now' } }),
    )
    await page.goto(`/o/${tenant.orgId}/history`)
    await page.getByText('2 loaded').waitFor()
    const retry = page.getByRole('button', { name: 'Retry: The team’s views' })
    await retry.waitFor()
    await window.assertSound()
    await page.unroute('**/api/v2/org/views')
    await retry.click()
    await page.getByRole('link', { name: 'Team: Ours' }).waitFor()
    await window.close()
  })
})
