import { after, before } from 'node:test'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A database of one suite's own. */
export interface OwnDatabase {
  readonly url: string
  readonly db: Database['db']
  readonly pool: Database['pool']
}

/** Makes one before the tests of the suite that it is called in, and drops it after them. @param max connections to it, 20 unless said otherwise */
export function ownDatabase({ max }: { max?: number } = {}): OwnDatabase {
  let made: TestDatabase | undefined
  let opened: Database | undefined
  before(async () => {
    made = await createTestDatabase()
    opened = openDatabase(made.url, { max })
  })
  after(async () => {
    await opened?.close()
    await made?.drop()
  })
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The database is there from the first test on.')
    return value
  }
  return {
    get url() {
      return there(made).url
    },
    get db() {
      return there(opened).db
    },
    get pool() {
      return there(opened).pool
    },
  }
}
