import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import type { ExampleEvidence } from '../../src/policy/pack/code-schema.ts'
import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { agesStatedOn } from '../../src/policy/rules/ages/stated-ages.ts'
import { ageAtEnd } from '../../src/policy/text/numerals.ts'
import { normaliseText } from '../../src/policy/text/text-views.ts'
import { pack } from './built-in-pack.ts'

const CODE = 'age_identity_inconsistency'

describe('an age in words', () => {
  const ages: [string, number | null][] = [
    ['twenty-four', 24],
    ['tengo treinta y dos', 32],
    ['vinte e cinco', 25],
    ['vingt et un', 21],
    ['dix-huit', 18],
    ['einundzwanzig', 21],
    ['sechsunddreißig', 36],
    ['trentotto', 38],
    ['eenendertig', 31],
    ['двадцать три', 23],
    ['yirmi üç', 23],
    ['dwadzieścia dwa', 22],
    ['forever young', null],
    ['one', null],
    ['', null],
  ]
  for (const [words, years] of ages)
    it(`is ${years}: ${words}`, () => assert.equal(ageAtEnd(normaliseText(words), pack.ages), years))
})

describe('a grown-up’s age', () => {
  const stated = (text: string) => {
    const [own] = exampleEvidence(text).evidence
    const [rule] = pack.codes[CODE]?.rules ?? []
    assert.ok(own && rule && 'patterns' in rule)
    return agesStatedOn(compilePack(pack), rule.patterns, own, null)
  }
  const SAID = [
    "I'm 29 and I paint",
    'just turned 24, collecting stamps',
    'Turning 40 in June',
    'Soon 30!',
    "I was born in '79",
    'Born 12 May 1979 in Hull',
    'A mis 39 años sigo aprendiendo a coser',
    'Ya tengo 44 y sigo patinando',
    'Nacida en Lugo en 1984',
    'Soy del 95',
    'Já tenho 45 e continuo',
    'Sou de 1983, capricorniana',
    "J'aurai 40 ans demain",
    'Née le 2 avril 1977',
    'Mit meinen 36 Jahren fange ich noch einmal an',
    'Ich werde nächsten Monat 50',
    'Compio 50 anni tra un mese',
    'Classe 1986',
    'Met mijn 39 jaar leer ik nog naaien',
    'Mam 34 lata i dwa koty',
    'Rocznik 1987',
    'Мне 33, пеку хлеб',
    'В свои 39 лет учусь шить',
    'Я 1988 года рождения',
    '1985 doğumlu, İzmir',
    'عمري 33 سنة وأحب الرسم',
    'मैं 33 साल की हूँ',
    'もうすぐ40歳',
    '1988年生まれ、東京',
    '1990년생 도예가',
    '我是1992年出生',
  ]
  for (const text of SAID) it(`is said: ${text}`, () => assert.notDeepEqual(stated(text), []))

  const SAYS_SOMETHING_ELSE = [
    'At 41 degrees the glaze melts',
    'Our shop is 35 years old',
    'Our studio, born in 1998, moved',
    'My mum was born in 1960',
    'Mi padre, nacido en 1950, era pastor',
    'My brother is 52 years old',
    'I just turned 45 pots',
    'Soon 30 new prints!',
    'Tengo 44 gatos',
    'Tengo 30 años de experiencia',
    'En mayo cumplo 50 años de oficio',
    'Cuando tenía 25 años me mudé',
    'Con 35 euros comes dos',
    "J'aurai 40 minutes de retard",
    'À 25 ans j’ai quitté Lyon',
    'Ich werde 50 Bilder zeigen',
    'Mit 36 Gängen auf den Berg',
    'Aos 39 minutos marcou golo',
    'Ho 52 amici',
    'Мне скоро 40 посылок',
    'Room 40 at 18:30',
    'Open since 1990',
  ]
  for (const text of SAYS_SOMETHING_ELSE) it(`is not said: ${text}`, () => assert.deepEqual(stated(text), []))

  it('differs from one that another surface says in another language', () => {
    const found = evaluate(
      { ...pack, classifier: null },
      exampleEvidence({
        evidence: [
          { text: 'Tengo 23 y bailo' },
          { text: 'Met mijn 39 jaar leer ik nog naaien', binding: 'links_back', linksBack: true },
        ],
      }),
    ).filter(({ code }) => code === CODE)
    assert.equal(found[0]?.evidenceRef, 'E2')
    assert.equal(found[0]?.quote, 'Met mijn 39 jaar')
  })
})

describe('an age that somebody says they have elsewhere, or on a birthday', () => {
  const isSaid = (text: string) =>
    evaluate({ ...pack, classifier: null }, exampleEvidence(text)).some(({ code }) => code === CODE)

  it('differs from the one that stands beside it', () => {
    for (const text of [
      '26 yo Leo ... and yes my other page says 33',
      'Kelsey, 22, college girl. Celebrating my 35th birthday live this Friday',
      'Ola, 23 lata, Kraków. Rocznik 1990',
    ])
      assert.equal(isSaid(text), true, text)
  })

  it('is no number of something else', () => {
    for (const text of [
      'Maria, 33, mum. My other page has 25 photos a week',
      'Lea, 29. My other account: 45 followers',
      'Ana, 31. My 40th birthday is far away',
    ])
      assert.equal(isSaid(text), false, text)
  })
})

describe('ages in words, behind the owner’s name or before their unit', () => {
  /** What the profile of `lena.fjord` says, and a page of hers. */
  const differ = (own: string, page: string): boolean =>
    evaluate(
      { ...pack, classifier: null },
      exampleEvidence({
        handle: 'lena.fjord',
        evidence: [{ text: own }, { text: page, channel: 'page', binding: 'links_back', linksBack: true }],
      }),
    ).some(({ code }) => code === CODE)
  const DIFFER: readonly [string, string][] = [
    ['Lena, 22. Oslo girl who loves the cold.', 'Lena Marsh, 31 years old, from Leeds'],
    ['Lena. Twenty-four. Redhead. New posts daily.', 'Lena Fjord, 38 years old'],
    ['Lena, 20 aninhos, carioca', 'Sobre: nascida em 1990 em Luanda'],
    ['Lena, ventidue anni, Roma', 'Scheda: Lena, anni 37, nata a Tirana'],
    ['Алина, 21 год, Петербург', 'Обо мне: мне тридцать четыре, живу в Омске'],
    ['lena 🌊 23', 'I am thirty-six years old and I paint'],
    ['Ich bin dreiundzwanzig.', 'Ich bin einunddreißig und male'],
    ['Tengo veintidós y bailo', 'Tengo treinta y nueve y bailo'],
    ["I'm 24", "My other page says twenty, I'm really 38"],
  ]
  for (const [own, page] of DIFFER) it(`differ: ${own} / ${page}`, () => assert.ok(differ(own, page)))

  const ARE_NONE: readonly [string, string][] = [
    ['Lena, 22. Oslo girl who loves the cold.', 'Lena Marsh, 23 years old, from Leeds'],
    ['Lena, 22. Oslo', 'Twenty-four prints, thirty-six frames'],
    ['Lena, 22. Oslo', 'June, 30. Oslo. May, 31. Bergen'],
    ['Lena. Two cats. Oslo', 'Thirty people came, twenty years later'],
    ['Lena, ventidue anni, Roma', 'Trentasei anni di esperienza'],
    ['Лена, 21 год', 'Тридцать четыре картины, сорок лет опыта'],
    ["I'm 24", 'Chapter one. Thirty. The forty thieves'],
    ["I'm 24", 'My mother is forty-six, my dad is fifty'],
  ]
  for (const [own, page] of ARE_NONE) it(`are none: ${own} / ${page}`, () => assert.ok(!differ(own, page)))
})

describe('ages on a page of somebody else', () => {
  const found = (linked: ExampleEvidence) =>
    evaluate(
      { ...pack, classifier: null },
      exampleEvidence({
        handle: 'ana.d',
        evidence: [{ text: "I'm 21, dancer" }, { channel: 'page', ...linked }],
      }),
    ).filter(({ code }) => code === CODE)

  it('count beside the name of the creator', () => {
    const [finding] = found({ text: 'Guest: ana.d, 34 years old, from Porto', mentionsCreator: true })
    assert.equal(finding?.evidenceRef, 'E2')
  })

  it('are somebody else’s far from it, and where the creator is not named', () => {
    const far = `Guest: ana.d. ${'We talk of swans. '.repeat(40)}The host is 52 years old`
    assert.deepEqual(found({ text: far, mentionsCreator: true }), [])
    assert.deepEqual(found({ text: 'Guest: ana.d, 34 years old', mentionsCreator: false }), [])
  })

  it('are no numbers of pages, stages and pictures', () => {
    for (const text of ['page 28 of ana.d', 'stage 34, image 37', 'Package 50 and percentage: 80 of ana.d'])
      assert.deepEqual(
        found({ text, linksBack: true, binding: 'links_back', mentionsCreator: true }),
        [],
        text,
      )
  })

  it('are said once: what a rule found is not resembled as well', () => {
    const input = exampleEvidence('Mara, 23, born 1987 and proud of it. My other page says I am 31, pick one')
    const rules = evaluate(pack, input)
      .filter(({ code }) => code === CODE)
      .map(({ rule }) => rule)
    assert.deepEqual(rules, [`${CODE}/stated_ages`])
  })
})
