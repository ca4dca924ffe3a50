import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressesOf } from './addresses-of.ts'

describe('the addresses of one profile', () => {
  it('are the same whichever of them is named', () => {
    const all = addressesOf('https://www.example.com/Alice/')
    for (const each of [
      'http://example.com/Alice',
      'https://example.com/Alice',
      'https://example.com/Alice/',
      'HTTPS://WWW.Example.com/Alice#about',
    ])
      assert.deepEqual(
        addressesOf(each)
          .filter((address) => !address.includes('#'))
          .sort(),
        [...all].sort(),
        each,
      )
  })

  it('keep what tells profiles apart: capitals of the path, and the query', () => {
    const all = addressesOf('https://example.com/view?id=7')
    assert.ok(all.every((address) => address.endsWith('?id=7')))
    assert.ok(!addressesOf('https://example.com/alice').includes('https://example.com/Alice'))
  })

  it('of a page without a path have one', () => {
    assert.deepEqual([...addressesOf('https://alice.example')].sort(), [
      'http://alice.example/',
      'http://www.alice.example/',
      'https://alice.example/',
      'https://www.alice.example/',
    ])
  })
})
