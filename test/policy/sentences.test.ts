import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sentenceAround, statementAround } from '../../src/policy/text/sentences.ts'

/** What ends them, as a pattern over all that stands before. */
const SENTENCE_END = /[!?。！？\n]|\.(?!\d)/gu
const STATEMENT_END = /[!?。！？]|\.(?![\p{L}\p{N}])/gu

describe('the sentence and the statement around a place', () => {
  it('begin where the one before has ended', () => {
    const unit = fc.constantFrom('a', 'é', '𝒜', '1', '.', '.', '!', '。', '\n', ' ', '😀')
    fc.assert(
      fc.property(fc.array(unit), fc.array(unit), (before, after) => {
        const text = [...before, 'x', ...after].join('')
        const start = before.join('').length
        const place = { start, end: start + 1 }
        assert.equal(sentenceAround(text, place).start, lastEnd(before.join(''), SENTENCE_END))
        assert.equal(statementAround(text, place).start, lastEnd(before.join(''), STATEMENT_END))
      }),
      { numRuns: 2000 },
    )
  })
})

function lastEnd(before: string, end: RegExp): number {
  return ([...before.matchAll(end)].at(-1)?.index ?? -1) + 1
}
