import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { serveHttp } from '../net/loopback.ts'
import { startProxy } from '../net/tiny-proxy.ts'
import { freePort } from '../support/free-port.ts'
import { type Issuer, type IssuerAccount, startIssuer } from '../support/oidc-server.ts'
import { PASSWORD, startApi, type Tenant, type TestApi } from '../support/start-api.ts'

/** Cookies and redirects, as a browser keeps and follows them; of each origin its own. */
function createBrowser() {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = ({ origin }: URL) => {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }

  async function request(address: URL, options: RequestInit = {}): Promise<Response> {
    const jar = jarOf(address)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...Object(options.headers), ...(cookie && { cookie }) }
    const answer = await fetch(address, { ...options, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }

  return {
    request,
    cookieOf: (url: string) => [...jarOf(new URL(url))].map(([name, value]) => `${name}=${value}`).join('; '),
    /** Signs in at the issuer as `sub` and follows it back; where that ends. */
    async through(start: string, sub: string, until: string): Promise<URL> {
      let address = new URL(start)
      let options: RequestInit = {}
      for (let steps = 0; steps < 20; steps++) {
        const answer = await request(address, options)
        const to = answer.headers.get('location')
        options = {}
        if (to !== null) {
          address = new URL(to, address)
          if (address.origin === until && !address.pathname.startsWith('/api/')) return address
          continue
        }
        const page = await answer.text()
        const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
        assert.ok(action && prompt, `${address} ${answer.status} ${page.slice(0, 500)}`)
        address = new URL(action, address)
        options = { method: 'POST', body: new URLSearchParams({ prompt, login: sub, password: 'any' }) }
      }
      throw new Error(`No way back from ${address}`)
    },
  }
}

/** On the same database, without an issuer. */
let plain: TestApi
let api: TestApi
let issuer: Issuer
let tenant: Tenant
let orgId: string
/** Of another service, which the issuer knows too. */
let otherPort: number
const CREDENTIALS = 'http://169.254.169.254/latest'
const ANA: IssuerAccount = { sub: 'ana', email: 'ana@studio.example', email_verified: true, name: 'Ana Bell' }

before(async () => {
  plain = await startApi()
  orgId = await plain.makeOrg()
  const [port, issuerPort] = [await freePort(), await freePort()]
  const env = {
    PORT: String(port),
    TOSCAN_OIDC_ISSUER: `http://127.0.0.1:${issuerPort}`,
    TOSCAN_OIDC_CLIENT_ID: 'toscan',
    TOSCAN_OIDC_CLIENT_SECRET: 'secret of the client',
    TOSCAN_OIDC_NAME: 'Studio accounts',
    TOSCAN_OIDC_DOMAINS: 'studio.example, example.org',
    TOSCAN_OIDC_ORG: orgId,
  }
  // Nobody listens at the issuer's port yet.
  api = await startApi({ ...plain.env, ...env })
  tenant = await api.makeTenant()
  assert.equal((await begin(createBrowser())).status, 503)
  otherPort = await freePort()
  const callbacks = [port, otherPort].map((each) => `http://127.0.0.1:${each}/api/auth/callback/company`)
  issuer = await startIssuer(callbacks, issuerPort)
  issuer.accounts.set(ANA.sub, ANA)
})
after(async () => {
  await api?.stop()
  await plain?.stop()
  await issuer?.close()
})

type Browser = ReturnType<typeof createBrowser>

const begin = (browser: Browser, next = '/scans?status=queued', headers: Record<string, string> = {}) =>
  browser.request(new URL('/api/v2/session/company', api.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: api.baseUrl, ...headers },
    body: JSON.stringify({ next }),
  })

/** Where somebody ends who signs in at the issuer, and their session. */
async function signIn(sub: string, browser = createBrowser()) {
  const answer = await begin(browser)
  const { url } = (await answer.json()) as { url: string }
  const page = await browser.through(url, sub, api.baseUrl)
  const session = await api.call('POST', '/api/v2/session/token', {
    headers: { cookie: browser.cookieOf(api.baseUrl) },
  })
  return { page: page.pathname + page.search, session: Object(session.json), status: session.status }
}

const acts = async (action: string) => {
  const { rows } = await sql<{ chain: string; actor_name: string; after: unknown }>`
    select chain, actor_name, after::jsonb as after from audit_log where action = ${action} order by at, seq`.execute(
    api.opened.db,
  )
  return rows
}

describe('signing in with an account of the company', () => {
  it('is told to whoever asks, and waits for an issuer that does not answer', async () => {
    const ways = await api.call('GET', '/api/v2/session/ways')
    assert.deepEqual(ways.json, { company: { name: 'Studio accounts' } })
    const { status, session } = await signIn('ana')
    assert.equal(status, 200, JSON.stringify(session))
  })

  it('makes an account at the first time, in the organization that is set, and the same one is in later', async () => {
    const first = await signIn('ana')
    const again = await signIn('ana')
    assert.equal(first.page, '/scans?status=queued')
    assert.deepEqual(first.session.organizations, [{ org_id: orgId, name: 'Test', role: 'member' }])
    assert.equal(first.session.user.email, ANA.email)
    assert.equal(again.session.user.id, first.session.user.id)
  })

  it('keeps no token of the issuer, and gives no password', async () => {
    await signIn('ana')
    const { rows } = await sql`
      select a."providerId" as provider, a."accessToken" as access, a."refreshToken" as refresh, a."idToken" as token, a.password
        from auth_account a join auth_user u on u.id = a."userId" where u.email = ${ANA.email}`.execute(
      api.opened.db,
    )
    assert.deepEqual(rows, [
      { provider: 'company', access: null, refresh: null, token: null, password: null },
    ])
  })

  it('is the same account as one with a password and the same verified address, which stays where it is', async () => {
    const { email, userId } = tenant.memberPerson
    issuer.accounts.set('member', { sub: 'member', email, email_verified: true })
    const { session } = await signIn('member')
    assert.equal(session.user.id, userId)
    assert.deepEqual(
      session.organizations.map((each: { org_id: string }) => each.org_id),
      [tenant.orgId],
    )
    const withPassword = await api.call('POST', '/api/auth/sign-in/email', {
      body: { email, password: PASSWORD },
      headers: { origin: api.baseUrl },
    })
    assert.equal(withPassword.status, 200)
  })

  it('is refused where the issuer does not vouch for the address, or it is of another company, and that is written down', async () => {
    const { email } = tenant.adminPerson
    issuer.accounts.set('thief', { sub: 'thief', email })
    issuer.accounts.set('guest', { sub: 'guest', email: 'guest@elsewhere.example', email_verified: true })
    for (const [sub, error] of [
      ['thief', 'email_not_verified'],
      ['guest', 'other_company'],
    ] as const) {
      const { page, status } = await signIn(sub)
      assert.match(page, new RegExp(`^/\\?error=${error}`))
      assert.equal(status, 401)
    }
    const failed = await acts('sign_in.failed')
    assert.deepEqual(
      failed.map(({ chain, actor_name, after: told }) => [chain, actor_name, told]),
      [
        [tenant.orgId, email, { way: 'company', error: 'email_not_verified' }],
        ['instance', 'guest@elsewhere.example', { way: 'company', error: 'other_company' }],
      ],
    )
  })

  it('stands in the audit trail of the organization, with who came in for the first time', async () => {
    issuer.accounts.set('bo', { sub: 'bo', email: 'bo@studio.example', email_verified: true })
    await signIn('bo')
    const of = (rows: { chain: string; actor_name: string; after: unknown }[]) =>
      rows
        .filter(({ actor_name }) => actor_name === 'bo@studio.example')
        .map(({ chain, after: told }) => [chain, told])
    assert.deepEqual(of(await acts('member.add')), [
      [orgId, { email: 'bo@studio.example', role: 'member', way: 'company' }],
    ])
    assert.deepEqual(of(await acts('sign_in')), [[orgId, { way: 'company' }]])
  })

  it('does not bring back a member who was removed', async () => {
    issuer.accounts.set('cy', { sub: 'cy', email: 'cy@studio.example', email_verified: true })
    const { session } = await signIn('cy')
    await sql`delete from auth_member where "userId" = ${session.user.id}`.execute(api.opened.db)
    assert.deepEqual((await signIn('cy')).session.organizations, [])
  })

  it('begins on our own pages alone, and leads back to none but ours', async () => {
    assert.equal((await begin(createBrowser(), '/', { origin: 'https://elsewhere.example' })).status, 403)
    for (const next of ['https://elsewhere.example/', '//elsewhere.example/', '\\\\elsewhere.example'])
      assert.equal((await begin(createBrowser(), next)).status, 422, next)
  })

  it('ends only in the browser that it began in', async () => {
    const mine = createBrowser()
    const { url } = (await (await begin(mine)).json()) as { url: string }
    const other = createBrowser()
    const page = await other.through(url, 'ana', api.baseUrl)
    assert.match(page.search, /error=/)
    assert.equal(other.cookieOf(api.baseUrl).includes('session_token'), false)
  })

  it('sends nobody a link to a password that they do not have', async () => {
    await signIn('ana')
    const answer = await api.call('POST', '/api/v2/password-reset/request', {
      body: { email: ANA.email },
      headers: { origin: api.baseUrl },
    })
    assert.equal(answer.status, 404)
    const { rows } = await sql`select 1 from password_resets`.execute(api.opened.db)
    assert.deepEqual(rows, [])
  })
})

describe('an issuer', () => {
  /** A service of its own, with these settings; where Ana ends there, who has no account. */
  async function signInWith(env: Record<string, string>): Promise<URL> {
    const asking = await startApi({
      PORT: String(otherPort),
      TOSCAN_OIDC_ISSUER: issuer.url,
      TOSCAN_OIDC_CLIENT_ID: 'toscan',
      TOSCAN_OIDC_CLIENT_SECRET: 'secret of the client',
      ...env,
    })
    const browser = createBrowser()
    const answer = await browser.request(new URL('/api/v2/session/company', asking.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: asking.baseUrl },
      body: JSON.stringify({ next: '/' }),
    })
    const { url } = (await answer.json()) as { url: string }
    return await browser.through(url, 'ana', asking.baseUrl).finally(() => asking.stop())
  }

  it('is asked through the proxy that is set for it, for its addresses, tokens and keys', async (t) => {
    const proxy = await startProxy({ [new URL(issuer.url).host]: issuer.port })
    t.after(() => proxy.close())
    const page = await signInWith({ TOSCAN_OIDC_PROXY: proxy.origin })
    assert.match(page.search, /error=signup_disabled/)
    assert.deepEqual(proxy.arrivals, [
      `GET ${issuer.url}/.well-known/openid-configuration`,
      `POST ${issuer.url}/token`,
      `GET ${issuer.url}/jwks`,
    ])
  })

  for (const [what, named, allowed, end] of [
    ['is asked for tokens where it says that they are', {}, '127.0.0.1', /error=signup_disabled/],
    ['is not asked for tokens on a private host that nobody has listed', {}, '', /error=invalid_code/],
    [
      'is not asked for tokens where clouds keep keys',
      { token_endpoint: CREDENTIALS },
      '127.0.0.1',
      /error=invalid_code/,
    ],
    [
      'is not asked for keys where clouds keep keys',
      { jwks_uri: CREDENTIALS },
      '127.0.0.1',
      /error=unable_to_get_user_info/,
    ],
  ] as const) {
    it(`goes where it may and nowhere else: ${what}`, async (t) => {
      // The same issuer, whose addresses somebody else tells.
      const teller = await serveHttp(async (request, response) => {
        const known: unknown = await (await fetch(new URL(request.url ?? '', issuer.url))).json()
        response.end(JSON.stringify({ ...Object(known), ...named }))
      })
      t.after(() => teller.close())
      const page = await signInWith({ TOSCAN_OIDC_ISSUER: teller.origin, TOSCAN_EGRESS_ALLOW_OIDC: allowed })
      assert.match(page.search, end)
    })
  }
})

describe('without an issuer', () => {
  it('there is no such way', async () => {
    assert.deepEqual((await plain.call('GET', '/api/v2/session/ways')).json, { company: null })
    const answer = await plain.call('POST', '/api/v2/session/company', { body: { next: '/' } })
    assert.equal(answer.status, 404)
  })

  it('nor does a service start whose newcomers would belong to nobody', async () => {
    const nowhere = { ...api.env, PORT: '0', TOSCAN_OIDC_ORG: 'org_that_is_none' }
    await assert.rejects(startApi(nowhere), /TOSCAN_OIDC_ORG: there is no organization org_that_is_none/)
  })
})
