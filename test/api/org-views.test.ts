import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { BadRequest, Conflict, Forbidden, NotFound, Toscan } from '../../sdk/client.ts'
import { detailOf, startApi, type Tenant, type TestApi } from '../support/start-api.ts'

let api: TestApi
let tenant: Tenant
before(async () => {
  api = await startApi()
})
after(() => api.stop())

const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })

async function tenantClients() {
  tenant = await api.makeTenant()
  return { tenant, admin: clientOf(tenant.admin), member: clientOf(tenant.member) }
}

describe('the saved views of an organization', () => {
  it('are made by any member and seen by everybody in it', async () => {
    const { tenant, admin, member } = await tenantClients()
    assert.deepEqual(await admin.views.list(), { views: [] })
    const filter = { recommendation: 'review_high,review_medium', q: 'shop', sort_by: 'risk_score' }
    const made = await member.views.create({ name: ' Shops to look at ', filter })
    const { view_id, created_at, updated_at, ...rest } = made
    assert.match(view_id, /^view_\w{27}$/)
    assert.deepEqual(rest, {
      name: 'Shops to look at',
      filter,
      created_by: tenant.memberPerson.userId,
      created_by_email: tenant.memberPerson.email,
      can_change: true,
    })
    await admin.views.create({ name: 'all quick ones', filter: { scan_mode: 'quick' } })
    const seen = (await member.views.list()).views.map(({ name, can_change }) => [name, can_change])
    assert.deepEqual(seen, [
      ['all quick ones', false],
      ['Shops to look at', true],
    ])
  })

  it('hold what the list takes, without what says nothing, in one order', async () => {
    const { member } = await tenantClients()
    const filter = { sort_order: 'asc', q: ' \0 ', from_date: '2026-02-01', scan_mode: 'deep' }
    const made = await member.views.create({ name: 'February', filter })
    assert.equal(
      JSON.stringify(made.filter),
      '{"scan_mode":"deep","from_date":"2026-02-01","sort_order":"asc"}',
    )
  })

  it('refuse a filter that the list would refuse, in its words', async () => {
    const { member } = await tenantClients()
    const list = (query: string) => api.call('GET', `/api/v2/org/scans?${query}`, { token: tenant.key })
    const bad = [
      ['recommendation', 'terrible'],
      ['from_date', 'soon'],
      ['to_date', '2026-02-30'],
    ] as const
    for (const [name, value] of bad) {
      const filter = { [name]: value }
      const answer = await list(`${name}=${value}`)
      const refused = await member.views.create({ name: 'Bad', filter }).catch((error) => error)
      assert.ok(refused instanceof BadRequest)
      assert.equal(refused.message, detailOf(answer))
    }
    const answer = await api.call('POST', '/api/v2/org/views', {
      token: tenant.member,
      body: { name: ' ', filter: { scan_mode: 'slow', limit: '5', q: 7 } },
    })
    const entries = Object(detailOf(answer)).map(({ type, loc }: { type: string; loc: string[] }) => [
      type,
      loc.join('.'),
    ])
    assert.deepEqual(entries, [
      ['string_too_short', 'body.name'],
      ['literal_error', 'body.filter.scan_mode'],
      ['extra_forbidden', 'body.filter.limit'],
      ['string_type', 'body.filter.q'],
    ])
    assert.deepEqual((await member.views.list()).views, [])
  })

  it('have a name once, in whatever case', async () => {
    const { admin, member } = await tenantClients()
    const high = await member.views.create({ name: 'High', filter: {} })
    await assert.rejects(admin.views.create({ name: 'HIGH', filter: {} }), Conflict)
    const low = await admin.views.create({ name: 'Low', filter: {} })
    await assert.rejects(admin.views.update(low.view_id, { name: 'high' }), Conflict)
    assert.equal((await member.views.update(high.view_id, { name: 'hIGH' })).name, 'hIGH')
    const both = await Promise.allSettled([
      admin.views.create({ name: 'Same', filter: {} }),
      member.views.create({ name: 'Same', filter: {} }),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  it('are changed and deleted by whoever made them and by admins, and by nobody else', async () => {
    const { admin, member } = await tenantClients()
    const theirs = await admin.views.create({ name: 'Of the admin', filter: { q: 'a' } })
    await assert.rejects(member.views.update(theirs.view_id, { name: 'Mine' }), Forbidden)
    await assert.rejects(member.views.remove(theirs.view_id), Forbidden)
    const own = await member.views.create({ name: 'Of the member', filter: { q: 'a' } })
    assert.deepEqual((await member.views.update(own.view_id, { filter: { q: 'b' } })).filter, { q: 'b' })
    assert.equal((await admin.views.update(own.view_id, { name: 'Better' })).name, 'Better')
    await assert.rejects(admin.views.update(own.view_id, {}), BadRequest)
    assert.deepEqual(await member.views.remove(own.view_id), { view_id: own.view_id, status: 'deleted' })
    await assert.rejects(member.views.remove(own.view_id), NotFound)
    await admin.views.remove(theirs.view_id)
    assert.deepEqual((await admin.views.list()).views, [])
  })

  it('stay when the account of whoever made them is gone, for admins to change', async () => {
    const { tenant, admin } = await tenantClients()
    const person = await api.makeUser(tenant.orgId, 'member')
    const gone = clientOf(await api.makeSession(person, tenant.orgId))
    const { view_id } = await gone.views.create({ name: 'Left behind', filter: {} })
    await sql`delete from auth_user where id = ${person.userId}`.execute(api.opened.db)
    const [view] = (await admin.views.list()).views
    assert.deepEqual([view?.created_by, view?.created_by_email], [null, person.email])
    await admin.views.remove(view_id)
  })

  it('are of their organization only', async () => {
    const { member, admin } = await tenantClients()
    const { view_id } = await member.views.create({ name: 'Ours', filter: {} })
    const { admin: stranger } = await tenantClients()
    assert.deepEqual((await stranger.views.list()).views, [])
    const unknown = await stranger.views.remove('view_unknown').catch((error) => error)
    const foreign = await stranger.views.remove(view_id).catch((error) => error)
    assert.deepEqual([foreign.status, foreign.message], [unknown.status, unknown.message])
    await assert.rejects(stranger.views.update(view_id, { name: 'Theirs' }), NotFound)
    await stranger.views.create({ name: 'Ours', filter: {} })
    assert.equal((await admin.views.list()).views[0]?.name, 'Ours')
  })

  it('are a hundred at most', async () => {
    const { tenant, admin } = await tenantClients()
    await sql`insert into org_views (view_id, org_id, name, filter, created_by_email)
              select 'view_' || n || ${tenant.orgId}, ${tenant.orgId}, 'View ' || n, '{}', 'a@example.org'
                from generate_series(1, 100) n`.execute(api.opened.db)
    const refused = await admin.views.create({ name: 'One more', filter: {} }).catch((error) => error)
    assert.deepEqual([refused.status, refused.message], [400, 'View limit reached'])
  })

  it('take a person: keys neither read nor make them', async () => {
    const { tenant } = await tenantClients()
    await assert.rejects(clientOf(tenant.key).views.list(), Forbidden)
    await assert.rejects(clientOf(tenant.key).views.create({ name: 'Key', filter: {} }), Forbidden)
    assert.equal((await api.call('GET', '/api/v2/org/views')).status, 401)
  })
})
