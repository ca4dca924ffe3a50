import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { recordAct } from '../../src/db/people/acts.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the audit trail', () => {
  const dashboard = withDashboard()

  const record = (orgId: string, subject: string, name: string) =>
    recordAct(
      dashboard.api.opened.db,
      {
        kind: 'person',
        id: `user_${name}`,
        name: `${name}@example.org`,
        address: '203.0.113.9',
        requestId: null,
      },
      {
        action: 'member.change',
        orgId,
        subject,
        before: { email: '<script>alert(1)</script>\u202e', role: 'member' },
        after: { email: '<script>alert(1)</script>\u202e', role: 'admin' },
      },
    )

  it('says who did what, is found from the team, filtered and exported', async () => {
    const tenant = await dashboard.api.makeTenant()
    await record(tenant.orgId, 'user_of_nora', 'nora')
    await record(tenant.orgId, 'user_of_\u202eomar', 'omar')
    const window = await dashboard.openByPassword(tenant.adminPerson, `/o/${tenant.orgId}/team`)
    const { page } = window
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await page.getByRole('heading', { level: 1, name: 'Audit trail' }).waitFor()
    const rows = page.getByRole('table', { name: 'Acts' }).getByRole('row')
    const nora = rows.filter({ hasText: 'user_of_nora' })
    await nora.getByText('Changed a role').waitFor()
    await nora.getByText('member → admin').waitFor()
    await nora.getByText('nora@example.org').waitFor()
    await nora.getByText('203.0.113.9').waitFor()
    await rows.filter({ hasText: 'Signed in' }).getByText(tenant.adminPerson.email).waitFor()
    await rows.filter({ hasText: 'Made the organization' }).getByText('Command line').waitFor()
    await window.assertSound()

    await page.getByLabel('Who (e-mail address or id)').fill('omar@example.org')
    await page.keyboard.press('Enter')
    await page.waitForURL(/actor=omar/)
    await nora.waitFor({ state: 'detached' })
    await window.settled()
    // One, and the head of the table.
    assert.equal(await rows.count(), 2)
    await page.getByRole('button', { name: 'What' }).click()
    await page.getByRole('option', { name: 'Created an API key' }).click()
    await page.getByText('No acts match').waitFor()
    await window.assertSound()
    await page.getByRole('button', { name: 'What' }).click()
    await page.getByRole('option', { name: 'All', exact: true }).click()
    await rows.filter({ hasText: 'Changed a role' }).waitFor()

    await page.getByRole('button', { name: 'Export…' }).click()
    await window.assertSound()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'JSON lines' }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'audit.ndjson')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).actor.name),
      ['omar@example.org'],
    )
    await window.close()
  })

  it('is more than a page, and says when it cannot be loaded', async () => {
    const tenant = await dashboard.api.makeTenant()
    for (let made = 0; made < 55; made++) await record(tenant.orgId, `user_${made}`, 'nora')
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/audit?actor=nora@example.org`)
    const { page } = window
    await page.getByText('50 loaded').waitFor()
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('55 loaded, no more').waitFor()
    await page.route('**/api/v2/org/audit*', (route) =>
      route.fulfill({ status: 500, body: '{"detail":"No"}' }),
    )
    await page.reload()
    await page.getByText('The acts could not be loaded').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('shows the whole of what an act was about, also where there is little room', async () => {
    const tenant = await dashboard.api.makeTenant()
    const subject = 'ae7be2c7-9b2c-46d9-9cbf-dff7c4a0e9d5'
    await record(tenant.orgId, subject, 'nora')
    const { page } = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/audit`)
    await page.setViewportSize({ width: 320, height: 256 })
    const shown = page.getByText(subject)
    await shown.waitFor()
    assert.deepEqual(await shown.evaluate((it) => it.scrollWidth - it.clientWidth), 0)
  })

  it('is not for members, who are told why', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.memberPerson, `/o/${tenant.orgId}/audit`)
    await window.page.getByText('Admin role required').waitFor()
    assert.equal(await window.page.getByRole('table').count(), 0)
    await window.assertSound()
    await window.close()
  })
})
