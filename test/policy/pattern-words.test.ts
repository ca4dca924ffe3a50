import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patternWords } from '../../src/policy/pack/pattern-words.ts'
import { vocabularyOf } from '../../src/policy/pack/vocabulary-of.ts'
import { pack } from './built-in-pack.ts'

describe('the words that a pattern spells', () => {
  const spelt: [string, string[]][] = [
    ['inform(?:ation|s)?', ['inform', 'information', 'informs']],
    ['(?:un)?civili[sz]ed', ['civilised', 'civilized', 'uncivilised', 'uncivilized']],
    ['lock them (?:up|away)', ['away', 'lock', 'them', 'up']],
    ['stupid[ao]s? people', ['people', 'stupida', 'stupidas', 'stupido', 'stupidos']],
    ['dead ?line', ['dead', 'line']],
    [
      '(?:cheap|free)[ -](?:follow|lik)(?:ers|es)',
      ['cheap', 'followers', 'followes', 'free', 'likers', 'likes'],
    ],
    ['(?<!stale )album(?! cover)', ['album', 'cover', 'stale']],
    ['one[^.]{0,40}two', ['one', 'two']],
    ['把他们(?:赶出去|杀光)', ['把他们', '杀光', '赶出去']],
  ]
  for (const [pattern, words] of spelt)
    it(`of ${pattern}`, () => assert.deepEqual([...patternWords(pattern)].sort(), words.sort()))

  const open: [string, string[]][] = [
    ['stupid\\p{L}{1,3} people', ['people']],
    ['\\w+ation now', ['now']],
    ['ha(?:ha)+ sure', ['haha', 'sure']],
    ['lo{2,9}ser', []],
  ]
  for (const [pattern, words] of open)
    it(`are whole, and not told where it is left open: ${pattern}`, () =>
      assert.deepEqual([...patternWords(pattern)].sort(), words))

  it('are not made of too many parts', () => {
    const letters = '[abcdefghijklmnopqrstuvwxyz]'
    assert.deepEqual([...patternWords(`${letters}${letters} word`)], ['word'])
  })

  it('stand in the vocabulary, and no pieces of them', () => {
    const words = vocabularyOf(pack)
    for (const word of ['civilised', 'brutal', 'eliminated', 'civilizado']) assert.ok(words.has(word), word)
    for (const piece of ['ation', 'civilizad']) assert.ok(!words.has(piece), piece)
  })
})
