import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nativeView, originalSpan } from './text-views.ts'
import { nearOnly } from './with-words.ts'

describe('what stands near some places of a view', () => {
  const original = `${'Harbours, painted.  '.repeat(20)}I am twenty-two. ${'Prints, posted.  '.repeat(20)}She is thirty. Ends.`
  const view = nativeView(original)
  const spans = ['twenty-two', 'thirty'].map((word) => {
    const start = view.text.indexOf(word)
    return { start, end: start + word.length }
  })

  it('is a line for each piece, and knows where it stands in the original', () => {
    const near = nearOnly(view, spans, 12)
    assert.equal(near.text, 'inted. i am twenty-two. prints, po\nted. she is thirty. ends.')
    for (const word of ['twenty-two', 'thirty', 'ends']) {
      const at = near.text.indexOf(word)
      const { start, end } = originalSpan(near, at, at + word.length)
      assert.equal(original.slice(start, end).toLowerCase(), word)
    }
    assert.equal(near.starts.length, near.text.length)
    assert.equal(near.ends.length, near.text.length)
  })

  it('is one piece where they reach each other, and the view itself where they reach all of it', () => {
    assert.ok(!nearOnly(view, spans, 200).text.includes('\n'))
    assert.equal(nearOnly(view, spans, 2_000), view)
  })
})
