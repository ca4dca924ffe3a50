import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { seedReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the score in a report', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  let scanId: string
  before(async () => {
    tenant = await dashboard.api.makeTenant()
    scanId = (await seedReport(dashboard.api, tenant.orgId, dashboard.folder)).scan_id
  })

  const open = (id = scanId) => dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/scans/${id}`)

  it('draws what the score is made of, and says it in words that add up', async () => {
    const window = await open()
    const parts = window.page.getByRole('list', { name: 'What the 75 points are made of' })
    await parts.waitFor()
    assert.deepEqual(
      (await parts.getByRole('listitem').allTextContents()).map((text) => text.trim()),
      [
        '43 Paid in-person intimate service offered',
        '20 Link chain reaches a booking directory',
        '12 Signs too weak to be reported',
      ],
    )
    const reasons = window.page.getByRole('region', { name: 'Why' })
    assert.match((await reasons.textContent()) ?? '', /43 of 75 pointsWithout it: 43/)
    await window.assertSound()
  })

  it('shows a sentence once, with every hit in it marked', async () => {
    const window = await open()
    const quotes = window.page.getByRole('listitem', { name: 'Evidence E1' }).locator('blockquote')
    await quotes.first().waitFor()
    assert.deepEqual(await quotes.allTextContents(), ['Private bookings in Lisbon, rates on request … '])
    assert.deepEqual(await quotes.locator('mark').allTextContents(), [
      'Private bookings in Lisbon, rates',
      'on request',
    ])
    await window.assertSound()
  })

  it('leads from what it hangs on to the evidence', async () => {
    const { page } = await open()
    await page.getByText('What the result hangs on (2)').click()
    const sentence = page.getByRole('listitem').filter({ hasText: 'Most of it hangs on the bio' })
    await sentence.getByRole('button', { name: 'Evidence E1' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E1')
    assert.equal(await sentence.getByRole('button').count(), 1)
  })

  it('has no word of ours beside codes and what others wrote', async () => {
    const { page } = await open()
    for (const tab of ['Evidence', 'Link chain', 'Coverage', 'Details']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel', { name: tab }).waitFor()
      const text = await page.locator('main').evaluate((main) => {
        const ours = main.cloneNode(true) as HTMLElement
        for (const element of ours.querySelectorAll('code, pre, bdi')) element.remove()
        return ours.textContent ?? ''
      })
      assert.ok(text.includes('51 % sure'), tab)
      assert.doesNotMatch(text, /[a-z]+_[a-z]+/, tab)
    }
  })

  it('says of reports of before points were divided what they said: the score without each code', async () => {
    const [known] = await seedScans(dashboard.api.opened.db, tenant.orgId, [{}])
    assert.ok(known?.report)
    const finding = {
      code: 'escort_offer',
      family: 'in_person',
      severity: 'high',
      title: 'Paid in-person intimate service offered',
      probability: 0.795,
      contribution: 32,
      evidence: [],
    }
    const report = { ...known.report, risk_score: 75, reason_codes: ['escort_offer'], findings: [finding] }
    const [old] = await seedScans(dashboard.api.opened.db, tenant.orgId, [{ report }])
    const window = await open(old?.scan_id)
    const reasons = window.page.getByRole('region', { name: 'Why' })
    await reasons.getByText('Without it: 43').waitFor()
    assert.equal(await reasons.getByText('points').count(), 0)
    await window.assertSound()
  })
})
