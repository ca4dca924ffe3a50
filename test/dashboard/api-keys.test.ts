import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { field, type Person, type Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the API keys', () => {
  const dashboard = withDashboard()

  async function keysOf(tenant: Tenant, person: Person = tenant.adminPerson, query = '') {
    const window = await dashboard.open(person, `/o/${tenant.orgId}/api-keys${query}`)
    await window.page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    return window
  }

  it('shows how a program would ask where there is none', async () => {
    const tenant = await dashboard.api.makeTenant()
    await sql`delete from api_keys where org_id = ${tenant.orgId}`.execute(dashboard.api.opened.db)
    const window = await keysOf(tenant)
    await window.page.getByText('No keys yet').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('shows a new key once, and lets go of it when somebody has stored it', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await keysOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create an API key' })
    await dialog.getByLabel('Name').fill('  import <b>job</b> ')
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Create' }).click()
    const once = page.getByRole('dialog', { name: 'Your new key' })
    const key = (await once.locator('[data-secret]').textContent()) ?? ''
    assert.match(key, /^sk_[0-9a-f]{64}$/)
    await page.keyboard.press('Escape')
    assert.equal(await once.getByRole('button', { name: 'Done' }).isDisabled(), true)
    await window.assertSound()
    await once.getByRole('checkbox', { name: 'I have stored it' }).check()
    await once.getByRole('button', { name: 'Done' }).click()
    await once.waitFor({ state: 'detached' })
    await page.getByText('import <b>job</b>').waitFor()
    assert.equal(await page.getByText(key).count(), 0)
    const answer = await dashboard.api.call('GET', '/api/v2/org/scans', { token: key })
    assert.equal(answer.status, 200)
    await page.reload()
    await page.getByText('import <b>job</b>').waitFor()
    assert.ok(!(await page.content()).includes(key))
    await window.close()
  })

  it('gives a key a limit when it is made, changes it, and takes it away', async () => {
    const tenant = await dashboard.api.makeTenant()
    await sql`delete from api_keys where org_id = ${tenant.orgId}`.execute(dashboard.api.opened.db)
    const window = await keysOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create an API key' })
    await dialog.getByLabel('Name').fill('import job')
    await dialog.getByLabel('Requests a minute').fill('many')
    await dialog.getByText('A number from 1 to 1,000,000, or nothing').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Create' }).isDisabled(), true)
    await dialog.getByLabel('Requests a minute').fill('1,200')
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Create' }).click()
    const once = page.getByRole('dialog', { name: 'Your new key' })
    await once.getByRole('checkbox', { name: 'I have stored it' }).check()
    await once.getByRole('button', { name: 'Done' }).click()
    await page.getByText('1,200').waitFor()
    const change = async (typed: string) => {
      await page.getByRole('button', { name: 'Change the limit of import job' }).click()
      const limit = page.getByRole('dialog', { name: 'Limit this key' })
      await limit.getByLabel('Requests a minute').fill(typed)
      await window.assertSound()
      await limit.getByRole('button', { name: 'Save' }).click()
      await limit.waitFor({ state: 'detached' })
    }
    await change('60')
    await page.getByText('60', { exact: true }).waitFor()
    await change('')
    await page.getByText('No limit').waitFor()
    await window.assertSound()
    await window.close()
    const asMember = await keysOf(tenant, tenant.memberPerson)
    await asMember.page.getByText('No limit').waitFor()
    assert.equal(
      await asMember.page.getByRole('button', { name: 'Change the limit of import job' }).count(),
      0,
    )
    await asMember.close()
  })

  it('revokes only when its last letters are typed while the key is in use', async () => {
    const tenant = await dashboard.api.makeTenant()
    await dashboard.api.call('GET', '/api/v2/org/scans', { token: tenant.key })
    const window = await keysOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: /^Revoke/ }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Revoke this key?' })
    await dialog.getByText('It is in use').waitFor()
    const revoke = dialog.getByRole('button', { name: 'Revoke' })
    assert.equal(await revoke.isDisabled(), true)
    await window.assertSound()
    await dialog.getByLabel(/Type its last four/).fill(tenant.key.slice(-4))
    await revoke.click()
    await page.getByText('No keys yet').waitFor()
    const answer = await dashboard.api.call('GET', '/api/v2/org/scans', { token: tenant.key })
    assert.equal(answer.status, 401)
    await page.getByRole('checkbox', { name: 'Show revoked' }).check()
    await page.getByText('Revoked 20').waitFor()
    assert.equal(new URL(page.url()).search, '?include_revoked=true')
    await window.assertSound()
    await window.close()
  })

  it('marks keys that nobody has used for ninety days', async () => {
    const tenant = await dashboard.api.makeTenant()
    await sql`update api_keys set created_at = now() - interval '91 days' where org_id = ${tenant.orgId}`.execute(
      dashboard.api.opened.db,
    )
    const window = await keysOf(tenant)
    await window.page.getByText('Unused for 90 days').waitFor()
    await window.page.getByText('Never').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('lets members revoke their own keys and says who can revoke the others', async () => {
    const tenant = await dashboard.api.makeTenant()
    const { userId: id, email } = tenant.memberPerson
    await dashboard.api.makeKey(tenant.orgId, { id, email })
    const window = await keysOf(tenant, tenant.memberPerson)
    await window.page.getByText('Its creator or an administrator can').waitFor()
    await window.settled()
    assert.equal(await window.page.getByRole('button', { name: /^Revoke/ }).count(), 1)
    await window.assertSound()
    await window.close()
  })

  it('says what failed and keeps what was typed', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await keysOf(tenant)
    const { page } = window
    await page.route('**/api/v2/org/api-keys', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { detail: 'API key limit reached' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('one too many')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('alert').getByText('API key limit reached').waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'one too many')
    await window.assertSound()
    const keys = await dashboard.api.call('GET', '/api/v2/org/api-keys', { token: tenant.admin })
    assert.equal((field(keys, 'api_keys') as unknown[]).length, 1)
    await window.close()
  })
})
