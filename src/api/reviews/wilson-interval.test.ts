import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wilsonInterval } from './wilson-interval.ts'

/** The last is the example of Newcombe, Statistics in Medicine 17 (1998). */
const KNOWN = [
  [1, 1, 0.2065, 1],
  [0, 1, 0, 0.7935],
  [8, 10, 0.4902, 0.9433],
  [81, 263, 0.2553, 0.3662],
] as const

describe('wilsonInterval', () => {
  for (const [hits, total, low, high] of KNOWN)
    it(`of ${hits} in ${total} is ${low} to ${high}`, () => {
      const interval = wilsonInterval(hits, total)
      assert.deepEqual([interval.low.toFixed(4), interval.high.toFixed(4)], [low.toFixed(4), high.toFixed(4)])
    })
})
