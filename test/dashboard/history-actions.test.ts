import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { seedScans } from '../support/seed-scans.ts'
import { field } from '../support/start-api.ts'
import { openHistory, tenantWith } from './open-history.ts'
import { withDashboard } from './with-dashboard.ts'

const FORMULA = '=HYPERLINK("https://evil.example","a")'

describe('what is done with the history', () => {
  const dashboard = withDashboard()

  it('exports everything that a filter leaves, and nothing that a spreadsheet would run', async () => {
    const { tenant } = await tenantWith(dashboard, [
      ...Array.from({ length: 230 }, () => ({ recommendation: 'review_high' as const, risk_score: 90 })),
      { recommendation: 'review_high', risk_score: 99, profile_url: FORMULA },
      { recommendation: 'no_flags' },
    ])
    const window = await openHistory(dashboard, tenant, '?recommendation=review_high')
    const { page } = window
    await page.getByText('20 loaded').waitFor()
    await page.getByRole('button', { name: 'Whole filter' }).click()
    await page.getByRole('menuitem', { name: /Export all/ }).waitFor()
    await window.assertSound()
    await page.getByRole('menuitem', { name: /Export all/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Export every scan of this filter' })
    await dialog.getByLabel('File name').fill('highs')
    await dialog.getByRole('checkbox', { name: 'confidence' }).uncheck()
    await window.assertSound()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).click()
    const download = await saved
    assert.equal(download.suggestedFilename(), 'highs.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    assert.equal(
      lines[0],
      '\ufeffscan_id,profile_url,status,scan_mode,submitted_at,completed_at,recommendation,risk_score,profile_state,decision,reviewer,assigned_to,reason_codes',
    )
    assert.equal(lines.length, 1 + 231)
    assert.ok(lines.some((line) => line.includes(`"'=HYPERLINK(""https://evil.example"",""a"")"`)))
    await dialog.getByText('231 scans were exported.').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('goes on with an export where it failed', async () => {
    const { tenant } = await tenantWith(
      dashboard,
      Array.from({ length: 250 }, () => ({})),
    )
    const window = await openHistory(dashboard, tenant)
    const { page } = window
    let pages = 0
    await page.route('**/api/v2/org/scans?**limit=100**', (route) =>
      ++pages === 2 ? route.fulfill({ status: 400, json: { detail: 'Not now' } }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Whole filter' }).click()
    await page.getByRole('menuitem', { name: /Export all/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Export every scan of this filter' })
    await dialog.getByRole('button', { name: /Format/ }).click()
    await page.getByRole('option', { name: 'JSON' }).click()
    await dialog.getByRole('button', { name: 'Export' }).click()
    await dialog.getByText('Stopped after 100 scans').waitFor()
    await window.assertSound()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    const read: unknown = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
    assert.ok(Array.isArray(read))
    assert.equal(new Set(read.map((row) => row.scan_id)).size, 250)
    assert.equal(pages, 4)
    await window.close()
  })

  it('scans again what is selected, and says what did not fit into the day', async () => {
    const tenant = await dashboard.api.makeTenant(2)
    await seedScans(dashboard.api.opened.db, tenant.orgId, [{}, {}, {}])
    const window = await openHistory(dashboard, tenant)
    const { page } = window
    await page.getByRole('checkbox', { name: 'Select loaded' }).check()
    await page.getByRole('button', { name: 'Rescan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Scan the selected profiles again' })
    await dialog.getByText('3 different profiles. 2 scans are left today.').waitFor()
    await dialog.getByText('More than is left today').waitFor()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Scan 3 profiles' }).click()
    await dialog.getByText('2 profiles are queued').waitFor()
    await dialog.getByText('1 did not fit into today’s limit.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('3 selected').waitFor()
    const usage = await dashboard.api.call('GET', '/api/v2/org/usage', { token: tenant.key })
    assert.equal(field(usage, 'used'), 2)
    await window.close()
  })

  it('counts a whole filter before it orders anything, and can be stopped', async () => {
    const { tenant } = await tenantWith(
      dashboard,
      Array.from({ length: 150 }, () => ({})),
    )
    const window = await openHistory(dashboard, tenant)
    const { page } = window
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v2/org/scans?**after=**', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: 'Whole filter' }).click()
    await page.getByRole('menuitem', { name: /Rescan all/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Count them' }).click()
    await dialog.getByText('100 scans read so far').waitFor()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    release()
    await dialog.getByRole('button', { name: 'Go on counting' }).click()
    await dialog.getByRole('button', { name: 'Scan 150 profiles' }).waitFor()
    const usage = await dashboard.api.call('GET', '/api/v2/org/usage', { token: tenant.key })
    assert.equal(field(usage, 'used'), 0)
    await window.close()
  })

  it('keeps views of its own in this browser, as links', async () => {
    const { tenant } = await tenantWith(dashboard, [{ recommendation: 'review_high', risk_score: 90 }, {}])
    const window = await openHistory(dashboard, tenant, '?recommendation=review_high')
    const { page } = window
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this filter' })
    await dialog.getByLabel('Name').fill('Highs <b>of</b> mine')
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByText('2 loaded').waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Highs <b>of</b> mine' }).click()
    await page.getByText('1 loaded').waitFor()
    assert.equal(new URL(page.url()).search, '?recommendation=review_high')
    await page.getByRole('button', { name: 'Remove this view' }).click()
    await page.getByRole('button', { name: 'Save view' }).waitFor()
    await window.close()
  })
})
