import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DATAMARK } from './disarm.ts'
import { findQuote } from './find-quote.ts'

function found(quote: string, stored: string): string | null {
  const span = findQuote(quote, stored)
  return span && stored.slice(span.start, span.end)
}

describe('findQuote', () => {
  it('finds the words as they stand', () => {
    assert.equal(found('rates on request', 'Lisbon, rates on request.'), 'rates on request')
  })

  it('sees through width, case, dashes, quotation marks, invisible letters and blanks, and gives the stored words', () => {
    assert.equal(found('RATES – on request', 'x Ｒａｔｅｓ — on\n  request y'), 'Ｒａｔｅｓ — on\n  request')
    assert.equal(found("don't ask", 'please don’t   ask'), 'don’t   ask')
    assert.equal(found('private', 'pri\u200bvate rooms'), 'pri\u200bvate')
    assert.equal(found('citas privadas', 'CITAS PRIVADAS en Porto'), 'CITAS PRIVADAS')
  })

  it('sees through the marks that stand for blanks, also where a page brings its own', () => {
    assert.equal(found(`rates${DATAMARK}on${DATAMARK}request`, 'rates on request'), 'rates on request')
    assert.equal(found('rates on request', `rates${DATAMARK}on request`), `rates${DATAMARK}on request`)
  })

  it('finds a quote in a script without blanks', () => {
    assert.equal(found('私は十六歳', 'こんにちは、私は十六歳です'), '私は十六歳')
  })

  it('forgives a changed word in a long quote, and gives the stored words', () => {
    const stored = 'Ask for my menu of time in Porto and Braga, cash please'
    assert.equal(
      found('ask for the menu of time in Porto and Braga', stored),
      'Ask for my menu of time in Porto and Braga',
    )
  })

  it('does not find words that are not there, a mixture of them, or a few of many', () => {
    const stored = 'Ask for my menu of time in Porto and Braga, cash please'
    for (const quote of [
      'selling powder for 50 each',
      'Braga and Porto in time of menu my for ask',
      'ask for powder in Porto today please',
      'menu Porto',
      '',
      'in',
      '...!!!',
    ])
      assert.equal(found(quote, stored), null, quote)
  })
})
