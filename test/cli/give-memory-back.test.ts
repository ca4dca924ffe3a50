import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pino } from 'pino'
import { giveMemoryBack } from '../../src/cli/roles/give-memory-back.ts'
import { until } from '../support/until.ts'

it('a process that has come to rest gives back what it no longer uses', async () => {
  let pages: unknown[] | null = Array.from({ length: 300 }, () => Array.from({ length: 50_000 }, Math.random))
  const full = process.memoryUsage().heapTotal
  assert.ok(pages.length > 0)
  pages = null
  const end = giveMemoryBack(pino({ level: 'silent' }), { lookMs: 500, workedMs: 0 })
  try {
    await until('half of the heap is gone', () => process.memoryUsage().heapTotal < full / 2)
  } finally {
    end()
  }
})
