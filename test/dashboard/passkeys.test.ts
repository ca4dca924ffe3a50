import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { CDPSession } from 'playwright-core'
import { allowReset } from '../../src/auth/reset-password.ts'
import { PASSWORD, type Person, type Tenant } from '../support/start-api.ts'
import { openDashboard, type Window } from './open-dashboard.ts'
import { withDashboard } from './with-dashboard.ts'

/** Browsers bind passkeys to a name: the service has to be reached by one. */
describe('passkeys', () => {
  const dashboard = withDashboard(async () => {
    const port = await freePort()
    return { PORT: port, TOSCAN_PUBLIC_URL: `http://localhost:${port}` }
  })
  let tenant: Tenant
  before(async () => {
    tenant = await dashboard.api.makeTenant()
  })

  const settingsOf = (person: Person) => dashboard.openByPassword(person, `/o/${tenant.orgId}/settings`)
  const passkeysOf = async ({ userId }: Person) => {
    const { rows } = await sql<{ name: string }>`
      select name from auth_passkey where "userId" = ${userId} order by "createdAt"`.execute(
      dashboard.api.opened.db,
    )
    return rows.map(({ name }) => name)
  }

  async function addPasskey({ page }: Window, name: string) {
    const card = page.getByRole('region', { name: 'My account' })
    await card.getByLabel('Name of a new one').fill(name)
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    return card
  }

  async function signOut({ page }: Window) {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }

  it('are added in the settings, sign in without a password, and are removed', async () => {
    const person = tenant.adminPerson
    const window = await settingsOf(person)
    const { page } = window
    await authenticatorOf(window)
    const card = page.getByRole('region', { name: 'My account' })
    await card.getByText('None. With one,').waitFor()
    await window.assertSound()
    await addPasskey(window, 'work <b>laptop</b>')
    await card.getByRole('listitem').getByText('work <b>laptop</b>').first().waitFor()
    await window.assertSound()
    // The device has one of this account already.
    await addPasskey(window, 'again')
    await card.getByText('This device has a passkey of this account already.').waitFor()
    assert.deepEqual(await passkeysOf(person), ['work <b>laptop</b>'])

    await signOut(window)
    await window.assertSound()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await card.getByText(person.email).waitFor()
    await card.getByRole('button', { name: /^Remove/ }).click()
    await card.getByText('None. With one,').waitFor()

    await signOut(window)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('alert').getByText('This passkey is not known here, or no longer.').waitFor()
    const { rows: told } = await dashboard.api.opened.pool.query(
      `select action, after::text from audit_log where subject = $1 and chain = $2 and action ~ 'passkey|sign' order by seq`,
      [person.userId, tenant.orgId],
    )
    assert.deepEqual(
      told.map(({ action, after }) => [action, after]),
      [
        ['sign_in', '{"way":"password"}'],
        ['passkey.add', null],
        ['sign_out', null],
        ['sign_in', '{"way":"passkey"}'],
        ['passkey.remove', null],
        ['sign_out', null],
      ],
    )
    await window.assertSound()
    await window.close()
  })

  it('are nothing that anybody must have: saying no leaves the password', async () => {
    const window = await dashboard.open(null)
    const { page } = window
    const { session, authenticatorId } = await authenticatorOf(window)
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('status').getByText('No passkey was used.').waitFor()
    await window.assertSound()
    await page.getByLabel('E-mail').fill(tenant.memberPerson.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await window.close()
  })

  it('do not count where the device has not made sure who holds it', async () => {
    const person = tenant.memberPerson
    const window = await settingsOf(person)
    const { page } = window
    const { session, authenticatorId } = await authenticatorOf(window)
    await addPasskey(window, 'phone')
    await page.getByRole('listitem').getByText('phone').first().waitFor()
    await signOut(window)
    // A page of somebody else's making asks for less than ours does.
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    const status = await page.evaluate(`(async () => {
      const options = await (await fetch('/api/auth/passkey/generate-authenticate-options')).json()
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: 'discouraged' })
      const response = (await navigator.credentials.get({ publicKey })).toJSON()
      const answer = await fetch('/api/auth/passkey/verify-authentication', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ response }),
      })
      return answer.status
    })()`)
    assert.equal(status, 401)
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await window.close()
  })

  it('go when the password is set anew: they may be those of whoever had got in', async () => {
    const person = tenant.memberPerson
    assert.deepEqual(await passkeysOf(person), ['phone'])
    const { token } = await allowReset(dashboard.api.opened.db, person.userId)
    await dashboard.api.call('POST', '/api/v2/password-reset/finish', { body: { token, password: PASSWORD } })
    assert.deepEqual(await passkeysOf(person), [])
  })

  it('take a recent sign-in to be added', async () => {
    const person = tenant.adminPerson
    const window = await settingsOf(person)
    await authenticatorOf(window)
    await sql`update auth_session set "createdAt" = now() - interval '2 days' where "userId" = ${person.userId}`.execute(
      dashboard.api.opened.db,
    )
    await addPasskey(window, 'late')
    await window.page.getByText('You signed in more than a day ago.').waitFor()
    await window.assertSound()
    assert.deepEqual(await passkeysOf(person), [])
    await window.close()
  })

  it('are not offered where a browser would refuse them, and their routes are closed there', async () => {
    const byAddress = await openDashboard()
    try {
      const someone = await byAddress.api.makeTenant()
      const window = await byAddress.open(null)
      await window.page.getByRole('button', { name: 'Sign in' }).waitFor()
      assert.equal(await window.page.getByRole('button', { name: /passkey/ }).count(), 0)
      const { status } = await byAddress.api.call('GET', '/api/auth/passkey/generate-authenticate-options')
      assert.equal(status, 404)
      await window.close()
      const settings = await byAddress.open(someone.adminPerson, `/o/${someone.orgId}/settings`)
      await settings.page.getByRole('region', { name: 'My account' }).waitFor()
      assert.equal(await settings.page.getByText('Passkeys').count(), 0)
      await settings.close()
    } finally {
      await byAddress.close()
    }
  })
})

/** A device that knows who holds it, and says yes. */
async function authenticatorOf(window: Window): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await window.openSession()
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

function freePort(): Promise<string> {
  const probe = createServer()
  return new Promise((resolve, reject) =>
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(String(port)))
    }),
  )
}
