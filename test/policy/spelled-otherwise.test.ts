import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** Attacks whose words are written otherwise, and harmless sentences with the same slips. */
const MET: Readonly<Record<string, readonly string[]>> = {
  'a letter left out': [
    'Immigrants are vrmin',
    'I despse all gay people',
    'Ausländer sind Abschum',
    'Los inmigrantes son escoia',
    'Alle Asländer sind Abschaum',
  ],
  'two letters swapped': [
    'We should detsroy all Muslims',
    'Women are so stpuid',
    'Les migrants sont des parasties',
  ],
  'no blank': ['Idespise gay people', 'All refugees areparasites', 'Gli immigrati sonoparassiti'],
  'letters apart': ['I h a t e gay people', 'W o m e n are worthless', 'Muslims are s c u m'],
}
const NOT_MET: readonly string[] = [
  'Immigrnats are wlecome',
  'I lvoe gay people',
  'Judenhass ist keine Meinung',
  'Frauenhass tötet',
  'Gegen Fremdenhass und für Vielfalt',
  'Women are stornger than you think',
  'We should halp all refugees',
  'People who think that Muslims are scmu are wrong',
  'Vrouwen zijn wleekom',
  'I h e a r gay people are moving in',
  'Women rae amazing',
]

function accuses(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === 'hate_speech' && mitigation === null,
  )
}

describe('an attack on a group', () => {
  for (const [how, texts] of Object.entries(MET))
    for (const text of texts) it(`is met with ${how}: ${text}`, () => assert.ok(accuses(text)))
  for (const text of NOT_MET) it(`is not: ${text}`, () => assert.ok(!accuses(text)))

  it('is quoted as it is written', () => {
    const text = 'Hello! Immigrants are vrmin, I say.'
    const found = evaluate(pack, exampleEvidence(text)).filter(({ code }) => code === 'hate_speech')
    assert.deepEqual(
      found.map(({ quote }) => quote),
      ['Immigrants are vrmin'],
    )
  })

  it('is not read where a whole page is written so', () => {
    const page = `${'A line about boats and harbours. '.repeat(40)}\nImmigrants are vrmin`
    assert.ok(!accuses(page))
  })
})
