import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { seedScans } from '../support/seed-scans.ts'
import type { WindowPage } from './open-dashboard.ts'
import { openHistory, tenantWith } from './open-history.ts'
import { withDashboard } from './with-dashboard.ts'

/** As much in every column as there may be. */
const LONG_WINDED = {
  profile_url: `https://www.instagram.example/${'a-long-way/'.repeat(20)}`,
  recommendation: 'review_medium',
  risk_score: 55,
  confidence: 'medium',
} as const
const FORMULA = '=HYPERLINK("https://evil.example","a")'

describe('the history', () => {
  const dashboard = withDashboard()

  it('says what it is for where there is nothing', async () => {
    const { tenant } = await tenantWith(dashboard, [])
    const window = await openHistory(dashboard, tenant)
    await window.page.getByText('No scans yet').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('shows the newest first and loads more at the end, with no total that nobody knows', async () => {
    const { tenant, rows } = await tenantWith(
      dashboard,
      Array.from({ length: 45 }, (_, index) => (index === 43 ? LONG_WINDED : {})),
    )
    await sql`
      update scan_reviews set decision = 'false_alarm', decided_by = ${tenant.adminPerson.userId}, decided_by_email = 'somebody.with.a.long.name@agency.example', decided_at = now(),
                              reason_codes = '{age_identity_inconsistency_of_long_name, other}'
       where scan_id = ${rows[43]?.scan_id ?? ''}::uuid`.execute(dashboard.api.opened.db)
    const window = await openHistory(dashboard, tenant)
    const { page } = window
    await page.getByText('20 loaded').waitFor()
    assert.match((await rowTexts(page))[0] ?? '', /creator-44/)
    await window.assertSound()
    for (const width of [1440, 1280, 1024, 900]) {
      await page.setViewportSize({ width, height: 860 })
      const hidden = await page.evaluate(() =>
        [document.documentElement, document.querySelector('[role=group][aria-label=Scans]')].map((element) =>
          element ? element.scrollWidth - element.clientWidth : -1,
        ),
      )
      assert.deepEqual(hidden, [0, 0], `${width}: something is out of sight`)
    }
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('40 loaded').waitFor()
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('45 loaded, no more').waitFor()
    assert.equal((await rowTexts(page)).length, rows.length)
    await window.close()
  })

  it('filters by the API’s own names, in the address and from it', async () => {
    const { tenant } = await tenantWith(dashboard, [
      { recommendation: 'review_high', risk_score: 91, profile_url: 'https://hub.example/lena' },
      { recommendation: 'review_low', risk_score: 22, profile_url: 'https://hub.example/mara' },
      { recommendation: 'review_high', risk_score: 80, scan_mode: 'quick' },
      { status: 'failed' },
    ])
    const window = await openHistory(dashboard, tenant)
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
    const { tenant } = await tenantWith(dashboard, [{}])
    const window = await openHistory(dashboard, tenant, '?from_date=2026-02-30')
    const said = window.page.getByText('No such day: “2026-02-30”, as the first day.')
    await said.first().waitFor()
    const field = window.page.getByLabel('From (UTC day)')
    const id = await field.getAttribute('aria-describedby')
    assert.match((await window.page.locator(`[id="${id}"]`).textContent()) ?? '', /No such day/)
    await window.assertSound()
    await window.page.getByRole('button', { name: 'Without the first day' }).click()
    await window.page.getByText('1 loaded, no more').waitFor()
    await window.close()
  })

  it('offers to let go of each part of a filter that leaves nothing', async () => {
    const { tenant } = await tenantWith(dashboard, [{}])
    const window = await openHistory(dashboard, tenant, '?q=nobody&scan_mode=deep')
    await window.page.getByText('No scans match').waitFor()
    await window.assertSound()
    await window.page.getByRole('button', { name: 'Without the search' }).click()
    await window.page.getByText('1 loaded, no more').waitFor()
    assert.equal(new URL(window.page.url()).search, '?scan_mode=deep')
    await window.close()
  })

  it('keeps the list while the service fails, and takes it up again', async () => {
    const { tenant } = await tenantWith(
      dashboard,
      Array.from({ length: 25 }, () => ({})),
    )
    const window = await openHistory(dashboard, tenant)
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
    const { tenant, rows } = await tenantWith(dashboard, [{}, { status: 'processing' }, {}])
    const window = await openHistory(dashboard, tenant, '', true)
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
    await window.settled()
    await window.clock.runFor(6000)
    await page.getByRole('button', { name: '1 new scan' }).waitFor()
    const after = await rowTexts(page)
    assert.deepEqual(after.map(nameIn), before.map(nameIn))
    assert.match(after[1] ?? '', /High.*88/)
    await window.clock.runFor(15_000)
    await page.getByRole('status').getByText('1 scan finished, 1 high').waitFor()
    await page.getByRole('button', { name: '1 new scan' }).click()
    await page.getByText('4 loaded, no more').waitFor()
    assert.match((await rowTexts(page))[0] ?? '', /newcomer/)
    await window.close()
  })

  it('names the step that each running scan is at', async () => {
    const { tenant, rows } = await tenantWith(dashboard, [
      { status: 'processing' },
      { status: 'processing', processing_started_at: '2026-03-01T10:00:01.000000+00:00' },
      {},
    ])
    const window = await openHistory(dashboard, tenant, '', true)
    const { page } = window
    const [waiting, started] = ['creator-0', 'creator-1'].map((name) =>
      page.getByRole('row').filter({ hasText: name }),
    )
    await waiting?.getByText('Waiting for a slot').waitFor()
    await started?.getByText('Profile data').waitFor()
    await window.assertSound()
    await dashboard.api.opened.pool.query(
      `update scans set status = 'completed', processing_completed_at = now() where scan_id = $1`,
      [rows[1]?.scan_id],
    )
    await window.settled()
    await window.clock.runFor(6000)
    await started?.getByText('Completed').waitFor()
    await started?.getByText('Profile data').waitFor({ state: 'detached' })
    await window.close()
  })

  it('asks nothing while updates are paused', async () => {
    const { tenant } = await tenantWith(dashboard, [{ status: 'processing' }])
    const window = await openHistory(dashboard, tenant, '', true)
    const { page } = window
    await page.getByText('Running').waitFor()
    await page.getByRole('button', { name: 'Pause updates' }).click()
    // What was asked before may still be under way, and two minutes at once are more than it would wait.
    await window.settled()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/org/scans')) asked++
    })
    await window.clock.runFor(120_000)
    assert.equal(asked, 0)
    await page.getByRole('button', { name: 'Updates paused' }).click()
    const look = page.waitForRequest('**/org/scans**')
    await window.clock.runFor(6000)
    await look
    await window.close()
  })

  it('is worked by keys alone, unless somebody has switched them off', async () => {
    const { tenant, rows } = await tenantWith(dashboard, [{}, {}, {}])
    const window = await openHistory(dashboard, tenant)
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

  it('shows what strangers wrote as text that hides nothing and breaks nothing', async () => {
    const { tenant } = await tenantWith(dashboard, [
      { profile_url: 'https://hub.example/<img src=x onerror=alert(1)><script>alert(1)</script>' },
      { profile_url: 'https://hub.example/\u202egpj.exe' },
      { profile_url: `https://hub.example/${'a'.repeat(4000)}` },
      { profile_url: FORMULA },
      { profile_url: 'javascript:alert(1)' },
    ])
    const window = await openHistory(dashboard, tenant)
    await window.page.getByText('5 loaded').waitFor()
    await window.page.getByText('⟨U+202E⟩gpj.exe').first().waitFor()
    await window.page.getByText('<script>alert(1)</script>').waitFor()
    assert.equal(await window.page.locator('main script, main img').count(), 0)
    assert.equal(await window.page.locator('a[href^="javascript"], a[href^="http"]').count(), 0)
    await window.assertSound()
    await window.close()
  })

  it('says in words what is missing, and never calls it clean', async () => {
    const { tenant } = await tenantWith(dashboard, [
      { scan_mode: null, profile_url: 'https://hub.example/legacy' },
      { status: 'failed', profile_url: 'https://hub.example/failed' },
    ])
    const window = await openHistory(dashboard, tenant)
    // Wide enough for every column.
    await window.page.setViewportSize({ width: 1440, height: 860 })
    await window.page.getByText('Deep (legacy)').waitFor()
    const failed = window.page.getByRole('row').filter({ hasText: 'failed' })
    await failed.getByRole('cell', { name: 'Failed', exact: true }).waitFor()
    assert.equal(await failed.getByText('no report').count(), 1)
    await window.assertSound()
    await window.close()
  })

  it('turns into cards where there is no room for a table', async () => {
    const { tenant } = await tenantWith(dashboard, [
      { profile_url: `https://hub.example/${'long'.repeat(200)}` },
      {},
    ])
    const window = await openHistory(dashboard, tenant)
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

async function rowTexts(page: WindowPage): Promise<string[]> {
  return (await page.getByRole('row').allInnerTexts()).slice(1).map((text) => text.replace(/\s+/g, ' '))
}

function nameIn(text: string): string {
  return /creator-\d+/.exec(text)?.[0] ?? text
}
