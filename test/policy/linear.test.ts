import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { disarm } from '../../src/models/disarm.ts'
import { findLinks } from '../../src/platforms/links/find-links.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { spacedPhrases } from '../../src/policy/text/disguises/spaced-phrases.ts'
import { textViews } from '../../src/policy/text/text-views.ts'
import { pack } from './built-in-pack.ts'

const RULES = { ...pack, classifier: null }
const VOCABULARY = compilePack(RULES).vocabulary

/** As it was said first, in the square of a text's length. */
const PHRASE =
  /(?<![\p{L}\p{N}])[\p{L}0134@$](?: [\p{L}0134@$])+(?: {2,}[\p{L}0134@$](?: [\p{L}0134@$])*)+(?![\p{L}\p{N}])/gu

describe('phrases of letters that stand apart', () => {
  it('are what the one expression says', () => {
    const piece = fc.constantFrom('a', 'b', '1', '5', '@', '中', '𝒜', ' ', ' ', ' ', '  ', '.', '\n', '-')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const wanted = [...text.matchAll(PHRASE)]
          .filter(([run]) => run.replaceAll(' ', '').length >= 6)
          .map(({ index, 0: run }) => ({ index, length: run.length }))
        assert.deepEqual(spacedPhrases(text), wanted)
      }),
      { numRuns: 20_000 },
    )
  })
})

/** What strangers may repeat for as long as a page is. */
const REPEATED = ['a ', 'a  ', '1 ', '中 ', '中 aaa ', 'a. ', '\u202e a', 'aaa ', 'a', '@a ', 'b0o ']
/** What looks like words of the pack with signs, blanks or nothing between. */
const DISGUISED = ['#EscortLisbon', 'escortlisbon', 'b o o k i n g ', 'es-cort ', 'es*cort ', 'a ']
const BEHIND = ['', 'ab', ' \n', ' 15 yo x'.repeat(60)]
const UNITS = 6_000

/** CPU time in milliseconds, the least of two runs: what else the machine does must not count. */
function cpuMs(work: () => unknown): number {
  return Math.min(
    ...[0, 1].map(() => {
      const before = process.cpuUsage()
      work()
      return process.cpuUsage(before).user / 1000
    }),
  )
}

function growth(read: (text: string) => unknown, atom: string, behind: string): number {
  const text = (units: number) => `x ${atom.repeat(units / atom.length)}${behind}`
  return (
    cpuMs(() => read(text(8 * UNITS))) /
    Math.max(
      5,
      cpuMs(() => read(text(UNITS))),
    )
  )
}

describe('eight times the text takes eight times as long, not sixty-four times', () => {
  for (const [name, read, atoms] of [
    ['views of a text', textViews, REPEATED],
    ['views with the vocabulary', (text: string) => textViews(text, VOCABULARY), DISGUISED],
    ['links in a text', findLinks, ['https://a.example/!!!!x', ')', '@a on ']],
    ['a text shown to a model', disarm, ['\n \t', '<|']],
    [
      'ages in a text',
      (text: string) => evaluate(RULES, exampleEvidence(text)),
      ['sun and ', 'and x 15 yo '],
    ],
  ] as const)
    for (const atom of atoms)
      it(`${name}: ${JSON.stringify(atom)}`, () => {
        for (const behind of BEHIND) {
          const ratio = growth(read, atom, behind)
          assert.ok(ratio < 24, `${JSON.stringify(behind)}: ${ratio}`)
        }
      })
})
