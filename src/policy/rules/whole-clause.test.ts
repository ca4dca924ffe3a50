import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isWholeClause } from './whole-clause.ts'

function isWhole(text: string, first: string, second: string): boolean {
  const spanOf = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length })
  return isWholeClause([spanOf(first), spanOf(second)], text)
}

describe('two parts of a sentence', () => {
  it('are a clause of the author’s from end to end', () => {
    assert.ok(isWhole('all cyclists are pests', 'cyclists', 'are pests'))
    assert.ok(isWhole('i think most cyclists are pests, and i say so', 'cyclists', 'are pests'))
    assert.ok(isWhole('cyclists like you are pests!', 'cyclists', 'are pests'))
    assert.ok(isWhole('honestly, i hate those cyclists so much', 'i hate', 'cyclists'))
  })

  it('are spoken of where more leads up to them or goes on', () => {
    assert.ok(!isWhole('people who think cyclists are pests are wrong', 'cyclists', 'are pests'))
    assert.ok(!isWhole('if cyclists are pests, what are cars', 'cyclists', 'are pests'))
    assert.ok(!isWhole('i hate cyclists being treated like that', 'i hate', 'cyclists'))
    assert.ok(!isWhole('i hate how cyclists are treated', 'i hate', 'cyclists'))
    assert.ok(!isWhole("i hate cyclists' lanes that end", 'i hate', 'cyclists'))
  })
})
