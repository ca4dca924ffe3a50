import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freePort } from '../support/free-port.ts'
import { type Issuer, startIssuer } from '../support/oidc-server.ts'
import { PASSWORD, type Tenant } from '../support/start-api.ts'
import type { Dashboard, WindowPage } from './open-dashboard.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the dashboard, signing in', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  before(async () => {
    tenant = await dashboard.api.makeTenant()
  })

  async function fillIn(page: Awaited<ReturnType<Dashboard['open']>>['page'], password: string) {
    await page.getByLabel('E-mail').fill(tenant.adminPerson.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('asks who is there, and leads to the address that was asked for', async () => {
    const window = await dashboard.open(null, `/o/${tenant.orgId}?from=a-link`)
    const { page } = window
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await window.assertSound()
    await fillIn(page, PASSWORD)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).search, '?from=a-link')
    await window.assertSound()
    await window.close()
  })

  it('does not say which of both was wrong', async () => {
    const window = await dashboard.open(null)
    await fillIn(window.page, 'not the password')
    await window.page.getByRole('alert').getByText('E-mail or password is not right.').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('ends in every tab of this browser with a sign-out in one, and shows nothing more there', async () => {
    const window = await dashboard.openByPassword(tenant.adminPerson, `/o/${tenant.orgId}/history`)
    const { page } = window
    const other = await window.context.newPage()
    await other.goto(`/o/${tenant.orgId}/team`)
    await other.getByText(tenant.memberPerson.email).first().waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await other.getByText(tenant.memberPerson.email).count(), 0)
    await window.close()
  })

  it('keeps no token where scripts of another page load could find it', async () => {
    const window = await dashboard.openByPassword(tenant.adminPerson)
    await window.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const kept = await window.page.evaluate(
      () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + document.cookie,
    )
    assert.doesNotMatch(kept, /ses_|session_token/)
    await window.close()
  })

  it('leads to the guide, beside what somebody is at', async () => {
    const window = await dashboard.open(tenant.adminPerson)
    const [guide] = await Promise.all([
      window.page.waitForEvent('popup'),
      window.page.getByRole('link', { name: 'Guide' }).click(),
    ])
    await guide.getByRole('heading', { name: 'The Toscan guide' }).waitFor()
    await window.close()
  })

  it('is light or dark as a person wants, and stays so', async () => {
    const window = await dashboard.open(tenant.adminPerson)
    const { page } = window
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByLabel('Appearance').selectOption('dark')
    const isDark = () =>
      page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(13, 16, 22)')
    await isDark()
    await page.reload()
    await page.getByLabel('Appearance').waitFor()
    await isDark()
    await window.close()
  })

  it('signs out', async () => {
    const window = await dashboard.open(tenant.adminPerson)
    const { page } = window
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await window.close()
  })

  it('asks again over the page when the sign-in has ended, and then goes on reading', async () => {
    const window = await dashboard.open(tenant.adminPerson)
    const { page, context } = window
    await page.getByText('scans, no limit').waitFor()
    await context.clearCookies()
    // The token is good for a quarter of an hour: the service forgets it now.
    await page.route('**/api/v2/org/usage', (route) =>
      route.fulfill({ status: 401, json: { detail: 'Invalid session token' } }),
    )
    await window.clock.install()
    await window.clock.fastForward(20 * 60_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await window.assertSound()
    await page.unroute('**/api/v2/org/usage')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('scans, no limit').waitFor()
    await window.close()
  })

  it('opens a link in the organization that it belongs to', async () => {
    const other = await dashboard.api.makeOrg()
    const both = await dashboard.api.makeUser(tenant.orgId)
    await sql`
      insert into auth_member (id, "organizationId", "userId", role, "createdAt")
      values ('mem_two', ${other}, ${both.userId}, 'member', now())`.execute(dashboard.api.opened.db)
    const window = await dashboard.open(both, `/o/${other}`)
    const { page } = window
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    assert.ok(page.url().endsWith(`/o/${other}`))
    await window.assertSound()
    await page.getByLabel('Organization').selectOption(tenant.orgId)
    await page.waitForURL(`**/o/${tenant.orgId}`)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await window.close()
  })

  it('says so when a link belongs to an organization of others', async () => {
    const foreign = await dashboard.api.makeOrg()
    const window = await dashboard.open(tenant.adminPerson, `/o/${foreign}`)
    await window.page.getByRole('heading', { name: 'You are not a member' }).waitFor()
    await window.assertSound()
    await window.close()
  })
})

describe('the dashboard, signing in with an account of the company', () => {
  let issuer: Issuer
  const dashboard = withDashboard(async () => {
    const port = await freePort()
    issuer = await startIssuer([`http://127.0.0.1:${port}/api/auth/callback/company`])
    return {
      PORT: String(port),
      TOSCAN_OIDC_ISSUER: issuer.url,
      TOSCAN_OIDC_CLIENT_ID: 'toscan',
      TOSCAN_OIDC_CLIENT_SECRET: 'secret of the client',
      TOSCAN_OIDC_NAME: 'Studio accounts',
    }
  })
  let orgId: string
  before(async () => {
    issuer.accounts.set('ana', { sub: 'ana', email: 'ana@studio.example', email_verified: true })
    issuer.accounts.set('bo', { sub: 'bo', email: 'bo@studio.example', email_verified: true })
    orgId = await dashboard.api.makeOrg()
    await dashboard.api.makeUser(orgId, 'member', 'ana@studio.example')
  })
  after(() => issuer?.close())

  async function through(page: WindowPage, sub: string) {
    await page.getByRole('button', { name: 'Continue with Studio accounts' }).click()
    await page.getByPlaceholder('Enter any login').fill(sub)
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  it('leads there, and back to the page that was asked for', async () => {
    const { page, ...window } = await dashboard.open(null, `/o/${orgId}?from=a-link`)
    await page.getByRole('button', { name: 'Continue with Studio accounts' }).waitFor()
    await window.assertSound()
    await through(page, 'ana')
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).search, '?from=a-link')
    await window.close()
  })

  it('says why somebody may not come in', async () => {
    const { page, ...window } = await dashboard.open(null)
    await through(page, 'bo')
    await page.getByText('You have no account here. Ask an administrator for an invitation.').waitFor()
    await window.close()
  })
})
