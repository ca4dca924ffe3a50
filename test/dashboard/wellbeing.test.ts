import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Tenant } from '../support/start-api.ts'
import { sampleReport, seedReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

describe('what looks after those who review', () => {
  const dashboard = withDashboard()

  /** A case of minor safety with a screenshot. */
  async function seedMinor({ orgId }: Tenant) {
    const { scan_id } = await seedReport(dashboard.api, orgId, dashboard.folder)
    const report = sampleReport()
    const findings = report.findings.map((finding) => ({ ...finding, family: 'minor_safety' }))
    await sql`update scans set report = ${JSON.stringify({ ...report, findings })}::json where scan_id = ${scan_id}::uuid`.execute(
      dashboard.api.opened.db,
    )
    await sql`update scan_reviews set minor_safety = true, severe = true where scan_id = ${scan_id}::uuid`.execute(
      dashboard.api.opened.db,
    )
    return scan_id
  }

  it('is set by administrators, and nobody is less careful than that', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/settings`)
    const { page } = window
    const own = page.getByRole('checkbox', { name: /Blur pictures and take/ })
    await own.uncheck()
    await page.getByRole('button', { name: 'Change how you review' }).click()
    await page.getByRole('checkbox', { name: /Blur pictures for everybody/ }).check()
    await page.getByLabel('Severe cases in a row').fill('x')
    await page.getByText('A whole number from 1 to 100, or nothing.').waitFor()
    await page.getByLabel('Severe cases in a row').fill('3')
    await page.getByLabel('Suggest a break').fill('45')
    await window.assertSound()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/After 3 severe cases in a row a milder one comes/).waitFor()
    await page.getByText('The organization wants that for everybody.').waitFor()
    assert.deepEqual([await own.isChecked(), await own.isDisabled()], [true, true])
    await window.assertSound()
    await window.close()
  })

  it('keeps minor safety to those who have the right, and shows no picture of it by itself', async () => {
    const tenant = await dashboard.api.makeTenant()
    const scanId = await seedMinor(tenant)
    const nora = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}/review`)
    await nora.page.getByText('Nothing waits', { exact: true }).waitFor()

    const omar = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/team`)
    const box = omar.page.getByRole('checkbox', {
      name: `Reviews minor safety: ${tenant.memberPerson.email}`,
    })
    // It is checked once the server has said so.
    await box.click()
    await omar.settled()
    assert.equal(await box.isChecked(), true)
    await omar.assertSound()
    await omar.close()

    await nora.page.getByRole('button', { name: 'Look again' }).click()
    const shown = nora.page.getByText('A case of minor safety: not shown unless you ask for it.')
    await shown.first().waitFor()
    await nora.settled()
    assert.equal(await nora.page.locator('img').count(), 0)
    await nora.assertSound()
    await nora.page.getByRole('button', { name: 'Reveal', exact: true }).first().click()
    await nora.page.getByRole('img', { name: /^Screenshot of/ }).waitFor()
    await dashboard.clientOf(tenant.admin).members.allowMinorSafety(tenant.memberPerson.userId, false)
    await nora.page.goto(`/o/${tenant.orgId}/scans/${scanId}`)
    await nora.page.getByRole('radio', { name: 'Clear' }).check()
    await nora.page.getByLabel('Reason').fill('Seen')
    await nora.page.getByRole('button', { name: 'Save decision' }).click()
    await nora.page.getByText(/take a right that you do not have/).waitFor()
    await nora.close()
  })

  it('says that it is time for a pause where only severe cases are left', async () => {
    const tenant = await dashboard.api.makeTenant()
    await dashboard.clientOf(tenant.admin).reviewQueue.updateSettings({
      wellbeing: { blur_pictures: true, severe_in_row: 1, break_minutes: null },
    })
    const [first = ''] = [await seedMinor(tenant), await seedMinor(tenant)]
    await dashboard.clientOf(tenant.admin).reviewQueue.decide(first, {
      decision: { decision: 'cleared', reason: 'Seen' },
    })
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/review`)
    await window.page.getByText('Time for a pause').waitFor()
    await window.settled()
    await window.assertSound()
    await window.close()
  })

  it('suggests a break when the time has come', async () => {
    const tenant = await dashboard.api.makeTenant()
    await dashboard.clientOf(tenant.admin).reviewQueue.updateSettings({
      wellbeing: { blur_pictures: false, severe_in_row: null, break_minutes: 45 },
    })
    const window = await dashboard.open(tenant.memberPerson, '/icon.svg')
    const { page } = window
    await window.clock.install()
    await page.goto(`/o/${tenant.orgId}/review`)
    await page.getByText('Nothing waits', { exact: true }).waitFor()
    for (let minute = 0; minute < 46; minute++) await window.clock.fastForward(60_000)
    await page.getByText('Time for a break').waitFor()
    await page.getByRole('button', { name: 'I had one' }).click()
    await page.getByText('Time for a break').waitFor({ state: 'detached' })
    await window.close()
  })
})
