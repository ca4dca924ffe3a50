import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareScans } from '../../sdk/client.ts'
import { newId } from '../../src/auth/ids.ts'
import { insertChange } from '../../src/db/scans/scan-changes.ts'
import { pageOf, scanOf } from '../support/compared-scan.ts'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

const NADIA = 'https://creator.example/nadia'
const HOSTILE = '"><img src=x onerror="document.title=1">'

describe('the screen of watches', () => {
  const dashboard = withDashboard()

  const memberOf = (tenant: Tenant) => dashboard.clientOf(tenant.member)
  const watchesOf = async (tenant: Tenant) => {
    const window = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}/watches`)
    await window.page.getByRole('heading', { name: 'Watches', level: 1 }).waitFor()
    return window
  }

  it('says what a watch is where there is none, and makes one by keys and by pointer', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await watchesOf(tenant)
    const { page } = window
    await page.getByText('No watches yet').waitFor()
    await page.getByText('Nothing has changed yet').waitFor()
    await window.assertSound()
    await page.getByRole('button', { name: 'New watch' }).click()
    const dialog = page.getByRole('dialog', { name: 'New watch' })
    await dialog.getByRole('textbox', { name: 'Profiles' }).fill(`${NADIA}\nnadia`)
    await dialog.getByText('Line 2: Must begin with http').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Watch', exact: true }).isDisabled())
    await dialog.getByRole('textbox', { name: 'Profiles' }).fill(NADIA)
    await dialog.getByText('Every week', { exact: true }).click()
    await dialog.getByRole('checkbox', { name: 'Thu' }).check()
    await dialog.getByRole('checkbox', { name: 'Mon' }).check()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'creator.example/nadia' })
    await row.getByText('Every Monday and Thursday at').waitFor()
    await row.getByText('1 profile, deep').waitFor()
    const [watch] = (await memberOf(tenant).watches.list().firstPage()).watches
    assert.deepEqual(watch?.schedule, { every: 'week', weekdays: ['mon', 'thu'] })
    await window.assertSound()
    await window.close()
  })

  it('mutes, ends, takes up again and deletes', async () => {
    const tenant = await dashboard.api.makeTenant()
    const toscan = memberOf(tenant)
    await toscan.watches.create({
      name: HOSTILE,
      profile_urls: [NADIA],
      schedule: { every: 'month', days: [1] },
    })
    const window = await watchesOf(tenant)
    const { page } = window
    const row = page.getByRole('row').filter({ hasText: 'On day 1 of each month' })
    const choose = async (entry: string) => {
      await row.getByRole('button', { name: `Change ${HOSTILE}` }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await row.getByRole('button', { name: `Change ${HOSTILE}` }).click()
    await page.getByRole('menuitem', { name: 'Mute' }).waitFor()
    await window.assertSound()
    await page.getByRole('menuitem', { name: 'Mute' }).click()
    await row.getByText('Muted', { exact: true }).waitFor()
    await choose('Snooze for a week')
    await row.getByText('Snoozed', { exact: true }).waitFor()
    await choose('End')
    await row.getByText('Ended', { exact: true }).waitFor()
    await choose('Take up again')
    await row.getByText('Snoozed', { exact: true }).waitFor()
    await choose('Go on now')
    await row.getByText('Muted', { exact: true }).waitFor()
    await choose('Name, days')
    const dialog = page.getByRole('dialog', { name: 'Change this watch' })
    await dialog.getByLabel('Days of the month').fill('1, 40')
    await dialog.getByText('Numbers from 1 to 31').waitFor()
    await dialog.getByLabel('Days of the month').fill('1, 15')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const changed = page.getByRole('row').filter({ hasText: 'On day 1 and 15 of each month' })
    await changed.getByRole('button', { name: `Change ${HOSTILE}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete this watch?' })
    await window.assertSound()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No watches yet').waitFor()
    await window.close()
  })

  it('lists what has changed in words, the words of strangers harmless, with the scan behind it', async () => {
    const tenant = await dashboard.api.makeTenant()
    const toscan = memberOf(tenant)
    const { watch_id } = await toscan.watches.create({ profile_urls: [NADIA], schedule: { every: 'day' } })
    const [scan] = await seedScans(dashboard.api.opened.db, tenant.orgId, [{ profile_url: NADIA }])
    const paid = pageOf({ url: 'https://fansly.com/nadia', kind: 'paid_profile' })
    const later = scanOf({ recommendation: 'review_high', bio: HOSTILE, pages: [paid] })
    await insertChange(dashboard.api.opened.db, {
      change_id: newId('chg'),
      org_id: tenant.orgId,
      watch_id,
      scan_id: scan?.scan_id ?? '',
      before_scan_id: null,
      url: NADIA,
      recommendation: 'review_high',
      risk_score: 80,
      changes: compareScans(scanOf({ mode: 'quick', bio: 'Paints harbours.' }), later),
    })
    const window = await watchesOf(tenant)
    const { page } = window
    const card = page.getByRole('region', { name: 'What changed lately' })
    await card.getByText('No flags before, review high now').waitFor()
    await card.getByText('New link to a paid site: hxxps://fansly[.]com/nadia').waitFor()
    await card.getByText('It may be older').waitFor()
    await card.getByText(HOSTILE).waitFor()
    await window.assertSound()
    await card.getByRole('link', { name: 'nadia', exact: true }).click()
    await page.waitForURL(`**/scans/${scan?.scan_id}`)
    await page.getByRole('link', { name: 'Watched' }).waitFor()
    await window.close()
  })

  it('is entered from a report, whose scan the first one is compared with', async () => {
    const tenant = await dashboard.api.makeTenant()
    const [scan] = await seedScans(dashboard.api.opened.db, tenant.orgId, [{ profile_url: NADIA }])
    const window = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}/scans/${scan?.scan_id}`)
    const { page } = window
    await page.getByRole('button', { name: 'Watch this profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Watch this profile' })
    await dialog.getByText('The next scan is compared with this one.').waitFor()
    await window.assertSound()
    await dialog.getByText('Every day', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
    await page.getByRole('link', { name: 'Watched' }).click()
    await page.getByRole('row').filter({ hasText: 'Every day at' }).waitFor()
    const [watch] = (await memberOf(tenant).watches.list().firstPage()).watches
    assert.ok((watch?.next_run_at ?? '') > (watch?.created_at ?? ''), 'not at once')
    await window.assertSound()
    await window.close()
  })

  it('says what failed and offers to try again', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.memberPerson, '/icon.svg')
    const { page } = window
    await page.route('**/api/v2/org/watches**', (route) =>
      route.fulfill({ status: 403, json: { detail: 'Not today' } }),
    )
    await page.goto(`/o/${tenant.orgId}/watches`)
    await page.getByRole('alert').getByText('Not today').waitFor()
    await page.getByText('Nothing has changed yet').waitFor()
    await window.assertSound()
    await page.unroute('**/api/v2/org/watches**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No watches yet').waitFor()
    await window.close()
  })
})
