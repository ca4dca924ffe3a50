import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { listen } from '../../src/db/connect/listen.ts'
import { openPool } from '../../src/db/connect/open-pool.ts'
import { BEGIN_AND_HOLD } from '../support/begin-and-hold.ts'
import { type SilentDoor, silentDoor } from '../support/silent-door.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'

describe('a connection to the database', () => {
  let database: TestDatabase
  let door: SilentDoor
  let pool: Pool
  before(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    door = await silentDoor(database.url)
    pool = openPool({ url: door.url, max: 5, name: 'test' })
  })
  afterEach(async () => {
    await door.close()
    await pool.end()
  })
  after(() => database.drop())

  const answers = async () => (await pool.query('select 1 as one')).rows[0]?.one === 1

  it('ends when it falls silent, and those that lie idle beside it are not used again', async () => {
    await Promise.all(Array.from({ length: 5 }, () => pool.query('select pg_sleep(0.1)')))
    assert.equal(pool.idleCount, 5)
    door.silence()
    const started = performance.now()
    await assert.rejects(answers(), /fallen silent/)
    assert.ok(performance.now() - started < 8000)
    for (let turn = 0; turn < 5; turn++) assert.ok(await answers())
  })

  it('ends when it falls silent inside a transaction', async () => {
    const client = await pool.connect()
    await client.query('begin')
    door.silence()
    await assert.rejects(client.query('select 1'), /fallen silent/)
    client.release()
    assert.ok(await answers())
  })

  it('ends when it falls silent and no new one gets through', async () => {
    await answers()
    door.swallow()
    const started = performance.now()
    await assert.rejects(answers(), /fallen silent/)
    assert.ok(performance.now() - started < 12_000)
    door.mend()
    await until('there is a new one', () => answers().catch(() => false), 10)
  })

  it('stays while the server is at work, or waits for a lock', async () => {
    const holder = await pool.connect()
    await holder.query(BEGIN_AND_HOLD)
    await holder.query('lock table deployment')
    const waiting = pool.query('select from deployment')
    const { rows } = await pool.query<{ slept: string }>(`select 'so it is' as slept from pg_sleep(6)`)
    assert.equal(rows[0]?.slept, 'so it is')
    await holder.query('commit')
    holder.release()
    assert.equal((await waiting).rowCount, 1)
  })

  it('stays while the server refuses to tell what it does', async () => {
    const server = openPool({ url: String(process.env.TEST_SERVER_URL), max: 1, name: 'test' })
    const name = new URL(database.url).pathname.slice(1)
    const working = pool.query(`select 'done' as outcome from pg_sleep(5)`)
    await until('the statement runs', async () => {
      const { rowCount } = await server.query(
        `select from pg_stat_activity where datname = $1 and state = 'active' and query like '%pg_sleep(5)%'`,
        [name],
      )
      return rowCount === 1
    })
    await server.query(`alter database ${name} allow_connections false`)
    try {
      assert.equal((await working).rows[0]?.outcome, 'done')
    } finally {
      await server.query(`alter database ${name} allow_connections true`)
      await server.end()
    }
  })

  it('that only listens hears again within 15 s', async () => {
    let heard = 0
    const listening = listen({
      url: door.url,
      log: pino({ level: 'silent' }),
      wake: { tidings: () => heard++ },
    })
    const tell = async () => {
      await pool.query('notify tidings')
      return heard > 0
    }
    await until('it listens', tell)
    door.silence()
    // The pool's own first: what is told has to get out.
    await until('the pool works', () => answers().catch(() => false))
    heard = 0
    await until('it listens again', tell, 15)
    door.swallow()
    await listening.stop()
  })

  it('that only listens and is left before it has begun is no trouble to anybody', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    for (const afterMs of [0, 1, 5, 20]) {
      const listening = listen({ url: door.url, log, wake: { tidings: () => {} } })
      await pause(afterMs)
      await listening.stop()
    }
    await pause(200)
    assert.deepEqual(lines, [])
  })
})
