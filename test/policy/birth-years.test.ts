import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** Whether a profile that was seen in `year` claims a child's age. */
function isClaimed(text: string, year = 2026): boolean {
  const input = exampleEvidence(text)
  const evidence = input.evidence.map((each) => ({ ...each, capturedAt: `${year}-06-01T00:00:00.000Z` }))
  return evaluate(pack, { ...input, evidence }).some(
    ({ code, mitigation }) => code === 'minor_age_claim' && mitigation === null,
  )
}

describe('a year of birth', () => {
  for (const say of [
    (year: number) => `born ${year}`,
    (year: number) => `Jahrgang ${year}, Handball`,
    (year: number) => `${year} doğumluyum`,
    (year: number) => `г.р. ${year}`,
    (year: number) => `soy de ${year}, me encanta bailar`,
    (year: number) => `${year}년생`,
    (year: number) => `date of birth: 4 May ${year}`,
    (year: number) => `I was born in ${year} and I sing`,
    (year: number) => `🎂 ${year}`,
    (year: number) => `Lena *${year}`,
    (year: number) => `เกิดปี พ.ศ. ${year + 543}`,
  ])
    it(`is read against the year in which the profile was seen: ${say(2010)}`, () => {
      for (const [born, seen] of [
        [2010, 2026],
        [2009, 2026],
        [2012, 2029],
        [2016, 2031],
      ] as const)
        assert.ok(isClaimed(say(born), seen), `${say(born)} in ${seen}`)
      for (const [born, seen] of [
        [2008, 2026],
        [2007, 2026],
        [2012, 2030],
        [1994, 2026],
      ] as const)
        assert.ok(!isClaimed(say(born), seen), `${say(born)} in ${seen}`)
    })

  for (const text of [
    '🎂 2012',
    'Mia ✨ 🎂 2012 ✨ dance & cats',
    '🎂2011🎂',
    '*2012',
    'Lena *2012 | volleyball',
    '🎂 14.02.2011 | Berlin',
    '🎂 14 feb 2011',
    '🐣 03.05.2012',
    'bday: may 4, 2012',
    "born in '12 | horse girl",
    '2k12 🎀',
    '2012er Jahrgang',
    'bin im Mai 2011 geboren',
    'art account | 🎂 2012',
    'anno di nascita 2011',
    'année de naissance : 2012',
    '🎈 née en 2011',
  ])
    it(`is met however it is marked: ${text}`, () => assert.ok(isClaimed(text)))

  for (const text of [
    'since 2012',
    'Est 2012 | handmade candles',
    '*2012 founded in Leipzig',
    'Lumen Bakery 🎂 2012',
    '🎂 since 2012, custom cakes',
    'Bakery 🎂 2012–2026',
    '🎂 16 recipes',
    '🎂 1994',
    '🎂 12.05.1990',
    'Rex *2012 †2024',
    'Our dog *2012',
    'Oldtimer *1962',
    'Born 2012, our brewery in Gent',
    'Mum of Lia 🐣 03.05.2012',
    'Mamá de Leo (2012) y Noa (2014)',
    'NBA 2k12 player',
    '2012 vintage, Bordeaux',
    'terms apply *2012 prices',
    'London 2012 🥇',
    'daughter 🎂 2012',
  ])
    it(`is not read out of other years: ${text}`, () => assert.ok(!isClaimed(text)))
})
