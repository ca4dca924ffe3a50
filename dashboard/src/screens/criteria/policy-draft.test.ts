import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  changedCodes,
  changeOf,
  differing,
  isFixed,
  type PolicyDraft,
  withChange,
  withThreshold,
} from './policy-draft.ts'

const draftOf = (codes: PolicyDraft['codes']): PolicyDraft => ({ codes, thresholds: {}, shadow: [] })

describe('a draft of the policy', () => {
  it('writes down only what differs from the pack', () => {
    assert.deepEqual(withChange(draftOf({ spam: 'low' }), 'scam', 'off').codes, { spam: 'low', scam: 'off' })
    assert.deepEqual(withChange(draftOf({ spam: 'low', scam: 'off' }), 'scam', null).codes, { spam: 'low' })
    const shaded = withChange(draftOf({ scam: 'off' }), 'scam', 'shadow')
    assert.deepEqual([shaded.codes, shaded.shadow, changeOf(shaded, 'scam')], [{}, ['scam'], 'shadow'])
    assert.deepEqual(withChange(shaded, 'scam', 'low'), draftOf({ scam: 'low' }))
    const heard = withThreshold(shaded, 'spam', 0.5)
    assert.deepEqual(changedCodes(heard), ['scam', 'spam'])
    assert.deepEqual(withThreshold(heard, 'spam', null), shaded)
  })

  it('says what would be saved', () => {
    assert.deepEqual(differing(draftOf({ a: 'off', b: 'low' }), draftOf({ b: 'high', c: 'off' })), [
      'a',
      'b',
      'c',
    ])
    assert.deepEqual(differing(draftOf({ a: 'off' }), draftOf({ a: 'off' })), [])
    assert.deepEqual(differing(draftOf({}), withThreshold(draftOf({}), 'a', 0.4)), ['a'])
  })

  it('leaves alone what is always reported', () => {
    assert.equal(isFixed({ family: 'minor_safety' }), true)
    assert.equal(isFixed({ family: 'status' }), true)
    assert.equal(isFixed({ family: 'spam' }), false)
  })
})
