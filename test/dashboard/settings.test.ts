import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Person, Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the settings', () => {
  const dashboard = withDashboard()

  async function settingsOf(tenant: Tenant, person: Person = tenant.adminPerson) {
    const window = await dashboard.open(person, `/o/${tenant.orgId}/settings`)
    await window.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    return window
  }

  it('names the organization, its counters and its limit', async () => {
    const tenant = await dashboard.api.makeTenant(500)
    const window = await settingsOf(tenant)
    const { page } = window
    await page.getByText(tenant.orgId).waitFor()
    await page.getByText(/0 of 500 scans today/).waitFor()
    await page.getByRole('link', { name: 'Criteria' }).waitFor()
    await window.assertSound()
    await window.close()
  })

  it('grows with letters of twice the size, and loses nothing for it', async () => {
    const tenant = await dashboard.api.makeTenant(500)
    const window = await settingsOf(tenant)
    const { page } = window
    await page.setViewportSize({ width: 1280, height: 800 })
    // What comes later has letters too.
    await window.settled()
    const heights = () =>
      page.getByRole('link').evaluateAll((all) => all.map((it) => getComputedStyle(it).fontSize))
    const before = await heights()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    assert.deepEqual(
      await heights(),
      before.map((size) => `${Number.parseFloat(size) * 2}px`),
    )
    for (const path of ['settings', 'history', 'webhooks', 'audit']) {
      if (path !== 'settings') await page.goto(`${dashboard.api.baseUrl}/o/${tenant.orgId}/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await window.settled()
      const [all, shown] = await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
        return [document.documentElement.scrollWidth, document.documentElement.clientWidth]
      })
      assert.equal(all, shown, path)
    }
    await window.close()
  })

  it('shows members what holds, and says who can change it', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await settingsOf(tenant, tenant.memberPerson)
    const { page } = window
    await page.getByText(tenant.orgId).waitFor()
    await window.settled()
    assert.equal(await page.getByText(/Admin role required/).count(), 3)
    assert.equal(await page.getByRole('button', { name: /Save|Set an address|Change|here/ }).count(), 0)
    await window.assertSound()
    await window.close()
  })

  it('keeps what a person wants, at once and in this browser', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await settingsOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: /Appearance/ }).click()
    await page.getByRole('listbox').getByRole('option', { name: 'Dark' }).click()
    await page.locator('html[data-theme=dark]').waitFor()
    await page.getByRole('checkbox', { name: /Single keys/ }).uncheck()
    await page.getByRole('checkbox', { name: /Blur pictures/ }).uncheck()
    await page.getByRole('button', { name: /Times in lists/ }).click()
    await page.getByRole('option', { name: 'The zone of this browser' }).click()
    await window.assertSound()
    await page.reload()
    await page.getByRole('checkbox', { name: /Single keys/ }).waitFor()
    assert.equal(await page.getByRole('checkbox', { name: /Single keys/ }).isChecked(), false)
    assert.equal(await page.getByRole('checkbox', { name: /Blur pictures/ }).isChecked(), false)
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await window.close()
  })

  it('shows what it can when one part fails, and what failed', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, '/icon.svg')
    const { page } = window
    await page.route('**/api/v2/org/retention', (route) =>
      route.fulfill({ status: 403, json: { detail: 'Not today' } }),
    )
    await page.goto(`/o/${tenant.orgId}/settings`)
    await page.getByRole('alert').getByText('Not today').waitFor()
    await page.getByText(tenant.orgId).waitFor()
    await window.assertSound()
    await page.unroute('**/api/v2/org/retention')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText(/Pages and screenshots are deleted/).waitFor()
    await window.close()
  })
})
