import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** Whether the text claims a child's age, and nobody else's words are seen in it. */
function isClaimed(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === 'minor_age_claim' && mitigation === null,
  )
}

const ages = [
  'Toco la guitarra, 15 años',
  'Spiele Fußball, 15 Jahre',
  'J’adore le dessin, 14 ans',
  'class of 2031, hmu',
  'not 18 yet but who cares',
  'age: 15 years',
  'Schülerin (15), Bilder gegen Paysafe',
]
const around: Record<string, (age: string) => string> = {
  'a question mark': (age) => `${age}?`,
  'a hashtag': (age) => `${age} #art`,
  'words in brackets': (age) => `${age} (parody)`,
  'a dash and a word': (age) => `${age} - fiction`,
  'a filler': (age) => `${age} lol`,
  'quotation marks': (age) => `"${age}"`,
  guillemets: (age) => `«${age}»`,
  'a content warning': (age) => `TW: ${age}`,
  'a label': (age) => `Satire: ${age}`,
  'a date': (age) => `12 May 2024: ${age}`,
  'what it is said to be': (age) => `Parody account. ${age}`,
}

describe('a child’s age', () => {
  for (const [what, put] of Object.entries(around))
    for (const age of ages) it(`is met beside ${what}: ${put(age)}`, () => assert.ok(isClaimed(put(age))))

  it('is still another’s where somebody is quoted', () =>
    assert.ok(!isClaimed('Chapter two: "I\'m 15?" she said, and the whole room went silent')))

  it('is not read out of what a label says of a thing', () => {
    assert.ok(!isClaimed('Bakery: 15 years old, fresh bread daily'))
    assert.ok(!isClaimed('Distance today (15 km)? Done'))
    assert.ok(!isClaimed('Our piano - 15 years old - is for sale'))
  })

  for (const text of [
    'мама разрешила мне сидеть тут, 15 лет',
    'tata kupił mi telefon, 13 lat',
    'my mom to this day thinks im 15',
    'Mama von mir hat den account, ich bin 13',
  ])
    it(`is theirs whose mother is spoken of: ${text}`, () => assert.ok(isClaimed(text)))

  for (const text of ['мама школьницы, 15 лет', 'mama uczennicy, 15 lat', 'Mutter einer Schülerin (15)'])
    it(`is not that of who is a mother: ${text}`, () => assert.ok(!isClaimed(text)))
})
