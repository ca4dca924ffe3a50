import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
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

  it('whose output nobody reads keeps what it made, until the next start or a command shows it', async () => {
    const elsewhere = await createTestDatabase()
    // A pipe whose reader has gone, and none at all: Node opens /dev/null in its place.
    for (const unread of ['| true', '>&-']) {
      const child = spawn('sh', ['-c', `"$0" "$1" serve --role api ${unread}`, process.execPath, PROGRAM], {
        env: environment(elsewhere),
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      const ended = once(child, 'exit')
      await until('it says that nobody saw them', () => /could not be shown/.test(said))
      assert.match(said, /see them with `toscan first-start`, or at the next start/)
      assert.doesNotMatch(said, /sk_/)
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
    }
    const command = (stdout: 'pipe' | 'ignore') =>
      spawnSync(process.execPath, [PROGRAM, 'first-start'], {
        env: environment(elsewhere),
        stdio: ['ignore', stdout, 'pipe'],
        encoding: 'utf8',
      })
    const blind = command('ignore')
    assert.equal(blind.status, 1)
    assert.match(blind.stderr, /Standard output takes nothing/)
    const shown = shownBy(command('pipe').stdout)
    assert.match(shown.key ?? '', /^sk_/)
    const again = command('pipe')
    assert.equal(again.status, 1)
    assert.match(again.stderr, /nothing left to show\. For a new password: toscan user reset-password/)

    const next = start(elsewhere)
    await until('it listens', () => /listening on/.test(next.output()))
    const url = /listening on (\S+)/.exec(next.output())?.[1] ?? ''
    assert.equal((await send(url, 'GET', '/api/v2/org/usage', { token: shown.key })).status, 200)
    next.child.kill('SIGTERM')
    await next.ended
    assert.doesNotMatch(next.output(), /API key/)
    await elsewhere.drop()
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

  function environment({ url }: TestDatabase) {
    return {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      TOSCAN_SECRET_KEY: key,
      TOSCAN_DATA_DIR: join(tmpdir(), 'toscan-test-unused'),
      TOSCAN_DRAIN_SECONDS: '0',
      PORT: '0',
    }
  }

  function start(on = database) {
    const child = spawn(process.execPath, [PROGRAM, 'serve', '--role', 'api'], {
      env: environment(on),
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
