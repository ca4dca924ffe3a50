import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAddressLimit } from './address-limit.ts'

describe('a limit per address', () => {
  it('lets each address pass so often in a window, and says when it may again', () => {
    let at = 0
    const limit = createAddressLimit({ max: 2, windowMs: 60_000, now: () => at })
    assert.deepEqual([limit.take('192.0.2.1'), limit.take('192.0.2.1')], [0, 0])
    at = 12_500
    assert.equal(limit.take('192.0.2.1'), 48)
    assert.equal(limit.take('192.0.2.2'), 0)
    at = 59_999
    assert.equal(limit.take('192.0.2.1'), 1)
    at = 60_000
    assert.equal(limit.take('192.0.2.1'), 0)
  })

  it('takes a network of IPv6 and a mapped address for what they are', () => {
    const limit = createAddressLimit({ max: 1, windowMs: 60_000, now: () => 0 })
    assert.equal(limit.take('2001:db8:1:2::1'), 0)
    assert.equal(limit.take('2001:db8:1:2:ffff::2'), 60)
    assert.equal(limit.take('2001:db8:1:3::1'), 0)
    assert.equal(limit.take('192.0.2.1'), 0)
    assert.equal(limit.take('::ffff:192.0.2.1'), 60)
  })

  it('forgets those whose time came first when there are too many to remember', () => {
    const limit = createAddressLimit({ max: 1, windowMs: 60_000, now: () => 0 })
    for (let i = 0; i < 60_000; i++) limit.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
    assert.equal(limit.take('10.0.0.0'), 0)
    assert.equal(limit.take('10.0.234.95'), 60)
  })
})
