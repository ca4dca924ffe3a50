import { join } from 'node:path'
import { pino } from 'pino'
import { instanceKey, markOfKey } from '../../auth/vault.ts'
import type { Config } from '../../config.ts'
import { awaitDatabase, placeOf } from '../../db/connect/await-database.ts'
import { startStep } from '../../db/connect/outage.ts'
import { throughPooler } from '../../db/connect/pooler.ts'
import { type Database, type Db, migrateAt, openDatabase } from '../../db/database.ts'
import { keyMark, setKeyMark, settledKeyMark } from '../../db/deployment/key-mark.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/server/embedded-postgres.ts'
import { withStartLock } from '../../db/server/start-lock.ts'
import { Unavailable } from '../../errors.ts'
import { linesTogether } from './lines-together.ts'

export const ROOT = join(import.meta.dirname, '..', '..', '..')
export const MIGRATIONS = join(ROOT, 'migrations')
/** One for whoever comes, and one for what they ask beside it. */
const WARM_CONNECTIONS = 2

/** A database with the current schema, embedded or not. */
export interface Opened extends Database {
  url: string
  /** For what needs a session of its own; `url` may lead to a pooler. */
  directUrl: string
  secretKey: string
  /** Null when it is not the embedded one. */
  embedded: Pick<EmbeddedPostgres, 'isUp'> | null
}

/**
 * Opens the configured database; starts the embedded one when none is configured and none runs. One that is not up yet is
 * waited for, and standard error says so.
 * @param giveUp is told in a sentence when the embedded one cannot be kept alive
 * @param pooled for what serves: by the pooler, where there is one. Commands go past it
 * @param schema the last migration to apply, for a backup that ends with it; all when left out
 * @throws Unavailable when it is not up within a minute, or its secrets were sealed with another key; an AbortError when the
 *   signal ends the wait
 */
export async function openConfigured(
  config: Config,
  {
    signal,
    giveUp,
    schema,
    pooled = false,
  }: {
    signal?: AbortSignal
    giveUp?: (sentence: string) => void
    schema?: string
    pooled?: boolean
  } = {},
): Promise<Opened> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(config.dataDir, giveUp)
  const given = config.databaseUrl ?? embedded?.url ?? ''
  const directUrl = config.databaseDirectUrl ?? given
  const url = pooled && directUrl !== given ? throughPooler(given) : directUrl
  const database = openDatabase(url, { min: WARM_CONNECTIONS })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  const say = (reason: string) =>
    console.error(
      `The database ${placeOf(directUrl)} does not answer yet (${reason}). Waiting for a minute at most; if it is not there, DATABASE_URL is wrong.`,
    )
  try {
    await awaitDatabase(database.db, { say, signal })
    await startStep(() => migrateAt(directUrl, MIGRATIONS, schema), signal)
    const secretKey = await startStep(() => checkedKey(config, database.db), signal)
    return { ...database, url, directUrl, secretKey, embedded, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Processes that start together on a new folder must not make a key each. */
function checkedKey(config: Config, db: Db): Promise<string> {
  return config.secretKey
    ? check(config.secretKey)
    : withStartLock(join(config.dataDir, 'instance.lock'), shared)

  async function shared() {
    return check(instanceKey(config.dataDir, await settledKeyMark(db)))
  }
  async function check(key: string) {
    if ((await settledKeyMark(db)) === null) await setKeyMark(db, markOfKey(key))
    if ((await keyMark(db)) !== markOfKey(key))
      throw new Unavailable(
        config.secretKey
          ? 'TOSCAN_SECRET_KEY is not the key that the secrets of this database were sealed with. Set the one that was.'
          : `instance.key in ${config.dataDir} is not the key that the secrets of its database were sealed with. Put the one there that was.`,
      )
    return key
  }
}

/** For commands: open, work, close. */
export async function withDatabase<T>(config: Config, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await openConfigured(config)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** JSON lines on standard error, so that standard output stays free for results. Credentials never appear. */
export function createLog(config: Config) {
  const destination = pino.destination(2)
  const log = pino(
    {
      level: config.logLevel,
      base: null,
      redact: ['headers.authorization', 'headers.cookie', 'authorization', 'key', 'token'],
    },
    linesTogether(destination),
  )
  // A terminal that was closed takes no more lines. What runs is to end in order, and the library would try for ever.
  destination.once('error', () => {
    log.level = 'silent'
    destination.on('error', () => {})
    destination.destroy()
  })
  return log
}
