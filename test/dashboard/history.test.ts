import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type SeededScan, seedScans } from '../support/seed-scans.ts'
import { field, type Tenant } from '../support/start-api.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

const FORMULA = '=HYPERLINK("https://evil.example","a")'

describe('the history', () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard()
  })
  after(() => dashboard.close())

  /** With `clock` the time of the page is the test's; it has to be there before the page sets its first timer. */
  async function historyOf(tenant: Tenant, query = '', clock = false) {
    const path = `/o/${tenant.orgId}/history${query}`
    const window = await dashboard.open(tenant.adminPerson, clock ? '/icon.svg' : path)
    if (clock) {
      await window.page.clock.install()
      await window.page.goto(path)
    }
    await window.page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
    return window
  }

  async function tenantWith(scans: Partial<SeededScan>[]) {
    const tenant = await dashboard.api.makeTenant()
    const rows = await seedScans(dashboard.api.opened.db, tenant.orgId, scans)
    return { tenant, rows }
  }

  it('says what it is for where there is nothing', async () => {
    const { tenant } = await tenantWith([])
    const window = await historyOf(tenant)
    await window.page.getByText('No scans yet').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('shows the newest first and loads more at the end, with no total that nobody knows', async () => {
    const { tenant, rows } = await tenantWith(Array.from({ length: 45 }, () => ({})))
    const window = await historyOf(tenant)
    const { page } = window
    await page.getByText('20 loaded').waitFor()
    assert.match((await rowTexts(page))[0] ?? '', /creator-44/)
    await window.assertSound()
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('40 loaded').waitFor()
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('45 loaded, no more').waitFor()
    assert.equal((await rowTexts(page)).length, rows.length)
    await window.close()
  })

  it('filters by the API’s own names, in the address and from it', async () => {
    const { tenant } = await tenantWith([
      { recommendation: 'review_high', risk_score: 91, profile_url: 'https://hub.example/lena' },
      { recommendation: 'review_low', risk_score: 22, profile_url: 'https://hub.example/mara' },
      { recommendation: 'review_high', risk_score: 80, scan_mode: 'quick' },
      { status: 'failed' },
    ])
    const window = await historyOf(tenant)
    const { page } = window
    await page.getByText('4 loaded, no more').waitFor()
    await page.getByRole('checkbox', { name: 'High' }).check()
    await page.getByText('2 loaded, no more').waitFor()
    await page.getByText('Only completed scans are listed').waitFor()
    await page.getByRole('button', { name: /Order/ }).click()
    await window.assertSound()
    await page.getByRole('option', { name: 'Lowest risk first' }).click()
    await page.getByLabel('Search address or username').fill('LENA')
    await page.getByText('1 loaded, no more').waitFor()
    const query = new URL(page.url()).search
    assert.equal(query, '?recommendation=review_high&sort_by=risk_score&sort_order=asc&q=LENA')
    await page.reload()
    await page.getByText('1 loaded, no more').waitFor()
    assert.equal(await page.getByRole('checkbox', { name: 'High' }).isChecked(), true)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('4 loaded, no more').waitFor()
    await window.close()
  })

  it('says beside the field what the service cannot use', async () => {
    const { tenant } = await tenantWith([{}])
    const window = await historyOf(tenant, '?from_date=2026-02-30')
    const said = window.page.getByText('from_date is not a valid calendar date')
    await said.first().waitFor()
    const field = window.page.getByLabel('From (UTC day)')
    const id = await field.getAttribute('aria-describedby')
    assert.match((await window.page.locator(`[id="${id}"]`).textContent()) ?? '', /valid calendar date/)
    await window.assertSound()
    await window.close()
  })

  it('offers to let go of each part of a filter that leaves nothing', async () => {
    const { tenant } = await tenantWith([{}])
    const window = await historyOf(tenant, '?q=nobody&scan_mode=deep')
    await window.page.getByText('No scans match').waitFor()
    await window.assertSound()
    await window.page.getByRole('button', { name: 'Without the search' }).click()
    await window.page.getByText('1 loaded, no more').waitFor()
    assert.equal(new URL(window.page.url()).search, '?scan_mode=deep')
    await window.close()
  })

  it('keeps the list while the service fails, and takes it up again', async () => {
    const { tenant } = await tenantWith(Array.from({ length: 25 }, () => ({})))
    const window = await historyOf(tenant)
    const { page } = window
    await page.getByText('20 loaded').waitFor()
    await page.route('**/api/v2/org/scans**', (route) =>
      route.fulfill({ status: 400, json: { detail: 'Invalid cursor' } }),
    )
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByRole('alert').getByText('Invalid cursor').waitFor()
    assert.equal((await rowTexts(page)).length, 20)
    await window.assertSound()
    await page.unroute('**/api/v2/org/scans**')
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('25 loaded, no more').waitFor()
    await window.close()
  })

  it('changes rows in place, and lets new ones wait for the reader', async () => {
    const { tenant, rows } = await tenantWith([{}, { status: 'processing' }, {}])
    const window = await historyOf(tenant, '', true)
    const { page } = window
    await page.getByText('Running').waitFor()
    const before = await rowTexts(page)
    const running = rows[1]?.scan_id
    await dashboard.api.opened.pool.query(
      `update scans set status = 'completed', recommendation = 'review_high', risk_score = 88, confidence = 'high',
              processing_completed_at = now(), report = (select report from scans where scan_id = $2) where scan_id = $1`,
      [running, rows[0]?.scan_id],
    )
    await seedScans(dashboard.api.opened.db, tenant.orgId, [
      { profile_url: 'https://example.com/newcomer', created_at: '2026-03-02T00:00:00.000000+00:00' },
    ])
    await page.clock.runFor(6000)
    await page.getByRole('button', { name: '1 new scan' }).waitFor()
    const after = await rowTexts(page)
    assert.deepEqual(after.map(nameIn), before.map(nameIn))
    assert.match(after[1] ?? '', /High.*88/)
    await page.clock.runFor(15_000)
    await page.getByRole('status').getByText('1 scan finished, 1 high').waitFor()
    await page.getByRole('button', { name: '1 new scan' }).click()
    await page.getByText('4 loaded, no more').waitFor()
    assert.match((await rowTexts(page))[0] ?? '', /newcomer/)
    await window.close()
  })

  it('asks nothing while updates are paused', async () => {
    const { tenant } = await tenantWith([{ status: 'processing' }])
    const window = await historyOf(tenant, '', true)
    const { page } = window
    await page.getByText('Running').waitFor()
    await page.getByRole('button', { name: 'Pause updates' }).click()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/org/scans')) asked++
    })
    await page.clock.runFor(120_000)
    assert.equal(asked, 0)
    await page.getByRole('button', { name: 'Updates paused' }).click()
    await page.clock.runFor(6000)
    assert.ok(asked > 0)
    await window.close()
  })

  it('is worked by keys alone, unless somebody has switched them off', async () => {
    const { tenant, rows } = await tenantWith([{}, {}, {}])
    const window = await historyOf(tenant)
    const { page } = window
    await page.getByText('3 loaded').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('jx')
    assert.equal(await page.getByLabel('Search address or username').inputValue(), 'jx')
    await page.getByText('No scans match').waitFor()
    await page.getByLabel('Search address or username').fill('')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => rows.some((row) => url.pathname.endsWith(`/scans/${row.scan_id}`)))
    await page.goBack()
    await page.getByText('2 selected').waitFor()

    await page.evaluate(() => localStorage.setItem('toscan.single-keys', 'off'))
    await page.reload()
    await page.getByText('3 loaded').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('Select loaded').waitFor()
    await page.evaluate(() => localStorage.removeItem('toscan.single-keys'))
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.pathname.endsWith('/scan'))
    await window.close()
  })

  it('exports everything that a filter leaves, and nothing that a spreadsheet would run', async () => {
    const { tenant } = await tenantWith([
      ...Array.from({ length: 230 }, () => ({ recommendation: 'review_high' as const, risk_score: 90 })),
      { recommendation: 'review_high', risk_score: 99, profile_url: FORMULA },
      { recommendation: 'no_flags' },
    ])
    const window = await historyOf(tenant, '?recommendation=review_high')
    const { page } = window
    await page.getByText('20 loaded').waitFor()
    await page.getByRole('button', { name: 'Whole filter' }).click()
    await page.getByRole('menuitem', { name: /Export all/ }).waitFor()
    await window.assertSound()
    await page.getByRole('menuitem', { name: /Export all/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Export every scan of this filter' })
    await dialog.getByLabel('File name').fill('highs')
    await dialog.getByRole('checkbox', { name: 'confidence' }).uncheck()
    await window.assertSound()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).click()
    const download = await saved
    assert.equal(download.suggestedFilename(), 'highs.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    assert.equal(
      lines[0],
      '\ufeffscan_id,profile_url,status,scan_mode,submitted_at,completed_at,recommendation,risk_score',
    )
    assert.equal(lines.length, 1 + 231)
    assert.ok(lines.some((line) => line.includes(`"'=HYPERLINK(""https://evil.example"",""a"")"`)))
    await dialog.getByText('231 scans were exported.').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('goes on with an export where it failed', async () => {
    const { tenant } = await tenantWith(Array.from({ length: 250 }, () => ({})))
    const window = await historyOf(tenant)
    const { page } = window
    let pages = 0
    await page.route('**/api/v2/org/scans?**limit=100**', (route) =>
      ++pages === 2 ? route.fulfill({ status: 400, json: { detail: 'Not now' } }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Whole filter' }).click()
    await page.getByRole('menuitem', { name: /Export all/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Format/ }).click()
    await page.getByRole('option', { name: 'JSON' }).click()
    await dialog.getByRole('button', { name: 'Export' }).click()
    await dialog.getByText('Stopped after 100 scans').waitFor()
    await window.assertSound()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Go on' }).click()
    const read: unknown = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
    assert.ok(Array.isArray(read))
    assert.equal(new Set(read.map((row) => row.scan_id)).size, 250)
    assert.equal(pages, 4)
    await window.close()
  })

  it('scans again what is selected, and says what did not fit into the day', async () => {
    const tenant = await dashboard.api.makeTenant(2)
    await seedScans(dashboard.api.opened.db, tenant.orgId, [{}, {}, {}])
    const window = await historyOf(tenant)
    const { page } = window
    await page.getByRole('checkbox', { name: 'Select loaded' }).check()
    await page.getByRole('button', { name: 'Rescan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Scan the selected profiles again' })
    await dialog.getByText('3 different profiles. 2 scans are left today.').waitFor()
    await dialog.getByText('More than is left today').waitFor()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Scan 3 profiles' }).click()
    await dialog.getByText('2 profiles are queued').waitFor()
    await dialog.getByText('1 did not fit into today’s limit.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('3 selected').waitFor()
    const usage = await dashboard.api.call('GET', '/api/v2/org/usage', { token: tenant.key })
    assert.equal(field(usage, 'used'), 2)
    await window.close()
  })

  it('counts a whole filter before it orders anything, and can be stopped', async () => {
    const { tenant } = await tenantWith(Array.from({ length: 150 }, () => ({})))
    const window = await historyOf(tenant)
    const { page } = window
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v2/org/scans?**after=**', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: 'Whole filter' }).click()
    await page.getByRole('menuitem', { name: /Rescan all/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Count them' }).click()
    await dialog.getByText('100 scans read so far').waitFor()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    release()
    await dialog.getByRole('button', { name: 'Go on counting' }).click()
    await dialog.getByRole('button', { name: 'Scan 150 profiles' }).waitFor()
    const usage = await dashboard.api.call('GET', '/api/v2/org/usage', { token: tenant.key })
    assert.equal(field(usage, 'used'), 0)
    await window.close()
  })

  it('keeps views of its own in this browser, as links', async () => {
    const { tenant } = await tenantWith([{ recommendation: 'review_high', risk_score: 90 }, {}])
    const window = await historyOf(tenant, '?recommendation=review_high')
    const { page } = window
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this filter' })
    await dialog.getByLabel('Name').fill('Highs <b>of</b> mine')
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'All' }).click()
    await page.getByText('2 loaded').waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Highs <b>of</b> mine' }).click()
    await page.getByText('1 loaded').waitFor()
    assert.equal(new URL(page.url()).search, '?recommendation=review_high')
    await page.getByRole('button', { name: 'Remove this view' }).click()
    await page.getByRole('button', { name: 'Save view' }).waitFor()
    await window.close()
  })

  it('shows what strangers wrote as text that hides nothing and breaks nothing', async () => {
    const { tenant } = await tenantWith([
      { profile_url: 'https://hub.example/<img src=x onerror=alert(1)><script>alert(1)</script>' },
      { profile_url: 'https://hub.example/\u202egpj.exe' },
      { profile_url: `https://hub.example/${'a'.repeat(4000)}` },
      { profile_url: FORMULA },
      { profile_url: 'javascript:alert(1)' },
    ])
    const window = await historyOf(tenant)
    await window.page.getByText('5 loaded').waitFor()
    await window.page.getByText('⟨U+202E⟩gpj.exe').waitFor()
    await window.page.getByText('<script>alert(1)</script>').waitFor()
    assert.equal(await window.page.locator('main script, main img').count(), 0)
    assert.equal(await window.page.locator('a[href^="javascript"], a[href*="hub.example"]').count(), 0)
    await window.assertSound()
    await window.close()
  })

  it('says in words what is missing, and never calls it clean', async () => {
    const { tenant } = await tenantWith([
      { scan_mode: null, profile_url: 'https://hub.example/legacy' },
      { status: 'failed', profile_url: 'https://hub.example/failed' },
    ])
    const window = await historyOf(tenant)
    await window.page.getByText('Deep (legacy)').waitFor()
    const failed = window.page.getByRole('row').filter({ hasText: 'failed' })
    assert.equal(await failed.getByText('no report').count(), 2)
    await window.assertSound()
    await window.close()
  })

  it('turns into cards where there is no room for a table', async () => {
    const { tenant } = await tenantWith([{ profile_url: `https://hub.example/${'long'.repeat(200)}` }, {}])
    const window = await historyOf(tenant)
    const { page } = window
    await page.setViewportSize({ width: 320, height: 700 })
    await page.getByRole('list', { name: 'Scans' }).waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await window.assertSound()
    await window.close()
  })
})

async function rowTexts(page: Page): Promise<string[]> {
  return (await page.getByRole('row').allInnerTexts()).slice(1).map((text) => text.replace(/\s+/g, ' '))
}

function nameIn(text: string): string {
  return /creator-\d+/.exec(text)?.[0] ?? text
}
