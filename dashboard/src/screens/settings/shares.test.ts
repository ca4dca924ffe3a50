import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readShares, writeShares } from './shares.ts'

describe('shares by code', () => {
  it('are a line each, as they are written and as people write them', () => {
    const shares = { escort_offer: 50, drug_sale: 2.5 }
    assert.deepEqual(readShares(writeShares(shares)), shares)
    assert.deepEqual(readShares('\n escort_offer: 50 %\ndrug_sale = 2.5\n'), shares)
    assert.deepEqual(readShares(' \n'), {})
  })

  it('are refused where a line is none', () => {
    for (const text of ['escort_offer', '50', 'escort_offer 101', 'escort_offer -1', 'a b c'])
      assert.equal(readShares(text), null, text)
  })
})
