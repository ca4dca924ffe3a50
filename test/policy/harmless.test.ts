import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gateOf } from '../../scripts/gate.ts'
import { harmlessTexts } from '../../scripts/harmless-texts.ts'
import { pack } from './built-in-pack.ts'

/** The classifier has read of extremists' martyrs and of no others: only learning from such a sentence mends it. */
const KNOWN = ['The martyrs of the third century, one thread a week.']

describe('harmless texts of ours', () => {
  const texts = harmlessTexts()
  const flagged = new Map<string, readonly string[]>()
  const minors: string[] = []
  const { rows } = gateOf(
    pack,
    texts.filter(({ text }) => !KNOWN.includes(text)),
    ({ text }, { codes }, findings) => {
      flagged.set(text, codes)
      if (findings.some(({ code }) => pack.codes[code]?.family === 'minor_safety')) minors.push(text)
    },
  )
  const sum = (column: 'texts' | 'flagged' | 'medium') =>
    Object.values(rows).reduce((total, row) => total + row[column], 0)

  it('are many, of many groups, languages, dialects and topics', () => {
    const kindsOf = (set: string) =>
      new Set(texts.filter((each) => each.set === set).map(({ ident }) => ident)).size
    const [groups, languages, dialects, topics] = ['identities', 'everyday', 'dialects', 'topics'].map(
      kindsOf,
    )
    assert.ok(sum('texts') >= 3_000)
    assert.ok(
      Number(groups) >= 40 && Number(languages) >= 25 && Number(dialects) >= 12 && Number(topics) >= 15,
    )
    assert.equal(new Set(texts.map(({ text }) => text)).size, texts.length)
    assert.ok(texts.every(({ text }) => !/[{}]/.test(text)))
  })

  it('are nowhere at review_medium, and endanger no child', () => {
    assert.equal(sum('medium'), 0, [...flagged.keys()].join('\n'))
    assert.deepEqual(minors, [])
  })

  it('are flagged at most three times in a thousand', () => {
    assert.ok(flagged.size <= 0.003 * sum('texts'), [...flagged.keys()].join('\n'))
  })

  for (const set of ['identities', 'names', 'dialects'])
    it(`are never flagged for whom they speak of or how: ${set}`, () => {
      const own = texts.filter((each) => each.set === set).map(({ text }) => text)
      assert.deepEqual(
        own.filter((text) => flagged.has(text)),
        [],
      )
    })

  it('that are known to be flagged still are', () => {
    const still = new Set<string>()
    gateOf(
      pack,
      texts.filter(({ text }) => KNOWN.includes(text)),
      ({ text }) => still.add(text),
    )
    assert.deepEqual([...still], KNOWN)
  })
})
