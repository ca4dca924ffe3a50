import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { until } from '../support/until.ts'
import { openDashboard } from './open-dashboard.ts'
import { withDashboard } from './with-dashboard.ts'

describe('where the service has a mail server', () => {
  // Nobody sends here: what is in the outbox is what counts.
  const dashboard = withDashboard({
    TOSCAN_SMTP_URL: 'smtp://127.0.0.1:2525',
    TOSCAN_MAIL_FROM: 'toscan@example.org',
  })

  const mailsTo = async (recipient: string) => {
    const { rows } = await sql`select from mails where recipient = ${recipient}`.execute(
      dashboard.api.opened.db,
    )
    return rows.length
  }

  it('a link for a new password is asked for at the sign-in', async () => {
    const { memberPerson } = await dashboard.api.makeTenant()
    const window = await dashboard.open(null)
    const { page } = window
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Your e-mail', { exact: true }).fill(memberPerson.email)
    await window.assertSound()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('a link is on its way').waitFor()
    await window.assertSound()
    await until('the mail is in the outbox', async () => (await mailsTo(memberPerson.email)) === 1)
    await window.close()
  })

  it('an invitation says that it is on its way', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/team`)
    const { page } = window
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('nadia.mail@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('It is on its way to nadia.mail@example.org as well.').waitFor()
    await window.assertSound()
    await window.close()
  })
})

describe('where it has none', () => {
  it('the sign-in says whom to ask', async () => {
    const dashboard = await openDashboard()
    try {
      const window = await dashboard.open(null)
      const { page } = window
      await page.getByRole('button', { name: 'Forgot your password?' }).click()
      await page.getByLabel('Your e-mail', { exact: true }).fill('nadia@example.org')
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByText('This service sends no mail.').waitFor()
      await window.assertSound()
    } finally {
      await dashboard.close()
    }
  })
})
