import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** Whether a profile is taken to state its owner's age under 18. */
function isClaimed(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(({ code }) => code === 'minor_age_claim')
}

describe('a child’s age in few signs', () => {
  for (const text of [
    'my birthday is 4 may, turning 15',
    'my bday is on friday, turning 14!!',
    'mi cumpleaños es el 4 de mayo, cumplo 15',
    'bday 4.5.11',
    'birthday: 4/5/11',
    'dob 04.05.11',
    'Geburtstag 24.12.10',
    '15 and a half',
    '16 n a half 🎨',
    'tengo 15 y medio',
    '15.5 yo',
    'ho appena fatto 15 anni',
    '15enne',
    '14enne di Bari',
    '14 j. alt, Köln',
    'Klasse 8 am Gymnasium',
    'Klasse 9 an der Realschule',
    'Gymnasium, Klasse 8',
    'I just started high school',
    'starting high school in september',
    'junior high student',
    'lớp 8',
    'f/15/london',
    'w, 15',
    'ich (w, 15)',
    'on this planet since 2011',
    'auf der Welt seit 2011',
  ])
    it(`is met: ${text}`, () => assert.ok(isClaimed(text)))

  for (const text of [
    'my dog’s birthday is 4 may, turning 15',
    'my brother’s camera is here, 15 years old',
    'my birthday is 4 may, my sister is turning 15',
    'birthday 4.5.91',
    'opened 4.5.11',
    'wedding day 4.5.11',
    'bday party 4.5.26',
    'Geburtstag 24.12.85',
    'size 8 and a half',
    'two and a half men, 15 and counting',
    '15 and a half hours of music',
    'shot at f/16, 1/250',
    'F/15 Eagle pilot',
    'week 15 (w, 15)–17',
    'whisky, 15.5 years old',
    'ho fatto 15 anni di danza',
    'ho fatto 15 anni in Marina',
    'Toán lớp 8 online',
    'Gymnasium Klasse 8b unterrichte ich',
    'started high school teaching in 2009',
    'my son just started high school',
    'starting high school reunion plans',
    'our shop, on this planet since 2011',
    'junior high teacher',
    'Unser Hund, 14 J. alt',
  ])
    it(`is nobody’s: ${text}`, () => assert.ok(!isClaimed(text)))
})
