import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** Whether a profile that was seen in June 2026 claims a child's age. */
function isClaimed(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === 'minor_age_claim' && mitigation === null,
  )
}

describe('a year of school', () => {
  for (const text of [
    'Klasse 7',
    'Klasse 8b 💖 tanzen',
    '8b 🏫 Realschule Nord',
    '7a | Gymnasium Altstadt',
    'Year 9',
    'Year 9 🏴 | football | snap me',
    'yr 10 | netball',
    'yr9 | art',
    '3º eso 📚',
    '1 ESO, voley',
    '3a media',
    'klasa 8 SP',
    'brugklas',
    '초6',
    'en 4ème au collège Pasteur',
    'hago 2º de la ESO y bailo',
    'cursando 3º de la ESO',
    'Freshman, Oakdale High, marching band 🎺',
    'Ich gehe in Klasse 7',
    'j’suis en 4e',
    'Year 11 doing GCSEs',
    'Kl. 7 Gymnasium',
  ])
    it(`is a child's where it is all that a clause says, or names the school: ${text}`, () =>
      assert.ok(isClaimed(text)))

  for (const text of [
    'Northview HS ’29 🏐',
    'Oakdale High School 2028',
    'c/o ’31 | cheer',
    'Abitur 2030',
    'Abi 2029 🎓',
    'Bac 2029',
    'Matura 2029',
    'selectividad 2029',
    'GCSEs 2027 | netball',
    'brevet 2027',
    'ОГЭ 2027',
    'ЕГЭ 2029',
  ])
    it(`is a child's where it ends so many years after its profile was seen: ${text}`, () =>
      assert.ok(isClaimed(text)))

  for (const text of [
    'Klasse 7 Nachhilfe Mathe',
    'yr5 of this band 🎸',
    'yr10 teacher',
    'yr8 of sobriety',
    'yr5 | vet med',
    'Führerschein Klasse B',
    'Nachhilfe | Klasse 7 | Klasse 8 | Klasse 9',
    'Year 9 maths resources',
    'Year 9 in Berlin and still love it',
    'Year 10 sober',
    'Year 9 🎉 thank you all',
    'Year 9 English teacher',
    'Teacher | Year 9',
    'Infirmière scolaire, collégiens de 11 à 15 ans',
    'Pausenhof-Podcast für Kinder von 10 bis 14',
    'Lehrerin, Klasse 7',
    'Form tutor, 8b, Realschule Nord',
    'Apartment 8b | school of rock',
    'en 4ème année de médecine',
    '3º mejor bar de Madrid',
    'Freshman at Oakdale University, marching band',
    'Freshman year at Oakdale University, high notes only',
    'class of 2012',
    'Northview HS ’09',
    'Northview HS ’26 → state college',
    'UCLA ’28',
    'Abi 2012',
    'Abi 2027',
    'Abitur 2030: wie sich die Schule ändern muss',
    'Abitur 2030 Lernhefte, unser Verlag',
    'Mathe Nachhilfe | Abitur 2030',
    'Bac 2019',
    'GCSEs 2011',
    'turning 14 old barns into homes',
    'turning 15 wine bottles into lamps',
  ])
    it(`is not read out of other years and classes: ${text}`, () => assert.ok(!isClaimed(text)))

  for (const text of ['turning 14 next week and getting into art', 'turning 15 soon, into horses'])
    it(`hides no birthday: ${text}`, () => assert.ok(isClaimed(text)))

  for (const text of [
    'i turn 14 may 3rd',
    'werde 14 am 5. mai',
    '14 el 5 de mayo',
    '14 ans le 5 mai',
    "i'll be 15 on the 3rd of june",
  ])
    it(`is said by the day on which it begins: ${text}`, () => assert.ok(isClaimed(text)))

  for (const text of [
    'Party am 14. Mai',
    'on 14 may 5 bands play',
    '14 mai',
    'Tour: 14 May Berlin, 15 May Paris',
  ])
    it(`is no date without an age: ${text}`, () => assert.ok(!isClaimed(text)))

  for (const text of [
    "I'm legal in 2029 😏",
    'legal in 2028',
    'werde 2028 volljährig',
    'soy mayor de edad en 2029',
  ])
    it(`is left by when somebody comes of age: ${text}`, () => assert.ok(isClaimed(text)))

  for (const text of [
    'Cannabis legal in 2027?',
    'The law becomes legal in 2029',
    'legal in 2028: our petition',
    "I'm legal in 2021",
  ])
    it(`is not left by what becomes lawful: ${text}`, () => assert.ok(!isClaimed(text)))
})
