import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

const PUPILS: readonly string[] = [
  "I'm in seventh grade and my teacher lets me sell bracelets",
  'sophomore in high school, my english teacher is mean',
  'year 9, my maths teacher hates me',
  "in 8th grade, my coach says i'm fast",
  '8th grader, my piano teacher says i got talent',
  'ich gehe in die siebte klasse, meine lehrerin ist nett',
  'sto in seconda media, la mia prof di italiano è severa',
  'chodzę do siódmej klasy, moja nauczycielka jest super',
  'я в 7 классе, моя учительница строгая',
]
const GROWN_UPS: readonly string[] = [
  '9th grade teacher',
  'I teach seventh grade, my students are great',
  'year 9 teacher, my best students draw',
  'Lehrerin, siebte Klasse, meine Schüler sind laut',
  'учительница, 7 класс, мои ученики молодцы',
  'my husband is a teacher in 9th grade',
  'In 8th grade my teacher told me to write. Three novels later, here I am',
  'My 9th grade teacher got me into poetry',
  'Seventh grade math is hard, says my friend the teacher',
  "Mum of two, year 9 and year 7, my kids' teacher rocks",
  'My daughter started year 9, her teacher is lovely',
]

function isAccused(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(({ code }) => code === 'minor_age_claim')
}

describe('a school year beside a teacher', () => {
  for (const text of PUPILS) it(`is a pupil’s, who has one: ${text}`, () => assert.ok(isAccused(text)))
  for (const text of GROWN_UPS) it(`is no child’s: ${text}`, () => assert.ok(!isAccused(text)))
})
