import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { until } from '../support/until.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the palette and the keys of every page', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  let markId: string
  before(async () => {
    tenant = await dashboard.api.makeTenant()
    const [mark] = await seedScans(dashboard.api.opened.db, tenant.orgId, [
      { profile_url: 'https://hub.example/u/lena', recommendation: 'review_high', risk_score: 88 },
      { profile_url: 'https://hub.example/<script>alert(1)</script>' },
    ])
    markId = mark?.scan_id ?? ''
  })

  async function open(path = `/o/${tenant.orgId}/settings`, person = tenant.adminPerson) {
    const window = await dashboard.open(person, path)
    await window.page.getByRole('heading', { level: 1 }).waitFor()
    return window
  }

  async function openPalette(path?: string) {
    const window = await open(path)
    const { page } = window
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search and commands' })
    const field = dialog.getByRole('combobox')
    await field.waitFor()
    return { window, page, dialog, field, options: dialog.getByRole('option') }
  }

  it('goes to a place by the beginning of its name, by keys alone', async () => {
    const { window, page, dialog, options } = await openPalette()
    assert.ok((await options.count()) > 8)
    await window.assertSound()
    await page.keyboard.type('we')
    await options
      .first()
      .and(options.filter({ hasText: /^Webhooks/ }))
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  it('opens by its button, closes by Escape, and gives the focus back', async () => {
    const { page } = await open()
    const button = page.getByRole('button', { name: 'Search' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Search and commands' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator(':focus').and(button).waitFor()
  })

  it('finds scans by a part of their address, and shows what strangers wrote as text', async () => {
    const { window, page, field, options } = await openPalette()
    await field.fill('hub.example')
    await options.filter({ hasText: 'script>' }).waitFor()
    await window.assertSound()
    await options.filter({ hasText: 'lena' }).click()
    await page.waitForURL(`**/scans/${markId}`)
    await page.getByRole('heading', { name: 'lena', level: 1 }).waitFor()
  })

  it('opens a scan by its id', async () => {
    const { window, page, field, options } = await openPalette()
    await field.fill(` ${markId} `)
    await until('there are two ways on', async () => (await options.count()) === 2)
    await window.assertSound()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/scans/${markId}`)
  })

  it('says that there is no such scan, and still offers to look through the history', async () => {
    const { window, page, dialog, field } = await openPalette()
    await field.fill('nobody of this name')
    await dialog.getByText('1 found, no scan among them').waitFor()
    await window.assertSound()
    await page.keyboard.press('Enter')
    await page.getByText('No scans match').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('q'), 'nobody of this name')
  })

  it('says so when scans cannot be looked for, and goes on with everything else', async () => {
    const { window, page, dialog, field, options } = await openPalette()
    await page.route('**/api/v2/org/scans?**', (route) =>
      route.fulfill({ status: 400, json: { detail: 'Not now' } }),
    )
    await field.fill('team')
    await dialog.getByRole('alert').getByText('Not now').waitFor()
    await window.assertSound()
    await options.filter({ hasText: /^Team/ }).click()
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
  })

  it('scans an address that is pasted, once, and keeps it when that is refused', async () => {
    const { window, page, dialog, field, options } = await openPalette()
    let sent = 0
    await page.route('**/api/v2/scans/*', (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      sent++
      return sent === 1 ? route.fulfill({ status: 400, json: { detail: 'Not this one' } }) : route.continue()
    })
    await field.fill('https://platform.example/u/mara')
    await options.filter({ hasText: 'quick' }).click()
    await dialog.getByRole('alert').getByText('Not this one').waitFor()
    assert.equal(await field.inputValue(), 'https://platform.example/u/mara')
    await window.assertSound()
    await field.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'mara', level: 1 }).waitFor()
    assert.equal(sent, 2)
  })

  it('leaves alone what somebody was about to submit', async () => {
    const { page } = await open(`/o/${tenant.orgId}/scan`)
    const addresses = page.getByLabel(/^Profile addresses/)
    await addresses.fill('https://platform.example/u/later')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('https://platform.example/u/now')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'now', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Scan', exact: true }).click()
    await addresses.waitFor()
    assert.equal(await addresses.inputValue(), 'https://platform.example/u/later')
  })

  it('switches the organization and the theme', async () => {
    const other = await dashboard.api.makeOrg()
    const both = await dashboard.api.makeUser(tenant.orgId)
    await sql`
      insert into auth_member (id, "organizationId", "userId", role, "createdAt")
      values (${randomUUID()}, ${other}, ${both.userId}, 'member', now())`.execute(dashboard.api.opened.db)
    const { page } = await open(`/o/${tenant.orgId}`, both)
    const dialog = page.getByRole('dialog', { name: 'Search and commands' })
    await page.keyboard.press('Control+k')
    await dialog.getByRole('combobox').fill('dark')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await dialog.getByRole('combobox').fill('switch organization')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/o/${other}`)
  })

  it('goes to places by g and a letter, and lists the keys', async () => {
    const window = await open()
    const { page } = window
    for (const [key, name] of [
      ['i', 'History'],
      ['w', 'Webhooks'],
      ['k', 'API keys'],
      ['t', 'Team'],
      ['b', 'Batches'],
      ['s', 'Scan'],
      ['h', 'Home'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('API keys').waitFor()
    await window.assertSound()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
  })

  it('takes no letter of somebody who types, nor any after the single keys are switched off', async () => {
    const { page } = await open(`/o/${tenant.orgId}/history`)
    const search = page.getByLabel('Search address or username')
    await search.focus()
    await page.keyboard.type('g w?')
    assert.equal(await search.inputValue(), 'g w?')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })

    await page.evaluate(() => localStorage.setItem('toscan.single-keys', 'off'))
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await page.keyboard.press('?')
    // What takes a modifier goes on working, and nothing else has happened by then.
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    assert.match(page.url(), /\/history/)
  })
})
