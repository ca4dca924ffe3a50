import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listOf, parseSearch, stringifySearch } from './search-params.ts'

describe('the address bar', () => {
  it('writes lists with commas, as the API reads them', () => {
    assert.equal(
      stringifySearch({ recommendation: ['review_high', 'review_medium'], scan_mode: 'deep' }),
      '?recommendation=review_high,review_medium&scan_mode=deep',
    )
  })

  it('leaves out what is not set', () => {
    assert.equal(stringifySearch({ q: '', after: undefined, scan_mode: null }), '')
  })

  it('reads back what it wrote, whatever a person searched for', () => {
    for (const q of ['a&b=c', '100%', '+1 555', 'é ✓ "<script>"', 'x,y']) {
      assert.equal(parseSearch(stringifySearch({ q })).q, q)
    }
  })

  it('never takes digits for a number', () => {
    assert.equal(parseSearch('?q=007').q, '007')
  })

  it('reads lists with blanks and stray commas', () => {
    assert.deepEqual(listOf(' review_high,, review_low,'), ['review_high', 'review_low'])
    assert.deepEqual(listOf(undefined), [])
  })
})
