import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Locator } from 'playwright-core'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import { until } from '../support/until.ts'
import { HOSTILE, PROFILE_URL, sampleReport, seedReport } from './seed-report.ts'
import { withDashboard } from './with-dashboard.ts'

describe('the report', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  let path: string
  let scanId: string
  before(async () => {
    tenant = await dashboard.api.makeTenant()
    scanId = (await seedReport(dashboard.api, tenant.orgId, dashboard.folder)).scan_id
    path = `/o/${tenant.orgId}/scans/${scanId}`
  })

  async function open(at = path, person = tenant.adminPerson) {
    const window = await dashboard.open(person, at)
    return window
  }
  const seedOne = async (scan: Parameters<typeof seedScans>[2][number]) => {
    const [seeded] = await seedScans(dashboard.api.opened.db, tenant.orgId, [scan])
    return `/o/${tenant.orgId}/scans/${seeded?.scan_id}`
  }

  it('says in one glance what the scan says, how sure it is, whom it saw, and that something was not seen', async () => {
    const window = await open()
    const { page } = window
    const says = async (place: Locator, parts: string[]) => {
      const text = (await place.textContent()) ?? ''
      for (const part of parts) assert.ok(text.includes(part), `${part}: ${text}`)
    }
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await verdict.getByText('Review: high').waitFor()
    await says(verdict, ['75', 'Live', 'High', '1 min 15 s', '3 gaps'])
    await page.getByRole('button', { name: 'Reveal', exact: true }).waitFor()
    // And whom it saw, in words that cannot turn the line round.
    const profile = page.getByRole('region', { name: 'Profile as it was read' })
    await profile.getByText(`Anabela Noite ${HOSTILE}`).waitFor()
    await says(profile, ['@anabela.noite', 'on instagram', '12,300 followers', 'Harbour⟨U+202E⟩, by night.'])
    assert.notEqual(await page.title(), 'it ran')
    await window.assertSound()
  })

  it('shows what was sent for a page and whose certificate answered, as it was signed', async () => {
    const certificate = {
      subject: `CN=${HOSTILE}`,
      issuer: 'CN=Harbour CA',
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_to: '2027-01-01T00:00:00.000Z',
      sha256: 'ab'.repeat(32),
    }
    const headers = { host: 'www.instagram.com', 'user-agent': 'Toscan/0.1' }
    const tls = { protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', certificate }
    const manifest = JSON.stringify({ captures: [{ ref: 'E1', exchange: { method: 'GET', headers, tls } }] })
    const { db } = dashboard.api.opened
    const window = await open(`${path}?tab=evidence`)
    const item = window.page.locator('[data-evidence="E1"]')
    await item.getByText('Request and certificate').click()
    await item.getByText('Not kept: another scan').waitFor()
    await sql`insert into scan_manifests (scan_id, org_id, manifest, signature, key_id)
      values (${scanId}, ${tenant.orgId}, ${manifest}, '', 'key')`.execute(db)
    const again = await open(`${path}?tab=evidence`)
    const signed = again.page.locator('[data-evidence="E1"]')
    await signed.getByText('Request and certificate').click()
    await signed.getByText('CN=Harbour CA').waitFor()
    const text = (await signed.textContent()) ?? ''
    for (const part of [
      'user-agent: Toscan/0.1',
      'TLSv1.3, TLS_AES_128_GCM_SHA256',
      HOSTILE,
      'ab'.repeat(32),
    ])
      assert.ok(text.includes(part), `${part}: ${text}`)
    assert.notEqual(await again.page.title(), 'it ran')
    await again.assertSound()
    await sql`delete from scan_manifests where scan_id = ${scanId}`.execute(db)
  })

  it('says nothing of it in scans of before it was kept, and nothing where nothing was read', async () => {
    const old = await open(await seedOne({}))
    await old.page.getByRole('region', { name: 'Verdict' }).waitFor()
    assert.equal(await old.page.getByRole('region', { name: 'Profile as it was read' }).count(), 0)
    const [known] = await seedScans(dashboard.api.opened.db, tenant.orgId, [{}])
    assert.ok(known?.report)
    const nothing = {
      name: null,
      platform: null,
      handle: null,
      bio: null,
      followers: null,
      verified: null,
      created: null,
      picture: null,
      read_at: null,
    }
    const hidden = await open(await seedOne({ report: { ...known.report, profile: nothing } }))
    await hidden.page.getByRole('region', { name: 'Verdict' }).waitFor()
    assert.equal(await hidden.page.getByRole('region', { name: 'Profile as it was read' }).count(), 0)
    await hidden.assertSound()
  })

  it('leads from the summary to the evidence, by mouse and by number', async () => {
    const { page } = await open(`${path}?tab=coverage`)
    await page
      .getByRole('region', { name: 'Why' })
      .getByRole('button', { name: 'Evidence E3' })
      .first()
      .click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E3')
    await page.keyboard.press('1')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E1')
    await page.keyboard.press('k')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E5')
  })

  it('is led to by a link to a piece of evidence, which a key copies there', async () => {
    const window = await open(`${path}#E3`)
    const { page } = window
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E3')
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.keyboard.press('k')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E2')
    await page.keyboard.press('c')
    await page.getByText('Copied').waitFor()
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#E2$/)
  })

  it('shows the words in the stored page, which is read and never run, and by what they were judged', async () => {
    const window = await open()
    const { page } = window
    await page.getByRole('button', { name: 'In context' }).first().click()
    const quote = page.locator('figure blockquote').filter({ hasText: 'rates on request' })
    await quote.waitFor()
    assert.equal(await quote.locator('mark').textContent(), 'Private bookings in Lisbon, rates')
    assert.notEqual(await page.title(), 'it ran')
    await window.assertSound()

    const report = sampleReport()
    const [judged] = report.findings[0]?.evidence ?? []
    assert.ok(judged)
    judged.resembles = {
      wording: 'roses are 300 for the hour',
      language: 'en',
      similarity: 0.41,
      families: ['escorts', 'price', 'meeting'],
    }
    await page.goto(new URL(await seedOne({ report }), page.url()).href)
    await page
      .getByText(
        'No rule names it; judged by words of escorts, price and meeting alone (the nearest known case: “roses are 300 for the hour”)',
      )
      .waitFor()
    await window.assertSound()
  })

  it('keeps pictures blurred until they are asked for', async () => {
    const window = await open()
    const { page } = window
    await page.getByAltText('Blurred screenshot of instagram.com').waitFor()
    await page.keyboard.press('r')
    const picture = page.getByAltText('Screenshot of instagram.com', { exact: true })
    await picture.waitFor()
    assert.equal(await picture.evaluate((image) => getComputedStyle(image).filter), 'none')
    await window.assertSound()
    await page.keyboard.press('r')
    await page.getByAltText('Blurred screenshot of instagram.com').waitFor()
  })

  it('shows what strangers wrote as text, in every tab', async () => {
    const window = await open()
    const { page } = window
    await page.getByText(`Anabela ${HOSTILE}`).first().waitFor()
    await page.getByText('Lisbon⟨U+202E⟩').waitFor()
    for (const tab of ['Link chain', 'Coverage', 'Deliveries', 'Details', 'Raw JSON']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel', { name: tab }).waitFor()
      await window.assertSound()
    }
    assert.notEqual(await page.title(), 'it ran')
  })

  it('opens pages of others only by way of a dialog, and never what is no web address', async () => {
    const window = await open()
    const { page } = window
    const targets = page.getByRole('region', { name: 'Look here first' })
    await targets.getByRole('listitem').nth(2).waitFor()
    assert.equal(await page.locator('main a[href^="http"]').count(), 0)
    assert.equal(
      await targets.getByRole('listitem').nth(2).getByRole('button', { name: 'Open safely' }).count(),
      0,
    )
    const opener = targets.getByRole('button', { name: 'Open safely' }).first()
    await opener.click()
    const dialog = page.getByRole('dialog')
    const link = dialog.getByRole('link', { name: 'Open in a new tab' })
    assert.equal(await link.getAttribute('href'), PROFILE_URL)
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
    await window.assertSound()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The focus returns.
    await page.locator(':focus').and(opener).waitFor()
  })

  it('draws the links as a tree that works by keyboard', async () => {
    const { page } = await open(`${path}?tab=chain`)
    const tree = page.getByRole('treegrid')
    await tree.waitFor()
    const levels = await tree
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-level')))
    assert.deepEqual(levels, ['1', '2', '3', '3'])
    await tree.getByRole('row').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E3')
  })

  it('names every gap in words', async () => {
    const { page } = await open(`${path}?tab=coverage`)
    const gaps = page.getByRole('region', { name: '3 gaps' })
    await gaps.waitFor()
    const text = (await gaps.textContent()) ?? ''
    for (const part of [
      'Links',
      'Outside search',
      'not set up in this deployment',
      'hxxps://gated[.]example/anabela',
    ])
      assert.ok(text.includes(part), `${part}: ${text}`)
  })

  it('exports the record as it is, and rows that no spreadsheet runs', async () => {
    const { page } = await open()
    const exported = async (kind: string) => {
      await page.getByRole('button', { name: 'Export' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: kind }).click(),
      ])
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
    }
    const json = await exported('JSON')
    assert.equal(json.name, `toscan-anabela.noite-${scanId.slice(-8)}.json`)
    assert.equal(JSON.parse(json.text).triage_report.risk_score, 75)
    const rows = (await exported('CSV')).text.split('\r\n')
    assert.equal(rows.length, 7)
    assert.ok(rows[3]?.includes(`"'=HYPERLINK(""https://evil.example"")"`), rows[3])
  })

  it('can be reviewed from beginning to end by keyboard', async () => {
    const window = await open()
    const { page } = window
    await page.getByRole('button', { name: 'Save decision' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await window.assertSound()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
    await page.keyboard.press('1')
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-evidence') === 'E1')
    const right = page
      .getByRole('group', { name: 'Is escort_offer right?' })
      .getByRole('button', { name: 'Right' })
    await right.focus()
    await page.keyboard.press('Enter')
    await page.getByText(`by ${tenant.adminPerson.email}`).waitFor()
    await page.keyboard.press('d')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Offers meetings')
    // Past the reasons of the organization, to the note.
    for (let keys = 0; keys < 20; keys += 1) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement?.tagName === 'TEXTAREA')) break
    }
    await page.keyboard.type('Seen on the directory, too.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: 'Decision' })
    await panel.getByText('Escalated').first().waitFor()
    await panel.getByText('Log', { exact: true }).click()
    await panel.getByText('Offers meetings').nth(1).waitFor()
    await window.assertSound()
    const stored = await dashboard.api.call('GET', `/api/v2/scans/${scanId}/review`, { token: tenant.member })
    assert.match(
      stored.text,
      /"decision":"escalated","reason":"Offers meetings","note":"Seen on the directory, too\."/,
    )
    assert.match(stored.text, /"code":"escort_offer","verdict":"accepted"/)
  })

  it('asks for a reason before it saves a decision', async () => {
    const other = await seedOne({ recommendation: 'review_low', risk_score: 21 })
    const window = await open(other)
    const { page } = window
    await page.getByRole('button', { name: 'Save decision' }).click()
    await page.getByText('Choose one of the three.').waitFor()
    const field = page.getByLabel(/^Reason/)
    const described = await field.getAttribute('aria-describedby')
    const texts = await page.evaluate(
      (ids) => ids?.split(' ').map((id) => document.getElementById(id)?.textContent),
      described,
    )
    assert.ok(texts?.includes('Say why, in a few words.'), String(texts))
    await window.assertSound()
  })

  it('overwrites nobody: who decided meanwhile is shown, and nothing typed is lost', async () => {
    const other = await seedOne({ recommendation: 'review_low', risk_score: 21 })
    const { page } = await open(other)
    await page.getByText('False alarm').click()
    await page.getByLabel(/^Reason/).fill('mine')
    const decideElsewhere = () =>
      dashboard.api.call('PUT', `/api/v2${other.replace(`/o/${tenant.orgId}`, '')}/review`, {
        token: tenant.member,
        body: { decision: { decision: 'cleared', reason: 'theirs' } },
      })
    // Who writes has the case to themselves, but for a computer that sleeps.
    await until(
      'it is held',
      async () => (await dashboard.clientOf(tenant.member).reviews.get(other.split('/').at(-1) ?? '')).claim,
    )
    assert.match((await decideElsewhere()).text, /is looking at it/)
    await sql`update scan_reviews set claimed_until = now() - interval '1 s' where org_id = ${tenant.orgId}`.execute(
      dashboard.api.opened.db,
    )
    assert.equal((await decideElsewhere()).status, 200)
    await page.getByRole('button', { name: 'Save decision' }).click()
    await page.getByText('Somebody decided meanwhile').waitFor()
    await page.getByText('theirs').first().waitFor()
    assert.equal(await page.getByLabel(/^Reason/).inputValue(), 'mine')
    // Who has been told may decide otherwise all the same.
    await page.getByRole('button', { name: 'Save decision' }).click()
    await page.getByRole('button', { name: 'Take back' }).waitFor()
    await page.getByText('mine', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('Somebody decided meanwhile').count(), 0)
  })

  it('takes nobody for somebody else: a decision whose answer was lost is the own one', async () => {
    const at = await seedOne({ recommendation: 'review_low', risk_score: 21 })
    const { page } = await open(at)
    await page.getByText('False alarm').click()
    await page.getByLabel(/^Reason/).fill('mine')
    let lost = false
    await page.route('**/review', async (route) => {
      if (route.request().method() !== 'PUT' || lost) return route.continue()
      lost = true
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Save decision' }).click()
    await page.getByText('You have decided already').waitFor()
    assert.equal(await page.getByText('Somebody decided meanwhile').count(), 0)
    await page.getByRole('button', { name: 'Save decision' }).click()
    await page.getByRole('button', { name: 'Take back' }).waitFor()
    await page.getByText('mine', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('You have decided already').count(), 0)
  })

  it('follows a scan from its queue to its report at one address', async () => {
    const at = await seedOne({
      status: 'processing',
      scan_mode: 'quick',
      created_at: new Date().toISOString(),
    })
    // Its looks are the test's to begin: two of them are ten seconds.
    const window = await open('/icon.svg')
    const { page } = window
    await window.clock.install()
    await page.goto(at)
    const look = async () => {
      await window.settled()
      await window.clock.runFor(5500)
    }
    const { db } = dashboard.api.opened
    const id = at.split('/').at(-1)
    await page.getByRole('heading', { name: 'Waiting for a slot' }).waitFor()
    await page.getByText('not part of a quick scan').first().waitFor()
    await window.assertSound()
    await sql`update scans set processing_started_at = now() where scan_id = ${id}`.execute(db)
    await look()
    await page.getByRole('heading', { name: 'Scanning' }).waitFor()
    await window.assertSound()
    await sql`update scans set status = 'failed', error = 'Profile could not be fetched: timeout', processing_completed_at = now()
              where scan_id = ${id}`.execute(db)
    await look()
    await page.getByRole('alert').getByText('Profile could not be fetched: timeout').waitFor()
    assert.ok(page.url().endsWith(at))
    await window.assertSound()
  })

  it('does not look again while updates are paused', async () => {
    const at = await seedOne({ status: 'processing', created_at: new Date().toISOString() })
    // The clock has to be the test's before the page sets its first timer.
    const window = await open('/icon.svg')
    const { page } = window
    await window.clock.install()
    await page.goto(at)
    await page.getByRole('button', { name: 'Pause updates' }).click()
    await window.settled()
    let looks = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/v2/scans/')) looks++
    })
    await window.clock.runFor(60_000)
    assert.equal(looks, 0)
    await page.getByRole('button', { name: 'Resume updates' }).click()
    const look = page.waitForRequest('**/api/v2/scans/**')
    await window.clock.runFor(6000)
    await look
  })

  it('shows a report of which parts are missing', async () => {
    const at = await seedOne({
      status: 'completed',
      report: null,
      coverage: null,
      recommendation: null,
      scan_mode: null,
      is_banned: null,
    })
    const window = await open(at)
    await window.page.getByText('This scan has no report').waitFor()
    await window.assertSound()
  })

  it('says so when there is no such scan', async () => {
    const window = await open(`/o/${tenant.orgId}/scans/${randomUUID()}`)
    await window.page.getByRole('heading', { name: 'No such scan' }).waitFor()
    await window.assertSound()
    // Of an address that is nothing too, and the way on stays.
    await window.page.goto(`/o/${tenant.orgId}/nothing`)
    await window.page.getByRole('heading', { name: 'No such page', level: 1 }).waitFor()
    await window.page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  it('keeps the page and offers another try when the service fails', async () => {
    const window = await open(`/o/${tenant.orgId}`)
    const { page } = window
    await page.route(`**/api/v2/scans/${scanId}`, (route) =>
      route.fulfill({ status: 503, json: { detail: 'Service temporarily unavailable' } }),
    )
    await page.goto(path)
    await page.getByRole('alert').getByText('The scan could not be loaded').waitFor()
    await window.assertSound()
    await page.unroute(`**/api/v2/scans/${scanId}`)
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await page.getByText('Review: high').first().waitFor()
  })
})
