import type { Readable, Writable } from 'node:stream'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { sessionOptions } from '../connect/session-options.ts'

/** A table as COPY reads and writes it. */
export interface CopiedTable {
  name: string
  /** Without those that PostgreSQL computes. */
  columns: string[]
  /** Columns whose numbers PostgreSQL gives out. */
  counters: string[]
}

/** Work on a connection of its own without a time limit: copying takes as long as there are rows. */
async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'toscan-copy',
    options: sessionOptions({ statement_timeout: '0', idle_in_transaction_session_timeout: '0' }),
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What stood in the database at one moment, for as long as the work takes; whoever writes is not kept waiting. */
export function inSnapshot<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return work(client)
  })
}

/** All of the work, or nothing of it. */
export function inOneTransaction<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  })
}

/** Names of the migrations that the database has, in order. */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

/**
 * Our tables, those that others refer to before these. Not the list of migrations, nor what PostgreSQL forgets in a crash: who
 * asks which host at this moment. Jobs lie in a schema of their own and are made anew from what is due.
 */
export async function permanentTables(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{
    name: string
    columns: string[]
    counters: string[]
    needs: string[]
  }>(`
    select c.relname as name,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as counters,
           array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
                  where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
      from pg_class c
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname not in ('migrations', 'migrations_lock')
     order by c.relname`)
  const sorted: CopiedTable[] = []
  const waiting = new Map(
    rows.map((row) => [row.name, { ...row, needs: [...row.needs, ...(KEPT_BY_TRIGGERS[row.name] ?? [])] }]),
  )
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => needs.every((name) => !waiting.has(name)))
    if (ready.length === 0) throw new Error(`Tables refer to each other in a ring: ${[...waiting.keys()]}`)
    for (const { name, columns, counters } of ready) {
      sorted.push({ name, columns, counters })
      waiting.delete(name)
    }
  }
  return sorted
}

/** What a table refers to without a foreign key. */
const KEPT_BY_TRIGGERS: Record<string, string[]> = { scans: ['org_settings', 'batches'] }

/** The clock of the database at the moment of the snapshot. */
export async function snapshotTime(client: Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>(`select to_json(transaction_timestamp())::text as at`)
  return JSON.parse(rows[0]?.at ?? '""')
}

/** Hashes of pages that the snapshot's captures refer to, in order, and whether a report cites them or a scan may yet. */
export async function hashesAfter(
  client: Client,
  after: string,
  limit: number,
): Promise<{ sha256: string; cited: boolean }[]> {
  const { rows } = await client.query<{ sha256: string; cited: boolean }>(
    `select sha256, bool_or(ref is not null) as cited from captures
      where not withheld and sha256 > $1 group by sha256 order by sha256 limit $2`,
    [after, limit],
  )
  return rows
}

/** The rows of a table in the text form of COPY. */
export function rowsOf(client: Client, table: CopiedTable): Readable {
  return client.query(copyTo(`copy ${target(table)} to stdout`))
}

/** Takes rows in the text form of COPY. */
export function intoTable(client: Client, table: CopiedTable): Writable {
  return client.query(copyFrom(`copy ${target(table)} from stdin`))
}

/** Whether somebody has used this database. */
export async function isInUse(client: Client): Promise<boolean> {
  const { rows } = await client.query('select from auth_organization limit 1')
  return rows.length > 0
}

/** Takes out what migrations put in. Until the transaction ends rows that come in make no others: those come in too. */
export async function emptyTables(client: Client, tables: readonly CopiedTable[]) {
  await client.query(`select set_config('toscan.restoring', 'on', true)`)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

/** What a backup could not have of pages that nobody cites goes, and scans that ran wait: their worker is not here. */
export async function settleScans(client: Client, freed: readonly string[]) {
  await client.query('delete from captures where sha256 = any($1::text[])', [freed])
  await client.query(`
    update scans set lease_until = null, worker_id = null, processing_started_at = null, attempt = attempt - 1
     where status = 'processing' and worker_id is not null`)
}

/** Numbers are given out from behind the last one that came in. */
export async function settleCounters(client: Client, tables: readonly CopiedTable[]) {
  for (const { name, counters } of tables)
    for (const column of counters)
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), (select max(${quoted(column)}) from ${quoted(name)}))`,
        [quoted(name), column],
      )
}

function target({ name, columns }: CopiedTable): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
