import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { Toscan } from '../../sdk/client.ts'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

describe('how long things are kept, in the settings', () => {
  const dashboard = withDashboard({ TOSCAN_EVIDENCE_RETENTION_DAYS: '60' })

  const retentionOf = ({ key }: Tenant) =>
    new Toscan({ baseUrl: dashboard.baseUrl, apiKey: key }).org.retention()
  const settingsOf = (tenant: Tenant) => dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/settings`)

  /** Two pages, ten days old. */
  async function storePages({ orgId }: Tenant) {
    const db = dashboard.api.opened.db
    const [scan] = await seedScans(db, orgId, [{}])
    await sql`insert into captures (scan_id, org_id, ref, url, final_url, redirects, status, headers, identity, fetched_at, sha256, bytes, truncated)
              select ${scan?.scan_id}::uuid, ${orgId}, 'e' || n, 'https://a.example/', 'https://a.example/', '[]', 200, '{}', 'declared',
                     clock_timestamp() - interval '10 days', ${'ab'.repeat(32)}, 1, false from generate_series(1, 2) n`.execute(
      db,
    )
  }

  it('is shortened only when somebody has read what goes', async () => {
    const tenant = await dashboard.api.makeTenant()
    await storePages(tenant)
    const window = await settingsOf(tenant)
    const { page } = window
    const card = page.getByRole('region', { name: 'How long things are kept' })
    await card.getByText(/are deleted 60 days after they were fetched/).waitFor()
    await card.getByText('Whoever runs the service has set this.').waitFor()
    await card.getByText('Scans are kept until somebody deletes them.').waitFor()
    await card.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'How long things are kept' })
    await dialog.getByLabel('Days after a page was fetched').fill('61')
    await dialog.getByText('A whole number from 1 to 60 is needed.').waitFor()
    await dialog.getByLabel('Days after a page was fetched').fill('7')
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByText('2 stored pages are deleted within the hour').waitFor()
    await window.assertSound()
    assert.equal((await retentionOf(tenant)).evidence_days, 60)
    // Another number is another question.
    await dialog.getByLabel('Days after a page was fetched').fill('12')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByText('Nothing is older than that').waitFor()
    await dialog.getByRole('button', { name: 'Keep for a shorter time and delete' }).click()
    await card.getByText(/are deleted 12 days after they were fetched/).waitFor()
    assert.equal((await retentionOf(tenant)).own_evidence_days, 12)
    await window.assertSound()
    await window.close()
  })

  it('is prolonged at once, up to what the operator keeps', async () => {
    const tenant = await dashboard.api.makeTenant()
    const admin = dashboard.clientOf(tenant.admin)
    await admin.org.updateRetention({ evidence_days: 5, scan_days: 300 })
    const window = await settingsOf(tenant)
    const { page } = window
    const card = page.getByRole('region', { name: 'How long things are kept' })
    await card.getByText('Whoever runs the service keeps them for 60 days at most.').waitFor()
    await card.getByText(/Whole scans go 300 days after they were submitted/).waitFor()
    await card.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Days after a page was fetched').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await card.getByText(/are deleted 60 days after they were fetched/).waitFor()
    assert.equal((await retentionOf(tenant)).own_evidence_days, null)
    await window.close()
  })

  it('of whole scans is set and taken back, once somebody has read how many go', async () => {
    const tenant = await dashboard.api.makeTenant()
    const created_at = new Date(Date.now() - 40 * 86_400_000).toISOString()
    await seedScans(dashboard.api.opened.db, tenant.orgId, [
      { created_at },
      { created_at },
      { created_at: new Date().toISOString() },
    ])
    const window = await settingsOf(tenant)
    const { page } = window
    const card = page.getByRole('region', { name: 'How long things are kept' })
    await card.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    const days = dialog.getByLabel('Days after a scan was submitted')
    await days.fill('30')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByText('2 whole scans are deleted within the hour').waitFor()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Keep for a shorter time and delete' }).click()
    await card.getByText(/Whole scans go 30 days after they were submitted/).waitFor()
    const { own_scan_days, own_evidence_days } = await retentionOf(tenant)
    assert.deepEqual([own_scan_days, own_evidence_days], [30, null])
    await card.getByRole('button', { name: 'Change' }).click()
    await days.fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Scans are kept until somebody deletes them.').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('says so when it could not be changed, and keeps what was typed', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await settingsOf(tenant)
    const { page } = window
    await page.route('**/api/v2/org/retention', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { detail: 'Not today' } })
        : route.continue(),
    )
    const card = page.getByRole('region', { name: 'How long things are kept' })
    await card.getByText(/60 days/).waitFor()
    await card.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Days after a page was fetched').fill('7')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByRole('alert').getByText('Not today').waitFor()
    assert.equal(await dialog.getByLabel('Days after a page was fetched').inputValue(), '7')
    await window.assertSound()
    await window.close()
  })
})
