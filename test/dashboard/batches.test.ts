import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { type SeededScan, seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the batches', () => {
  const dashboard = withDashboard()

  async function batchesOf(tenant: Tenant, clock = false) {
    const path = `/o/${tenant.orgId}/batches`
    const window = await dashboard.open(tenant.adminPerson, clock ? '/icon.svg' : path)
    if (clock) {
      await window.clock.install()
      await window.page.goto(path)
    }
    await window.page.getByRole('heading', { name: 'Batches', level: 1 }).waitFor()
    return window
  }

  async function seedBatch(tenant: Tenant, second: number, scans: Partial<SeededScan>[]): Promise<string> {
    const id = randomUUID()
    const { db } = dashboard.api.opened
    await sql`insert into batches (batch_id, org_id, scan_mode, total_profiles, submitted_at)
              values (${id}, ${tenant.orgId}, 'deep', ${scans.length},
                      '2026-03-01T10:00:00Z'::timestamptz + ${second} * interval '1 second')`.execute(db)
    await seedScans(
      db,
      tenant.orgId,
      scans.map((scan, index) => ({ ...scan, batch_id: id, batch_position: index })),
    )
    return id
  }

  it('says what a batch is where there is none', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await batchesOf(tenant)
    await window.page.getByText('No batches yet').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('lists them newest first, page by page, each a link', async () => {
    const tenant = await dashboard.api.makeTenant()
    const ids: string[] = []
    for (let second = 0; second < 22; second++) ids.unshift(await seedBatch(tenant, second, [{}, {}]))
    const window = await batchesOf(tenant)
    const { page } = window
    await page.getByText('20 loaded').waitFor()
    await window.assertSound()
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('22 loaded, no more').waitFor()
    const links = page.getByRole('table', { name: 'Batches' }).getByRole('link')
    assert.deepEqual(
      await links.allInnerTexts(),
      ids.map((id) => id.slice(0, 8)),
    )
    await links.first().click()
    await page.waitForURL(`**/batches/${ids[0]}`)
    await window.close()
  })

  it('shows how far each is, changes it in place, and lets new ones wait', async () => {
    const tenant = await dashboard.api.makeTenant()
    const id = await seedBatch(tenant, 0, [{}, { status: 'failed' }, { status: 'processing' }])
    const window = await batchesOf(tenant, true)
    const { page } = window
    const row = page.getByRole('row').filter({ hasText: id.slice(0, 8) })
    await row.getByText('1 of 3 done, 1 failed').waitFor()
    await row.getByText('Running').waitFor()
    await sql`update scans set status = 'completed', processing_completed_at = now()
              where batch_id = ${id} and batch_position = 2`.execute(dashboard.api.opened.db)
    const later = await seedBatch(tenant, 9, [{}])
    await window.settled()
    await window.clock.runFor(6000)
    await page.getByRole('button', { name: '1 new batch' }).waitFor()
    await row.getByText('2 of 3 done, 1 failed').waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    await page.getByRole('button', { name: '1 new batch' }).click()
    await page.getByRole('row').nth(1).getByText(later.slice(0, 8)).waitFor()
    await window.close()
  })

  it('stands beside the scans of the history', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await batchesOf(tenant)
    const tabs = window.page.getByRole('navigation', { name: 'History' })
    await tabs.getByRole('link', { name: 'Scans' }).click()
    await window.page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
    await tabs.getByRole('link', { name: 'Batches' }).click()
    await window.page.getByText('No batches yet').waitFor()
    await window.close()
  })

  it('says what failed and offers to try again', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, '/icon.svg')
    const { page } = window
    await page.route('**/api/v2/org/batches**', (route) =>
      route.fulfill({ status: 403, json: { detail: 'Not today' } }),
    )
    await page.goto(`/o/${tenant.orgId}/batches`)
    await page.getByRole('alert').getByText('Not today').waitFor()
    await window.assertSound()
    await page.unroute('**/api/v2/org/batches**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No batches yet').waitFor()
    await window.close()
  })
})
