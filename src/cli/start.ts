import { join } from 'node:path'
import { pino } from 'pino'
import { instanceKey } from '../auth/vault.ts'
import type { Config } from '../config.ts'
import { awaitDatabase } from '../db/await-database.ts'
import { type Database, migrate, openDatabase } from '../db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { withStartLock } from '../db/start-lock.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

/** A database with the current schema, embedded or not. */
export interface Opened extends Database {
  url: string
  secretKey: string
  /** Null when it is not the embedded one. */
  embedded: Pick<EmbeddedPostgres, 'isUp'> | null
}

/**
 * Opens the configured database; starts the embedded one when none is configured and none runs. One that is not up yet is
 * waited for, and standard error says so.
 * @param giveUp is told in a sentence when the embedded one cannot be kept alive
 * @throws Unavailable when it is not up within a minute; an AbortError when the signal ends the wait
 */
export async function openConfigured(
  config: Config,
  { signal, giveUp }: { signal?: AbortSignal; giveUp?: (sentence: string) => void } = {},
): Promise<Opened> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(config.dataDir, giveUp)
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const database = openDatabase(url)
  const say = (reason: string) =>
    console.error(`The database does not answer yet (${reason}). Waiting for a minute at most.`)
  try {
    await awaitDatabase(database.db, { say, signal })
    await migrate(database.db, join(ROOT, 'migrations'))
  } catch (error) {
    await database.close()
    await embedded?.stop()
    throw error
  }
  return {
    ...database,
    url,
    secretKey: config.secretKey ?? (await sharedInstanceKey(config.dataDir)),
    embedded,
    close: async () => {
      await database.close()
      await embedded?.stop()
    },
  }
}

/** Processes that start together on a new folder must not make a key each. */
function sharedInstanceKey(dataDir: string): Promise<string> {
  return withStartLock(join(dataDir, 'instance.lock'), async () => instanceKey(dataDir))
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
    destination,
  )
  // A terminal that was closed takes no more lines. What runs is to end in order, and the library would try for ever.
  destination.once('error', () => {
    log.level = 'silent'
    destination.on('error', () => {})
    destination.destroy()
  })
  return log
}
