import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { isThroughPooler } from './pooler.ts'

/**
 * Whether the server is at work for the connection of this name, or may be: a server that refuses to say is there.
 * @param since a time at which it was already kept waiting (`performance.now()`); the answer to an older question does not count
 */
export type AtWork = (name: string, since: number) => Promise<boolean>

const PATIENCE_MS = 5000

/** One question at a time for all connections, each over a new one: twenty that fall silent together ask once. */
export function askAtWork(url: string): AtWork {
  let asking: { at: number; answer: Promise<(name: string) => boolean> } | null = null
  return async (name, since) => {
    if (asking && asking.at < since) return true
    asking ??= {
      at: performance.now(),
      answer: busyConnections(url).finally(() => {
        asking = null
      }),
    }
    return (await asking.answer)(name)
  }
}

async function busyConnections(url: string): Promise<(name: string) => boolean> {
  const client = new Client({ connectionString: url, application_name: 'toscan-at-work' })
  client.on('error', () => {})
  const tooLong = setTimeout(() => client.connection.stream.destroy(), PATIENCE_MS)
  try {
    await client.connect()
    // Who waits there for a connection has none that the server could tell of. A pooler that answers may be at work for all.
    if (isThroughPooler(url)) return () => true
    // Whoever may not see a state, or has turned it off, is not told that nothing is done.
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_stat_activity where state is null or state not like 'idle%'`,
    )
    const busy = new Set(rows.map((row) => row.name))
    return (name) => busy.has(name)
  } catch (error) {
    return () => error instanceof DatabaseError
  } finally {
    clearTimeout(tooLong)
    client.end().catch(() => {})
  }
}

/** Connections of ours to this database other than this one; what is about to leave is given two seconds. */
export async function otherConnections(client: Client): Promise<number> {
  for (let waited = 0; ; waited += 100) {
    const { rowCount } = await client.query(`
      select from pg_stat_activity
       where datname = current_database() and application_name like 'toscan%' and pid <> pg_backend_pid()`)
    if (!rowCount || waited >= 2000) return rowCount ?? 0
    await sleep(100)
  }
}
