import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Answer } from '../support/call.ts'
import {
  detailOf,
  field,
  PASSWORD,
  type Person,
  startApi,
  type Tenant,
  type TestApi,
  textField,
} from '../support/start-api.ts'

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/

let api: TestApi
let tenant: Tenant
before(async () => {
  api = await startApi()
  tenant = await api.makeTenant()
})
after(() => api.stop())

const signIn = (email: string, password: string, headers: Record<string, string | undefined> = {}) =>
  api.call('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { origin: api.baseUrl, ...headers },
  })
const token = (cookie: string | undefined, headers: Record<string, string | undefined> = {}) =>
  api.call('POST', '/api/v2/session/token', { headers: { cookie, ...headers } })
const switchTo = (cookie: string, body: unknown, headers: Record<string, string | undefined> = {}) =>
  api.call('POST', '/api/v2/session/org', { headers: { cookie, ...headers }, body })
const settings = (bearer: string) => api.call('GET', '/api/v2/org/settings', { token: bearer })

async function cookieOf({ email }: Person): Promise<string> {
  return cookieIn(await signIn(email, PASSWORD))
}

function cookieIn(answer: Answer): string {
  assert.equal(answer.status, 200, answer.text)
  const cookies = answer.headers['set-cookie'] ?? []
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

describe('signing in', () => {
  it('answers with a cookie that scripts cannot read and other sites do not send', async () => {
    const answer = await signIn(tenant.adminPerson.email, PASSWORD)
    assert.equal(answer.status, 200)
    const cookie = answer.headers['set-cookie']?.find((item) => item.startsWith('toscan.session_token='))
    assert.ok(cookie)
    assert.match(cookie, /; HttpOnly/i)
    assert.match(cookie, /; SameSite=Lax/i)
    assert.match(cookie, /; Path=\//i)
    assert.match(cookie, /; Max-Age=604800/i)
  })

  it('marks the cookie as secure behind https', async () => {
    const secure = await startApi({ TOSCAN_PUBLIC_URL: 'https://toscan.example' })
    try {
      const person = await secure.makeUser(await secure.makeOrg())
      const answer = await secure.call('POST', '/api/auth/sign-in/email', {
        body: { email: person.email, password: PASSWORD },
        headers: { origin: 'https://toscan.example' },
      })
      assert.match(String(answer.headers['set-cookie']), /; Secure/i)
      // And everything else is asked for by https from then on.
      assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000')
      assert.equal((await api.call('GET', '/healthz')).headers['strict-transport-security'], undefined)
    } finally {
      await secure.stop()
    }
  })

  it('binds passkeys to the name by which people reach the service', async () => {
    const named = await startApi({ TOSCAN_PUBLIC_URL: 'https://toscan.example:8443' })
    try {
      const options = await named.call('GET', '/api/auth/passkey/generate-authenticate-options')
      assert.equal(field(options, 'rpId'), 'toscan.example')
      const foreign = await named.call('POST', '/api/auth/passkey/verify-authentication', {
        body: { response: { id: 'x' } },
        headers: {
          origin: 'https://evil.example',
          cookie: String(options.headers['set-cookie']).split(';')[0],
        },
      })
      assert.equal(foreign.status, 403)
    } finally {
      await named.stop()
    }
  })

  it('takes the address in any case', async () => {
    assert.equal((await signIn(tenant.adminPerson.email.toUpperCase(), PASSWORD)).status, 200)
  })

  it('401 for a wrong password and for somebody unknown, in the same words', async () => {
    const wrong = await signIn(tenant.adminPerson.email, 'not the password')
    const unknown = await signIn('nobody@example.org', PASSWORD)
    for (const answer of [wrong, unknown]) {
      assert.equal(answer.status, 401)
      assert.equal(answer.headers['set-cookie'], undefined)
    }
    assert.equal(wrong.text, unknown.text)
  })

  it('is closed to people who sign themselves up', async () => {
    const answer = await api.call('POST', '/api/auth/sign-up/email', {
      body: { email: 'new@example.org', password: PASSWORD, name: 'New' },
      headers: { origin: api.baseUrl },
    })
    assert.equal(answer.status, 404)
    assert.equal((await signIn('new@example.org', PASSWORD)).status, 401)
  })

  it('opens nothing of the library but what the dashboard uses', async () => {
    const cookie = await cookieOf(tenant.adminPerson)
    for (const [method, path] of [
      ['POST', 'update-user'],
      ['POST', 'verify-password'],
      ['POST', 'request-password-reset'],
      ['GET', 'list-sessions'],
      ['GET', 'get-session'],
      ['POST', 'sign-in//email'],
    ]) {
      const answer = await api.call(method ?? '', `/api/auth/${path}`, {
        headers: { cookie, origin: api.baseUrl },
        ...(method === 'POST' && { body: { image: 'javascript:alert(1)', password: PASSWORD } }),
      })
      assert.equal(answer.status, 404, path)
    }
  })

  it('is refused from another site', async () => {
    const answer = await signIn(tenant.adminPerson.email, PASSWORD, { origin: 'https://evil.example' })
    assert.equal(answer.status, 403)
    assert.equal(answer.headers['set-cookie'], undefined)
  })
})

describe('POST /session/token', () => {
  it('trades the cookie for a bearer token of the only organization', async () => {
    const answer = await token(await cookieOf(tenant.adminPerson))
    assert.equal(answer.status, 200)
    const { token: bearer, expires_at, organizations, ...rest } = Object(answer.json)
    assert.match(bearer, /^ses_[A-Za-z0-9_-]{43}$/)
    assert.match(expires_at, TIMESTAMP)
    assert.deepEqual(rest, {
      org_id: tenant.orgId,
      role: 'admin',
      user: {
        id: tenant.adminPerson.userId,
        email: tenant.adminPerson.email,
        name: tenant.adminPerson.email.split('@')[0],
      },
    })
    assert.deepEqual(organizations, [{ org_id: tenant.orgId, name: 'Test', role: 'admin' }])
    assert.equal(field(await settings(bearer), 'org_id'), tenant.orgId)
  })

  it('gives a token for 15 minutes', async () => {
    const answer = await token(await cookieOf(tenant.adminPerson))
    const minutes = (Date.parse(textField(answer, 'expires_at')) - Date.now()) / 60_000
    assert.ok(minutes > 14 && minutes <= 15.1, String(minutes))
  })

  it('carries the role of the person', async () => {
    for (const [person, role, status] of [
      [tenant.adminPerson, 'admin', 400],
      [tenant.memberPerson, 'member', 403],
    ] as const) {
      const answer = await token(await cookieOf(person))
      assert.equal(field(answer, 'role'), role)
      const patched = await api.call('PATCH', '/api/v2/org/settings', {
        token: textField(answer, 'token'),
        body: {},
      })
      assert.equal(patched.status, status)
    }
  })

  it('stores only the SHA-256 of the token', async () => {
    const bearer = textField(await token(await cookieOf(tenant.adminPerson)), 'token')
    const { rows } = await sql<{ row: string }>`select s::text as row from api_sessions s`.execute(
      api.opened.db,
    )
    assert.ok(rows.length > 0)
    for (const { row } of rows) assert.ok(!row.includes(bearer.slice(4)))
  })

  it('401 without a cookie and with a forged one', async () => {
    for (const cookie of [undefined, 'toscan.session_token=forged.signature', 'other=1']) {
      const answer = await token(cookie)
      assert.equal(answer.status, 401)
      assert.equal(answer.text, '{"detail":"Not signed in"}')
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
    }
  })

  it('403 for requests of another site', async () => {
    const cookie = await cookieOf(tenant.adminPerson)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await token(cookie, headers)
      assert.equal(answer.status, 403)
      assert.equal(detailOf(answer), 'Requests from other sites are not accepted here.')
    }
    assert.equal((await token(cookie, { origin: api.baseUrl, 'sec-fetch-site': 'same-origin' })).status, 200)
  })

  it('gives nothing any more after signing out, and the bearer tokens of that sign-in end', async () => {
    const cookie = await cookieOf(tenant.adminPerson)
    const bearer = textField(await token(cookie), 'token')
    assert.equal((await settings(bearer)).status, 200)
    const out = await api.call('POST', '/api/auth/sign-out', {
      headers: { cookie, origin: api.baseUrl },
      body: {},
    })
    assert.equal(out.status, 200)
    assert.equal((await token(cookie)).status, 401)
    assert.equal((await settings(bearer)).status, 401)
  })
})

describe('somebody in several organizations', () => {
  let person: Person
  let second: string
  let third: string
  before(async () => {
    second = await api.makeOrg()
    third = await api.makeOrg()
    person = await api.makeUser(second, 'member')
    await api.makeUser(third, 'admin', person.email)
  })

  it('has none until they choose one', async () => {
    const answer = await token(await cookieOf(person))
    assert.equal(field(answer, 'org_id'), null)
    assert.equal(field(answer, 'role'), null)
    assert.equal(Object(answer.json).organizations.length, 2)
    const refused = await settings(textField(answer, 'token'))
    assert.equal(refused.status, 403)
    assert.equal(detailOf(refused), 'No active organization. Select an organization and try again.')
  })

  it('switches with POST /session/org, and the choice stays with the sign-in', async () => {
    const cookie = await cookieOf(person)
    for (const [orgId, role] of [
      [second, 'member'],
      [third, 'admin'],
    ]) {
      const answer = await switchTo(cookie, { org_id: orgId })
      assert.equal(answer.status, 200)
      assert.equal(field(answer, 'org_id'), orgId)
      assert.equal(field(answer, 'role'), role)
      assert.equal(field(await settings(textField(answer, 'token')), 'org_id'), orgId)
      assert.equal(field(await token(cookie), 'org_id'), orgId)
    }
  })

  it('404 for an organization that is not theirs, as for one that nobody has', async () => {
    const cookie = await cookieOf(person)
    const foreign = await switchTo(cookie, { org_id: tenant.orgId })
    const unknown = await switchTo(cookie, { org_id: 'org_unknown' })
    assert.equal(foreign.status, 404)
    assert.equal(foreign.text, '{"detail":"Organization not found"}')
    assert.equal(unknown.status, 404)
    assert.equal(unknown.text, foreign.text)
  })

  it('refuses a bad body, somebody not signed in and another site', async () => {
    const cookie = await cookieOf(person)
    assert.equal((await switchTo(cookie, { org_id: 5 })).status, 422)
    assert.equal((await switchTo(cookie, '{')).status, 422)
    assert.equal((await switchTo('', { org_id: second })).status, 401)
    assert.equal((await switchTo(cookie, { org_id: second }, { origin: 'https://evil.example' })).status, 403)
  })
})

describe('somebody who leaves the organization', () => {
  const leave = (person: Person, orgId: string) =>
    sql`delete from auth_member where "userId" = ${person.userId} and "organizationId" = ${orgId}`.execute(
      api.opened.db,
    )

  it('has no organization from the very next request on', async () => {
    const person = await api.makeUser(tenant.orgId, 'admin')
    const cookie = await cookieOf(person)
    const bearer = textField(await token(cookie), 'token')
    assert.equal((await settings(bearer)).status, 200)
    await leave(person, tenant.orgId)
    const refused = await settings(bearer)
    assert.equal(refused.status, 403)
    assert.equal(detailOf(refused), 'No active organization. Select an organization and try again.')
    const next = await token(cookie)
    assert.equal(field(next, 'org_id'), null)
    assert.equal((await settings(textField(next, 'token'))).status, 403)
  })

  it('does not keep a choice of it', async () => {
    const other = await api.makeOrg()
    const person = await api.makeUser(tenant.orgId, 'member')
    await api.makeUser(other, 'member', person.email)
    const cookie = await cookieOf(person)
    await switchTo(cookie, { org_id: tenant.orgId })
    await leave(person, tenant.orgId)
    assert.equal(field(await token(cookie), 'org_id'), other)
  })

  it('loses a role with the change of it', async () => {
    const person = await api.makeUser(tenant.orgId, 'admin')
    const bearer = await api.makeSession(person, tenant.orgId)
    const patch = () => api.call('PATCH', '/api/v2/org/settings', { token: bearer, body: {} })
    assert.equal((await patch()).status, 400)
    await api.makeUser(tenant.orgId, 'member', person.email)
    assert.equal((await patch()).status, 403)
  })
})
