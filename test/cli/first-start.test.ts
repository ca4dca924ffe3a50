import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { send } from '../support/call.ts'
import { PROGRAM } from '../support/program.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'

/** Whoever writes there waits for as long as the test holds this lock. */
const GATE = 4711
const WAITING = `locktype = 'advisory' and objid = ${GATE} and not granted`

describe('a first start', () => {
  let database: TestDatabase
  let gate: Client
  const key = randomBytes(32).toString('hex')
  before(async () => {
    database = await createTestDatabase()
    gate = new Client({ connectionString: database.url })
    await gate.connect()
    await gate.query(`
      create function wait_at_gate() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(${GATE}); return new; end $$`)
  })
  after(async () => {
    await gate?.end()
    await database?.drop()
  })

  it('that is killed half-way is made whole by the next; killed before it is over, the next one shows the same again', async () => {
    await close('insert', 'auth_member')
    const first = start()
    await somebodyWaits()
    first.child.kill('SIGKILL')
    await first.ended
    await open('auth_member')
    assert.doesNotMatch(first.output(), /API key/)

    // It has shown them, and has not noted that.
    await close('update', 'deployment', 'when (old.first_start is not null and new.first_start is null)')
    const second = start()
    await somebodyWaits()
    second.child.kill('SIGKILL')
    await second.ended
    await open('deployment')
    const shown = shownBy(second.output())
    assert.ok(shown.key)

    const third = start()
    await until('it listens', () => /API key/.test(third.output()))
    assert.deepEqual(shownBy(third.output()), shown)
    const url = /listening on (\S+)/.exec(third.output())?.[1] ?? ''
    assert.equal((await send(url, 'GET', '/api/v2/org/usage', { token: shown.key })).status, 200)
    const signIn = { email: shown.email, password: shown.password }
    assert.equal((await send(url, 'POST', '/api/auth/sign-in/email', { body: signIn })).status, 200)
    const { rows } = await gate.query(
      `select (select count(*)::integer from org_settings) as orgs, (select count(*)::integer from auth_user) as people,
              (select count(*)::integer from api_keys) as keys`,
    )
    assert.deepEqual(rows, [{ orgs: 1, people: 1, keys: 1 }])
    await until('that is noted', async () => {
      const { rows } = await gate.query('select from deployment where first_start is null')
      return rows.length === 1
    })
    third.child.kill('SIGTERM')
    assert.equal(await third.ended, 0, third.output())
  })

  async function close(what: string, table: string, when = '') {
    await gate.query(`select pg_advisory_lock(${GATE})`)
    await gate.query(
      `create trigger gate before ${what} on ${table} for each row ${when} execute function wait_at_gate()`,
    )
  }

  /** Who waits there was killed; the server would see it only when the wait is over. */
  async function open(table: string) {
    await gate.query(`select pg_terminate_backend(pid) from pg_locks where ${WAITING}`)
    await until('nobody waits', async () => (await waiting()) === 0)
    await gate.query(`drop trigger gate on ${table}`)
    await gate.query(`select pg_advisory_unlock(${GATE})`)
  }

  async function somebodyWaits() {
    await until('somebody waits', async () => (await waiting()) === 1)
  }

  async function waiting(): Promise<number> {
    return (await gate.query(`select from pg_locks where ${WAITING}`)).rows.length
  }

  function start() {
    const child = spawn(process.execPath, [PROGRAM, 'serve', '--role', 'api'], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        TOSCAN_SECRET_KEY: key,
        TOSCAN_DATA_DIR: join(tmpdir(), 'toscan-test-unused'),
        TOSCAN_DRAIN_SECONDS: '0',
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    return {
      child,
      output: () => output,
      ended: once(child, 'exit').then(([code, signal]) => code ?? signal),
    }
  }
})

function shownBy(output: string) {
  const [, email, password] = /sign-in\s+(\S+)\s+(\S+)/.exec(output) ?? []
  return { email, password, key: /API key\s+(sk_\w+)/.exec(output)?.[1] ?? '' }
}
