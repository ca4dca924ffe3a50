import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askedWaitMs } from './retry-after.ts'

describe('Retry-After', () => {
  const read = (value: string | null | undefined) => askedWaitMs(value, Date.parse('2026-03-01T10:00:00Z'))

  it('is a number of seconds, or a date in any of the three forms of RFC 9110', () => {
    assert.equal(read(' 30 '), 30_000)
    assert.equal(read('0'), 0)
    assert.equal(read('1.5'), 1500)
    assert.equal(read('Sun, 01 Mar 2026 10:02:00 GMT'), 120_000)
    assert.equal(read('Sunday, 01-Mar-26 10:02:00 GMT'), 120_000)
    assert.equal(read('Sun Mar  1 10:02:00 2026'), 120_000)
  })

  it('that is over asks for no time, and one without end for some thirty years', () => {
    assert.equal(read('Sun, 01 Mar 2026 09:00:00 GMT'), 0)
    assert.equal(read('9'.repeat(400)), 1e12)
  })

  it('that is neither asks nothing', () => {
    for (const value of [
      null,
      undefined,
      '',
      'soon',
      '-5',
      '+40',
      '40 s',
      '2026-03-01T10:02:00Z',
      'Sun',
      'Sun, later',
    ])
      assert.equal(read(value), null, String(value))
  })
})
