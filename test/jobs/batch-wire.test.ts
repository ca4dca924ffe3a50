import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { textArray, uuidArray } from '../../src/db/binary-array.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { timeOrderedIds } from '../../src/db/time-ordered-ids.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let opened: Database
before(async () => {
  database = await createTestDatabase()
  opened = openDatabase(database.url)
})
after(async () => {
  await opened?.close()
  await database?.drop()
})

it('texts arrive as they are, whatever is in them', async () => {
  const texts = [
    '',
    ' ',
    'NULL',
    '{a,"b"}',
    "it's \\ here\nand there",
    'ünïcödé 🦆',
    'https://ex.com/a?b=c,d',
    null,
    '[{"quoted": "\\"twice\\""}]',
  ]
  const { rows } = await sql<{
    texts: (string | null)[]
  }>`select ${textArray(texts)}::text[] as texts`.execute(opened.db)
  assert.deepEqual(rows[0]?.texts, texts)
})

it('texts that are not there arrive as none', async () => {
  for (const texts of [[null], ['a', null, 'NULL', null], []]) {
    const { rows } = await sql<{
      texts: (string | null)[]
    }>`select ${textArray(texts)}::text[] as texts`.execute(opened.db)
    assert.deepEqual(rows[0]?.texts, texts)
  }
})

it('ids are of the moment, marked as those of the database, and none comes twice', async () => {
  const now = Date.parse('2026-11-25T10:00:00.123Z')
  const { rows } = await sql<{ ids: string[]; made: string }>`
    select ${uuidArray(timeOrderedIds(1000, now))}::uuid[]::text[] as ids, time_ordered_uuid() as made`.execute(
    opened.db,
  )
  const ids = rows[0]?.ids ?? []
  const asMade = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  assert.match(rows[0]?.made ?? '', asMade)
  for (const id of ids) {
    assert.match(id, asMade)
    assert.equal(Number.parseInt(id.replace('-', '').slice(0, 12), 16), now)
  }
  assert.equal(new Set(ids).size, 1000)
})
