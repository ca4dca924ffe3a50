import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Receiver, startReceiver } from '../jobs/service.ts'
import type { Person, Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

describe('notifications, in the settings', () => {
  const dashboard = withDashboard({ TOSCAN_EGRESS_ALLOW_WEBHOOKS: '127.0.0.1' })
  let receiver: Receiver
  before(async () => {
    receiver = await startReceiver()
  })
  after(async () => {
    await receiver.close()
  })

  const cardOf = async (tenant: Tenant, person: Person) => {
    const window = await dashboard.open(person, `/o/${tenant.orgId}/settings`)
    const card = window.page.getByRole('region', { name: 'Notifications' })
    await card.getByText('You, by mail:').waitFor()
    return { window, card, page: window.page }
  }

  it('are chosen by everybody for themselves', async () => {
    const tenant = await dashboard.api.makeTenant()
    const { window, card, page } = await cardOf(tenant, tenant.memberPerson)
    await card.getByText('You, by mail: nothing.').waitFor()
    await card.getByText('This service has no mail server').waitFor()
    assert.equal(await card.getByRole('button', { name: 'Add a channel' }).count(), 0)
    await card.getByRole('button', { name: 'Choose what you are told by mail' }).click()
    const dialog = page.getByRole('dialog', { name: 'What you are told by mail' })
    await dialog.getByRole('checkbox', { name: 'What has changed' }).check()
    await dialog.getByLabel('Cases that wait').fill('soon')
    await dialog.getByText('A whole number from 1 to 720').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled())
    await dialog.getByLabel('Cases that wait').fill('24')
    await dialog.getByText('Once a day', { exact: true }).click()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await card.getByText('You, by mail: changes and cases that wait 24 hours; once a day.').waitFor()
    await window.assertSound()
    const toscan = dashboard.clientOf(tenant.member)
    const { mine } = await toscan.notifications.get()
    assert.deepEqual(mine, { changes: true, high_risk: false, queue_hours: 24, pace: 'daily' })
    await window.close()
  })

  it('reach channels that administrators add and remove', async () => {
    const tenant = await dashboard.api.makeTenant()
    const { window, card, page } = await cardOf(tenant, tenant.adminPerson)
    await card.getByRole('button', { name: 'Add a channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a channel' })
    await dialog.getByLabel('Name').fill('Trust <b>team</b>')
    await dialog.getByLabel('Address of the incoming webhook').fill('https://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('private or reserved address').waitFor()
    await dialog.getByLabel('Address of the incoming webhook').fill('http://127.0.0.1:45678/secret')
    await dialog.getByText('Teams', { exact: true }).click()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await card.getByText('Trust <b>team</b>, Teams at 127.0.0.1:45678: changes; at once.').waitFor()
    assert.ok(!(await page.content()).includes('secret'))
    await window.assertSound()
    await card.getByRole('button', { name: /^Send a test message to/ }).click()
    await card.getByText('The test message was not taken: ').waitFor()
    await window.assertSound()
    await card.getByRole('button', { name: /^Change the channel/ }).click()
    const change = page.getByRole('dialog', { name: 'Change a channel' })
    await change.getByText('At 127.0.0.1:45678 now. Empty: it stays.').waitFor()
    await change.getByLabel('Name').fill('Duty')
    await change.getByLabel('Address of the incoming webhook').fill('https://10.0.0.1/hook')
    await change.getByRole('button', { name: 'Save' }).click()
    await change.getByText('private or reserved address').waitFor()
    await window.assertSound()
    await change.getByLabel('Address of the incoming webhook').fill(`${receiver.url}/hook`)
    await change.getByRole('checkbox', { name: /call for review/ }).check()
    await change.getByRole('button', { name: 'Save' }).click()
    const { host } = new URL(receiver.url)
    await card.getByText(`Duty, Teams at ${host}: changes and high risk; at once.`).waitFor()
    await card.getByRole('button', { name: 'Send a test message to Duty' }).click()
    await card.getByRole('status').getByText(`${host} took the test message.`).waitFor()
    assert.match(receiver.got[0]?.body.toString() ?? '', /AdaptiveCard/)
    await window.assertSound()
    await card.getByRole('button', { name: 'Remove the channel' }).click()
    await card.getByText('Trust').waitFor({ state: 'detached' })
    await window.close()
  })
})
