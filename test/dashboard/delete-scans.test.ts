import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

const PROFILE = { profile_url: 'https://creator.example/anabela' }

describe('deleting, from a report', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  before(async () => {
    tenant = await dashboard.api.makeTenant()
  })

  const seed = (count: number) =>
    seedScans(
      dashboard.api.opened.db,
      tenant.orgId,
      Array.from({ length: count }, () => PROFILE),
    )
  const left = async () =>
    (await dashboard.api.opened.pool.query('select from scans where org_id = $1', [tenant.orgId])).rowCount
  const open = (scanId: string | undefined, person = tenant.adminPerson) =>
    dashboard.open(person, `/o/${tenant.orgId}/scans/${scanId}`)

  it('takes one scan when that was confirmed, or all of the creator when they were counted', async () => {
    const scans = await seed(3)
    const window = await open(scans[0]?.scan_id)
    const { page } = window
    const choose = async (entry: string) => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await choose('This scan')
    const one = page.getByRole('alertdialog', { name: 'Delete this scan?' })
    await one.getByText('This cannot be undone').waitFor()
    await window.assertSound()
    await one.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await left(), 3)
    await choose('This scan')
    await one.getByRole('button', { name: 'Delete the scan' }).click()
    await page.waitForURL(/\/history/)
    assert.equal(await left(), 2)

    await page.goto(new URL(`/o/${tenant.orgId}/scans/${scans[1]?.scan_id}`, page.url()).href)
    await choose('Everything about this creator')
    const all = page.getByRole('alertdialog', { name: 'Delete everything about this creator?' })
    await all.getByText(/^2 scans of this organization/).waitFor()
    await window.assertSound()
    await all.getByRole('button', { name: 'Delete 2 scans' }).click()
    await page.waitForURL(/\/history/)
    assert.equal(await left(), 0)
    await window.assertSound()
    await window.close()
  })

  it('says why when it did not work, and is not offered to members', async () => {
    const [scan] = await seed(1)
    const member = await open(scan?.scan_id, tenant.memberPerson)
    await member.page.getByRole('button', { name: 'Export' }).waitFor()
    assert.equal(await member.page.getByRole('button', { name: 'Delete', exact: true }).count(), 0)
    await member.close()
    const window = await open(scan?.scan_id)
    const { page } = window
    await page.route('**/api/v2/scans/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 403, json: { detail: 'Not today' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('menuitem', { name: 'This scan' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Delete the scan' }).click()
    await dialog.getByRole('alert').getByText('Not today').waitFor()
    await window.assertSound()
    await window.close()
  })
})
