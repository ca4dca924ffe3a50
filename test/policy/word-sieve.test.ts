import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { mayHold, sieveOf } from '../../src/policy/text/word-sieve.ts'

describe('a sieve of words', () => {
  it('never denies a word that the text holds', () => {
    const unit = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string())
    fc.assert(
      fc.property(unit, unit, unit, (before, word, after) => {
        assert.ok(mayHold(sieveOf(before + word + after), word))
      }),
    )
  })

  it('denies most words that the text does not hold', () => {
    const sieve = sieveOf('we paint harbours in oil, early in the morning, while the boats come in')
    const absent = ['escort', 'whatsapp', 'delivery', 'followers', 'наложка', 'gizli kamera']
    assert.deepEqual(
      absent.filter((word) => mayHold(sieve, word)),
      [],
    )
  })
})
