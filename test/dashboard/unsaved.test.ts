import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Tenant } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

describe('what is not saved', () => {
  const dashboard = withDashboard()

  async function open(path: string, tenant?: Tenant) {
    const of = tenant ?? (await dashboard.api.makeTenant())
    const window = await dashboard.open(of.adminPerson, `/o/${of.orgId}${path}`)
    return { window, page: window.page, tenant: of }
  }

  it('of the policy is asked about before another page takes its place, and by the browser before the document goes', async () => {
    const { page, window } = await open('/criteria')
    const chosen = page.getByRole('button', { name: /^Link chain reaches a booking directory, here/ })
    await chosen.click()
    await page.getByRole('option', { name: 'Off' }).click()
    await page.getByText('1 not saved yet').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await dialog.getByText('Changes of the policy: escort_directory_link').waitFor()
    await window.assertSound()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await chosen.getByText('Off').waitFor()
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', (question) => {
        resolve(question.type())
        void question.dismiss()
      }),
    )
    const leaving = page.reload({ timeout: 5000 }).catch(() => {})
    assert.equal(await asked, 'beforeunload')
    await leaving
    await chosen.getByText('Off').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  })

  it('of a new criterion is asked about, and not once it is saved', async () => {
    const { page } = await open('/criteria/new')
    await page.getByLabel('Name').fill('Courses resold')
    await page.getByRole('link', { name: 'All criteria' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await dialog.getByText('The criterion Courses resold').waitFor()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await page.getByLabel('Phrases').fill('copies of the lantern course')
    await page.getByLabel('Of a hundred hits').fill('90')
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.getByRole('heading', { name: 'Courses resold', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'All criteria' }).click()
    await page.getByRole('heading', { name: 'Criteria', level: 1 }).waitFor()
  })

  it('of a dialog is not lost by Escape or a click beside it', async () => {
    const { page, window } = await open('/settings')
    const dialog = page.getByRole('dialog', { name: 'How you review' })
    const openIt = () => page.getByRole('button', { name: 'Change how you review' }).click()
    await openIt()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await openIt()
    await dialog.getByLabel('Reasons, one in a line').fill('Ours')
    await page.mouse.click(5, 5)
    await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'))
    await page.keyboard.press('Escape')
    await dialog.getByText('Escape once more, or Cancel, drops what you changed here.').waitFor()
    await window.assertSound()
    assert.equal(await dialog.getByLabel('Reasons, one in a line').inputValue(), 'Ours')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})
