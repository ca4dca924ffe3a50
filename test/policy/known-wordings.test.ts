import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { asYaml, knownWordings } from '../../scripts/known-wordings.ts'
import { labelledTexts } from '../../scripts/train-classifier.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { ANY } from '../../src/policy/learnt/classifier.ts'
import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import type { PolicyPack } from '../../src/policy/pack/pack-schema.ts'
import { pack } from './built-in-pack.ts'

/** Who speaks, to whom, yes and no: nothing that a resemblance could be told by. */
const GRAMMAR = ['negation', 'first_person', 'addressee', 'woman_third']

const all = Object.entries(pack.wordings).flatMap(([code, wordings]) =>
  wordings.map((wording) => ({ code, ...wording })),
)

function resemblancesIn(text: string, judging: PolicyPack = pack) {
  return evaluate(judging, exampleEvidence(text)).filter(({ source }) => source === 'classifier')
}

describe('the known wordings', () => {
  it('are what `npm run wordings` writes: of three codes, of all with TRAIN_AGAIN=1', () => {
    const file = new URL('../../policies/wordings.yaml', import.meta.url)
    const codes = Object.keys(pack.wordings)
    const asked = process.env.TRAIN_AGAIN ? codes : codes.filter((_, i) => i % 10 === 4)
    const chosen = knownWordings(pack, (code) => asked.includes(code))
    assert.deepEqual(chosen, Object.fromEntries(asked.map((code) => [code, pack.wordings[code]])))
    assert.equal(readFileSync(file, 'utf8'), asYaml({ ...pack.wordings, ...chosen }))
  })

  it('are there for every code that the classifier judges, and few', () => {
    const judged = compilePack(pack).classifier?.columns.map(({ name }) => name) ?? []
    for (const code of judged.filter((name) => name !== ANY))
      assert.ok((pack.wordings[code]?.length ?? 0) >= 20, code)
    assert.ok(all.length <= 40 * judged.length)
  })

  it('are texts of ours that have the code, and lead nobody anywhere', () => {
    const codes = new Map<string, Set<string>>()
    for (const { text, codes: own } of labelledTexts(pack))
      codes.set(text, new Set([...(codes.get(text) ?? []), ...own]))
    for (const { code, text } of all) {
      assert.ok(codes.get(text)?.has(code), text)
      assert.doesNotMatch(text, /https?:|@\w|[“”\n[\]]/, text)
    }
  })

  it('say nothing of minors', () => {
    for (const { code, text } of all) {
      assert.notEqual(pack.codes[code]?.family, 'minor_safety', code)
      const families = evaluate(pack, exampleEvidence(text)).map((each) => pack.codes[each.code]?.family)
      assert.ok(!families.includes('minor_safety'), text)
    }
  })
})

describe('the names of families', () => {
  it('are given to every family that a reader may be told', () => {
    const named = Object.keys(pack.familyNames)
    assert.deepEqual([...named, ...GRAMMAR].sort(), Object.keys(pack.concepts).sort())
    assert.equal(new Set(Object.values(pack.familyNames)).size, named.length)
  })
})

describe('what a resemblance shows', () => {
  const known = all.flatMap(({ code, text }) => {
    const found = resemblancesIn(text).find((each) => each.code === code)
    return found ? [{ text, found }] : []
  })

  it('is the very wording where it is a known one', () => {
    assert.ok(known.length > 100, String(known.length))
    const own = known.filter(({ text, found }) => found.resembles?.wording === text)
    assert.ok(own.length >= 0.95 * known.length, `${own.length} of ${known.length}`)
  })

  it('is a wording of its own code, and how near that is', () => {
    for (const { found } of known) {
      const { resembles = assert.fail('every finding of the classifier shows one') } = found
      assert.ok(pack.wordings[found.code]?.some(({ text }) => text === resembles.wording))
      assert.ok(resembles.similarity >= 0 && resembles.similarity <= 1)
    }
  })

  it('names families that carried it: without their words it resembles the code less', () => {
    const byDrugs = known.filter(({ found }) => found.resembles?.families.includes('drugs'))
    assert.ok(byDrugs.length > 5, String(byDrugs.length))
    const { drug: _, ...concepts } = pack.concepts
    const unworded = { ...pack, concepts }
    const less = byDrugs.filter(({ text, found }) => {
      const without = resemblancesIn(text, unworded).find(({ code }) => code === found.code)
      return (without?.p ?? 0) < found.p
    })
    // A stated precision is rounded, so that the surest stay where they are.
    assert.ok(less.length > 0.7 * byDrugs.length, `${less.length} of ${byDrugs.length}`)
  })

  it('names four families at most, in words of people', () => {
    const names = new Set([...Object.values(pack.familyNames), 'price', 'telephone numbers', 'handles'])
    for (const { found } of known) {
      const families = found.resembles?.families ?? []
      assert.ok(families.length <= 4 && new Set(families).size === families.length)
      for (const family of families) assert.ok(names.has(family), family)
    }
    const told = known.filter(({ found }) => found.resembles?.families.length)
    assert.ok(told.length > 0.8 * known.length, `${told.length} of ${known.length}`)
  })

  it('says nothing of how words are written: a disguise of them shows none', () => {
    const disguised = labelledTexts(pack)
      .filter(({ codes }) => codes.length > 0)
      .flatMap(({ text }) => (/[\u200b-\u200d\u2060]/u.test(text) ? resemblancesIn(text) : []))
      .filter(({ code }) => code === 'evasion_obfuscation')
    assert.ok(disguised.length > 0)
    for (const { resembles } of disguised) assert.equal(resembles, undefined)
  })

  it('is nothing where a pack knows no wording of the code, and judges nothing', () => {
    const plain = { ...pack, wordings: {} }
    for (const { text, found } of known.slice(0, 20)) {
      const { resembles: _, ...rest } = found
      assert.deepEqual(
        resemblancesIn(text, plain).find(({ code }) => code === found.code),
        rest,
      )
    }
  })
})
