import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seedScans } from '../support/seed-scans.ts'
import { sampleReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

describe('a review by ear and by keyboard', () => {
  const dashboard = withDashboard()

  async function openQueue() {
    const tenant = await dashboard.api.makeTenant()
    await seedScans(
      dashboard.api.opened.db,
      tenant.orgId,
      ['mara', 'nilo'].map((name) => ({
        profile_url: `https://platform.example/u/${name}`,
        recommendation: 'review_high' as const,
        report: sampleReport(),
      })),
    )
    const window = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}/review`)
    await window.page.getByRole('region', { name: 'Why' }).waitFor()
    return { window, page: window.page }
  }

  it('leaves Enter to links, buttons and what opens', async () => {
    const { page } = await openQueue()
    await page.locator('summary').filter({ hasText: 'Which cases' }).press('Enter')
    await page.getByRole('button', { name: /Order/ }).waitFor()
    await page.getByRole('button', { name: /^Search/ }).press('Enter')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Report on its own page' }).press('Enter')
    await page.waitForURL(/\/scans\//)
  })

  it('says what a key has chosen, and leads to the part that a key has opened', async () => {
    const { page, window } = await openQueue()
    await page.keyboard.press('2')
    await page.getByRole('status').getByText('Escalate chosen.').waitFor({ state: 'attached' })
    await page.keyboard.press('4')
    await page.getByRole('status').getByText('Reason: The evidence shows it.').waitFor({ state: 'attached' })
    await page.keyboard.press('j')
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-evidence'))
    await page.keyboard.press('l')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Link chain')
    await window.assertSound()
  })

  it('says which page has come, and the focus is on it where it would be nowhere', async () => {
    const { page } = await openQueue()
    assert.equal(await page.getByText('Page: Review').count(), 0)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('status').getByText('Page: Home').waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.activeElement?.id === 'page')
  })

  it('says how many are selected by a key', async () => {
    const { page, window } = await openQueue()
    await page.getByRole('link', { name: 'History', exact: true }).click()
    await page.getByRole('table', { name: 'Scans' }).waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('status').getByText('Selected: 2').waitFor({ state: 'attached' })
    await window.settled()
    await window.assertSound()
  })

  it('tells each button from the next by its name', async () => {
    const { window } = await openQueue()
    await window.settled()
    const session = await window.openSession()
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const names = nodes
      .filter(({ ignored, role }) => !ignored && role?.value === 'button')
      .map(({ name }) => String(name?.value))
    // One address or piece of evidence may stand in several places, where the same is done to it.
    const isOfOneThing = /^(Evidence E\d+|(Copy|Open safely) \S+\[\.\]\S+)$/
    const twice = names.filter((name, index) => names.indexOf(name) < index && !isOfOneThing.test(name))
    assert.ok(names.length > 20)
    assert.deepEqual([...new Set(twice)], [])
  })
})
