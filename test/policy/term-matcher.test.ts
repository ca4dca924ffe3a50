import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { runMatcherOf, runTables } from '../../src/policy/text/terms/run-matcher.ts'
import { buildTermMatcher, hitsOf, type TermHit } from '../../src/policy/text/terms/term-matcher.ts'
import type { Term } from '../../src/policy/text/terms/term-trie.ts'

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
        assert.deepEqual(hitsOf(buildTermMatcher(terms).read(units.join(''))), naively(terms, units.join('')))
      }),
      { numRuns: 5_000 },
    )
  })

  it('are found in parts of a text as if each were all of it', () => {
    const matcher = buildTermMatcher([
      { id: 0, term: 'ab*' },
      { id: 1, term: 'b c' },
    ])
    assert.deepEqual(hitsOf(matcher.read('xabc b cd', 1, 3)), [{ id: 0, start: 1, end: 3 }])
    assert.deepEqual(hitsOf(matcher.read('xabc b cd', 5, 8)), [{ id: 1, start: 5, end: 8 }])
    assert.deepEqual(hitsOf(matcher.read('xabc b cd')), [])
  })

  it('stand anywhere, or not behind the first letter of a word or before a letter, and may be of hundreds of signs', () => {
    const sign = fc.oneof(
      fc.constantFrom('a', 'b', ' ', '1'),
      fc.integer({ min: 0, max: 700 }).map((nth) => String.fromCharCode(0x4e00 + nth)),
    )
    const term = fc.array(sign, { minLength: 1, maxLength: 6 }).map((signs) => signs.join(''))
    // So that classes of signs are as many as a pack has.
    const all = Array.from({ length: 701 }, (_, nth) => String.fromCharCode(0x4e00 + nth)).join('')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(term, fc.boolean(), fc.boolean()), { maxLength: 8 }),
        fc.array(term, { maxLength: 8 }),
        (given, between) => {
          const terms = [
            { id: -1, term: all, begins: false, ends: false },
            ...given.map(([each, begins, ends], id) => ({ id, term: each, begins, ends })),
          ]
          const text = given.flatMap(([each], i) => [between[i] ?? '', each]).join('')
          const isInside = (at: number): boolean => /^[a-z]{2}$/.test(text.slice(Math.max(0, at - 1), at + 1))
          const startsOf = ({ term: each, begins, ends }: (typeof terms)[number]): number[] =>
            Array.from(text, (_, at) => at).filter(
              (at) =>
                text.startsWith(each, at) &&
                !(begins && isInside(at)) &&
                !(ends && /^[a-z]/.test(text.slice(at + each.length))),
            )
          const matcher = runMatcherOf(runTables(terms))
          // Reading a text before leaves nothing behind for the next.
          matcher.read(all)
          const { ids, startsOf: found } = matcher.read(text)
          const standing = terms.filter((each) => startsOf(each).length > 0)
          assert.deepEqual(
            [...ids].sort((a, b) => a - b),
            standing.map(({ id }) => id),
          )
          for (const each of standing) assert.deepEqual([...found(each.id)], startsOf(each))
        },
      ),
      { numRuns: 300 },
    )
  })
})
