import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the first page', () => {
  const dashboard = withDashboard()

  async function open(tenant: Tenant, person = tenant.adminPerson) {
    const window = await dashboard.open(person, `/o/${tenant.orgId}`)
    return window
  }
  const today = () => new Date().toISOString()

  it('leads a new organization through its first steps, and ticks what is done', async () => {
    const tenant = await dashboard.api.makeTenant(500)
    const window = await open(tenant)
    const steps = window.page.getByRole('region', { name: 'First steps' }).getByRole('listitem')
    await steps.nth(1).getByText('Done').waitFor()
    await window.settled()
    await steps.nth(0).getByText('Scan a profile').waitFor()
    assert.equal(await steps.nth(2).getByText('Done').count(), 0)
    await window.page.getByText('of 500 scans').waitFor()
    await window.assertSound()
  })

  it('comes with the answer who is there, where its files have come before that', async () => {
    const tenant = await dashboard.api.makeTenant()
    const { page } = await dashboard.open(tenant.adminPerson, '/icon.svg')
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[role=status]')) seen.push(textContent ?? '')
      }).observe(document, { childList: true, subtree: true })
    })
    const files = page.waitForResponse(/\/assets\/home-page-/)
    await page.route('**/api/v2/session/token', async (route) => {
      const url = (await files).url()
      await page.evaluate((file) => import(file).then(() => {}), url)
      await route.fallback()
    })
    await page.goto(`/o/${tenant.orgId}`)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
    assert.ok(seen.includes('Toscan is starting'))
    assert.ok(!seen.includes('Loading the page'), 'something else stood in its place')
  })

  it('says to a member who can set what they cannot', async () => {
    const tenant = await dashboard.api.makeTenant()
    const { page } = await open(tenant, tenant.memberPerson)
    await page.getByText('An administrator of the organization can set a callback address').waitFor()
    // Where the system chooses the colours, what does something looks like it, and the place where one is like no other.
    await page.emulateMedia({ forcedColors: 'active' })
    const groundOf = (name: string) =>
      page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name })
        .evaluate((link) => getComputedStyle(link).backgroundColor)
    assert.notEqual(await groundOf('Home'), await groundOf('History'))
    const button = page.getByRole('button', { name: 'Scan', exact: true })
    assert.equal(await button.evaluate((element) => getComputedStyle(element).borderTopWidth), '1px')
    await page.emulateMedia({ forcedColors: null })
  })

  it('scans the profile that was pasted', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await open(tenant)
    const { page } = window
    await page.getByLabel('Profile address').fill('platform.example/u/mara')
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await page.getByText('Must begin with http:// or https://').waitFor()
    await window.assertSound()
    await page.getByLabel('Profile address').fill('https://platform.example/u/mara')
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await page.getByRole('heading', { name: 'mara', level: 1 }).waitFor()
  })

  it('shows what runs and at which step, what waits for a decision, and the days as bars and as a table', async () => {
    const tenant = await dashboard.api.makeTenant()
    const { db } = dashboard.api.opened
    const [running] = await seedScans(db, tenant.orgId, [
      { status: 'processing', created_at: today(), processing_started_at: today() },
      { status: 'processing', created_at: today(), profile_url: 'https://platform.example/u/queued' },
      { created_at: today(), recommendation: 'review_high', risk_score: 86 },
      { created_at: today(), recommendation: 'review_medium', risk_score: 45 },
      { created_at: today(), status: 'failed' },
    ])
    const window = await dashboard.open(tenant.adminPerson, '/icon.svg')
    const { page } = window
    await window.clock.install()
    await page.goto(`/o/${tenant.orgId}`)
    await page.getByRole('heading', { name: 'Running (2)' }).waitFor()
    await page.getByText('Profile data').waitFor()
    await page.getByText('Waiting for a slot').waitFor()
    const review = page.getByRole('region', { name: 'Needs review' })
    await review.getByRole('link', { name: 'High 1' }).waitFor()
    await window.assertSound()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('table', { name: 'Scans per day' }).waitFor()
    assert.equal(await page.getByRole('table').getByRole('row').count(), 31)
    await window.assertSound()
    await sql`update scans set status = 'completed', recommendation = 'review_high', risk_score = 80, processing_completed_at = now()
              where scan_id = ${running?.scan_id}`.execute(db)
    await window.settled()
    await window.clock.runFor(5500)
    await page.getByRole('heading', { name: 'Running (1)' }).waitFor()
    // Said every fifteen seconds.
    await window.clock.runFor(15_000)
    await page.getByText('1 scan finished, 1 high').waitFor({ state: 'attached' })
    await review.getByRole('link', { name: 'Start reviewing' }).click()
    await page.waitForURL(/\/review$/)
  })

  it('fails part by part, and keeps the rest', async () => {
    const tenant = await dashboard.api.makeTenant()
    await seedScans(dashboard.api.opened.db, tenant.orgId, [{ created_at: today() }])
    const window = await open(tenant)
    const { page } = window
    await page.getByRole('heading', { name: 'Nothing is running' }).waitFor()
    await page.route('**/api/v2/org/stats*', (route) => route.fulfill({ status: 503, json: { detail: 'x' } }))
    await page.reload()
    await page.getByRole('alert').getByText('The figures could not be loaded').waitFor()
    await page.getByRole('heading', { name: 'Nothing is running' }).waitFor()
    await window.assertSound()
  })
})
