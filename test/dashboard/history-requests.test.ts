import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tenantWith } from './open-history.ts'
import { withDashboard } from './with-dashboard.ts'

/** What the history asks for, and when: each request more is one that the rows wait behind. */
describe('the requests of the history', () => {
  const dashboard = withDashboard()

  it('the list is asked for once when it is opened and once when the filter changes', async () => {
    const { tenant } = await tenantWith(dashboard, [{ recommendation: 'review_high', risk_score: 90 }, {}])
    const window = await dashboard.open(tenant.adminPerson, '/icon.svg')
    const { page } = window
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === '/api/v2/org/scans') asked.push(search)
    })
    await page.goto(`/o/${tenant.orgId}/history`)
    await page.getByText('2 loaded, no more').waitFor()
    await page.getByRole('checkbox', { name: 'High' }).check()
    await page.getByText('1 loaded, no more').waitFor()
    assert.deepEqual(asked, ['', '?recommendation=review_high'])
    await window.assertSound()
    await window.close()
  })

  it('its scripts come while the service still says who is signed in', async () => {
    const { tenant } = await tenantWith(dashboard, [{}])
    const window = await dashboard.open(tenant.adminPerson, '/icon.svg')
    const { page } = window
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v2/session/token', async (route) => {
      await held
      await route.continue()
    })
    const script = page.waitForResponse(/\/assets\/history-page-.*\.js$/)
    await page.goto(`/o/${tenant.orgId}/history`)
    assert.equal((await script).status(), 200)
    assert.equal(await page.getByRole('heading', { name: 'History' }).count(), 0)
    release()
    await page.getByText('1 loaded, no more').waitFor()
    await window.close()
  })
})
