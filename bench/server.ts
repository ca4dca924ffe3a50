import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { migrate, openDatabase } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/server/embedded-postgres.ts'
import { databaseUrl, MIGRATIONS, onServer } from '../test/support/test-database.ts'
import { parentOf } from './measure.ts'

/** Goes with `dist`. */
const FOLDER = join(import.meta.dirname, '..', 'dist', 'bench')

/**
 * One PostgreSQL for all benches of a run, with the settings of the embedded one: that of `TEST_SERVER_URL`, else one in `dist/bench`, which stays
 * there, so that what takes minutes to fill is filled once. Each bench makes its own database on it, as tests do.
 * @returns what stops it
 */
export async function startBenchServer(): Promise<() => Promise<void>> {
  const given = process.env.TEST_SERVER_URL
  // Somebody else's, who keeps nothing for us.
  if (given && process.env.TEST_TEMPLATE) return () => dropAll(given, 'kept_')
  mkdirSync(FOLDER, { recursive: true })
  // PostgreSQL under root runs as another user, who has to get in.
  chmodSync(FOLDER, 0o755)
  const server = await startEmbeddedPostgres(FOLDER)
  // Of runs that were killed.
  await dropAll(server.url, 'test_')
  process.env.TEST_SERVER_URL = server.url
  process.env.TEST_TEMPLATE = await keptDatabase('empty', '', async () => {})
  return () => server.stop()
}

/**
 * A database with the current schema that is filled where it is not there yet, to be copied.
 * @param made what its content depends on beside the schema; another text is another database
 * @returns its name
 */
export async function keptDatabase(
  what: string,
  made: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  const server = process.env.TEST_SERVER_URL ?? ''
  const name = `kept_${what}_${hashOf(made)}`
  let isThere = false
  await onServer(server, async (client) => {
    const others = await client.query<{ datname: string }>(
      `select datname from pg_database where datname ~ $1`,
      [`^(making_)?kept_${what}_`],
    )
    isThere = others.rows.some(({ datname }) => datname === name)
    // Those of another schema are nobody's any more.
    for (const { datname } of others.rows)
      if (datname !== name) await client.query(`drop database ${datname} with (force)`)
    if (!isThere) await client.query(`create database making_${name}`)
  })
  if (isThere) return name
  const url = databaseUrl(server, `making_${name}`)
  const { db, close } = openDatabase(url)
  await migrate(db, MIGRATIONS)
  await close()
  await fill(url)
  await onServer(server, (client) => client.query(`alter database making_${name} rename to ${name}`))
  return name
}

async function dropAll(url: string, prefix: string) {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  })
}

function hashOf(made: string): string {
  const hash = createHash('sha256').update(made)
  for (const name of readdirSync(MIGRATIONS).sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 12)
}

/** A session without the time limit of those that serve, for filling. */
export async function withSession<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The server's own process; null where it is on another machine, or the system does not tell. */
export async function postmasterOf(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid)
}

export async function postgresVersion(): Promise<string> {
  let version = ''
  await onServer(process.env.TEST_SERVER_URL ?? '', async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    version = rows[0]?.server_version.split(' ')[0] ?? ''
  })
  return version
}
