import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { field } from '../support/start-api.ts'
import { until } from '../support/until.ts'
import { openHistory, tenantWith } from './open-history.ts'
import { tenantWithCases } from './open-queue.ts'
import { withDashboard } from './with-dashboard.ts'

describe('Enter in the field of a dialog', () => {
  const dashboard = withDashboard()

  it('makes an API key', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/api-keys`)
    const { page } = window
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create an API key' })
    await dialog.getByLabel('Name').fill('Night batch')
    await dialog.getByLabel('Name').press('Enter')
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
    await window.close()
  })

  it('invites', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/team`)
    const { page } = window
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail').press('Enter')
    await dialog.getByLabel('E-mail').fill('nora@example.org')
    await dialog.getByLabel('E-mail').press('Enter')
    await page.getByRole('dialog').getByText(/once/i).first().waitFor()
    await window.close()
  })

  it('sets the default callback', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/webhooks`)
    const { page } = window
    await page.getByRole('button', { name: 'Set an address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Default callback' })
    await dialog.getByLabel('Address').fill('https://1.1.1.1/hook')
    await dialog.getByLabel('Address').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const settings = await dashboard.api.call('GET', '/api/v2/org/settings', { token: tenant.key })
    assert.equal(field(settings, 'default_callback_url'), 'https://1.1.1.1/hook')
    await window.close()
  })
})

describe('without a network', () => {
  const dashboard = withDashboard()

  it('a filter shows no wrong rows: it fails, says so, and offers to try again', async () => {
    const { tenant } = await tenantWith(dashboard, [{}, {}, {}])
    const window = await openHistory(dashboard, tenant)
    const { page, context } = window
    await page.getByRole('row').nth(1).waitFor()
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await page.getByLabel('Search address or username').fill('nobody-has-this')
    const failure = page.getByRole('alert').or(page.getByText('The scans could not be loaded'))
    await failure.first().waitFor()
    assert.equal(await page.getByRole('cell').count(), 0)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('The scans could not be loaded').waitFor({ state: 'detached' })
    await page.getByText('You are offline').waitFor({ state: 'detached' })
    await window.close()
  })

  it('a change is refused at once and not sent later', async () => {
    const { tenant, rows } = await tenantWith(dashboard, [{ recommendation: 'review_high', risk_score: 80 }])
    const scanId = rows[0]?.scan_id ?? ''
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/scans/${scanId}`)
    const { page, context } = window
    // What is decided with comes after the report.
    const clear = page.getByRole('radio', { name: /^Clear/ })
    await clear.waitFor()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
    })
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await clear.check()
    await page.getByLabel(/^Reason/).fill('Seen it')
    await page.getByRole('button', { name: 'Save decision' }).click()
    await page.getByText('There was no network. Nothing was sent').waitFor()
    const before = sent.length
    await context.setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'detached' })
    await window.settled()
    assert.equal(sent.length, before)
    await window.close()
  })
})

describe('a screen whose files do not come', () => {
  const dashboard = withDashboard()

  it('leaves the navigation and what was typed, and can be asked for again', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, `/o/${tenant.orgId}/scan`)
    const { page } = window
    await page.getByRole('textbox').first().fill('https://platform.example/u/mara')
    let isBlocked = true
    await page.route(/webhooks-page.*\.js/, (route) => (isBlocked ? route.abort() : route.continue()))
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('This screen could not be loaded').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    isBlocked = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Scan', exact: true }).click()
    await until(
      'what was typed is there',
      async () => (await page.getByRole('textbox').first().inputValue()) !== '',
    )
    assert.equal(await page.getByRole('textbox').first().inputValue(), 'https://platform.example/u/mara')
    await window.close()
  })
})

describe('an address that asks for what there is not', () => {
  const dashboard = withDashboard()

  it('says on every screen what that is, and leads on without it', async () => {
    const { tenant } = await tenantWithCases(dashboard, 1)
    const screens = [
      [
        '/review?recommendation=bogus&order_by=age',
        '“bogus”, as the recommendation',
        'Without the recommendation',
      ],
      ['/webhooks?from=yesterday&status=failed', '“yesterday”, as the beginning', 'Without the beginning'],
      ['/audit?to=2026-99-99&action=key.create', '“2026-99-99”, as the end', 'Without the end'],
      ['/history?decision=perhaps&q=creator', '“perhaps”, as the decision', 'Without the decision'],
    ] as const
    const window = await dashboard.open(tenant.adminPerson, '/icon.svg')
    const { page } = window
    for (const [path, words, wayOut] of screens) {
      await page.goto(`/o/${tenant.orgId}${path}`)
      const alert = page.getByRole('alert').filter({ hasText: words })
      await alert.waitFor()
      await window.settled()
      if (path.startsWith('/review')) {
        await page.getByRole('button', { name: /“bogus”/ }).waitFor()
        await window.assertSound()
      }
      await alert.getByRole('button', { name: wayOut }).click()
      await alert.waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).search, `?${path.split('&')[1]}`)
    }
    // What is chosen is shown as chosen, known or not.
    await page.goto(`/o/${tenant.orgId}/review?reason_code=gone_code`)
    await page.getByRole('button', { name: /“gone_code”/ }).waitFor()
    await page.getByText('Nothing waits', { exact: true }).waitFor()
  })
})
