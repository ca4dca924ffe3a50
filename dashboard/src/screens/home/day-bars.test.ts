import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Day, dayBars, lineShares } from './day-bars.ts'

const day = (more: Partial<Day>): Day => ({
  day: '2026-11-21',
  no_flags: 0,
  unseen: 0,
  review_low: 0,
  review_medium: 0,
  review_high: 0,
  failed: 0,
  processing: 0,
  ...more,
})

describe('the chart of days', () => {
  it('stacks what is grave at the bottom, to a round top', () => {
    const { bars, top } = dayBars([day({ review_high: 1, no_flags: 2 }), day({ failed: 7 })])
    assert.equal(top, 10)
    assert.deepEqual(bars[0]?.segments, [
      { part: 'review_high', from: 0, height: 0.1 },
      { part: 'no_flags', from: 0.1, height: 0.2 },
    ])
    assert.equal(bars[1]?.total, 7)
  })

  it('has no line at half a scan', () => {
    assert.deepEqual([1, 2, 5, 10].map(lineShares), [
      [0, 1],
      [0, 0.5, 1],
      [0, 1],
      [0, 0.5, 1],
    ])
  })

  it('is empty, not broken, where nothing was scanned', () => {
    const { bars, top } = dayBars([day({})])
    assert.deepEqual([bars[0]?.segments, top], [[], 1])
  })
})
