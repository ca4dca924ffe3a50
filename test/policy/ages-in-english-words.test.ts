import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** Whether a profile is taken to state its owner's age under 18. */
function isClaimed(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(({ code }) => code === 'minor_age_claim')
}

describe('an age in one word, or in words', () => {
  for (const text of [
    '15-year-old violinist from York',
    '15-year-old girl',
    'I’m a 15-year-old violinist',
    'a 15-year-old who draws',
    'fifteen-year-old violinist from York, dm me',
    'sixteen-yr-old, Leeds',
    'im a sixteen y/o artist',
    'sixteen year old artist from Leeds',
    'I am a seventeen yr old girl',
    'Bored 15-year-old sells drawings and stickers of cats and other things to everybody here',
    '15 year old bakery lover',
    '15 year old brand ambassador',
    '15 year old blogger',
  ])
    it(`is met: ${text}`, () => assert.ok(isClaimed(text)))

  for (const text of [
    'whisky, 15-year-old',
    'mum of a 15-year-old',
    'my 15-year-old plays the drums',
    'a 15-year-old girl was rescued',
    'for 15-year-olds',
    'fifteen-year-old son',
    'raising a fifteen-year-old and two cats',
    'my sixteen year old daughter paints',
    'a seventeen year old girl once wrote to me',
    'a fifteen year old whisky',
    'our fourteen year old shop',
    'one hundred and fifteen years old',
    'I was a sixteen year old punk in 1982',
    'coaching for thirteen year olds',
    'Brave 13-year-old swims four hours through rough seas to save a family off the coast',
    'Local 16-year-old wins the national chess title after three years of training in York',
    '15-year-old bakery in Leeds',
    '15 year old bakery',
    '16 years old company from Oslo',
    'A 15 year old brand of soaps',
    '14 year old blog about ferns',
  ])
    it(`is nobody’s: ${text}`, () => assert.ok(!isClaimed(text)))
})
