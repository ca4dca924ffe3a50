import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AttemptOutcome, nextAttempt } from './next-attempt.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const SCHEDULE = [0, 5, 300, 1800]

function failed(facts: Partial<Extract<AttemptOutcome, { kind: 'failed' }>> = {}): AttemptOutcome {
  return { kind: 'failed', statusCode: 500, error: 'http_error', retryAfter: null, abort: false, ...facts }
}

function waitAfter(outcome: AttemptOutcome, attempt = 2, random = 0.5): number {
  const next = nextAttempt(outcome, attempt, SCHEDULE, random, NOW)
  if (next.kind !== 'retry') throw new Error(`expected a retry, got ${next.kind}`)
  return next.afterSeconds
}

describe('what follows from a delivery attempt', () => {
  it('ends with a delivery', () => {
    assert.deepEqual(nextAttempt({ kind: 'delivered' }, 1, SCHEDULE, 0, NOW), { kind: 'delivered' })
  })

  it('waits as long as the schedule says, give or take a fifth', () => {
    assert.equal(waitAfter(failed(), 1, 0), 4)
    assert.equal(waitAfter(failed(), 1, 0.5), 5)
    assert.ok(Math.abs(waitAfter(failed(), 2, 0.999) - 360) < 1)
  })

  it('gives up when the schedule has ended', () => {
    assert.deepEqual(nextAttempt(failed(), 4, SCHEDULE, 0.5, NOW), {
      kind: 'give_up',
      reason: 'attempts_exhausted',
    })
  })

  it('gives up at once on 410', () => {
    assert.deepEqual(nextAttempt(failed({ statusCode: 410 }), 1, SCHEDULE, 0.5, NOW), {
      kind: 'give_up',
      reason: 'gone',
    })
  })

  it('gives up at once on an address that is not allowed', () => {
    const outcome = failed({ statusCode: null, error: 'blocked_address' })
    assert.deepEqual(nextAttempt(outcome, 1, SCHEDULE, 0.5, NOW), {
      kind: 'give_up',
      reason: 'blocked_address',
    })
  })

  it('gives up when the receiver aborts the message', () => {
    assert.deepEqual(nextAttempt(failed({ abort: true }), 1, SCHEDULE, 0.5, NOW), {
      kind: 'give_up',
      reason: 'aborted_by_receiver',
    })
  })

  for (const statusCode of [429, 502, 503, 504]) {
    it(`waits a minute at least after ${statusCode}`, () => {
      assert.equal(waitAfter(failed({ statusCode }), 1), 60)
    })
  }

  it('waits a minute at least after a time-out', () => {
    assert.equal(waitAfter(failed({ statusCode: null, error: 'timeout' }), 1), 60)
  })

  it('does not wait a minute after a plain 500', () => {
    assert.equal(waitAfter(failed(), 1), 5)
  })

  it('honours Retry-After in seconds, up to twice the step', () => {
    assert.equal(waitAfter(failed({ retryAfter: '450' }), 2), 450)
    assert.equal(waitAfter(failed({ retryAfter: '99999' }), 2), 600)
  })

  it('honours Retry-After as a date', () => {
    assert.equal(waitAfter(failed({ retryAfter: 'Sat, 21 Nov 2026 12:07:00 GMT' }), 2), 420)
  })

  it('never waits less because of Retry-After', () => {
    assert.equal(waitAfter(failed({ retryAfter: '1' }), 2), 300)
    assert.equal(waitAfter(failed({ retryAfter: 'Sat, 21 Nov 2026 11:00:00 GMT' }), 2), 300)
  })

  it('ignores a Retry-After that says nothing', () => {
    assert.equal(waitAfter(failed({ retryAfter: 'soon' }), 2), 300)
  })

  it('never waits longer than a day', () => {
    const next = nextAttempt(failed(), 1, [0, 90_000], 0.99, NOW)
    assert.deepEqual(next, { kind: 'retry', afterSeconds: 86_400 })
  })
})
