import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { migrateAt } from '../../src/db/database.ts'
import { permanentTables } from '../../src/db/deployment/copy-tables.ts'
import { databaseUrl, MIGRATIONS, onServer } from '../support/test-database.ts'
import {
  allEnded,
  type Receiver,
  type Service,
  startReceiver,
  startService,
  startWeb,
  until,
  type Web,
} from './service.ts'

const server = String(process.env.TEST_SERVER_URL)
/** Of the kinds that have to be written otherwise in a URL, and of a schema in SQL. */
const PASSWORD = 'p@s:s/w%o#r d?'
const SCHEMA = '"Own Data"'

describe('a database as administrators set it up', () => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const role = `${name}_role`
  let url: string
  const asAdministrator = (...statements: string[]) =>
    onServer(databaseUrl(server, name), async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  before(async () => {
    await onServer(server, async (client) => {
      await client.query(`create database ${name} template template0 encoding 'UTF8'`)
      await client.query(`create role ${role} login password '${PASSWORD}'`)
    })
    await asAdministrator(
      'revoke all on schema public from public',
      `create schema ${SCHEMA}`,
      `alter role ${role} set search_path = ${SCHEMA}`,
      ...[
        ['timezone', 'Asia/Kathmandu'],
        ['datestyle', 'German'],
        ['intervalstyle', 'sql_standard'],
        ['bytea_output', 'escape'],
        ['extra_float_digits', '-10'],
        ['default_transaction_isolation', 'serializable'],
        ['statement_timeout', '2s'],
        ['lock_timeout', '1s'],
        ['idle_in_transaction_session_timeout', '2s'],
        ['idle_session_timeout', '5s'],
      ].map(([setting, value]) => `alter role ${role} set ${setting} = '${value}'`),
    )
    const address = new URL(databaseUrl(server, name))
    address.username = role
    address.password = encodeURIComponent(PASSWORD)
    url = address.href
  })
  after(() =>
    onServer(server, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`drop role if exists ${role}`)
    }),
  )

  it('says all that its role lacks, as what an administrator runs', async () => {
    // It may not even look into a schema that is not given to it.
    await assert.rejects(migrateAt(url, MIGRATIONS), /The search path of the role \w+ leads to no schema/)
    await asAdministrator(`grant usage on schema ${SCHEMA} to ${role}`)
    const error = await migrateAt(url, MIGRATIONS).then(
      () => assert.fail('it was taken'),
      (error: Error) => error,
    )
    const remedies = error.message.split('\n').filter((line) => line.startsWith('  '))
    assert.deepEqual(remedies, [
      `  grant create on schema ${SCHEMA} to ${role};`,
      `  create extension pg_trgm with schema ${SCHEMA};`,
      `  create extension btree_gin with schema ${SCHEMA};`,
      `  create schema pgboss authorization ${role};`,
    ])
    await asAdministrator(
      'create extension pg_trgm with schema public',
      ...remedies.filter((line) => !line.includes('pg_trgm')),
    )
    await assert.rejects(migrateAt(url, MIGRATIONS), (error: Error) => {
      assert.match(error.message, new RegExp(`^ {2}alter extension pg_trgm set schema ${SCHEMA};$`, 'm'))
      return true
    })
    await asAdministrator(`alter extension pg_trgm set schema ${SCHEMA}`)
  })

  it('serves under a role without privileges, in another schema, whatever its sessions are set to', async () => {
    let service: Service | undefined
    let web: Web | undefined
    let receiver: Receiver | undefined
    try {
      ;[web, receiver] = await Promise.all([startWeb(), startReceiver()])
      service = await startService({ DATABASE_URL: url, TOSCAN_SECRET_KEY: randomBytes(32).toString('hex') })
      await service.serve()
      const { orgId } = await service.org()
      const pages = Array.from({ length: 12 }, (_, index) => `${web?.origin}/creator-${index}`)
      await service.submit(orgId, pages, { callback: `${receiver.url}/told` })
      await allEnded(service, orgId)
      const { rows } = await service.opened.pool.query('select distinct status from scans')
      assert.deepEqual(rows, [{ status: 'completed' }])
      const { got } = receiver
      await until(() => got.length === pages.length)
    } finally {
      await service?.stop()
      await Promise.all([web?.close(), receiver?.close()])
    }
  })

  it('is copied whole from its own schema', async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      const names = (await permanentTables(client)).map((table) => table.name)
      assert.ok(names.includes('scans') && names.includes('deployment'), names.join())
    } finally {
      await client.end()
    }
  })

  it('is refused where its locale takes I for another letter than i', async (context) => {
    const turkish = `${name}_turkish`
    const of = `template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'tr-TR'`
    const made = await onServer(server, (client) => client.query(`create database ${turkish} ${of}`)).catch(
      String,
    )
    if (made) return context.skip(`the server knows no Turkish: ${made}`)
    try {
      await assert.rejects(migrateAt(databaseUrl(server, turkish), MIGRATIONS), /takes I for another letter/)
    } finally {
      await onServer(server, (client) => client.query(`drop database ${turkish} with (force)`))
    }
  })

  it('is refused where its encoding does not hold all letters', async () => {
    const latin = `${name}_latin`
    await onServer(server, (client) =>
      client.query(`create database ${latin} template template0 encoding 'LATIN1' locale 'C'`),
    )
    try {
      await assert.rejects(
        migrateAt(databaseUrl(server, latin), MIGRATIONS),
        /encoded in LATIN1.*encoding 'UTF8'/s,
      )
    } finally {
      await onServer(server, (client) => client.query(`drop database ${latin} with (force)`))
    }
  })
})
