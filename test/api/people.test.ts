import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { Conflict, Forbidden, NotFound, Toscan, Unauthorized, ValidationFailed } from '../../sdk/client.ts'
import { hashToken } from '../../src/auth/tokens.ts'
import { detailOf, PASSWORD, startApi, type TestApi } from '../support/start-api.ts'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api.stop())

const clientOf = (token: string) => new Toscan({ baseUrl: api.baseUrl, token: () => token })
const anyone = () => new Toscan({ baseUrl: api.baseUrl, token: () => null })

async function tenantClients() {
  const tenant = await api.makeTenant()
  return { tenant, admin: clientOf(tenant.admin), member: clientOf(tenant.member) }
}

/** Signs in as a browser does; gives the cookie. */
async function cookieOf(email: string, password: string): Promise<string> {
  const answer = await api.call('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { origin: api.baseUrl },
  })
  assert.equal(answer.status, 200, answer.text)
  return (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
}

describe('GET /session', () => {
  it('says whom a session stands for', async () => {
    const { tenant, member } = await tenantClients()
    const { userId: id, email } = tenant.memberPerson
    assert.deepEqual(await member.session.get(), {
      kind: 'session',
      org: { org_id: tenant.orgId, name: 'Test' },
      role: 'member',
      user: { id, email, name: email.split('@')[0] },
      organizations: [{ org_id: tenant.orgId, name: 'Test', role: 'member' }],
    })
  })

  it('says which organization a key belongs to, and nobody more', async () => {
    const { tenant } = await tenantClients()
    assert.deepEqual(await clientOf(tenant.key).session.get(), {
      kind: 'key',
      org: { org_id: tenant.orgId, name: 'Test' },
      role: null,
      user: null,
      organizations: [],
    })
  })

  it('answers somebody without an active organization, with those to choose from', async () => {
    const { tenant } = await tenantClients()
    const session = await clientOf(await api.makeSession(tenant.adminPerson, null)).session.get()
    assert.deepEqual([session.org, session.role, session.organizations.length], [null, null, 1])
  })

  it('401 without a credential', async () => {
    await assert.rejects(anyone().session.get(), Unauthorized)
    const answer = await api.call('GET', '/api/v2/session')
    assert.equal(detailOf(answer), 'Missing Authorization header')
  })
})

describe('members', () => {
  it('are listed for everybody in the organization, and for nobody else', async () => {
    const { tenant, member } = await tenantClients()
    const { members } = await member.members.list()
    assert.deepEqual(members.map(({ email, role, is_you }) => ({ email, role, is_you })).toSorted(byRole), [
      { email: tenant.adminPerson.email, role: 'admin', is_you: false },
      { email: tenant.memberPerson.email, role: 'member', is_you: true },
    ])
    assert.ok(members.every((each) => each.last_active_at))
    const { admin: stranger } = await tenantClients()
    assert.equal((await stranger.members.list()).members.length, 2)
    for (const { user_id } of members) {
      await assert.rejects(stranger.members.remove(user_id), NotFound)
      await assert.rejects(stranger.members.changeRole(user_id, 'admin'), NotFound)
    }
  })

  it('get another role from the next request on', async () => {
    const { tenant, admin, member } = await tenantClients()
    await assert.rejects(member.invitations.list(), Forbidden)
    const changed = await admin.members.changeRole(tenant.memberPerson.userId, 'admin')
    assert.equal(changed.role, 'admin')
    assert.deepEqual(await member.invitations.list(), { invitations: [] })
    await assert.rejects(
      admin.members.changeRole(tenant.memberPerson.userId, 'owner' as 'admin'),
      ValidationFailed,
    )
  })

  it('are out from the next request on when an admin removes them', async () => {
    const { tenant, admin, member } = await tenantClients()
    assert.deepEqual(await admin.members.remove(tenant.memberPerson.userId), {
      user_id: tenant.memberPerson.userId,
      status: 'removed',
      revoked_keys: 0,
    })
    await assert.rejects(member.org.usage(), Unauthorized)
    await assert.rejects(admin.members.remove(tenant.memberPerson.userId), NotFound)
  })

  it('leave no key behind that works, unless an administrator who stays takes it over', async () => {
    const { tenant, admin, member } = await tenantClients()
    const { userId } = tenant.memberPerson
    const works = async (key: string) =>
      (await api.call('GET', '/api/v2/org/usage', { token: key })).status === 200
    const { key } = await member.apiKeys.create({ name: 'of the member' })
    assert.ok(await works(key))
    await assert.rejects(member.members.remove(userId, { keys: 'hand_over' }), Forbidden)
    assert.ok(await works(key))
    assert.equal((await admin.members.remove(userId)).revoked_keys, 1)
    assert.ok(!(await works(key)))
    assert.ok(await works(tenant.key))

    const other = await tenantClients()
    const { key: kept } = await other.member.apiKeys.create({ name: 'kept' })
    const removed = await other.admin.members.remove(other.tenant.memberPerson.userId, { keys: 'hand_over' })
    assert.equal(removed.revoked_keys, 0)
    assert.ok(await works(kept))
    const { api_keys } = await other.admin.apiKeys.list()
    assert.equal(
      api_keys.find(({ name }) => name === 'kept')?.created_by_email,
      other.tenant.adminPerson.email,
    )
  })

  it('may leave, and remove nobody else', async () => {
    const { tenant, member } = await tenantClients()
    await assert.rejects(member.members.remove(tenant.adminPerson.userId), Forbidden)
    await member.members.remove(tenant.memberPerson.userId)
    await assert.rejects(member.org.usage(), Unauthorized)
  })

  it('always include an administrator', async () => {
    const { tenant, admin } = await tenantClients()
    const { userId } = tenant.adminPerson
    await assert.rejects(admin.members.remove(userId), Conflict)
    await assert.rejects(admin.members.changeRole(userId, 'member'), Conflict)
    assert.equal((await admin.members.changeRole(userId, 'admin')).role, 'admin')
  })

  it('always include an administrator, also when two leave at once', async () => {
    const { tenant, admin, member } = await tenantClients()
    await admin.members.changeRole(tenant.memberPerson.userId, 'admin')
    const results = await Promise.allSettled([
      admin.members.remove(tenant.adminPerson.userId),
      member.members.remove(tenant.memberPerson.userId),
    ])
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  it('cannot be changed past these rules by the routes of the sign-in library', async () => {
    const { tenant } = await tenantClients()
    const cookie = await cookieOf(tenant.adminPerson.email, PASSWORD)
    for (const path of [
      'leave',
      'remove-member',
      'update-member-role',
      'invite-member',
      'accept-invitation',
      'create',
    ]) {
      const answer = await api.call('POST', `/api/auth/organization/${path}`, {
        headers: { cookie, origin: api.baseUrl },
        body: { organizationId: tenant.orgId },
      })
      assert.equal(answer.status, 404, path)
    }
  })
})

describe('invitations', () => {
  it('give or refuse the right to cases of minor safety; unsaid it is as the role has it', async () => {
    const { admin } = await tenantClients()
    const rightOf = async (said: { role: 'admin' | 'member'; minor_safety?: boolean }) => {
      const email = `guest-${randomUUID()}@example.org`
      const invitation = await admin.invitations.create({ email, ...said })
      const listed = (await admin.invitations.list()).invitations.find((each) => each.email === email)
      await anyone().invitations.accept(new URL(invitation.url).hash.slice(1), { password: PASSWORD })
      const joined = (await admin.members.list()).members.find((each) => each.email === email)
      return [invitation.minor_safety, listed?.minor_safety, joined?.minor_safety]
    }
    assert.deepEqual(await rightOf({ role: 'member' }), [false, false, false])
    assert.deepEqual(await rightOf({ role: 'member', minor_safety: true }), [true, true, true])
    assert.deepEqual(await rightOf({ role: 'admin' }), [true, true, true])
    assert.deepEqual(await rightOf({ role: 'admin', minor_safety: false }), [false, false, false])
  })

  it('are a link, shown once and kept as a hash, that makes an account and a member', async () => {
    const { tenant, admin } = await tenantClients()
    const email = 'Nadia.Invited@example.org'
    const invitation = await admin.invitations.create({ email, role: 'member' })
    assert.equal(invitation.email, 'nadia.invited@example.org')
    assert.equal(invitation.invited_by_email, tenant.adminPerson.email)
    const link = new URL(invitation.url)
    assert.equal(`${link.origin}${link.pathname}`, `${api.baseUrl}/invite`)
    const token = link.hash.slice(1)
    const { url: _url, mailed: _mailed, ...listed } = invitation
    assert.deepEqual(await admin.invitations.list(), { invitations: [listed] })
    const { rows } = await sql<{ token_hash: string }>`
      select token_hash from auth_invitation where id = ${invitation.invitation_id}`.execute(api.opened.db)
    assert.deepEqual(rows, [{ token_hash: hashToken(token) }])

    const opened = await anyone().invitations.open(token)
    assert.deepEqual(opened, {
      org_name: 'Test',
      email: 'nadia.invited@example.org',
      role: 'member',
      expires_at: invitation.expires_at,
      has_account: false,
    })
    await assert.rejects(anyone().invitations.accept(token, { password: 'too short' }), ValidationFailed)
    await assert.rejects(anyone().invitations.accept(token, { password: 'qwertyuiop' }), ValidationFailed)
    await assert.rejects(anyone().invitations.accept(token), ValidationFailed)
    const accepted = await anyone().invitations.accept(token, { password: PASSWORD, name: ' Nadia ' })
    assert.deepEqual(accepted, { org_id: tenant.orgId, email: 'nadia.invited@example.org' })
    const joined = (await admin.members.list()).members.find((each) => each.email === accepted.email)
    assert.deepEqual([joined?.name, joined?.role], ['Nadia', 'member'])
    await cookieOf(accepted.email, PASSWORD)

    await assert.rejects(anyone().invitations.accept(token, { password: PASSWORD }), NotFound)
    await assert.rejects(anyone().invitations.open(token), NotFound)
    assert.deepEqual(await admin.invitations.list(), { invitations: [] })
  })

  it('take a sign-in from whoever has an account: the link alone is not enough', async () => {
    const { tenant, admin } = await tenantClients()
    const guest = await api.makeUser((await api.makeTenant()).orgId, 'member')
    const { url } = await admin.invitations.create({ email: guest.email, role: 'admin' })
    const token = new URL(url).hash.slice(1)
    assert.equal((await anyone().invitations.open(token)).has_account, true)
    await assert.rejects(anyone().invitations.accept(token, { password: PASSWORD }), Forbidden)
    const accept = async (cookie: string, headers = {}) =>
      api.call('POST', '/api/v2/invitations/accept', { headers: { cookie, ...headers }, body: { token } })
    assert.equal((await accept(await cookieOf(tenant.memberPerson.email, PASSWORD))).status, 403)
    const own = await cookieOf(guest.email, PASSWORD)
    assert.equal((await accept(own, { origin: 'https://evil.example' })).status, 403)
    assert.equal((await accept(own)).status, 200)
    const joined = (await admin.members.list()).members.find((each) => each.email === guest.email)
    assert.equal(joined?.role, 'admin')
  })

  it('end when they are withdrawn, replaced or too old', async () => {
    const { admin } = await tenantClients()
    const invite = (email: string) => admin.invitations.create({ email, role: 'member' })
    const withdrawn = await invite('one@example.org')
    const canceled = await admin.invitations.cancel(withdrawn.invitation_id)
    assert.deepEqual(canceled, { invitation_id: withdrawn.invitation_id, status: 'canceled' })
    const replaced = await invite('two@example.org')
    const standing = await invite('two@example.org')
    const old = await invite('three@example.org')
    await sql`update auth_invitation set "expiresAt" = clock_timestamp() where id = ${old.invitation_id}`.execute(
      api.opened.db,
    )
    for (const { url } of [withdrawn, replaced, old])
      await assert.rejects(anyone().invitations.open(new URL(url).hash.slice(1)), NotFound)
    const { invitations } = await admin.invitations.list()
    assert.deepEqual(
      invitations.map((each) => each.invitation_id),
      [standing.invitation_id],
    )
    await assert.rejects(admin.invitations.cancel(withdrawn.invitation_id), NotFound)
  })

  it('are of their organization only, and not for people who are in it', async () => {
    const { tenant, admin } = await tenantClients()
    const { admin: stranger } = await tenantClients()
    const { invitation_id } = await admin.invitations.create({ email: 'four@example.org', role: 'member' })
    assert.deepEqual(await stranger.invitations.list(), { invitations: [] })
    await assert.rejects(stranger.invitations.cancel(invitation_id), NotFound)
    const again = admin.invitations.create({ email: tenant.memberPerson.email, role: 'admin' })
    await assert.rejects(again, Conflict)
    for (const email of ['nobody', 'a b@example.org', ''])
      await assert.rejects(admin.invitations.create({ email, role: 'member' }), ValidationFailed)
  })
})

function byRole(one: { role: string }, other: { role: string }): number {
  return one.role < other.role ? -1 : 1
}
