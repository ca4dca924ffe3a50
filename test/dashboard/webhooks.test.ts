import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { setDefaultCallbackUrl } from '../../src/db/organization/orgs.ts'
import { hostKeyOf, receiverHost } from '../../src/webhooks/receiver-host.ts'
import { seedScans } from '../support/seed-scans.ts'
import { type Person, type Tenant, textField } from '../support/start-api.ts'
import { withDashboard } from './with-dashboard.ts'

const HOSTILE_ANSWER = '<script>alert(1)</script>\u202egpj \u0007 =cmd()'

describe('the webhooks', () => {
  const dashboard = withDashboard({ TOSCAN_EGRESS_ALLOW: '127.0.0.1' })
  /** Takes what comes to `/good`, and refuses the rest with hostile words. */
  const receiver = createServer((request, response) => {
    request.resume()
    const isGood = request.url === '/good'
    response.writeHead(isGood ? 204 : 503).end(isGood ? undefined : HOSTILE_ANSWER)
  })
  let receiverUrl = ''
  before(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  })
  after(async () => {
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  })

  async function webhooksOf(tenant: Tenant, path = '', person: Person = tenant.adminPerson) {
    const window = await dashboard.open(person, `/o/${tenant.orgId}/webhooks${path}`)
    await window.page.getByRole('heading', { level: 1 }).waitFor()
    return window
  }

  async function tenantWith(deliveries: Partial<Seeded>[]) {
    const tenant = await dashboard.api.makeTenant()
    const [scan] = await seedScans(dashboard.api.opened.db, tenant.orgId, [{}])
    const ids: string[] = []
    for (const delivery of deliveries)
      ids.push(await seedDelivery(tenant.orgId, { scan_id: scan?.scan_id ?? null, ...delivery }))
    return { tenant, ids, scanId: scan?.scan_id ?? '' }
  }

  interface Seeded {
    scan_id: string | null
    url: string
    status: 'pending' | 'delivered' | 'failed' | 'skipped'
    attempt_count: number
    created_at: string
    reason: string | null
  }
  /** As the worker would have left it, without its attempts. */
  async function seedDelivery(orgId: string, delivery: Partial<Seeded>): Promise<string> {
    const id = `dlv_${randomUUID().replaceAll('-', '')}`
    const row = {
      scan_id: null,
      url: 'https://hooks.example/in',
      status: 'delivered',
      attempt_count: 1,
      created_at: new Date().toISOString(),
      reason: null,
      ...delivery,
    }
    await sql`
      insert into webhook_deliveries (delivery_id, webhook_id, org_id, scan_id, event_type, url, body, status, attempt_count, created_at, reason)
      values (${id}, ${`msg_${id}`}, ${orgId}, ${row.scan_id}, 'scan.completed', ${row.url}, '{"type":"scan.completed"}',
              ${row.status}, ${row.attempt_count}, ${row.created_at}::timestamptz, ${row.reason})`.execute(
      dashboard.api.opened.db,
    )
    return id
  }

  it('says what happens without a callback and without deliveries', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await webhooksOf(tenant)
    await window.page.getByText('No deliveries yet').waitFor()
    await window.page.getByText('No receivers yet').waitFor()
    await window.page.getByText(/None. Scans that name no callback/).waitFor()
    await window.page.getByText('None made').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('sets the default callback, and says under the field why an address is refused', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await webhooksOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: 'Set an address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Default callback' })
    const field = dialog.getByLabel('Address')
    await field.fill('https://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/Invalid callback URL/).waitFor()
    const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()))
    assert.match(texts.join(' '), /Invalid callback URL/)
    await window.assertSound()
    await field.fill(`${receiverUrl}/good`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('http://127.0.0.1').waitFor()
    const settings = await dashboard.api.call('GET', '/api/v2/org/settings', { token: tenant.key })
    assert.equal(textField(settings, 'default_callback_url'), `${receiverUrl}/good`)
    await window.close()
  })

  it('sends a test event and says what the receiver made of it, to the byte', async () => {
    const tenant = await dashboard.api.makeTenant()
    await setDefaultCallbackUrl(dashboard.api.opened.db, tenant.orgId, `${receiverUrl}/bad`)
    const window = await webhooksOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText('The receiver did not take it').waitFor()
    await page
      .getByText(/HTTP 503/)
      .first()
      .waitFor()
    await window.assertSound()
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('heading', { name: 'test', level: 1 }).waitFor()
    await page.getByText('None: a test event').waitFor()
    const answered = page.getByRole('group', { name: 'Response body of attempt 1' })
    assert.equal(await answered.textContent(), '<script>alert(1)</script>⟨U+202E⟩gpj ⟨U+0007⟩ =cmd()')
    assert.match(
      (await page.getByRole('group', { name: 'Request headers of attempt 1' }).textContent()) ?? '',
      /webhook-signature: v1,/,
    )
    const sent = page.getByRole('group', { name: 'Body that was sent' })
    assert.match((await sent.textContent()) ?? '', /^\{\n {2}"type": "test",\n/)
    await page.getByRole('button', { name: 'As it was sent' }).click()
    assert.match((await sent.textContent()) ?? '', /^\{"type":"test",/)
    await window.assertSound()
    await page.goBack()
    await page.getByRole('link', { name: 'test', exact: true }).waitFor()
    await window.close()
  })

  it('shows a test event that was sent while the list was still on its way', async () => {
    const tenant = await dashboard.api.makeTenant()
    await setDefaultCallbackUrl(dashboard.api.opened.db, tenant.orgId, `${receiverUrl}/bad`)
    const window = await dashboard.open(tenant.adminPerson, '/icon.svg')
    const { page } = window
    const sent = Promise.withResolvers<void>()
    await page.route(/\/org\/webhook-deliveries(?:\?|$)/, async (route) => {
      const answer = await route.fetch()
      await sent.promise
      // Whoever asked may want it no more.
      await route.fulfill({ response: answer }).catch(() => {})
    })
    await page.goto(`/o/${tenant.orgId}/webhooks`)
    const tested = page.waitForResponse(/\/org\/webhook-test$/)
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await (await tested).finished()
    sent.resolve()
    await page.getByRole('link', { name: 'test', exact: true }).waitFor({ timeout: 10_000 })
    await window.close()
  })

  it('replaces the secret after the name is typed, and shows the new one once', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await webhooksOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: 'Replace' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Replace the signing secret?' })
    const replace = dialog.getByRole('button', { name: 'Replace' })
    assert.equal(await replace.isDisabled(), true)
    await dialog.getByRole('button', { name: /signs along/ }).click()
    await page.getByRole('option', { name: 'One hour' }).click()
    await dialog.getByLabel(/Type the name/).fill('Test')
    await window.assertSound()
    await replace.click()
    const once = page.getByRole('dialog', { name: 'Your new signing secret' })
    const secret = (await once.locator('[data-secret]').textContent()) ?? ''
    assert.match(secret, /^whsec_/)
    await once.getByText(/the old secret signs too|no longer signs/).waitFor()
    await window.assertSound()
    await once.getByRole('checkbox', { name: 'I have stored it' }).check()
    await once.getByRole('button', { name: 'Done' }).click()
    await once.waitFor({ state: 'detached' })
    assert.ok(!(await page.content()).includes(secret))
    await window.close()
  })

  it('lists deliveries by state, scan and time, with the filter in the address', async () => {
    const { tenant, scanId } = await tenantWith([
      { status: 'failed', attempt_count: 10, created_at: '2026-03-01T10:00:00Z' },
      { status: 'pending', attempt_count: 2 },
      { status: 'pending', attempt_count: 0 },
      { status: 'skipped', reason: 'endpoint_disabled', attempt_count: 0 },
      { status: 'delivered', scan_id: null },
    ])
    const window = await webhooksOf(tenant)
    const { page } = window
    await page.getByText('5 loaded, no more').waitFor()
    const log = page.getByRole('table', { name: 'Webhook deliveries' })
    for (const word of ['Failed', 'Retrying', 'Waiting', 'Skipped', 'Delivered'])
      assert.equal(await log.getByText(word).count(), 1, word)
    await window.assertSound()
    await page.getByRole('button', { name: /State/ }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.getByText('1 loaded, no more').waitFor()
    await page.getByLabel('Scan id').fill(scanId)
    await page.keyboard.press('Enter')
    await page.getByLabel('Before (UTC)').fill('2026-03-01T09:00')
    await page.getByText('No deliveries match').waitFor()
    assert.equal(new URL(page.url()).search, `?status=failed&scan_id=${scanId}&to=2026-03-01T09:00:00Z`)
    await window.assertSound()
    await window.close()
  })

  it('queues one again, with a word about seeing it twice', async () => {
    const { tenant, ids } = await tenantWith([{ status: 'failed', attempt_count: 10 }])
    const window = await webhooksOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: `Resend ${ids[0]}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Send it again?' })
    await dialog.getByText(/sees the event twice/).waitFor()
    await window.assertSound()
    const answered = page.waitForResponse((response) => response.url().endsWith('/resend'))
    await dialog.getByRole('button', { name: 'Send again' }).click()
    assert.equal((await answered).status(), 202)
    await dialog.waitFor({ state: 'detached' })
    await window.close()
  })

  it('counts what has failed before it sends all of it again', async () => {
    const { tenant } = await tenantWith([
      { status: 'failed', attempt_count: 10 },
      { status: 'skipped', attempt_count: 0 },
      { status: 'failed', created_at: '2026-01-01T00:00:00Z' },
      { status: 'delivered' },
    ])
    const window = await webhooksOf(tenant)
    const { page } = window
    await page.getByRole('button', { name: 'Resend all failed…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send again what has failed' })
    await dialog.getByRole('button', { name: 'Count them' }).click()
    await dialog.getByText('2 have failed since then.').waitFor()
    await window.assertSound()
    await dialog.getByRole('button', { name: 'Send 2 again' }).click()
    await dialog.getByText('2 are on their way').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('shows how each receiver does, since when, until when, and what waits for it', async () => {
    const held = 'https://held.example/in'
    const { tenant, ids } = await tenantWith([
      { url: 'https://well.example/in' },
      { url: 'https://slow.example/in' },
      { url: 'https://refuses.example/in', status: 'failed' },
      { url: 'https://gone.example/in', status: 'failed' },
      { url: held, status: 'pending' },
      { url: held, status: 'pending' },
      { url: 'https://quiet.example/in', status: 'pending' },
      ...Array.from({ length: 8 }, (_, index) => ({ url: `https://more-${index}.example/in` })),
    ])
    const { db } = dashboard.api.opened
    const ends = [
      [200, 40, null],
      [200, 4100, null],
      [503, 40, 'http_503'],
      [410, 40, 'gone'],
    ] as const
    for (const [index, [status, tookMs, error]] of ends.entries())
      await sql`
        insert into webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms, status_code, error)
        values (${ids[index]}, 1, 'scheduled', clock_timestamp(), ${tookMs}, ${status}, ${error})`.execute(db)
    await sql`
      insert into webhook_endpoints (org_id, url, failing_since, failures, disabled_at, disabled_reason)
      values (${tenant.orgId}, 'https://gone.example/in', '2026-03-01T10:00:00Z', 3, '2026-03-06T10:00:00Z', 'gone')`.execute(
      db,
    )
    for (const [url, silences] of [
      [held, 5],
      ['https://quiet.example/in', 1],
    ] as const)
      await sql`
        insert into webhook_hosts (host_key, host, silences, last_error, silent_since, held_until)
        values (${hostKeyOf(url)}, ${receiverHost(url)}, ${silences}, 'timeout', '2026-03-07T09:00:00Z',
                clock_timestamp() + make_interval(hours => ${silences > 2 ? 1 : -1}))`.execute(db)

    const window = await webhooksOf(tenant)
    const { page } = window
    const table = page.getByRole('table', { name: 'Receivers' })
    const rowOf = (host: string) => table.getByRole('row', { name: new RegExp(host) })
    // Those that do not work come first; the log below stays near.
    await page.getByText('10 of 14 receivers').waitFor()
    await rowOf('gone').waitFor()
    await page.getByRole('button', { name: 'Show 4 more' }).click()
    await rowOf('well').getByText('Working').waitFor()
    for (const [host, words] of [
      ['slow', /Slow/],
      ['refuses', /Failing.*HTTP 503/],
      ['gone', /Disabled.*2026-03-06 10:00:00 UTC/],
      ['quiet', /Silent.*2026-03-07 09:00:00 UTC/],
      ['held', /Held back.*until .* UTC.*2026-03-07 09:00:00 UTC/],
    ] as const)
      assert.match((await rowOf(host).textContent()) ?? '', words)
    assert.match((await rowOf('held').getByRole('cell').last().textContent()) ?? '', /^2$/)
    await window.assertSound()
    await window.close()
  })

  it('says so where the receivers cannot be read, and shows the rest', async () => {
    const { tenant } = await tenantWith([{}])
    const window = await dashboard.open(tenant.memberPerson, '/icon.svg')
    const { page } = window
    await page.route('**/api/v2/org/webhook-endpoints', (route) =>
      route.fulfill({ status: 400, json: { detail: 'Not today' } }),
    )
    await page.goto(`/o/${tenant.orgId}/webhooks`)
    await page.getByRole('alert').getByText('Not today').waitFor()
    await page.getByText('1 loaded, no more').waitFor()
    await window.assertSound()
    await window.close()
  })

  it('says why a signature is not valid, and that it is, without telling anybody the secret', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await webhooksOf(tenant)
    const { page } = window
    const secret = `whsec_${btoa('a secret of twenty-four b')}`
    const body = '{"type":"test"}'
    const at = new Date()
    const signature = new Webhook(secret).sign('msg_1', at, body)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
    await page.getByLabel('Secret', { exact: true }).fill(secret)
    await page
      .getByLabel('Headers')
      .fill(
        `webhook-id: msg_1\nwebhook-timestamp: ${Math.floor(at.getTime() / 1000)}\nwebhook-signature: ${signature}`,
      )
    await page.getByLabel('Body, as it was received').fill('{ "type": "test" }')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText(/parsed and written again/).waitFor()
    await window.assertSound()
    await page.getByLabel('Body, as it was received').fill(body)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Valid: this service wrote it').waitFor()
    await window.assertSound()
    assert.ok(sent.every((text) => !text.includes(secret) && !text.includes(body)))
    await window.close()
  })

  it('shows members everything and says what takes an administrator', async () => {
    const { tenant, ids } = await tenantWith([{ status: 'failed' }])
    const window = await webhooksOf(tenant, '', tenant.memberPerson)
    const { page } = window
    await page.getByText('1 loaded, no more').waitFor()
    await window.settled()
    assert.equal(await page.getByText(/Admin role required/).count(), 2)
    assert.equal(await page.getByRole('button', { name: /Resend|Replace|Set an address|Send/ }).count(), 0)
    await window.assertSound()
    await page.goto(`/o/${tenant.orgId}/webhooks/${ids[0]}`)
    await page.getByText('None yet.').waitFor()
    await window.settled()
    assert.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0)
    await window.assertSound()
    await window.close()
  })

  it('says that nothing is kept under an id of others, and keeps the navigation', async () => {
    const { ids } = await tenantWith([{ status: 'failed' }])
    const tenant = await dashboard.api.makeTenant()
    const window = await webhooksOf(tenant, `/${ids[0]}`)
    await window.page.getByRole('heading', { name: 'No such delivery' }).waitFor()
    await window.page.getByRole('link', { name: 'History' }).waitFor()
    await window.assertSound()
    await window.close()
  })

  it('says what failed and offers to try again', async () => {
    const tenant = await dashboard.api.makeTenant()
    const window = await dashboard.open(tenant.adminPerson, '/icon.svg')
    const { page } = window
    await page.route('**/api/v2/org/webhook-deliveries?**', (route) =>
      route.fulfill({ status: 400, json: { detail: 'Invalid cursor' } }),
    )
    await page.goto(`/o/${tenant.orgId}/webhooks?status=failed`)
    await page.getByRole('alert').getByText('Invalid cursor').waitFor()
    await window.assertSound()
    await page.unroute('**/api/v2/org/webhook-deliveries?**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No deliveries match').waitFor()
    await window.close()
  })
})
