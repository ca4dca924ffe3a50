import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isInUse, isStale } from './key-age.ts'

const now = Date.parse('2026-06-01T00:00:00Z')

describe('the age of a key', () => {
  it('is counted from its last use, or from its making', () => {
    assert.equal(isStale({ created_at: '2026-01-01T00:00:00Z', last_used_at: null }, now), true)
    assert.equal(
      isStale({ created_at: '2026-01-01T00:00:00Z', last_used_at: '2026-05-31T00:00:00Z' }, now),
      false,
    )
    assert.equal(isStale({ created_at: '2026-05-31T00:00:00Z', last_used_at: null }, now), false)
  })

  it('says whether it was used within the hour', () => {
    assert.equal(
      isInUse({ created_at: '2026-01-01T00:00:00Z', last_used_at: '2026-05-31T23:30:00Z' }, now),
      true,
    )
    assert.equal(
      isInUse({ created_at: '2026-01-01T00:00:00Z', last_used_at: '2026-05-31T22:30:00Z' }, now),
      false,
    )
    assert.equal(isInUse({ created_at: '2026-01-01T00:00:00Z', last_used_at: null }, now), false)
  })
})
