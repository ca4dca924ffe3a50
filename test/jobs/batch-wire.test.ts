import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { timeOrderedIds, uuidAt } from '../../src/db/scans/time-ordered-ids.ts'
import { numberArray, textArray, uuidArray } from '../../src/db/statements/binary-array.ts'
import { ownDatabase } from '../support/own-database.ts'

const opened = ownDatabase()

it('texts arrive as they are, whatever is in them', async () => {
  const texts = [
    '',
    ' ',
    'NULL',
    '{a,"b"}',
    "it's \\ here\nand there",
    'ünïcödé 🦆',
    'https://ex.com/a?b=c,d',
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

it('numbers arrive as they are, and nothing as nothing', async () => {
  const numbers = [0, -1, 2.5, null, 2 ** 31 - 1, 1e300]
  const whole = [204, null, -7]
  const { rows } = await sql<{ numbers: (number | null)[]; whole: (number | null)[]; none: number[] }>`
    select ${numberArray(numbers)}::float8[] as numbers, ${numberArray(whole)}::float8[]::integer[] as whole,
           ${numberArray([])}::float8[] as none`.execute(opened.db)
  assert.deepEqual(rows[0], { numbers, whole, none: [] })
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

it('ids that are made together stand in their order, and are made by chance all the same', () => {
  const made = (count: number) => {
    const ids = timeOrderedIds(count)
    return Array.from({ length: count }, (_, index) => uuidAt(ids, index))
  }
  const behindTime = (id: string) => id.slice(15)
  const ids = made(1024)
  assert.deepEqual(ids, ids.toSorted())
  const others = made(1024).map(behindTime)
  assert.ok(ids.every((id, index) => behindTime(id) !== others[index]))
  assert.ok(new Set(Array.from({ length: 20 }, () => made(1)[0]?.slice(15, 18))).size > 10)
})
