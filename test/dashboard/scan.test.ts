import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { seedScans } from '../support/seed-scans.ts'
import type { Tenant } from '../support/start-api.ts'
import type { Window } from './open-dashboard.ts'
import { withDashboard } from './with-dashboard.ts'

describe('submitting', () => {
  const dashboard = withDashboard()
  let tenant: Tenant
  before(async () => {
    tenant = await dashboard.api.makeTenant()
  })

  async function open(at = `/o/${tenant.orgId}/scan`, of = tenant) {
    const window = await dashboard.open(of.adminPerson, at)
    return window
  }
  const field = ({ page }: Window) => page.getByLabel(/^Profile addresses/)
  const scansOf = async (orgId: string) =>
    (
      await sql<{ profile_url: string; scan_mode: string; metadata: string }>`
        select profile_url, scan_mode, metadata from scans where org_id = ${orgId} order by created_at, batch_position`.execute(
        dashboard.api.opened.db,
      )
    ).rows

  it('starts one scan, with its metadata, and lands where its report will be', async () => {
    const window = await open()
    const { page } = window
    await field(window).fill('https://platform.example/u/mara')
    await page.getByText('Quick', { exact: true }).click()
    await page.getByText('Callback and metadata').click()
    await page.getByLabel('Metadata (JSON)').fill('{"case": 7}')
    await window.assertSound()
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByRole('heading', { name: 'mara', level: 1 }).waitFor()
    assert.match(page.url(), new RegExp(`/o/${tenant.orgId}/scans/[0-9a-f-]{36}$`))
    assert.deepEqual(await scansOf(tenant.orgId), [
      { profile_url: 'https://platform.example/u/mara', scan_mode: 'quick', metadata: '{"case":7}' },
    ])
    await page.goto(`/o/${tenant.orgId}/scan`)
    assert.equal(await field(window).inputValue(), '')
  })

  it('says which line is wrong and leads there, before anything is sent', async () => {
    const window = await open()
    const { page } = window
    await field(window).fill('https://a.example/1\nhtp://b.example\nhttps://a.example/1')
    await page.getByText('1 valid').waitFor()
    await page.getByText('1 repeated, left out').waitFor()
    await window.assertSound()
    await page.getByRole('button', { name: 'Line 2' }).click()
    const selected = await field(window).evaluate((area) =>
      area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : '',
    )
    assert.equal(selected, 'htp://b.example')
  })

  it('asks for an address, in words that belong to the field', async () => {
    const window = await open()
    await window.page.getByRole('button', { name: 'Start scan' }).click()
    await window.page.getByText('At least one address is needed.').waitFor()
    assert.ok(await field(window).evaluate((area) => area === document.activeElement))
    await window.assertSound()
  })

  it('takes a file', async () => {
    const window = await open()
    const { page } = window
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open a file' }).click(),
    ])
    await chooser.setFiles({
      name: 'creators.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,url\nMara,https://a.example/mara\nIna,https://b.example/ina\n'),
    })
    await page.getByRole('button', { name: 'Start 2 scans' }).waitFor()
  })

  it('shows the same request for programs', async () => {
    const window = await open()
    await field(window).fill('https://a.example/1\nhttps://a.example/2')
    const text = (await window.page.getByRole('region', { name: 'The same request' }).textContent()) ?? ''
    assert.ok(
      text.includes(`${dashboard.baseUrl}/api/v2/batch/deep`) && text.includes('toscan.batches.create'),
      text,
    )
  })

  it('brings what the service refuses to its field and keeps what was typed', async () => {
    const window = await open()
    const { page } = window
    await field(window).fill('https://a.example/1')
    await page.getByText('Callback and metadata').click()
    await page.getByLabel('Callback URL').fill('http://hooks.example/x')
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByText('The service refused this').waitFor()
    await page.getByText("URL scheme should be 'https'").waitFor()
    assert.equal(await field(window).inputValue(), 'https://a.example/1')
    await window.assertSound()
  })

  it('says what fits into the day before it submits, and keeps the tail', async () => {
    const limited = await dashboard.api.makeTenant(3)
    const window = await open(`/o/${limited.orgId}/scan`, limited)
    const { page } = window
    const urls = [1, 2, 3, 4, 5].map((number) => `https://a.example/${number}`)
    await field(window).fill(urls.join('\n'))
    await page.getByText('3 left today: the first 3 run, 2 stay in your list.').waitFor()
    await window.assertSound()
    await page.getByRole('button', { name: 'Submit 3 and keep 2' }).click()
    await page.getByText('2 profiles were not queued').waitFor()
    await window.assertSound()
    assert.deepEqual(
      (await scansOf(limited.orgId)).map((scan) => scan.profile_url),
      urls.slice(0, 3),
    )
    await page.getByRole('link', { name: 'Submit the remaining 2' }).click()
    await page.getByText('Left over from a batch').waitFor()
    assert.equal(await field(window).inputValue(), urls.slice(3).join('\n'))
    await page.getByText('Daily limit: 3 of 3 used.').waitFor()
    assert.ok(
      await page
        .getByRole('button', { name: 'Start 2 scans' })
        .or(page.getByRole('button', { name: /keep/ }))
        .isDisabled(),
    )
    await window.assertSound()
  })

  it('keeps the list when the day is used up in the same moment', async () => {
    const limited = await dashboard.api.makeTenant(1)
    const window = await open(`/o/${limited.orgId}/scan`, limited)
    const { page } = window
    await field(window).fill('https://a.example/late')
    await page.getByText('1 of 1 left today').waitFor()
    await dashboard.api.call('POST', '/api/v2/scan/quick', {
      token: limited.key,
      body: { profile_url: 'https://a.example/first' },
    })
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByText('Daily limit: 1 of 1 used', { exact: true }).waitFor()
    assert.equal(await field(window).inputValue(), 'https://a.example/late')
    await window.assertSound()
  })

  it('sends what may have arrived again under the same id only, and in the end keeps what was typed', async () => {
    const window = await open()
    const { page } = window
    const sent: string[] = []
    await page.route('**/api/v2/scans/*', (route) => {
      sent.push(`${route.request().method()} ${route.request().url()}`)
      return route.abort('connectionreset')
    })
    await field(window).fill('https://a.example/once')
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.getByText('It may have been done: look before you repeat it.').waitFor()
    assert.equal(sent.length, 3)
    assert.equal(new Set(sent).size, 1)
    assert.equal(await field(window).inputValue(), 'https://a.example/once')
  })

  describe('a batch', () => {
    it('shows how far it is and every profile, and ends without being asked', async () => {
      const { db } = dashboard.api.opened
      const batchId = randomUUID()
      await sql`insert into batches (batch_id, org_id, scan_mode, total_profiles, submitted_at)
                values (${batchId}, ${tenant.orgId}, 'deep', 3, now())`.execute(db)
      await seedScans(db, tenant.orgId, [
        { batch_id: batchId, batch_position: 0, recommendation: 'review_high', risk_score: 86 },
        { batch_id: batchId, batch_position: 1, status: 'failed' },
        { batch_id: batchId, batch_position: 2, status: 'processing' },
      ])
      const window = await open(`/o/${tenant.orgId}/batches/${batchId}`)
      const { page } = window
      await page.getByText('1 done · 1 failed · 1 running').waitFor()
      await window.assertSound()
      await sql`update scans set status = 'completed', processing_completed_at = now(), recommendation = 'no_flags', risk_score = 0
                where batch_id = ${batchId} and batch_position = 2`.execute(db)
      await page.getByRole('heading', { name: 'Finished' }).waitFor()
      await page.getByRole('button', { name: 'Rescan 1 failed' }).waitFor()
      await page.getByRole('button', { name: /Show/ }).click()
      await page.getByRole('option', { name: 'Failed' }).click()
      await page.getByRole('row').nth(1).getByText('Failed').waitFor()
      assert.equal(await page.getByRole('row').count(), 2)
      assert.match(page.url(), /\?show=failed$/)
      await window.assertSound()
    })

    it('says so when there is none', async () => {
      const window = await open(`/o/${tenant.orgId}/batches/${randomUUID()}`)
      await window.page.getByRole('heading', { name: 'No such batch' }).waitFor()
      await window.assertSound()
    })
  })
})
