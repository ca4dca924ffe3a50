import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pino } from 'pino'
import { giveMemoryBack } from '../../src/cli/roles/give-memory-back.ts'
import { until } from '../support/until.ts'

for (const [when, workedMs] of [
  ['has worked', 0],
  ['was only started, however little that took,', Number.POSITIVE_INFINITY],
] as const)
  it(`a process that ${when} gives back what it no longer uses when it comes to rest`, () =>
    givesBack(workedMs))

async function givesBack(workedMs: number) {
  let pages: unknown[] | null = Array.from({ length: 300 }, () => Array.from({ length: 50_000 }, Math.random))
  const full = process.memoryUsage().heapTotal
  assert.ok(pages.length > 0)
  pages = null
  const end = giveMemoryBack(pino({ level: 'silent' }), { lookMs: 500, workedMs })
  try {
    await until('half of the heap is gone', () => process.memoryUsage().heapTotal < full / 2)
  } finally {
    end()
  }
}
