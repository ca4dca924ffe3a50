import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { type Ended, runToscan } from '../support/run-toscan.ts'
import { PASSWORD, startApi, type TestApi } from '../support/start-api.ts'
import { type ApiProcess, startApiProcess } from '../support/start-api-process.ts'

/** `toscan <args>` as a process of its own. */
function toscan(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  return toscanReading('', env, ...args)
}

/** The same with something on its standard input. */
function toscanReading(input: string, env: Record<string, string>, ...args: string[]): Promise<Ended> {
  return runToscan(args, env, input)
}

/** What a command that works prints with `--json`: one object on one line. */
async function facts(env: Record<string, string>, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await toscan(env, ...args, '--json')
  assert.equal(code, 0, err)
  assert.match(out, /^\{.*\}\n$/)
  return JSON.parse(out)
}

async function fails(env: Record<string, string>, args: string[], message: RegExp, code = 1) {
  assertFailed(await toscan(env, ...args), message, code)
}

function assertFailed(outcome: Ended, message: RegExp, code = 1) {
  assert.equal(outcome.code, code, outcome.err)
  assert.equal(outcome.out, '')
  assert.match(outcome.err, message)
  assert.ok(!outcome.err.includes('    at '), `a stack trace is no message: ${outcome.err}`)
}

describe('administration on a given database', () => {
  let api: TestApi
  let env: Record<string, string>
  let orgId: string
  before(async () => {
    api = await startApi()
    env = api.env
    orgId = String((await facts(env, 'org', 'create', '--name', 'Acme & Söhne')).org_id)
  })
  after(() => api.stop())

  it('--version prints the version of the package', async () => {
    const about = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))
    assert.deepEqual(await toscan({}, '--version'), { code: 0, out: `${about.version}\n`, err: '' })
  })

  it('org create prints org_id', async () => {
    const created = await facts(env, 'org', 'create', '--name', 'Other', '--daily-limit', '5')
    assert.deepEqual(Object.keys(created), ['org_id'])
    assert.match(String(created.org_id), /^org_[0-9A-Za-z]{27}$/)
  })

  it('org create takes the limit of the environment unless told otherwise', async () => {
    const limited = { ...env, TOSCAN_DAILY_SCAN_LIMIT: '7' }
    const limitOf = async (...more: string[]) => {
      const org = String((await facts(limited, 'org', 'create', '--name', 'L', ...more)).org_id)
      const { key } = await api.makeKey(org)
      return Object((await api.call('GET', '/api/v2/org/usage', { token: key })).json).limit
    }
    assert.equal(await limitOf(), 7)
    assert.equal(await limitOf('--daily-limit', '3'), 3)
    assert.equal(await limitOf('--daily-limit', 'none'), null)
  })

  it('org set changes the daily limit of a running server at once', async () => {
    const { key: token } = await api.makeKey(orgId)
    for (const [given, limit] of [
      ['0', 0],
      ['12', 12],
      ['none', null],
    ] as const) {
      const changed = await facts(env, 'org', 'set', '--org', orgId, '--daily-limit', given)
      assert.deepEqual(changed, { org_id: orgId, daily_limit: limit })
      assert.equal(Object((await api.call('GET', '/api/v2/org/usage', { token })).json).limit, limit)
    }
  })

  it('org list prints every organization', async () => {
    const { orgs } = await facts(env, 'org', 'list')
    assert.ok(Array.isArray(orgs))
    const found = orgs.find((org) => org.org_id === orgId)
    assert.deepEqual(Object.keys(found), ['org_id', 'name', 'daily_scan_limit', 'created_at'])
    assert.equal(found.name, 'Acme & Söhne')
  })

  it('user create prints user_id, and the person can sign in', async () => {
    const email = 'Boss@Example.org'
    const args = [
      'user',
      'create',
      '--org',
      orgId,
      '--email',
      email,
      '--password',
      PASSWORD,
      '--role',
      'admin',
    ]
    const created = await facts(env, ...args)
    assert.deepEqual(Object.keys(created), ['user_id'])
    assert.match(String(created.user_id), /^user_[0-9A-Za-z]{27}$/)
    const answer = await api.call('POST', '/api/auth/sign-in/email', {
      body: { email: 'boss@example.org', password: PASSWORD },
      headers: { origin: api.baseUrl },
    })
    assert.equal(answer.status, 200)
  })

  it('user create takes the password from standard input, without its line break', async () => {
    const args = ['user', 'create', '--org', orgId, '--email', 'piped@example.org']
    const { code, err } = await toscanReading(`${PASSWORD}\n`, env, ...args, '--password-stdin')
    assert.equal(code, 0, err)
    const answer = await api.call('POST', '/api/auth/sign-in/email', {
      body: { email: 'piped@example.org', password: PASSWORD },
      headers: { origin: api.baseUrl },
    })
    assert.equal(answer.status, 200)
  })

  it('user create gives the right to cases of minor safety, or refuses it', async () => {
    const rights: unknown[] = []
    for (const said of [
      [],
      ['--minor-safety'],
      ['--role', 'admin'],
      ['--role', 'admin', '--no-minor-safety'],
    ]) {
      const email = `right-${rights.length}@example.org`
      const made = await facts(
        env,
        'user',
        'create',
        '--org',
        orgId,
        '--email',
        email,
        '--password',
        PASSWORD,
        ...said,
      )
      const { members } = (
        await api.call('GET', '/api/v2/org/members', {
          token: await api.makeSession({ userId: String(made.user_id), email }, orgId),
        })
      ).json as { members: { user_id: string; minor_safety: boolean }[] }
      rights.push(members.find(({ user_id }) => user_id === made.user_id)?.minor_safety)
    }
    assert.deepEqual(rights, [false, true, true, false])
  })

  it('user create says how to give a password where nobody can be asked', async () => {
    const args = ['user', 'create', '--org', orgId, '--email', 'b@example.org']
    await fails(env, args, /--password-stdin/)
    await fails(env, [...args, '--password-stdin'], /at least 10 characters/)
    await fails(env, [...args, '--password-stdin', '--password', PASSWORD], /cannot be used with/, 2)
  })

  it('user reset-password prints a link that sets a password, where people reach the service', async () => {
    const { email } = await api.makeUser(orgId)
    const publicly = { ...env, TOSCAN_PUBLIC_URL: 'https://toscan.example' }
    const made = await facts(publicly, 'user', 'reset-password', '--email', email.toUpperCase())
    assert.deepEqual(Object.keys(made), ['url', 'expires_at'])
    const { origin, pathname, hash } = new URL(String(made.url))
    assert.deepEqual([origin, pathname], ['https://toscan.example', '/reset'])
    const answer = await api.call('POST', '/api/v2/password-reset/finish', {
      body: { token: hash.slice(1), password: 'another horse battery' },
    })
    assert.equal(answer.status, 200)
    await fails(env, ['user', 'reset-password', '--email', 'nobody@example.org'], /Nobody has the e-mail/)
  })

  it('session create prints a token that works, bound to the only organization', async () => {
    const person = await api.makeUser(orgId, 'admin')
    const created = await facts(env, 'session', 'create', '--email', person.email)
    assert.ok('token' in created)
    const answer = await api.call('GET', '/api/v2/org/settings', { token: String(created.token) })
    assert.equal(Object(answer.json).org_id, orgId)
  })

  it('session create --org chooses, and --no-org chooses none', async () => {
    const second = await api.makeOrg()
    const person = await api.makeUser(orgId, 'member')
    await api.makeUser(second, 'member', person.email)
    await fails(env, ['session', 'create', '--email', person.email], /Say which organization with --org/)
    const chosen = await facts(env, 'session', 'create', '--email', person.email, '--org', second)
    const answer = await api.call('GET', '/api/v2/org/settings', { token: String(chosen.token) })
    assert.equal(Object(answer.json).org_id, second)
    const none = await facts(env, 'session', 'create', '--email', person.email, '--no-org')
    assert.equal((await api.call('GET', '/api/v2/org/settings', { token: String(none.token) })).status, 403)
    const foreign = await api.makeOrg()
    await fails(env, ['session', 'create', '--email', person.email, '--org', foreign], /no member of/)
  })

  it('key create, list and revoke', async () => {
    const created = await facts(env, 'key', 'create', '--org', orgId, '--name', 'ci')
    assert.deepEqual(Object.keys(created), ['key_id', 'key'])
    const token = String(created.key)
    assert.equal((await api.call('GET', '/api/v2/org/usage', { token })).status, 200)

    const { api_keys: keys } = await facts(env, 'key', 'list', '--org', orgId)
    assert.ok(Array.isArray(keys))
    const listed = keys.find((key) => key.key_id === created.key_id)
    assert.equal(listed.name, 'ci')
    assert.equal(listed.revoked_at, null)
    assert.ok(!JSON.stringify(keys).includes(token))

    const revoked = await facts(env, 'key', 'revoke', '--org', orgId, '--key', String(created.key_id))
    assert.deepEqual(Object.keys(revoked), ['key_id', 'status', 'revoked_at'])
    assert.equal(revoked.status, 'revoked')
    assert.equal((await api.call('GET', '/api/v2/org/usage', { token })).status, 401)
  })

  it('key create with a limit, and key change', async () => {
    const key = ['--requests-per-minute', '2', '--org', orgId]
    const created = await facts(env, 'key', 'create', '--name', 'limited', ...key)
    const token = String(created.key)
    const left = async () => (await api.call('GET', '/api/v2/org/usage', { token })).headers.ratelimit
    assert.match(String(await left()), /^"key";r=1;t=/)
    const named = ['--org', orgId, '--key', String(created.key_id)]
    const change = (limit: string) => facts(env, 'key', 'change', ...named, '--requests-per-minute', limit)
    assert.equal((await change('100')).requests_per_minute, 100)
    assert.match(String(await left()), /^"key";r=98;t=/)
    assert.equal((await change('none')).requests_per_minute, null)
    assert.equal(await left(), undefined)
    const { code, err } = await toscan(env, 'key', 'change', ...named, '--requests-per-minute', '0')
    assert.equal(code, 1)
    assert.match(err, /must be a number from 1 to 1000000, or none/)
  })

  it('prints a line per fact for people', async () => {
    const { code, out } = await toscan(env, 'key', 'create', '--org', orgId, '--name', 'ci')
    assert.equal(code, 0)
    assert.match(out, /^key_id {2}key_\w+\nkey {5}sk_[0-9a-f]{64}\n$/)
  })

  it('says what is wrong, and exits with 1', async () => {
    const unknown = 'org_unknown'
    const user = (more: Record<string, string>) => {
      const options = { '--org': orgId, '--email': 'a@example.org', '--password': PASSWORD, ...more }
      return ['user', 'create', ...Object.entries(options).flat()]
    }
    await fails(
      env,
      ['org', 'set', '--org', unknown, '--daily-limit', '1'],
      /There is no organization org_unknown/,
    )
    await fails(
      env,
      ['org', 'set', '--org', orgId, '--daily-limit', 'many'],
      /--daily-limit must be a whole number or none/,
    )
    await fails(env, ['org', 'create', '--name', 'X', '--daily-limit', '1.5'], /--daily-limit must be/)
    await fails(env, ['org', 'create', '--name', 'X', '--daily-limit', '-1'], /--daily-limit must be/)
    await fails(env, ['key', 'create', '--org', unknown, '--name', 'x'], /There is no organization/)
    await fails(env, ['org', 'create', '--name', ' '], /--name is empty/)
    await fails(env, ['key', 'create', '--org', orgId, '--name', ''], /--name is empty/)
    await fails(env, ['key', 'create', '--org', orgId, '--name', 'x'.repeat(65)], /--name must have 64/)
    // An empty list would say that it has no keys, and that nothing of it was deleted.
    for (const list of ['key', 'erasures'])
      await fails(env, [list, 'list', '--org', unknown, '--json'], /There is no organization/)
    await fails(env, ['key', 'revoke', '--org', orgId, '--key', 'key_x'], /has no key key_x/)
    await fails(env, ['session', 'create', '--email', 'nobody@example.org'], /Nobody has the e-mail address/)
    await fails(env, user({ '--org': unknown }), /There is no organization/)
    await fails(env, user({ '--email': 'nonsense' }), /--email must be an e-mail address/)
    await fails(env, user({ '--password': 'short' }), /The password must have at least 10/)
    await fails(env, user({ '--password': 'Password123' }), /one of those that are tried first/)
  })

  it('says of a file that cannot be read or written which it is and why', async () => {
    const file = join(tmpdir(), 'no-such-folder', 'x')
    await fails(
      env,
      ['backup', file],
      /^toscan: .*no-such-folder\/x.*: no such file or directory \(ENOENT\)$/m,
    )
  })

  it('exits with 2 when it is called wrongly', async () => {
    await fails(env, ['org', 'create'], /required option '--name <name>'/, 2)
    await fails(env, ['nonsense'], /unknown command/, 2)
    await fails(
      env,
      ['user', 'create', '--org', orgId, '--email', 'a@b', '--password', PASSWORD, '--role', 'owner'],
      /Allowed choices are admin, member/,
      2,
    )
  })

  it('migrate can be run again and again', async () => {
    for (let time = 0; time < 2; time++) {
      const { code, out } = await toscan(env, 'migrate')
      assert.equal(code, 0)
      assert.match(out, /current schema/)
    }
  })
})

describe('settings', () => {
  const secret = { TOSCAN_SECRET_KEY: '0'.repeat(64) }
  const list = ['org', 'list']
  // Begun here: it waits a minute for the database, and others meanwhile do not wait for it.
  const unanswered = toscan({ DATABASE_URL: 'postgres://127.0.0.1:1/x', ...secret }, ...list)

  it('an unknown TOSCAN_ variable is an error that names it', async () => {
    await fails({ TOSCAN_CONCURENCY: '3' }, list, /TOSCAN_CONCURENCY is not a setting of Toscan/)
  })

  it('every bad value is named at once', async () => {
    const outcome = await toscan(
      { PORT: 'http', TOSCAN_SCAN_CONCURRENCY: '0', TOSCAN_MODEL_DEEP: 'gpt' },
      ...list,
    )
    assertFailed(outcome, /PORT: must be a whole number/)
    assertFailed(outcome, /TOSCAN_SCAN_CONCURRENCY: must lie between 1 and 10000/)
    assertFailed(outcome, /TOSCAN_MODEL_DEEP: must look like/)
  })

  it('a name that no header takes is refused at once, and nothing is said of what is well', async () => {
    await fails({ TOSCAN_USER_AGENT: 'Тоскан' }, list, /TOSCAN_USER_AGENT: must be written in Latin letters/)
    const { err } = await runToscan(list, { PORT: '80 80' })
    assert.match(err, /PORT: must be a whole number/)
    assert.doesNotMatch(err, /TOSCAN_METRICS_PORT/)
  })

  it('what may be reached although private is read at once, and its setting and entry are named', async () => {
    const env = { TOSCAN_EGRESS_ALLOW: '10.0.0.0/8 no!thing', TOSCAN_EGRESS_ALLOW_OIDC: '10.0/8' }
    const outcome = await toscan(env, ...list)
    assertFailed(outcome, /TOSCAN_EGRESS_ALLOW: "no!thing" is not a network, an address, a host or host:port/)
    assertFailed(outcome, /TOSCAN_EGRESS_ALLOW_OIDC: "10\.0\/8" is not a network such as 10\.0\.0\.0\/8/)
    await fails(
      { TOSCAN_EGRESS_PROXY: 'https://127.0.0.1:1' },
      list,
      /TOSCAN_EGRESS_PROXY: must be the address of an http:/,
    )
  })

  it('the public address has no path, under which the dashboard would stay empty', async () => {
    for (const path of ['/toscan', '/toscan/', '/?a', '/#b'])
      await fails(
        { TOSCAN_PUBLIC_URL: `https://toscan.example${path}` },
        list,
        /TOSCAN_PUBLIC_URL: must be .* without a path/,
      )
    await fails({ TOSCAN_PUBLIC_URL: 'https://me:secret@toscan.example' }, list, /TOSCAN_PUBLIC_URL: must be/)
  })

  it('DATABASE_URL needs an address of PostgreSQL and the instance key', async () => {
    await fails({ DATABASE_URL: 'mysql://x', ...secret }, list, /DATABASE_URL: must start with postgres/)
    await fails(
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      list,
      /TOSCAN_SECRET_KEY is required with DATABASE_URL/,
    )
    await fails(
      { DATABASE_URL: 'postgres://127.0.0.1:1/x', TOSCAN_SECRET_KEY: 'short' },
      list,
      /must be 64 hex characters/,
    )
    await fails(
      { TOSCAN_DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/x' },
      list,
      /TOSCAN_DATABASE_DIRECT_URL needs DATABASE_URL/,
    )
  })

  it('TLS to the database is checked whatever the mode is called, and the driver is told so', () => {
    for (const mode of ['require', 'prefer', 'verify-ca', 'verify-full']) {
      const read = readConfig({ DATABASE_URL: `postgres://a@b/x?sslmode=${mode}&host=c`, ...secret })
      assert.equal(read.databaseUrl, 'postgres://a@b/x?sslmode=verify-full&host=c')
    }
    const unchecked = 'postgres://a@b/x?sslmode=no-verify'
    assert.equal(readConfig({ DATABASE_URL: unchecked, ...secret }).databaseUrl, unchecked)
  })

  it('a database that does not answer is an error, not a stack trace', async () => {
    assertFailed(await unanswered, /ECONNREFUSED/)
  })

  it('a bad value stops serve too', async () => {
    await fails({ TOSCAN_METRICS: 'everybody' }, ['serve'], /TOSCAN_METRICS/)
  })

  it('config lists each with its meaning, and no secret', async () => {
    const env = { DATABASE_URL: 'postgres://u:hidden@db/x', TOSCAN_SECRET_KEY: 'a'.repeat(64), PORT: '9000' }
    const { settings } = await facts(env, 'config')
    assert.ok(Array.isArray(settings))
    const named = new Map(settings.map((setting) => [setting.name, setting]))
    assert.equal(named.get('PORT').value, '9000')
    assert.equal(named.get('PORT').source, 'environment')
    assert.equal(named.get('HOST').source, 'default')
    assert.equal(named.get('DATABASE_URL').value, '(set)')
    for (const setting of settings) assert.notEqual(setting.description, '')
    assert.ok(!JSON.stringify(settings).includes('hidden'))
    assert.ok(!JSON.stringify(settings).includes('aaaa'))
  })
})

describe('administration on the embedded database', () => {
  let dataDir: string
  let env: Record<string, string>
  before(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'toscan-data-'))
    chmodSync(dataDir, 0o755)
    env = { TOSCAN_DATA_DIR: dataDir, TOSCAN_LOG_LEVEL: 'error' }
  })
  after(() => rmSync(dataDir, { recursive: true, force: true }))

  const running = () => readdirSync(join(dataDir, 'postgres', 'cluster')).includes('postmaster.pid')

  it('starts the database when none runs, and stops it again', async () => {
    const { org_id: orgId } = await facts(env, 'org', 'create', '--name', 'Acme')
    assert.equal(running(), false)
    const { orgs } = await facts(env, 'org', 'list')
    assert.ok(Array.isArray(orgs))
    assert.deepEqual(
      orgs.map((org) => org.org_id),
      [orgId],
    )
    assert.equal(running(), false)
  })

  it('makes an instance key that only its owner reads', () => {
    const file = join(dataDir, 'instance.key')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(readFileSync(file, 'utf8'), /^[0-9a-f]{64}$/)
  })

  describe('while a server runs on it', () => {
    let server: ApiProcess
    before(async () => {
      server = await startApiProcess(env)
    })
    after(async () => assert.equal(await server.stop(), 0))

    it('reaches the database of the server, and leaves it running', async () => {
      const { org_id: orgId } = await facts(env, 'org', 'create', '--name', 'Late', '--daily-limit', '1')
      const { key } = await facts(env, 'key', 'create', '--org', String(orgId), '--name', 'late')
      const usage = () => server.call('GET', '/api/v2/org/usage', { token: String(key) })
      assert.equal(Object((await usage()).json).limit, 1)
      await facts(env, 'org', 'set', '--org', String(orgId), '--daily-limit', 'none')
      assert.equal(Object((await usage()).json).limit, null)
      assert.equal(running(), true)
    })

    it('several commands at once do not disturb one another', async () => {
      const made = await Promise.all(
        ['a', 'b', 'c'].map((name) => facts(env, 'org', 'create', '--name', name)),
      )
      assert.equal(new Set(made.map((org) => org.org_id)).size, 3)
      assert.equal((await server.call('GET', '/readyz')).status, 200)
    })
  })

  it('keeps everything for the next start', async () => {
    assert.equal(running(), false)
    const { orgs } = await facts(env, 'org', 'list')
    assert.ok(Array.isArray(orgs) && orgs.length === 5)
  })
})
