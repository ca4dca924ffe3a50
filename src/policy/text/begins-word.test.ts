import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { beginsWord } from './begins-word.ts'

describe('a word that begins with what is looked for', () => {
  const isSaid = beginsWord(/(?:me|my)(?!\p{L})/u)

  it('stands anywhere, but not inside of another', () => {
    for (const text of ['my', 'tell me', 'name, me', '(me)', 'é me', '5me']) assert.ok(isSaid(text), text)
    for (const text of ['', 'name', 'menu', 'éme', 'ame ame', 'mymy']) assert.ok(!isSaid(text), text)
  })

  it('is told the same however often it is asked', () => {
    for (let i = 0; i < 3; i++) assert.deepEqual(['tell me', 'name', 'me'].map(isSaid), [true, false, true])
  })

  it('may be joined by other signs', () => {
    const isFree = beginsWord(/me/u, /[\p{L}.]$/u)
    assert.deepEqual(['a.me', 'a me', '.me'].map(isFree), [false, true, false])
  })
})
