import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { allowReset } from '../../src/auth/reset-password.ts'
import { PASSWORD, type Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

const ANOTHER = 'another horse battery'

describe('passwords, in a browser', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  before(async () => {
    tenant = await dashboard.api.makeTenant()
  })

  const signIn = async (email: string, password: string) =>
    (
      await dashboard.api.call('POST', '/api/auth/sign-in/email', {
        body: { email, password },
        headers: { origin: dashboard.baseUrl },
      })
    ).status

  it('a link leads to a new password and in, and the page that was open elsewhere is out', async () => {
    const person = tenant.memberPerson
    const elsewhere = await dashboard.open(person)
    await elsewhere.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const { token } = await allowReset(dashboard.api.opened.db, person.userId)
    const window = await dashboard.open(null, `/reset#${token}`)
    const { page } = window
    await page.getByRole('heading', { name: 'New password' }).waitFor()
    await page.getByLabel('New password').fill('too short')
    assert.ok(await page.getByRole('button', { name: 'Change the password' }).isDisabled())
    await window.assertSound()
    await page.getByLabel('New password').fill(ANOTHER)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.getByText(person.email).first().waitFor()
    assert.deepEqual([await signIn(person.email, PASSWORD), await signIn(person.email, ANOTHER)], [401, 200])
    await elsewhere.page.reload()
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await window.close()
    await elsewhere.close()
  })

  it('a link that is used, or none at all, says what to do', async () => {
    const { token } = await allowReset(dashboard.api.opened.db, tenant.memberPerson.userId)
    await allowReset(dashboard.api.opened.db, tenant.memberPerson.userId)
    for (const path of [`/reset#${token}`, '/reset']) {
      const window = await dashboard.open(null, path)
      await window.page.getByText('Ask whoever runs the service for a new one.').waitFor()
      assert.equal(await window.page.getByRole('button').count(), 0)
      await window.assertSound()
      await window.close()
    }
  })

  it('the own one is changed with the old one, and the page goes on', async () => {
    const person = tenant.adminPerson
    const window = await dashboard.open(person, `/o/${tenant.orgId}/settings`)
    const { page } = window
    const card = page.getByRole('region', { name: 'My account' })
    await card.getByText(person.email).waitFor()
    await card.getByRole('button', { name: 'New password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change my password' })
    await dialog.getByLabel('Present password').fill('not the password')
    await dialog.getByLabel('New password').fill(ANOTHER)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await dialog.getByText('This is not the present password.').waitFor()
    await window.assertSound()
    await dialog.getByLabel('Present password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Change' }).click()

    await card.getByText('The password is changed. You stay signed in here, and nowhere else.').waitFor()
    await window.assertSound()
    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByText(tenant.memberPerson.email).waitFor()
    assert.equal(await signIn(person.email, ANOTHER), 200)
    await window.close()
  })
})
