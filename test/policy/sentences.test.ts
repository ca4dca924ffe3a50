import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { lineAround, sentenceAround, statementAround } from '../../src/policy/text/sentences.ts'

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

describe('the line around a place', () => {
  it('is the same whatever was asked before', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\n'), { maxLength: 12 }).map((units) => units.join(''))
    const place = fc.tuple(fc.nat(12), fc.nat(12))
    fc.assert(
      fc.property(text, fc.array(place, { minLength: 2, maxLength: 6 }), (text, places) => {
        for (const [from, to] of places) {
          const [start = 0, end = 0] = [from, to].map((at) => Math.min(at, text.length)).sort((a, b) => a - b)
          const line = { start: text.lastIndexOf('\n', Math.max(0, start - 1)) + 1, end: lineEnd(text, end) }
          assert.deepEqual(lineAround(text, { start, end }), line)
        }
      }),
      { numRuns: 5000 },
    )
  })
})

function lineEnd(text: string, from: number): number {
  const next = text.indexOf('\n', from)
  return next < 0 ? text.length : next
}

function lastEnd(before: string, end: RegExp): number {
  return ([...before.matchAll(end)].at(-1)?.index ?? -1) + 1
}
