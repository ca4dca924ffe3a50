import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ago, between, duration, moment } from './times.ts'

describe('times', () => {
  it('are as exact as a reader needs', () => {
    assert.deepEqual([400, 61_000, 120_000, 3_720_000, 200_000_000].map(duration), [
      '0 s',
      '1 min 1 s',
      '2 min',
      '1 h 2 min',
      '2 d',
    ])
  })

  it('are UTC, and say so', () => {
    assert.equal(moment('2026-11-21T12:04:31.123456+00:00'), '2026-11-21 12:04:31 UTC')
  })

  it('never blank a page when one is missing or none at all', () => {
    assert.equal(moment(null), 'Not provided')
    assert.equal(moment('yesterday'), 'yesterday')
    assert.equal(between('nonsense', '2026-11-21T12:04:31Z'), null)
    assert.equal(ago('nonsense', 0), 'at an unknown time')
  })

  it('tell how long ago something was', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    assert.equal(ago('2026-11-21T11:59:58Z', now), 'just now')
    assert.equal(ago('2026-11-21T11:57:30Z', now), '2 min ago')
  })
})
