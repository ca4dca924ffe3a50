import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { hideClaims } from '../../src/policy/rules/excuses/hide-claims.ts'
import { pack } from './built-in-pack.ts'

/** Whether a text claims that its author is a child, and nobody else's words are seen in it. */
function isClaimed(text: string): boolean {
  return evaluate(pack, exampleEvidence(text)).some(
    ({ code, mitigation }) => code === 'minor_age_claim' && mitigation === null,
  )
}

const MINORS = [
  "I'm actually underage",
  'im underage so no weird dms',
  'underage so no weird dms',
  'still underage, sorry',
  'I am not an adult yet',
  'im not legal yet',
  'suis encore mineur',
  'bin minderjährig',
  'sono ancora minorenne',
  'minderjarig, dus doe normaal',
  'jestem niepełnoletnia',
  'henüz reşit değilim',
  'sunt minoră',
  'jag är minderårig',
  'είμαι ανήλικη',
  'אני קטינה',
  'saya masih di bawah umur',
  'أنا قاصر',
  '我还未成年',
  '未成年です',
  '미성년자에요',
]
const NOT_YET = [
  'noch nicht 18',
  'nie mam jeszcze 18 lat',
  'todavía no tengo 18 pero casi',
  'ainda não tenho 18, desculpa',
  'pas encore 18 ans',
  'non ho ancora 18 anni',
  'nog geen 18',
  'мне ещё нет 18',
  'мені ще немає 18',
  'nu am încă 18 ani',
  'jag har inte fyllt 18',
  'em chưa đủ 18 tuổi',
  '还没满18岁',
  'まだ18歳じゃない',
  '아직 18살 안 됐어요',
  'أنا تحت 18',
]
const AGES = [
  'my real age is 14',
  'still 15',
  "hier j'ai eu 16 ans",
  '15f bi he/him',
  'F/15/Ohio',
  'm/16/texas',
  '15j, w, Köln',
  '15-year-old selling pics',
  'a 15-year-old who draws',
  'homeschooled, 13',
  'geb. 2010',
]
const SOON = [
  'legal in 3 months',
  'legal on july 4th',
  'almost legal',
  'werde bald volljährig',
  'bientôt majeure',
  'quasi maggiorenne',
]
const RUN_BY_PARENTS = [
  'dancer, age 13, parent run account',
  'momager run 11yr gymnast',
  'run by my mom | 12',
]
const REACHED = ['just hit 16', 'freshly 16', '17 and a half']
const GRADES = ['just started year 9', 'going into year 10', '高1 女子', 'طالبة في الصف التاسع']

const ASKED_OR_FORBIDDEN = [
  'Noch nicht 18? Dann raus hier!',
  'Underage? I block.',
  'Underage 🚫',
  'still underage ❌',
  'No underage',
  'underage/ageless blogs dni',
  'DNI: underage, racists',
  'underage and racist accounts get blocked',
  'If you are underage leave',
  'minderjährig? dann bitte gehen',
  'Jesteś niepełnoletnia? Wyjdź',
  '未成年禁止',
  '未成年者不得观看',
  '未满18岁请离开',
  '미성년자 출입금지',
  'قاصرات ممنوع',
  'chưa đủ 18 tuổi không vào',
]
const OTHERWISE = [
  'Legal in 24 states',
  'weed: soon legal',
  'is it legal?',
  'legal in 3 states',
  'Must be of legal age',
  'C major',
  'mein Sohn wird bald volljährig',
  'mi hija pronto será mayor de edad',
  'Bakery, 10 years, run by my parents',
  'momager of two, 38',
  'just hit 16 PRs',
  '16 and a half miles',
  'hit 16 on the beach',
]
const ANOTHERS = [
  'my son is still underage',
  'je suis avocat des mineurs',
  'je suis mineur de fond',
  'Underage (2013) - short film',
  'Not legal advice',
  'Nie mam jeszcze 18 tysięcy obserwujących',
  'Мне ещё нет 18 подписчиков',
  'ainda não tenho 18 inscritos',
  'todavía no tengo 18 plantas',
  'noch nicht 18 Uhr',
  'still 15 left',
  'still 15 spots open',
  'A 15-year-old was rescued yesterday',
  '15-year-old whisky',
  '15-year-old daughter, two cats',
  'homeschooled my kids for 13 years',
  'Starting year 9 of this podcast',
  'entering year 8 of business',
  'f/16/portra 400',
  '15f tonight, cold',
  'm/15/30 race results',
  'geb. 1988',
]

describe('who says that they are not of age', () => {
  for (const text of [...MINORS, ...NOT_YET, ...SOON, ...AGES, ...RUN_BY_PARENTS, ...REACHED, ...GRADES])
    it(`is met: ${text}`, () => assert.ok(isClaimed(text)))

  it('has the words masked wherever they stand', () => {
    const { evidence, subject } = exampleEvidence('15 y/o. Also: im underage')
    const findings = evaluate(pack, { evidence, subject })
    const hidden = hideClaims(pack, evidence, [...findings]).evidence.flatMap(({ texts }) => texts)
    assert.ok(hidden.length > 0 && hidden.every(({ text }) => !text.includes('underage')))
  })
})

describe('words for not being of age', () => {
  for (const text of ASKED_OR_FORBIDDEN)
    it(`are no claim where they ask or forbid: ${text}`, () => assert.ok(!isClaimed(text)))
  for (const text of [...ANOTHERS, ...OTHERWISE])
    it(`are no claim of who speaks of something else: ${text}`, () => assert.ok(!isClaimed(text)))
})
