import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { BadRequest, NotFound, Toscan, ValidationFailed } from '../../sdk/client.ts'
import { WatchRecord } from '../../sdk/contract.ts'
import { seedScans } from '../support/seed-scans.ts'
import { startApi, type Tenant, type TestApi } from '../support/start-api.ts'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })

async function tenantClients() {
  const tenant: Tenant = await api.makeTenant()
  return {
    tenant,
    byKey: clientOf(tenant.key),
    member: clientOf(tenant.member),
    admin: clientOf(tenant.admin),
  }
}

const DAILY = { schedule: { every: 'day' as const } }
const NADIA = 'https://creator.example/nadia'

describe('the watches of an organization', () => {
  it('are made by people and programs, and seen and changed by all of it', async () => {
    const { tenant, byKey, member, admin } = await tenantClients()
    const made = await member.watches.create({ profile_urls: [NADIA], ...DAILY })
    WatchRecord.parse(made)
    assert.deepEqual(
      [made.name, made.state, made.profiles, made.profile_url, made.scan_mode, made.created_by],
      ['creator.example/nadia', 'active', 1, NADIA, 'deep', tenant.memberPerson.userId],
    )
    assert.match(made.time_utc, /^\d\d:\d\d$/)
    assert.ok(made.next_run_at && made.next_run_at <= made.created_at, 'at once')
    const ofKey = await byKey.watches.create({ name: ' By a program ', profile_urls: [NADIA], ...DAILY })
    assert.deepEqual([ofKey.name, ofKey.created_by, ofKey.created_by_email], ['By a program', null, null])
    assert.equal((await admin.watches.update(made.watch_id, { name: 'Nadia' })).name, 'Nadia')
    const names: string[] = []
    for await (const watch of byKey.watches.list({ limit: 1 })) names.push(watch.name)
    assert.deepEqual(names, ['By a program', 'Nadia'])
    assert.deepEqual(await member.watches.remove(made.watch_id), {
      watch_id: made.watch_id,
      status: 'deleted',
    })
    await assert.rejects(member.watches.get(made.watch_id), NotFound)
  })

  it('hold each address once, in order, and are found by it', async () => {
    const { member } = await tenantClients()
    const urls = [NADIA, 'https://CREATOR.example/omar', 'https://creator.example/omar', NADIA]
    const made = await member.watches.create({ profile_urls: urls, ...DAILY })
    assert.deepEqual(made.profile_urls, [NADIA, 'https://creator.example/omar'])
    const found = await member.watches.list({ profile_url: 'https://creator.EXAMPLE/omar' }).firstPage()
    assert.deepEqual(
      found.watches.map(({ watch_id }) => watch_id),
      [made.watch_id],
    )
    assert.deepEqual((await member.watches.list({ profile_url: `${NADIA}2` }).firstPage()).watches, [])
    const changed = await member.watches.update(made.watch_id, {
      profile_urls: ['https://creator.example/lu'],
    })
    assert.deepEqual(changed.profile_urls, ['https://creator.example/lu'])
  })

  it('are muted, snoozed, ended and taken up again', async () => {
    const { member } = await tenantClients()
    const { watch_id: id } = await member.watches.create({
      profile_urls: [NADIA],
      ...DAILY,
      since_scan_id: undefined,
    })
    assert.equal((await member.watches.update(id, { muted: true })).state, 'muted')
    const until = new Date(Date.now() + 3 * 24 * 3600_000).toISOString()
    const snoozed = await member.watches.update(id, { snoozed_until: until })
    assert.equal(snoozed.state, 'snoozed')
    assert.ok(snoozed.next_run_at && snoozed.next_run_at > until.slice(0, 19))
    const ended = await member.watches.update(id, { ends_at: '2026-01-01' })
    assert.deepEqual([ended.state, ended.next_run_at], ['ended', null])
    const again = await member.watches.update(id, { ends_at: null, snoozed_until: null, muted: false })
    assert.equal(again.state, 'active')
    assert.ok(again.next_run_at)
  })

  it('follow a saved view, and end with it', async () => {
    const { member } = await tenantClients()
    const { view_id } = await member.views.create({ name: 'High', filter: { recommendation: 'review_high' } })
    const made = await member.watches.create({ view_id, schedule: { every: 'week', weekdays: ['mon'] } })
    assert.deepEqual([made.name, made.of_view, made.view_id, made.profiles], ['High', true, view_id, 0])
    await assert.rejects(member.watches.update(made.watch_id, { profile_urls: [NADIA] }), BadRequest)
    await member.views.remove(view_id)
    const { state, view_id: gone } = await member.watches.get(made.watch_id)
    assert.deepEqual([state, gone], ['ended', null])
    await assert.rejects(member.watches.create({ view_id, ...DAILY }), NotFound)
  })

  it('begin with a scan that is there, where it is of their profile', async () => {
    const { tenant, member } = await tenantClients()
    const [scan] = await seedScans(api.opened.db, tenant.orgId, [{ profile_url: NADIA }])
    const since_scan_id = scan?.scan_id ?? ''
    const made = await member.watches.create({ profile_urls: [NADIA], ...DAILY, since_scan_id })
    assert.ok((made.next_run_at ?? '') > made.created_at, 'as its schedule says')
    const other = { profile_urls: ['https://creator.example/omar'], ...DAILY, since_scan_id }
    await assert.rejects(member.watches.create(other), ValidationFailed)
    const unknown = { profile_urls: [NADIA], ...DAILY, since_scan_id: randomUUID() }
    await assert.rejects(member.watches.create(unknown), NotFound)
  })

  it('refuse what makes no sense, field by field', async () => {
    const { tenant } = await tenantClients()
    const refused = async (body: unknown) => {
      const answer = await api.call('POST', '/api/v2/org/watches', { token: tenant.key, body })
      assert.equal(answer.status, 422, answer.text)
      return Object(answer.json).detail.map(({ type, loc }: { type: string; loc: unknown[] }) => [
        type,
        loc.join('.'),
      ])
    }
    const urls = { profile_urls: [NADIA] }
    assert.deepEqual(await refused({}), [['missing', 'body.schedule']])
    assert.deepEqual(await refused(DAILY), [['value_error', 'body']])
    assert.deepEqual(await refused({ ...urls, view_id: 'view_1', ...DAILY }), [['value_error', 'body']])
    assert.deepEqual(
      await refused({ ...urls, schedule: { every: 'week', weekdays: ['mon', 'noday'], days: [1] } }),
      [
        ['literal_error', 'body.schedule.weekdays.1'],
        ['value_error', 'body.schedule.days'],
      ],
    )
    assert.deepEqual(await refused({ ...urls, schedule: { every: 'month', days: [0], hour: 3 } }), [
      ['greater_than_equal', 'body.schedule.days.0'],
      ['extra_forbidden', 'body.schedule.hour'],
    ])
    assert.deepEqual(await refused({ profile_urls: ['ftp://x'], ...DAILY, ends_at: 'soon' }), [
      ['url_scheme', 'body.profile_urls.0'],
      ['datetime_parsing', 'body.ends_at'],
    ])
    const inside = await api.call('POST', '/api/v2/org/watches', {
      token: tenant.key,
      body: { ...urls, ...DAILY, callback_url: 'https://10.0.0.1/hook' },
    })
    assert.match(inside.text, /Invalid callback URL/)
  })

  it('take a thousand addresses', async () => {
    const { member } = await tenantClients()
    const urls = Array.from({ length: 1000 }, (_, i) => `${NADIA}-${i}?${'é'.repeat(300)}`)
    assert.equal((await member.watches.create({ profile_urls: urls, ...DAILY })).profiles, 1000)
    await assert.rejects(
      member.watches.create({ profile_urls: [...urls, NADIA], ...DAILY }),
      ValidationFailed,
    )
  })

  it('are of their organization only', async () => {
    const { member } = await tenantClients()
    const { watch_id: id } = await member.watches.create({ profile_urls: [NADIA], ...DAILY })
    const { admin: stranger } = await tenantClients()
    assert.deepEqual((await stranger.watches.list().firstPage()).watches, [])
    assert.deepEqual((await stranger.watches.changes().firstPage()).changes, [])
    for (const attempt of [
      () => stranger.watches.get(id),
      () => stranger.watches.update(id, { muted: true }),
      () => stranger.watches.remove(id),
      () => stranger.watches.scans(id).firstPage(),
      () => stranger.watches.changes({ watch_id: id }).firstPage(),
    ])
      await assert.rejects(attempt(), NotFound)
    assert.equal((await member.watches.get(id)).state, 'active')
  })
})
