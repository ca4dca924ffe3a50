import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { despiteOutage } from '../../src/db/connect/outage.ts'
import { openDatabase } from '../../src/db/database.ts'
import { send } from '../support/call.ts'
import { PASSWORD, startApi, type Tenant, type TestApi } from '../support/start-api.ts'
import { onServer } from '../support/test-database.ts'
import { until } from '../support/until.ts'

describe('a database that somebody replaces under a running service', () => {
  let api: TestApi
  let tenant: Tenant
  before(async () => {
    api = await startApi()
    tenant = await api.makeTenant()
  })
  after(() => api.stop())

  const ways = () => ({
    read: send(api.baseUrl, 'GET', '/api/v2/org/usage', { token: tenant.key }),
    list: send(api.baseUrl, 'GET', '/api/v2/org/scans', { token: tenant.member }),
    submission: send(api.baseUrl, 'POST', '/api/v2/scan/quick', {
      token: tenant.key,
      body: { profile_url: 'https://ex.com/u' },
    }),
    signIn: send(api.baseUrl, 'POST', '/api/auth/sign-in/email', {
      headers: { origin: api.baseUrl },
      body: { email: tenant.adminPerson.email, password: PASSWORD },
    }),
  })
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(ways()).map(async ([way, answer]) => [way, (await answer).status] as const),
      ),
    )
  const ready = async () => (await send(api.baseUrl, 'GET', '/readyz')).json
  const every = (status: number) => ({ read: status, list: status, submission: status, signIn: status })

  it('answers 503 with what to do while it is gone or empty, and all is well when its own is back', async () => {
    const name = new URL(api.databaseUrl).pathname.slice(1)
    const change = (...statements: string[]) =>
      onServer(String(process.env.TEST_SERVER_URL), async (client) => {
        for (const statement of statements) await client.query(statement)
      })
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
    assert.deepEqual(await statuses(), every(200))

    // A name that is taken from it while somebody connects anew is refused: it is tried until nobody is connected.
    await until('it is gone', () =>
      change(cut, `alter database ${name} rename to ${name}_kept`).then(
        () => true,
        () => false,
      ),
    )
    assert.deepEqual(await statuses(), every(503))
    assert.deepEqual(await ready(), {
      status: 'unavailable',
      detail: `The database cannot be used: database "${name}" does not exist.`,
    })

    await change(`create database ${name}`)
    assert.deepEqual(await statuses(), every(503))
    const { read } = ways()
    const { headers, text } = await read
    assert.match(String(headers['retry-after']), /^\d+$/)
    assert.equal(text, '{"detail":"Service temporarily unavailable"}')
    assert.deepEqual(await ready(), {
      status: 'unavailable',
      detail:
        'The database has no tables of Toscan: it was emptied, or another one has its name. Bring the first one back, or restore a backup; a start on the empty one begins a new installation.',
    })

    await until('its own is back', () =>
      change(cut, `drop database if exists ${name}`, `alter database ${name}_kept rename to ${name}`).then(
        () => true,
        () => false,
      ),
    )
    await until('all is well', async () => (await ways().submission).status === 200)
    assert.deepEqual(await statuses(), every(200))
    assert.deepEqual(await ready(), { status: 'ready' })
  })

  it('is told apart from a statement of ours that is wrong: 500, and nothing is tried again', async () => {
    const { db, close } = openDatabase(api.databaseUrl)
    const watches = () => send(api.baseUrl, 'GET', '/api/v2/org/watches', { token: tenant.key })
    assert.equal((await watches()).status, 200)
    try {
      // What a statement looks like that names what is not there, while all else is.
      await sql`alter table watches rename to watches_of_another_name`.execute(db)
      assert.deepEqual([(await watches()).status, (await ways().read).status], [500, 200])
      let tries = 0
      const wrong = () => {
        tries++
        return sql`select no_such_function()`.execute(db)
      }
      await assert.rejects(despiteOutage(db, wrong, AbortSignal.timeout(2000)), /no_such_function/)
      assert.equal(tries, 1)
    } finally {
      await sql`alter table if exists watches_of_another_name rename to watches`.execute(db)
      await close()
    }
    assert.equal((await watches()).status, 200)
  })

  it('is told apart from one that lacks a single table, and says which', async () => {
    const { db, close } = openDatabase(api.databaseUrl)
    try {
      await sql`alter table deployment rename to deployment_of_another_name`.execute(db)
      assert.deepEqual(await ready(), {
        status: 'unavailable',
        detail:
          'The database lacks a part of what Toscan made of it: relation "deployment" does not exist. Restore a backup.',
      })
    } finally {
      await sql`alter table if exists deployment_of_another_name rename to deployment`.execute(db)
      await close()
    }
    assert.deepEqual(await ready(), { status: 'ready' })
  })
})
