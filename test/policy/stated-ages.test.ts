import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import type { ExampleEvidence } from '../../src/policy/pack/pack-schema.ts'
import { ageAtEnd } from '../../src/policy/text/numerals.ts'
import { normaliseText } from '../../src/policy/text/text-views.ts'
import { pack } from './built-in-pack.ts'

const CODE = 'age_identity_inconsistency'

describe('an age in words', () => {
  const ages: [string, number | null][] = [
    ['twenty-four', 24],
    ['tengo treinta y dos', 32],
    ['vinte e cinco', 25],
    ['vingt et un', 21],
    ['dix-huit', 18],
    ['einundzwanzig', 21],
    ['sechsunddreißig', 36],
    ['trentotto', 38],
    ['eenendertig', 31],
    ['двадцать три', 23],
    ['yirmi üç', 23],
    ['dwadzieścia dwa', 22],
    ['forever young', null],
    ['one', null],
    ['', null],
  ]
  for (const [words, years] of ages)
    it(`is ${years}: ${words}`, () => assert.equal(ageAtEnd(normaliseText(words)), years))
})

describe('ages on a page of somebody else', () => {
  const found = (linked: ExampleEvidence) =>
    evaluate(
      { ...pack, classifier: null },
      exampleEvidence({
        handle: 'ana.d',
        evidence: [{ text: "I'm 21, dancer" }, { channel: 'page', ...linked }],
      }),
    ).filter(({ code }) => code === CODE)

  it('count beside the name of the creator', () => {
    const [finding] = found({ text: 'Guest: ana.d, 34 years old, from Porto', mentionsCreator: true })
    assert.equal(finding?.evidenceRef, 'E2')
  })

  it('are somebody else’s far from it, and where the creator is not named', () => {
    const far = `Guest: ana.d. ${'We talk of swans. '.repeat(40)}The host is 52 years old`
    assert.deepEqual(found({ text: far, mentionsCreator: true }), [])
    assert.deepEqual(found({ text: 'Guest: ana.d, 34 years old', mentionsCreator: false }), [])
  })

  it('are no numbers of pages, stages and pictures', () => {
    for (const text of ['page 28 of ana.d', 'stage 34, image 37', 'Package 50 and percentage: 80 of ana.d'])
      assert.deepEqual(
        found({ text, linksBack: true, binding: 'links_back', mentionsCreator: true }),
        [],
        text,
      )
  })

  it('are said once: what a rule found is not resembled as well', () => {
    const input = exampleEvidence('Mara, 23, born 1987 and proud of it. My other page says I am 31, pick one')
    const rules = evaluate(pack, input)
      .filter(({ code }) => code === CODE)
      .map(({ rule }) => rule)
    assert.deepEqual(rules, [`${CODE}/stated_ages`])
  })
})
