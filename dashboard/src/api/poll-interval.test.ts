import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pollInterval } from './poll-interval.ts'

const look = { isLive: true, isPaused: false, hasFailed: false, sinceGoodMs: 0 }

describe('polling', () => {
  it('looks every five seconds while something runs', () => {
    assert.equal(pollInterval(look), 5000)
  })

  it('ends when everything has ended', () => {
    assert.equal(pollInterval({ ...look, isLive: false }), false)
  })

  it('ends while a person has paused it, also after failures', () => {
    assert.equal(pollInterval({ ...look, isPaused: true }), false)
    assert.equal(pollInterval({ ...look, isPaused: true, hasFailed: true }), false)
  })

  it('gives a failing service more and more time', () => {
    assert.equal(pollInterval({ ...look, hasFailed: true, sinceGoodMs: 6000 }), 15_000)
    assert.equal(pollInterval({ ...look, hasFailed: true, sinceGoodMs: 60_000 }), 30_000)
  })
})
