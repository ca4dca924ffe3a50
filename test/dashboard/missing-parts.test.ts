import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seedScans } from '../support/seed-scans.ts'
import { sampleReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

describe('what a screen can do without, and could not load', () => {
  const dashboard = withDashboard()

  for (const [where, path, request, said] of [
    ['New scan', '/scan', '/api/v2/org/usage', 'What is left of today’s limit'],
    ['New scan', '/scan', '/api/v2/org/settings', 'The organization’s callback'],
    ['Home', '/', '/api/v2/org/mentions', 'Mentions of you'],
    ['Review', '/review', '/api/v2/org/review-queue', 'How many wait'],
    ['Review', '/review', '/api/v2/reason-codes', 'The reason codes'],
    ['a report', '/scans/$scanId', '/api/v2/org/review-settings', 'Your organization’s reasons'],
    ['a report', '/scans/$scanId', '/api/v2/org/watches', 'Whether it is watched'],
    ['a report', '/scans/$scanId', '/api/v2/reason-codes', 'What the codes mean'],
    ['a report', '/scans/$scanId', '/api/v2/scans/$scanId/review', 'What people made of each reason'],
    ['a report', '/scans/$scanId', '/api/v2/scans/$scanId/evidence/E5/capture', 'The picture'],
    ['History', '/history', '/api/v2/org/members', 'The members'],
    ['History', '/history', '/api/v2/reason-codes', 'The reason codes'],
    ['a criterion', '/criteria/new', '/api/v2/reason-codes', 'The other families'],
  ] as const)
    it(`is said in its place, and asked for again: ${said} (${where})`, async () => {
      const tenant = await dashboard.api.makeTenant()
      const [scan] = await seedScans(dashboard.api.opened.db, tenant.orgId, [
        { recommendation: 'review_high', risk_score: 80, report: sampleReport() },
      ])
      const window = await dashboard.open(tenant.memberPerson, '/icon.svg')
      const { page } = window
      const withId = (text: string) => text.replace('$scanId', scan?.scan_id ?? '')
      let fails = true
      await page.route(
        (url) => url.pathname === withId(request),
        (route) =>
          fails && route.request().method() === 'GET'
            ? route.fulfill({ status: 500, json: { detail: 'Internal Server Error' } })
            : route.fallback(),
      )
      await page.goto(`/o/${tenant.orgId}${withId(path)}`)
      if (path === '/scan') await page.getByText('Callback and metadata').click()
      if (path === '/history') await page.getByText('More filters').click()
      const retry = page.getByRole('button', { name: `Retry: ${said}` })
      await retry.waitFor()
      // Nothing is claimed of what is not known.
      if (request === '/api/v2/org/settings')
        assert.equal(await page.getByText('no webhook is sent').count(), 0)
      await window.assertSound()
      fails = false
      await retry.click()
      await retry.waitFor({ state: 'detached' })
    })
})
