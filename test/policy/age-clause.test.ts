import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { hideClaims } from '../../src/policy/rules/excuses/hide-claims.ts'
import { pack } from './built-in-pack.ts'

const CODE = 'minor_age_claim'

function isClaimed(text: string, capturedAt = '2026-06-01T00:00:00.000Z'): boolean {
  const { evidence, subject } = exampleEvidence(text)
  const dated = evidence.map((each) => ({ ...each, capturedAt }))
  return evaluate(pack, { evidence: dated, subject }).some(
    ({ code, mitigation }) => code === CODE && mitigation === null,
  )
}

describe('a clause that says nothing but an age', () => {
  const SAID = [
    'seventeen in april',
    'singer, 16 next week',
    'I will be sixteen in two weeks',
    '15 tomorrow 🎂',
    'i am under 16, be nice',
    'so close to 18',
    'compio 15 anni domenica',
    'in einem Monat 16',
    'через неделю 15',
    '내년에 17살 됩니다',
    'もうすぐ16歳',
    'w przyszłym tygodniu 15',
  ]
  for (const text of SAID) it(`claims: ${text}`, () => assert.ok(isClaimed(text)))

  const NAMED = [
    'my name is anna 15',
    'me llamo ana 15 años',
    'Mi chiamo Anna, 15 anni',
    'ich heiße anna 15 jahre',
    'Меня зовут Аня, 15 лет',
    'Mam na imię Ania, 15 lat',
  ]
  for (const text of NAMED) it(`claims, behind a name: ${text}`, () => assert.ok(isClaimed(text)))

  const SAYS_MORE = [
    'me llamo Ana 15 gatos',
    'Mi hermana se llama Ana, 15 años',
    'Mein Hund heißt Leo, 15 Jahre',
    'Мою кошку зовут Мурка, 15 лет',

    'Our band turns 15 tomorrow',
    'She will be 16 in June',
    'My twins: 16 next week!',
    'Live on friday 13',
    'sabato 15 si balla',
    'Under 16s train at five',
    'almost 15 years of pottery',
    'in 16 days we launch',
    '10 am, every day',
    'Soon 15k of you',
    'I turned 18 in March',
    '18 today',
    '明天15点开播',
    '다음 주 15일 공연',
  ]
  for (const text of SAYS_MORE) it(`is about something else: ${text}`, () => assert.ok(!isClaimed(text)))

  it('is masked with the claims beside it, and other numbers are not', () => {
    const { evidence, subject } = exampleEvidence('16 next week. Room 12 is where we paint')
    const found = evaluate(pack, { evidence, subject })
    const [hidden] = hideClaims(pack, evidence, found).evidence
    assert.equal(hidden?.texts[0]?.text, '1* next week. Room 12 is where we paint')
  })
})

describe('a year to come', () => {
  it('makes an age by the day on which its page was seen', () => {
    assert.ok(isClaimed("I'll be 18 in 2029", '2026-06-01T00:00:00.000Z'))
    assert.ok(!isClaimed("I'll be 18 in 2029", '2030-06-01T00:00:00.000Z'))
    assert.ok(isClaimed('high school, class of 2029', '2026-06-01T00:00:00.000Z'))
    assert.ok(!isClaimed('high school, class of 2029', '2031-06-01T00:00:00.000Z'))
  })

  it('of a class is a child’s alone only where it lies farther off than any study lasts', () => {
    assert.ok(isClaimed('class of 2031', '2026-06-01T00:00:00.000Z'))
    assert.ok(!isClaimed('class of 2031', '2029-06-01T00:00:00.000Z'))
    assert.ok(!isClaimed('University of Oslo, class of 2031', '2026-06-01T00:00:00.000Z'))
    assert.ok(!isClaimed('Kindergarten teacher, class of 2038', '2026-06-01T00:00:00.000Z'))
  })
})

describe('an age', () => {
  const NOT_THEIRS = [
    'Mia nonna, 15 anni in America',
    'Our shop: gifts for its 15th birthday',
    'Wishlist for my daughter, 15, with her first boat',
    'Whisky. Age: 15 years. Region: Islay',
    'Ron añejo. Edad: 15 años. Origen: Cuba',
    'Ford Mustang, 15 years old, 90k miles',
    '息子は15歳です',
    '아들이 15살이에요',
    'Bis ins Mittelalter: im 15. Jahrhundert wurde die Burg gebaut',
    'Cumplo 15 años sin fumar en mayo',
    'Our festival will be 18 in 2029',
    "25, but people think I'm 15",
  ]
  for (const text of NOT_THEIRS) it(`is not the author’s: ${text}`, () => assert.ok(!isClaimed(text)))

  it('beside a name that is an Italian possessive is theirs', () => {
    assert.ok(isClaimed('Mia Lumen, 15 y/o'))
    assert.ok(!isClaimed('Mia figlia, 15 anni'))
  })
})
