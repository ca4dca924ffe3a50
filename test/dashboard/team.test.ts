import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { field, PASSWORD, type Person, type Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the team', () => {
  const dashboard = withDashboard()

  async function teamOf(tenant: Tenant, person: Person = tenant.adminPerson) {
    const window = await dashboard.open(person, `/o/${tenant.orgId}/team`)
    await window.page.getByRole('table', { name: 'People' }).waitFor()
    return window
  }

  /** Invites in the browser and gives the link. */
  async function invite(tenant: Tenant, email: string): Promise<string> {
    const window = await teamOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByLabel('E-mail').fill(email)
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    const once = page.getByRole('dialog', { name: 'The invitation' })
    const link = (await once.locator('[data-secret]').textContent()) ?? ''
    await window.assertSound()
    await once.getByRole('checkbox', { name: 'I have stored it' }).check()
    await once.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('table', { name: 'Open invitations' }).getByText(email).waitFor()
    await window.assertSound()
    await window.close()
    assert.ok(link.startsWith(`${dashboard.baseUrl}/invite#`), link)
    return link.slice(dashboard.baseUrl.length)
  }

  it('shows who is there, hostile names too, and guards the last administrator', async () => {
    const tenant = await dashboard.api.makeTenant()
    await sql`update auth_user set name = ${`<img src=x onerror=alert(1)>\u202e${'long'.repeat(1000)}`}
               where id = ${tenant.memberPerson.userId}`.execute(dashboard.api.opened.db)
    const window = await teamOf(tenant)
    const { page } = window
    await page.getByText('The last administrator stays').waitFor()
    await window.settled()
    assert.equal(await page.locator('main img').count(), 0)
    await window.assertSound()
    await window.close()
  })

  it('makes an administrator, who can then be left alone by the first', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await teamOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: `Make an administrator: ${tenant.memberPerson.email}` }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Make an administrator?' })
    await dialog.waitFor()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Make an administrator' }).click()
    await page.getByRole('button', { name: 'Leave the organization' }).click()
    const leave = page.getByRole('alertdialog', { name: 'Leave the organization?' })
    await leave.waitFor()
    await window.assertSound()
    await leave.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'No organization yet' }).waitFor()
    await window.close()
    const members = await dashboard.api.call('GET', '/api/v2/org/members', {
      token: await dashboard.api.makeSession(tenant.memberPerson, tenant.orgId),
    })
    assert.equal((field(members, 'members') as unknown[]).length, 1)
  })

  it('says so when somebody else has made it impossible meanwhile', async () => {
    const tenant = await dashboard.api.makeTenant()
    const second = await dashboard.api.makeUser(tenant.orgId, 'admin')
    const window = await teamOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: 'Leave the organization' }).waitFor()
    await dashboard.api.call('DELETE', `/api/v2/org/members/${second.userId}`, { token: tenant.admin })
    await page.getByRole('button', { name: 'Leave the organization' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('alert').getByText('This is the last administrator of the organization').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('lets an invited person make an account and come in', async () => {
    const tenant = await dashboard.api.makeTenant()
    const link = await invite(tenant, 'nora@example.org')
    const window = await dashboard.open(null, link)
    const { page } = window
    await page.getByText(/Join/).first().waitFor()
    await window.assertSound()
    await page.getByLabel('Name').fill('Nora')
    await page.getByLabel(/New password/).fill('correct horse')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/o/${tenant.orgId}`)
    await window.close()
    const again = await dashboard.open(null, link)
    await again.page.getByText(/This link has been used/).waitFor()
    await again.assertSound()
    await again.close()
  })

  it('lets somebody with an account come in by their password', async () => {
    const tenant = await dashboard.api.makeTenant()
    const other = await dashboard.api.makeTenant()
    const link = await invite(tenant, other.memberPerson.email)
    const window = await dashboard.open(null, link)
    const { page } = window
    await page.getByLabel(/Password of your account/).fill('wrong password')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('alert').getByText('You have not joined').waitFor()
    await window.assertSound()
    await page.getByLabel(/Password of your account/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/o/${tenant.orgId}`)
    await window.close()
  })

  it('withdraws an invitation, whose link then opens nothing', async () => {
    const tenant = await dashboard.api.makeTenant()
    const link = await invite(tenant, 'olga@example.org')
    const window = await teamOf(tenant)
    await window.page.getByRole('button', { name: 'Withdraw the invitation of olga@example.org' }).click()
    await window.page.getByText('None.', { exact: true }).waitFor()
    await window.close()
    const opened = await dashboard.open(null, link)
    await opened.page.getByText(/This link has been used/).waitFor()
    await opened.close()
  })

  it('shows members who is there, and lets them do nothing but leave', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await teamOf(tenant, tenant.memberPerson)
    const { page } = window
    await page.getByText(/Admin role required/).waitFor()
    await window.settled()
    assert.equal(await page.getByRole('button', { name: /Invite|Make |Remove/ }).count(), 0)
    await page.getByRole('button', { name: 'Leave the organization' }).waitFor()
    await window.assertSound()
    await window.close()
  })
})
