import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isEven } from './even-text.ts'
import { splitInvisible } from './invisible-letters.ts'

describe('isEven', () => {
  it('is said of words with one blank between them, in any script', () => {
    for (const text of [
      'a',
      'See the print, 20 €: “now”'.replace('€', 'EUR'),
      'größer als früher',
      'Ищу художника',
      '海の絵を描きます',
      'صور للبيع',
    ])
      assert.equal(isEven(text), true, text)
  })

  it('is not said of blanks alone, at an end or side by side', () => {
    for (const text of ['', ' ', '\n', ' a', 'a ', 'a  b', 'a\nb', 'a\u00a0b', 'a\u3000b', 'a\0b'])
      assert.equal(isEven(text), false, text)
  })

  it('is said of no letter that is a blank, is left out or takes no room', () => {
    for (let letter = 0; letter < 0x10000; letter++) {
      const text = `a${String.fromCharCode(letter)}b`
      if (!isEven(text) || letter === 0x20) continue
      assert.doesNotMatch(text, /[\s\0]/, letter.toString(16))
      assert.deepEqual(splitInvisible(text), { shown: text, smuggled: '' }, letter.toString(16))
    }
  })
})
