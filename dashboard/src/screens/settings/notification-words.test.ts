import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { termsWords } from './notification-words.ts'

describe('what somebody is told, in words', () => {
  it('lists it with its pace', () => {
    const off = { changes: false, high_risk: false, queue_hours: null, pace: 'at_once' }
    assert.equal(termsWords(off), 'nothing')
    assert.equal(termsWords({ ...off, high_risk: true }), 'high risk; at once')
    const all = { changes: true, high_risk: true, queue_hours: 24, pace: 'daily' }
    assert.equal(termsWords(all), 'changes, high risk and cases that wait 24 hours; once a day')
  })
})
