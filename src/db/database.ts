import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { Pool, types } from 'pg'
import { Conflict, Unavailable } from '../errors.ts'
import { makeBeside } from './connect/make-beside.ts'
import { type OpenPool, openPool } from './connect/open-pool.ts'
import { refuseUnfit } from './connect/refuse-unfit.ts'
import { sessionOptions } from './connect/session-options.ts'

/** Tables are not declared: every query is written out in SQL with the row type it returns. */
export type Db = Kysely<unknown>
export type Tx = Transaction<unknown> | Db

export interface Database {
  db: Db
  pool: OpenPool
  close(): Promise<void>
}

const TIMESTAMPTZ = 1184
const JSON_OID = 114
const INT8 = 20

/** Opens a pool. Timestamps come back as ISO 8601 strings with microseconds, `json` as its text, `bigint` as number. */
export function openDatabase(
  url: string,
  { max = 20, min = 0 }: { max?: number; min?: number } = {},
): Database {
  const pool = openPool({ url, max, min, name: 'toscan', types: { getTypeParser } })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

// pg's own signature is generic over formats; only the text format is used.
const getTypeParser = ((oid: number, format: 'text' | 'binary' = 'text') => {
  if (oid === TIMESTAMPTZ) return isoTimestamp
  if (oid === JSON_OID) return (text: string) => text
  if (oid === INT8) return Number
  return types.getTypeParser(oid, format === 'binary' ? 'text' : format)
}) as typeof types.getTypeParser

/** `2026-11-21 05:22:21.08+00` → `2026-11-21T05:22:21.080000+00:00`. */
export function isoTimestamp(text: string): string {
  const [seconds = '', rest = ''] = text.slice(0, 19) === text ? [text] : [text.slice(0, 19), text.slice(19)]
  const fraction = /^\.(\d+)/.exec(rest)?.[1] ?? ''
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(6, '0')}+00:00`
}

/**
 * Applies the numbered SQL files of `folder` that are new, all or none, one process at a time; then makes the indexes of `beside.sql`.
 * @param upTo the last one to apply, without `.sql`; all when left out
 * @throws Unavailable naming the file that failed, Conflict where a later version has been here.
 */
export async function migrate(db: Db, folder: string, upTo?: string): Promise<string[]> {
  const migrations = readMigrations(folder)
  await refuseNewer(db, migrations)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })
  const known = await migrator.getMigrations()
  const pending = known.filter(({ name, executedAt }) => !executedAt && (upTo === undefined || name <= upTo))
  const [first] = pending
  const tables = new Set(pending.flatMap(({ name }) => tablesHeld(folder, name)))
  if (first && tables.size > 0)
    migrations[first.name] = {
      up: async (tx) => {
        await holdTables(tx, [...tables])
        await first.migration.up(tx)
      },
    }
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo))
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Unavailable(
      `Migration ${failed ?? ''} failed: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    )
  }
  if (upTo === undefined) await makeBeside(db, folder)
  return results?.map((result) => result.migrationName) ?? []
}

/**
 * The same on connections of their own, where a statement may take as long as it takes: an index of millions of rows takes minutes, and the others
 * end after half of one.
 * @throws InvalidInput where the database or the role is not fit for it.
 */
export async function migrateAt(url: string, folder: string, upTo?: string): Promise<string[]> {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'toscan-migrate',
    options: sessionOptions({ statement_timeout: '0', idle_in_transaction_session_timeout: '0' }),
  })
  // A lost connection fails what runs on it. It raises an event as well, and without listeners the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseUnfit(db)
    return await migrate(db, folder, upTo)
  } finally {
    await db.destroy()
  }
}

/** What a later version made of the database is not ours to work with, nor to undo. */
async function refuseNewer(db: Db, migrations: Record<string, Migration>) {
  const { rows: made } = await sql<{
    made: boolean
  }>`select to_regclass('migrations') is not null as made`.execute(db)
  if (!made[0]?.made) return
  const { rows } = await sql<{ name: string }>`
    select name from migrations where name <> all (${Object.keys(migrations)}::text[]) order by name`.execute(
    db,
  )
  const [first] = rows
  if (!first) return
  throw new Conflict(
    `The database is of a later version: it has ${first.name}${rows.length > 1 ? ` and ${rows.length - 1} more` : ''}, which this one does not know. Start that version, or a later one; to go back, restore a backup that this one made.`,
  )
}

/** Their names, without `.sql`, in order. */
export function migrationNames(folder: string): string[] {
  return Object.keys(readMigrations(folder)).sort()
}

/** The line by which a migration says what it needs to itself: `-- holds: scans, batches`. */
function tablesHeld(folder: string, name: string): string[] {
  const line = /^-- holds: (.+)$/m.exec(readFileSync(join(folder, `${name}.sql`), 'utf8'))
  return line?.[1]?.split(', ') ?? []
}

/**
 * All at once, before anything of a transaction that changes the schema: whoever holds one of them may wait for another, which we would have already.
 * So they are had together, or let go for a moment.
 */
async function holdTables(tx: Db, tables: string[]) {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${tables}::text[]) name where to_regclass(name) is not null`.execute(tx)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  await sql
    .raw(`
    do $$ begin
      set local lock_timeout = '200ms';
      loop
        begin
          lock table ${names} in access exclusive mode;
          exit;
        exception when lock_not_available then
          perform pg_sleep(.05);
        end;
      end loop;
      set local lock_timeout = 0;
    end $$`)
    .execute(tx)
}

function readMigrations(folder: string): Record<string, Migration> {
  const files = readdirSync(folder).filter((name) => /^\d{4}-.*\.sql$/.test(name))
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -4),
      {
        up: async (db: Kysely<unknown>) => {
          await sql.raw(readFileSync(join(folder, name), 'utf8')).execute(db)
        },
      },
    ]),
  )
}
