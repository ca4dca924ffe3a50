import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { makeOrg } from '../../src/cli/operate/orgs.ts'
import { type Database, migrate, migrateAt, migrationNames, openDatabase } from '../../src/db/database.ts'
import { everyScan, type ListFilter } from '../../src/db/scans/list-filter.ts'
import { listScans } from '../../src/db/scans/list-scans.ts'
import { Conflict } from '../../src/errors.ts'
import { BEGIN_AND_HOLD } from '../support/begin-and-hold.ts'
import { databaseUrl, MIGRATIONS, onServer } from '../support/test-database.ts'
import { until } from '../support/until.ts'

const name = `test_${randomBytes(8).toString('hex')}`
const server = String(process.env.TEST_SERVER_URL)
let database: Database
before(async () => {
  await onServer(server, (client) => client.query(`create database ${name}`))
  database = openDatabase(databaseUrl(server, name))
})
after(async () => {
  await database?.close()
  await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`))
})

it('lists by what people made of scans hold those that had ended before reviews knew their place', async () => {
  const { db, pool } = database
  await migrate(db, MIGRATIONS, '0096-claims-note-what-runs')
  const secretKey = randomBytes(32).toString('hex')
  const orgId = await db
    .transaction()
    .execute((tx) => makeOrg(tx, { name: 'Before', dailyLimit: null, secretKey }))
  await pool.query(
    `insert into scans (scan_id, org_id, profile_url, target_url, scan_mode, status, created_at, recommendation, risk_score)
     select gen_random_uuid(), $1, u, u, case n % 3 when 0 then 'quick' when 1 then 'deep' end, 'completed',
            '2026-01-01'::timestamptz + n * interval '1 minute', 'review_low', n
       from (select n, 'https://creators.example/' || n as u from generate_series(1, 6) n) made`,
    [orgId],
  )
  await migrate(db, MIGRATIONS)
  await pool.query(
    `update scan_reviews set decision = 'cleared', decided_by_email = 'a@example.org', decided_at = now() where risk_score > 2`,
  )

  const listed = async (part: Partial<ListFilter>) => {
    const { rows } = await listScans(db, { ...everyScan(orgId), ...part }, null, 20)
    return rows.map((row) => row.risk_score)
  }
  assert.deepEqual(await listed({ decisions: ['cleared'] }), [6, 5, 4, 3])
  assert.deepEqual(await listed({ decisions: ['cleared'], scanMode: 'deep', sortOrder: 'asc' }), [4, 5])
  assert.deepEqual(await listed({ decisions: ['undecided'], sortBy: 'risk_score' }), [2, 1])
})

it('changes the schema without the time limit that requests have', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-migrations-'))
  const other = `${name}_limit`
  await onServer(server, (client) => client.query(`create database ${other}`))
  const url = databaseUrl(server, other)
  const { pool, close } = openDatabase(url)
  try {
    writeFileSync(
      join(folder, '0001-limit.sql'),
      `create table seen as select current_setting('statement_timeout') as most`,
    )
    assert.deepEqual(await migrateAt(url, folder), ['0001-limit'])
    const { rows } = await pool.query('select most from seen')
    assert.deepEqual(rows, [{ most: '0' }])
  } finally {
    await close()
    await onServer(server, (client) => client.query(`drop database ${other} with (force)`))
    rmSync(folder, { recursive: true })
  }
})

it('has every table that it locks to itself before it begins: whoever waited for one would hold up all who come after', async () => {
  const other = `${name}_locks`
  await onServer(server, (client) => client.query(`create database ${other}`))
  const { db, pool, close } = openDatabase(databaseUrl(server, other))
  try {
    await migrate(db, MIGRATIONS, BEFORE_TABLES_WERE_HELD)
    for (const migration of migrationNames(MIGRATIONS).filter((each) => each > BEFORE_TABLES_WERE_HELD)) {
      const text = readFileSync(join(MIGRATIONS, `${migration}.sql`), 'utf8')
      const held = /^-- holds: (.+)$/m.exec(text)?.[1]?.split(', ') ?? []
      const { rows } = await pool.query<{ oid: number }>(
        `select oid from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
      )
      const session = await pool.connect()
      await session.query(BEGIN_AND_HOLD)
      await session.query(text)
      const locked = await session.query<{ name: string }>(
        `select distinct relation::regclass::text as name from pg_locks
          where pid = pg_backend_pid() and relation = any($1::oid[]) and mode = any($2::text[])`,
        [rows.map(({ oid }) => oid), HOLDING_OTHERS_UP],
      )
      await session.query('commit')
      session.release()
      const unsaid = locked.rows.map((row) => row.name).filter((each) => !held.includes(each))
      assert.deepEqual(unsaid, [], `${migration}.sql: \`-- holds: …\` names all that it locks`)
    }
  } finally {
    await close()
    await onServer(server, (client) => client.query(`drop database ${other} with (force)`))
  }
})

/** The last migration of the versions that waited for one table after the other. */
const BEFORE_TABLES_WERE_HELD = '0098-reviews-in-order'
/** Locks for which a write, or a read as well, has to wait. */
const HOLDING_OTHERS_UP = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

it('refuses a database that a later version has changed, and says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-migrations-'))
  const other = `${name}_later`
  await onServer(server, (client) => client.query(`create database ${other}`))
  const url = databaseUrl(server, other)
  try {
    for (const file of ['0001-first.sql', '0002-second.sql', '0003-third.sql'])
      writeFileSync(join(folder, file), 'select 1')
    await migrateAt(url, folder)
    for (const file of ['0002-second.sql', '0003-third.sql']) rmSync(join(folder, file))
    await assert.rejects(migrateAt(url, folder), (error) => {
      assert.ok(error instanceof Conflict)
      assert.match(error.message, /later version: it has 0002-second and 1 more.*Start that version/)
      return true
    })
  } finally {
    await onServer(server, (client) => client.query(`drop database ${other} with (force)`))
    rmSync(folder, { recursive: true })
  }
})

it('fails, and takes no process down, where its connection is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toscan-migrations-'))
  const other = `${name}_lost`
  await onServer(server, (client) => client.query(`create database ${other}`))
  try {
    writeFileSync(
      join(folder, '0001-lost.sql'),
      'select pg_terminate_backend(pg_backend_pid()); create table never ()',
    )
    await assert.rejects(migrateAt(databaseUrl(server, other), folder), Error)
    // Where nobody listened, the process would end in one of the next turns.
    await pause(100)
  } finally {
    await onServer(server, (client) => client.query(`drop database ${other} with (force)`))
    rmSync(folder, { recursive: true })
  }
})

it('makes an index of millions of rows beside whoever reads and writes, once, and anew where whoever made it was killed', async () => {
  const other = `${name}_beside`
  await onServer(server, (client) => client.query(`create database ${other}`))
  const { db, pool, close } = openDatabase(databaseUrl(server, other))
  await migrate(db, MIGRATIONS, '0116-settings-that-owners-may-give')
  const secretKey = randomBytes(32).toString('hex')
  const orgId = await db
    .transaction()
    .execute((tx) => makeOrg(tx, { name: 'Beside', dailyLimit: null, secretKey }))
  await pool.query(
    `insert into scans (scan_id, org_id, profile_url, target_url, status, created_at)
     select gen_random_uuid(), $1, u, u, 'completed', now() from (values ('https://ex.com/ida'), ('https://ex.com/МИРА')) v (u)`,
    [orgId],
  )
  const writer = await pool.connect()
  await writer.query(BEGIN_AND_HOLD)
  await writer.query(`update scans set error = 'open' where profile_url like '%ida'`)
  const failing = migrate(db, MIGRATIONS).catch((error) => error)
  const making = async () =>
    (
      await pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = $1 and query ilike 'create index concurrently%' and wait_event_type = 'Lock'`,
        [other],
      )
    ).rows[0]?.pid
  const pid = await until('the index waits for the writer', making)

  await pool.query(
    `begin; set local lock_timeout = '1s'; update scans set error = 'beside' where profile_url like '%МИРА'; commit`,
  )
  const words = { ...everyScan(orgId), q: 'мира' }
  assert.equal((await listScans(db, words, null, 20)).rows.length, 1)
  await pool.query('select pg_terminate_backend($1)', [pid])
  assert.ok((await failing) instanceof Error)
  await writer.query('rollback')
  writer.release()

  const index = async () =>
    (
      await pool.query(`select indexrelid::regclass::text as name, indisvalid from pg_index
                        where indexrelid in (to_regclass('scans_words'), to_regclass('scans_search')) order by 1`)
    ).rows
  assert.deepEqual(await index(), [
    { name: 'scans_search', indisvalid: true },
    { name: 'scans_words', indisvalid: false },
  ])
  await Promise.all([migrate(db, MIGRATIONS), migrate(db, MIGRATIONS)])
  assert.deepEqual(await index(), [{ name: 'scans_words', indisvalid: true }])
  await close()
  await onServer(server, (client) => client.query(`drop database ${other} with (force)`))
})
