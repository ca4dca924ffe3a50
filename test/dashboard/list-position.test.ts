import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Window } from './open-dashboard.ts'
import { openHistory, tenantWith } from './open-history.ts'
import { withDashboard } from './with-dashboard.ts'

describe('a report that was opened from a list', () => {
  const dashboard = withDashboard()

  const high = { recommendation: 'review_high' as const, risk_score: 90 }
  const at = ({ page }: Window, id = '') => page.waitForURL((url) => url.pathname.endsWith(`/scans/${id}`))

  /** The last report of the first page, of a list with one scan more. */
  async function openLastLoaded() {
    const { tenant, rows } = await tenantWith(
      dashboard,
      Array.from({ length: 21 }, () => ({})),
    )
    const window = await openHistory(dashboard, tenant)
    const { page } = window
    await page.getByText('20 loaded').waitFor()
    await page.getByRole('row').nth(20).getByRole('link').first().click()
    await at(window, rows[1]?.scan_id)
    await page.getByText('20 of 20 loaded').waitFor()
    return { window, page, rows }
  }

  it('leads to its neighbours in the filter, and back to the list', async () => {
    const { tenant, rows } = await tenantWith(dashboard, [high, {}, high, high])
    const [oldest, , middle, newest] = rows.map((row) => row.scan_id)
    const window = await openHistory(dashboard, tenant, '?recommendation=review_high')
    const { page } = window
    await page.getByRole('row').nth(2).getByRole('link').first().click()
    await at(window, middle)
    const list = page.getByRole('navigation', { name: 'In the list' })
    await list.getByText('2 of 3 loaded').waitFor()
    await page.getByRole('button', { name: 'Save decision' }).waitFor()
    await window.assertSound()
    // A tab is another address of the same report.
    await page.getByRole('tab', { name: 'Coverage' }).click()
    await page.getByRole('tabpanel', { name: 'Coverage' }).waitFor()
    await page.keyboard.press(']')
    await at(window, oldest)
    await list.getByText('3 of 3 loaded').waitFor()
    assert.equal(await list.getByRole('button', { name: 'Next' }).isDisabled(), true)
    await page.keyboard.press('[')
    await at(window, middle)
    await list.getByRole('button', { name: 'Previous' }).click()
    await at(window, newest)
    await list.getByText('1 of 3 loaded').waitFor()
    assert.equal(await list.getByRole('button', { name: 'Previous' }).isDisabled(), true)
    await list.getByRole('link', { name: 'History: High' }).click()
    await page.getByText('3 loaded, no more').waitFor()
    assert.equal(new URL(page.url()).search, '?recommendation=review_high')
    await window.close()
  })

  it('carries nothing that was typed from one report into another', async () => {
    const { tenant, rows } = await tenantWith(dashboard, [high, high])
    const window = await openHistory(dashboard, tenant)
    const { page } = window
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await at(window, rows[1]?.scan_id)
    const reason = page.getByLabel(/^Reason/)
    await reason.waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('2 of 2 loaded').waitFor()
    await reason.fill('about this one only')
    // Both are in the memory of the page by now, so that nothing is loaded in between.
    await page.getByRole('button', { name: 'Previous' }).click()
    await at(window, rows[1]?.scan_id)
    await page.getByText('1 of 2 loaded').waitFor()
    assert.equal(await reason.inputValue(), '')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('2 of 2 loaded').waitFor()
    assert.equal(await reason.inputValue(), 'about this one only')
    await window.close()
  })

  it('goes on with the next page where the loaded ones end, also after a reload', async () => {
    const { window, page, rows } = await openLastLoaded()
    await page.reload()
    await page.getByText('20 of 20 loaded').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await at(window, rows[0]?.scan_id)
    await page.getByText('21 of 21 loaded').waitFor()
    await window.close()
  })

  it('stays where it is and says why when the next page fails', async () => {
    const { window, page, rows } = await openLastLoaded()
    await page.route('**/api/v2/org/scans?**after=**', (route) =>
      route.fulfill({ status: 400, json: { detail: 'Invalid cursor' } }),
    )
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('alert').getByText('Invalid cursor').waitFor()
    assert.ok(page.url().endsWith(rows[1]?.scan_id ?? 'no scan'))
    await window.assertSound()
    await window.close()
  })

  it('says nothing of a list where it was opened by its address', async () => {
    const { tenant, rows } = await tenantWith(dashboard, [{}])
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/scans/${rows[0]?.scan_id}`)
    await window.page.getByRole('button', { name: 'Save decision' }).waitFor()
    assert.equal(await window.page.getByRole('navigation', { name: 'In the list' }).count(), 0)
    await window.close()
  })
})
