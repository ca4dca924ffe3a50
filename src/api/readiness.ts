import { sql } from 'kysely'
import { reasonOf } from '../db/connect/await-database.ts'
import { inTime, oneAtATime } from '../db/connect/in-time.ts'
import { isDatabaseOutage, isEmptied, mayPass, metOutage } from '../db/connect/outage.ts'
import type { Db } from '../db/database.ts'
import { hasRoom } from '../db/deployment/has-room.ts'
import { heldSentence } from '../db/deployment/held.ts'

/** A sentence; null when it works. */
export type Check = () => string | null | Promise<string | null>

const PATIENCE_MS = 2500

/** The first of what does not work, as a sentence; null when everything does. */
export async function firstTrouble(checks: readonly Check[]): Promise<string | null> {
  for (const check of checks) {
    const sentence = await check()
    if (sentence !== null) return sentence
  }
  return null
}

/** Whether the database answers soon, and can be written. */
export function databaseCheck(db: Db): () => Promise<string | null> {
  const ask = oneAtATime(async () => {
    try {
      const { rows } = await sql<{ reads_only: boolean }>`
        select current_setting('transaction_read_only') = 'on' as reads_only from deployment`.execute(db)
      return rows[0]?.reads_only ? 'The database only reads.' : null
    } catch (error) {
      if (isEmptied(error))
        return (await metOutage(db, error))
          ? EMPTIED
          : `The database lacks a part of what Toscan made of it: ${reasonOf(error)}. Restore a backup.`
      if (isDatabaseOutage(error) && !mayPass(error))
        return `The database cannot be used: ${reasonOf(error)}.`
      throw error
    }
  })
  return async () => {
    const answer = await inTime(ask(), PATIENCE_MS)
    return answer === undefined ? 'The database does not answer.' : answer
  }
}

const EMPTIED =
  'The database has no tables of Toscan: it was emptied, or another one has its name. Bring the first one back, or restore a backup; a start on the empty one begins a new installation.'

/**
 * Whether the database has said that its disk is full, and has no room since. It is asked to write some pages then, as a row may find room
 * where another was.
 * @param lastFullAt when it said so last, as `performance.now()` tells time; null: never
 */
export function databaseRoomCheck(db: Db, lastFullAt: () => number | null): () => Promise<string | null> {
  let hadRoomAt = 0
  const ask = oneAtATime(async () => {
    const asked = performance.now()
    if (await hasRoom(db)) hadRoomAt = asked
  })
  return async () => {
    const isFull = () => (lastFullAt() ?? -1) > hadRoomAt
    if (isFull()) await inTime(ask(), PATIENCE_MS)
    return isFull() ? FULL : null
  }
}

/** What is no trouble and has to be known: that this is a copy which does not work yet. */
export function heldCheck(db: Db): Check {
  const ask = oneAtATime(() => heldSentence(db))
  return async () => (await inTime(ask(), PATIENCE_MS)) ?? null
}

/** Whether a disk that the database lies on, on this machine, has room. */
export function diskCheck(isFull: () => Promise<boolean>): Check {
  return async () => ((await isFull()) ? FULL : null)
}

const FULL = 'The disk of the database is full.'

/** Workers look every second; those that have not for this long look no more. */
const POLL_SECONDS = 5

/** Whether a worker still looks for what it works on. @param ages seconds since it last did, by what it looks for */
export function pollCheck(what: string, ages: () => Iterable<number>): Check {
  return () => {
    const age = Math.max(...ages())
    return age > POLL_SECONDS ? `This worker has not looked for ${what} for ${Math.round(age)} s.` : null
  }
}
