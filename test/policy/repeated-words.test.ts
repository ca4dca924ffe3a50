import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const OFFERS: [code: string, word: string, offer: string][] = [
  ['weapon_sale', 'glock', 'Selling glock, no serial, 700, telegram only'],
  ['drug_sale', 'cocaine', 'Selling cocaine, 50 a gram, delivery, text me on telegram'],
]

function rulesMet(text: string, code: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    (finding) => finding.code === code && finding.source === 'rule',
  )
}

describe('a word that is repeated before an offer', () => {
  // The first stands in the lists of many languages, in a text that is short enough to be read by all of them.
  for (const times of [12, 100])
    for (const [code, word, offer] of OFFERS)
      it(`keeps no ${code} from being met: ${word}, ${times} times`, () => {
        const padding = Array.from({ length: times }, (_, i) => `The ${word} chapter ${i} was long.`)
        assert.ok(rulesMet([...padding, offer].join(' '), code))
      })

  it('is no offer', () => {
    const text = Array.from({ length: 100 }, (_, i) => `The glock chapter ${i} was long.`).join(' ')
    assert.ok(!rulesMet(text, 'weapon_sale'))
  })
})
