import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seedScans } from '../support/seed-scans.ts'
import { sampleReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

describe('what a screen can do without, and could not load', () => {
  const dashboard = withDashboard()

  for (const [where, path, parts] of [
    [
      'New scan',
      '/scan',
      {
        '/api/v2/org/usage': 'What is left of today’s limit',
        '/api/v2/org/settings': 'The organization’s callback',
      },
    ],
    ['Home', '/', { '/api/v2/org/mentions': 'Mentions of you' }],
    [
      'Review',
      '/review',
      { '/api/v2/org/review-queue': 'How many wait', '/api/v2/reason-codes': 'The reason codes' },
    ],
    [
      'a report',
      '/scans/$scanId',
      {
        '/api/v2/org/review-settings': 'Your organization’s reasons',
        '/api/v2/org/watches': 'Whether it is watched',
        '/api/v2/reason-codes': 'What the codes mean',
        '/api/v2/scans/$scanId/evidence/E5/capture': 'The picture',
      },
    ],
    // Without it nobody decides, and no reasons are asked for.
    ['a report', '/scans/$scanId', { '/api/v2/scans/$scanId/review': 'What people made of each reason' }],
    [
      'History',
      '/history',
      { '/api/v2/org/members': 'The members', '/api/v2/reason-codes': 'The reason codes' },
    ],
    ['a criterion', '/criteria/new', { '/api/v2/reason-codes': 'The other families' }],
  ] as [string, string, Record<string, string>][])
    it(`is said in its place, and asked for again by itself: ${Object.values(parts).join(', ')} (${where})`, async () => {
      const tenant = await dashboard.api.makeTenant()
      const [scan] = await seedScans(dashboard.api.opened.db, tenant.orgId, [
        { recommendation: 'review_high', risk_score: 80, report: sampleReport() },
      ])
      const withId = (text: string) => text.replace('$scanId', scan?.scan_id ?? '')
      const window = await dashboard.open(tenant.memberPerson, '/icon.svg')
      const { page } = window
      const failing = new Set(Object.keys(parts).map(withId))
      await page.route(
        (url) => failing.has(url.pathname),
        (route) =>
          failing.has(new URL(route.request().url()).pathname) && route.request().method() === 'GET'
            ? route.fulfill({ status: 500, json: { detail: 'Internal Server Error' } })
            : route.fallback(),
      )
      await page.goto(`/o/${tenant.orgId}${withId(path)}`)
      if (path === '/scan') await page.getByText('Callback and metadata').click()
      if (path === '/history') await page.getByText('More filters').click()
      const retryOf = (said: string) => page.getByRole('button', { name: `Retry: ${said}` })
      for (const said of Object.values(parts)) await retryOf(said).waitFor()
      // Nothing is claimed of what is not known.
      if (path === '/scan') assert.equal(await page.getByText('no webhook is sent').count(), 0)
      await window.assertSound()
      for (const [request, said] of Object.entries(parts)) {
        failing.delete(withId(request))
        await retryOf(said).click()
        await retryOf(said).waitFor({ state: 'detached' })
      }
    })
})
