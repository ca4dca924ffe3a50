import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

const LOOK_MS = 500
/** Of the advisory lock that whoever makes them holds. */
const LOCK = 4_700_118

/**
 * Makes the indexes of `beside.sql` that are not there, one after the other, while others read and write. Of processes that start together one makes
 * them, and the others wait. What one that was killed left half made is made anew.
 */
export async function makeBeside(db: Kysely<unknown>, folder: string): Promise<void> {
  const file = join(folder, 'beside.sql')
  if (!existsSync(file)) return
  const statements = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('--'))
    .map(readStatement)
  const isDone = async () => (await Promise.all(statements.map((each) => isDoneOf(db, each)))).every(Boolean)
  while (!(await isDone())) {
    const isMade = await db.connection().execute((session) => makeAlone(session, statements))
    // A statement that waited for the lock would hold up whoever makes an index, which waits for all statements.
    if (!isMade) await pause(LOOK_MS)
  }
}

interface Statement {
  text: string
  verb: string
  index: string
  table: string | undefined
}

function readStatement(text: string): Statement {
  const [, verb = '', index = ''] =
    /^(create|drop) index concurrently if (?:not )?exists (\w+)/.exec(text) ?? []
  if (index === '') throw new Error(`beside.sql: this makes no index and drops none: ${text}`)
  return { text, verb, index, table: / on (\w+) /.exec(text)?.[1] }
}

/** Whether it was this process that made them; one that meets another's lock does nothing. */
async function makeAlone(session: Kysely<unknown>, statements: Statement[]): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${LOCK}) as mine`.execute(session)
  if (!rows[0]?.mine) return false
  try {
    for (const each of statements) {
      if (await isDoneOf(session, each)) continue
      if (each.verb === 'create')
        await sql`drop index concurrently if exists ${sql.ref(each.index)}`.execute(session)
      await sql.raw(each.text).execute(session)
      if (each.table) await sql`analyze ${sql.ref(each.table)}`.execute(session)
    }
    return true
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(session)
  }
}

async function isDoneOf(db: Kysely<unknown>, { verb, index }: Statement): Promise<boolean> {
  const { rows } = await sql<{ is_valid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${index})`.execute(db)
  return verb === 'create' ? rows[0]?.is_valid === true : rows.length === 0
}
