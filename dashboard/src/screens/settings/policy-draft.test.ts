import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differing, isFixed, withChange } from './policy-draft.ts'

describe('a draft of the policy', () => {
  it('writes down only what differs from the pack', () => {
    assert.deepEqual(withChange({ spam: 'low' }, 'scam', 'off'), { spam: 'low', scam: 'off' })
    assert.deepEqual(withChange({ spam: 'low', scam: 'off' }, 'scam', null), { spam: 'low' })
  })

  it('says what would be saved', () => {
    assert.deepEqual(differing({ a: 'off', b: 'low' }, { b: 'high', c: 'off' }), ['a', 'b', 'c'])
    assert.deepEqual(differing({ a: 'off' }, { a: 'off' }), [])
  })

  it('leaves alone what is always reported', () => {
    assert.equal(isFixed({ family: 'minor_safety' }), true)
    assert.equal(isFixed({ family: 'status' }), true)
    assert.equal(isFixed({ family: 'spam' }), false)
  })
})
