import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Evidence } from '../../evidence/evidence.ts'
import type { Finding } from '../../policy/finding.ts'
import { exampleEvidence } from '../../policy/pack/example-evidence.ts'
import { quoteOf } from './quote-of.ts'

/** The quote around the words between « and », as it would be shown: the hit between them, … where it is cut. */
function shown(marked: string, isMasked = false): string {
  const start = marked.indexOf('«')
  const end = marked.indexOf('»') - 1
  const text = marked.replace(/[«»]/g, '')
  const { quote, hit, cut } = quoteOf(findingAt(text, start, end), citing(text), isMasked)
  if (!hit) return quote
  const behind = hit.start + hit.length
  const [before, after] = [cut?.before ? '…' : '', cut?.after ? '…' : '']
  return `${before}${quote.slice(0, hit.start)}«${quote.slice(hit.start, behind)}»${quote.slice(behind)}${after}`
}

/** A page of one text: nothing else of it is looked at. */
function citing(text: string): Evidence {
  const [evidence] = exampleEvidence(text).evidence
  assert.ok(evidence)
  return evidence
}

function findingAt(text: string, start: number, end: number): Finding {
  return {
    code: 'escort_offer',
    rule: 'escort_offer/test',
    source: 'rule',
    p: 0.6,
    evidenceRef: 'E1',
    channel: 'bio',
    binding: 'own',
    mitigation: null,
    quote: text.slice(start, end),
    textIndex: 0,
    start,
    end,
    view: 'native',
  }
}

describe('a quote', () => {
  it('is the sentence of the hit', () => {
    assert.equal(
      shown('I paint. Evenings: «private bookings in Lisbon», rates on request. Ask me!'),
      'Evenings: «private bookings in Lisbon», rates on request.',
    )
  })

  it('is the line where the sentence does not end', () => {
    assert.equal(shown('Ana\n  «cheaper by transfer» 💌 \nLisbon'), '«cheaper by transfer» 💌')
  })

  it('runs over sentences where the hit does', () => {
    assert.equal(shown('One. Two «words. Three» more. Four.'), 'Two «words. Three» more.')
  })

  it('does not end within an address or a number', () => {
    assert.equal(
      shown('Pay 3.50 at «ana.example» or at bea.example. Bye'),
      'Pay 3.50 at «ana.example» or at bea.example.',
    )
  })

  it('is the sentence as it stands where words were disguised', () => {
    assert.equal(shown('Oh. I do «b о o k i n g s» here! Yes'), 'I do «b о o k i n g s» here!')
  })

  it('ends at words where the sentence is long, and says so', () => {
    const words = 'harbours and boats '.repeat(40)
    const quote = shown(`${words}«cheaper by transfer» ${words}`)
    assert.match(quote, /^…(harbours|and|boats) .* «cheaper by transfer» .* (harbours|and|boats)…$/)
    assert.ok(quote.length > 200 && quote.length <= 244, String(quote.length))
    assert.match(shown(`«cheaper by transfer» ${words}`), /^«cheaper by transfer» .* (harbours|and|boats)…$/)
    assert.match(shown(`${words}«by transfer»`), /^…(harbours|and|boats) .* «by transfer»$/)
  })

  it('is the masked hit alone where anything endangers a child', () => {
    assert.equal(shown('I paint. My «s*****n» years, ask me.', true), 's*****n')
  })

  it('is what it was where the text is not there, or says something else', () => {
    const finding = findingAt('some words', 0, 4)
    const other = citing('other words')
    assert.deepEqual(quoteOf(finding, undefined, false), { quote: 'some' })
    assert.deepEqual(quoteOf(finding, other, false), { quote: 'some' })
    assert.deepEqual(quoteOf({ ...finding, textIndex: -1 }, other, false), { quote: 'some' })
  })

  it('is verbatim, holds the hit where it says, is bounded and cuts no letter, whatever the text', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', ' ', '.', '!', '\n', '。', '私', 'é', '😀', '\u200d', '\u0301'),
      maxLength: 900,
    })
    fc.assert(
      fc.property(letters, fc.nat(), fc.integer({ min: 1, max: 300 }), (text, at, length) => {
        const units = [...text]
        fc.pre(units.length > 0)
        const first = at % units.length
        const start = units.slice(0, first).join('').length
        const end = start + units.slice(first, first + length).join('').length
        const { quote, hit } = quoteOf(findingAt(text, start, end), citing(text), false)
        assert.ok(hit)
        assert.equal(quote.slice(hit.start, hit.start + hit.length), text.slice(start, end))
        assert.equal(text.slice(start - hit.start, start - hit.start + quote.length), quote)
        assert.ok(quote.length <= Math.max(240, end - start))
        assert.ok(quote.isWellFormed())
      }),
      { numRuns: 1_000 },
    )
  })
})
