import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { buildTermMatcher, type Term, type TermHit } from '../../src/policy/text/term-matcher.ts'

/** The same, term by term at every place. */
function naively(terms: readonly Term[], text: string): TermHit[] {
  const isWord = (at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '')
  const isEdge = (left: number): boolean =>
    !isWord(left) || !isWord(left + 1) || /\p{Script=Han}/u.test(text.slice(Math.max(0, left), left + 2))
  const found: (TermHit & { stemEnd: number })[] = []
  for (let start = 0; start < text.length; start++) {
    for (const { id, term } of terms) {
      const stem = term.replace(/\*$/, '')
      const stemEnd = start + stem.length
      if (text.slice(start, stemEnd).replaceAll('\n', ' ') !== stem || !isEdge(start - 1)) continue
      if (stem === term && !isEdge(stemEnd - 1)) continue
      let end = stemEnd
      if (stem !== term) while (/[a-z\d]/.test(text[end] ?? '')) end++
      found.push({ id, start, end, stemEnd })
    }
  }
  return found.sort((a, b) => a.stemEnd - b.stemEnd).map(({ stemEnd: _, ...hit }) => hit)
}

describe('terms in a text', () => {
  it('are those that a search for each of them finds, by where they end, the longer first', () => {
    const unit = fc.constantFrom('a', 'b', 'a', 'b', ' ', '中')
    const word = fc.array(unit, { minLength: 1, maxLength: 5 }).map((units) => units.join('').trim())
    const term = fc.tuple(word, fc.boolean()).map(([stem, isOpen]) => (isOpen ? `${stem}*` : stem))
    const text = fc.array(fc.oneof(unit, fc.constantFrom('\n', '-', '1')), { maxLength: 40 })
    fc.assert(
      fc.property(fc.array(term, { maxLength: 12 }), text, (all, units) => {
        const terms = all.filter((each) => /^[^*]/.test(each)).map((each, id) => ({ id, term: each }))
        assert.deepEqual(buildTermMatcher(terms).find(units.join('')), naively(terms, units.join('')))
      }),
      { numRuns: 5_000 },
    )
  })
})
