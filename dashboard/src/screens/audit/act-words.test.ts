import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ACT_ACTIONS } from '../../../../sdk/contract.ts'
import { ACTION_WORDS, actionWords, changesOf } from './act-words.ts'

describe('words for acts', () => {
  it('are there for each and differ', () => {
    assert.deepEqual(Object.keys(ACTION_WORDS).toSorted(), ACT_ACTIONS.toSorted())
    assert.equal(new Set(Object.values(ACTION_WORDS)).size, ACT_ACTIONS.length)
    assert.equal(actionWords('tea.made'), 'tea.made')
  })

  it('say what has changed, and leave out what has not', () => {
    assert.deepEqual(changesOf({ email: 'a@b', role: 'member' }, { email: 'a@b', role: 'admin' }), [
      { name: 'role', before: 'member', after: 'admin' },
    ])
    assert.deepEqual(changesOf(null, { scans: 3, what: 'scan' }), [
      { name: 'scans', before: null, after: '3' },
      { name: 'what', before: null, after: 'scan' },
    ])
    assert.deepEqual(changesOf({ codes: {} }, { codes: { a: 'off' } }), [
      { name: 'codes', before: '{}', after: '{"a":"off"}' },
    ])
    assert.deepEqual(changesOf(null, null), [])
  })
})
