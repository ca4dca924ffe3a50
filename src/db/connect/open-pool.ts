import { type ClientBase, type ClientConfig, type CustomTypesConfig, Pool } from 'pg'
import type { PoolState } from '../../metrics.ts'
import { nameOfPrepared } from '../statements/prepared.ts'
import { askAtWork } from './at-work.ts'
import { LiveClient } from './live-client.ts'
import { isThroughPooler } from './pooler.ts'
import { sessionOptions } from './session-options.ts'

/** A demoted server, or one whose name leads elsewhere by now, is left after this time at the latest. */
const LIFETIME_SECONDS = 300
/** So long one stays that nobody asks: a busy worker asks for several at once every few seconds, and a new one costs PostgreSQL 10 ms and more. */
const IDLE_MS = 30_000

/**
 * What a connection begins with. Between two statements of a transaction nobody waits for anything but the database: where the next one does not
 * come, the connection has died on the way, and what it holds is wanted. No statement of ours runs long enough to be worth compiling.
 */
const OF_A_SESSION = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 10_000,
  options: sessionOptions({ jit: 'off' }),
}

/**
 * A pooler takes none of these, and remembers of what is set only these two for whoever set it. Time limits and compiling are the
 * role's there (`alter role`), as docs/scale.md says.
 */
async function setForPooler(client: ClientBase) {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'`)
}

/** A pool that says what its connections have met. */
export type OpenPool = Pool & {
  met: PoolState['met'] & {
    /** When the server said last that its disk is full, as `performance.now()` tells time. */
    fullAt: number | null
  }
}

/**
 * A pool whose connections do not outlive their peer: one that has fallen silent is ended, and those that lie idle beside
 * it are replaced as well. A statement ends after 30 s.
 * @param min so many stay when nobody asks for half a minute: a new one knows no plans yet
 * @param name what the server calls its connections, before a part of their own
 */
export function openPool(options: {
  url: string
  max: number
  min?: number
  name: string
  types?: CustomTypesConfig
}): OpenPool {
  const idle = new Set<LiveClient>()
  const atWork = askAtWork(options.url)
  const met: OpenPool['met'] = { timeouts: 0, silent: 0, fullAt: null }
  const distrustIdle = () => {
    met.silent += idle.size + 1
    for (const client of idle) client.cut()
  }
  const noteFull = () => {
    met.fullAt = performance.now()
  }
  class PooledClient extends LiveClient {
    constructor(config: ClientConfig = {}) {
      super(config, atWork, distrustIdle, noteFull)
    }
  }
  const isPooled = isThroughPooler(options.url)
  const pool = new Pool({
    Client: PooledClient,
    connectionString: options.url,
    max: options.max,
    min: options.min ?? 0,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    query_timeout: 35_000,
    application_name: options.name,
    ...(isPooled ? { onConnect: setForPooler } : OF_A_SESSION),
    ...(options.types && { types: options.types }),
  })
  // A lost connection fails the queries that run on it, and is replaced. It also raises an event, on the pool while it is
  // idle and on itself while it is in use; without listeners for both the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // A session lasts for a transaction there.
    if (!isPooled) keepStatements(client)
  })
  pool.on('acquire', (client) => forget(client))
  pool.on('remove', (client) => forget(client))
  pool.on('release', (error, client) => {
    if (!error && client instanceof LiveClient) idle.add(client)
  })
  countTimeouts(pool, met)
  return Object.assign(pool, { met })

  function forget(client: unknown) {
    if (client instanceof LiveClient) idle.delete(client)
  }
}

/** Statements that are to be kept go by their name. */
function keepStatements(client: ClientBase) {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  const named = (text: unknown, values?: unknown, ...others: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? nameOfPrepared(text) : undefined
    return name === undefined ? query(text, values, ...others) : query({ name, text, values }, ...others)
  }
  // All its shapes are there; TypeScript does not see that one function holds them.
  client.query = named as ClientBase['query']
}

/** `query` goes through `connect` as well, with a callback. */
function countTimeouts(pool: Pool, met: PoolState['met']) {
  type Connected = Parameters<Parameters<Pool['connect']>[0]>
  const connect = pool.connect.bind(pool)
  const note = (error: unknown) => {
    if (error instanceof Error && /timeout/i.test(error.message)) met.timeouts++
  }
  const counted = (callback?: (...connected: Connected) => void) => {
    if (callback === undefined) {
      return connect().catch((error) => {
        note(error)
        throw error
      })
    }
    return connect((...connected) => {
      note(connected[0])
      callback(...connected)
    })
  }
  // Both of its shapes are there; TypeScript does not see that one function holds them.
  pool.connect = counted as Pool['connect']
}
