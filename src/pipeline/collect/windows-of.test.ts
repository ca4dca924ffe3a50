import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { windowsOf } from './windows-of.ts'

describe('windows of a text', () => {
  it('are the text, in pieces that rules read whole', () => {
    for (const part of ['a', 'one word ', 'A sentence. ', 'a line\n', '😀']) {
      const text = part.repeat(100_000 / part.length)
      const windows = windowsOf(text)
      assert.equal(windows.join(''), text)
      assert.ok(windows.every((window) => window.length <= 20_000 && window.isWellFormed()))
    }
    assert.deepEqual(windowsOf('short'), ['short'])
    assert.deepEqual(windowsOf(''), [''])
  })

  it('end between lines, else between sentences, else between words', () => {
    assert.equal(windowsOf('Two words. On\n'.repeat(5000))[0]?.at(-1), '\n')
    assert.match(windowsOf('Two words. On '.repeat(5000))[0] ?? '', /words\. $/)
    assert.match(windowsOf('word '.repeat(5000))[0] ?? '', /word $/)
  })
})
