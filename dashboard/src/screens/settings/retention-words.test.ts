import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { daysOf, readDays } from './retention-words.ts'

describe('days of keeping', () => {
  it('are read from one to the bound, and nothing means the bound', () => {
    for (const [typed, days] of [
      ['7', 7],
      [' 90 ', 90],
      ['', null],
      ['0', undefined],
      ['91', undefined],
      ['1.5', undefined],
      ['-1', undefined],
      ['1e1', undefined],
    ] as const)
      assert.equal(readDays(typed, 90), days, typed)
    assert.deepEqual([daysOf(1), daysOf(36_500)], ['1 day', '36,500 days'])
  })
})
