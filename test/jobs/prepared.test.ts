import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { throughPooler } from '../../src/db/connect/pooler.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { ofAnyLength, prepared } from '../../src/db/statements/prepared.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

describe('statements of each scan', () => {
  let database: TestDatabase
  let opened: Database
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  const keptOf = async ({ db }: Database) => {
    const { rows } = await sql<{ statement: string; plans: number }>`
      select statement, generic_plans + custom_plans as plans from pg_prepared_statements where statement like '%asked of each%'`.execute(
      db,
    )
    return rows
  }
  const ask = ({ db }: Database, scan: string) =>
    prepared(db, sql<{ scan: string }>`select ${scan}::text as scan /* asked of each */`)

  it('are parsed once by a connection, and answer with their own values', async () => {
    opened = openDatabase(database.url, { max: 1 })
    try {
      assert.deepEqual((await ask(opened, 'one')).rows, [{ scan: 'one' }])
      assert.deepEqual((await ask(opened, 'two')).rows, [{ scan: 'two' }])
      assert.deepEqual(await keptOf(opened), [
        { statement: 'select $1::text as scan /* asked of each */', plans: 2 },
      ])
    } finally {
      await opened.close()
    }
  })

  it('stay with as many connections as are to be there when nobody asks', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    opened = openDatabase(database.url, { min: 2 })
    try {
      await Promise.all(Array.from({ length: 5 }, () => opened.pool.query('select pg_sleep(0.1)')))
      await ask(opened, 'one')
      assert.equal(opened.pool.totalCount, 5)
      t.mock.timers.tick(60_000)
      assert.equal(opened.pool.totalCount, 2)
      assert.equal((await keptOf(opened)).length, 1)
    } finally {
      await opened.close()
    }
  })

  it('are not compiled: to make machine code of one takes longer than to run it a hundred times', async () => {
    opened = openDatabase(database.url, { max: 1 })
    try {
      assert.deepEqual((await opened.pool.query('show jit')).rows, [{ jit: 'off' }])
    } finally {
      await opened.close()
    }
  })

  it('keep one plan for arrays of any length', async () => {
    opened = openDatabase(database.url, { max: 1 })
    const ask = (numbers: number[]) =>
      prepared(
        opened.db,
        sql<{ found: string }>`
        select count(c) as found from unnest(${ofAnyLength(numbers, 'oid')}) n
         cross join lateral (select from pg_class k where k.oid = n limit 1) c /* of any length */`,
      )
    try {
      for (let times = 0; times < 20; times++) await ask([1, 2, 3].slice(0, 1 + (times % 3)))
      const { rows } = await sql<{ kept: boolean }>`
        select generic_plans = 15 as kept from pg_prepared_statements where statement like '%/* of any length */'`.execute(
        opened.db,
      )
      assert.deepEqual(rows, [{ kept: true }])
    } finally {
      await opened.close()
    }
  })

  it('are heard after one of them was refused', async () => {
    opened = openDatabase(database.url, { max: 1 })
    const divide = (by: number) =>
      prepared(opened.db, sql<{ part: number }>`select 6 / ${by}::integer as part`)
    try {
      await assert.rejects(divide(0), /division by zero/)
      assert.deepEqual((await divide(2)).rows, [{ part: 3 }])
    } finally {
      await opened.close()
    }
  })

  it('are as any others where a session ends with its transaction', async () => {
    opened = openDatabase(throughPooler(database.url), { max: 1 })
    try {
      assert.deepEqual((await ask(opened, 'one')).rows, [{ scan: 'one' }])
      assert.deepEqual(await keptOf(opened), [])
    } finally {
      await opened.close()
    }
  })
})
