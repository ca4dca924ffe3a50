import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { daysOf, dueWords, isShorter, readDays } from './retention-words.ts'

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

  it('are fewer than before, where for ever is the most', () => {
    for (const [days, now, shorter] of [
      [5, 6, true],
      [6, 6, false],
      [5, null, true],
      [null, 5, false],
      [null, null, false],
    ] as const)
      assert.equal(isShorter(days, now), shorter)
  })

  it('say what goes at once', () => {
    for (const [pages_due, scans_due, words] of [
      [0, 0, 'Nothing is older than that'],
      [1, 0, '1 stored page is deleted within the hour'],
      [0, 2, '2 whole scans are deleted within the hour'],
      [1200, 1, '1,200 stored pages and 1 whole scan are deleted within the hour'],
    ] as const)
      assert.equal(dueWords({ pages_due, scans_due }), words)
  })
})
