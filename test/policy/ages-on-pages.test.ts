import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Evidence } from '../../src/evidence/evidence.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'
import { HARBOUR_PAGE } from './harbour-page.ts'

/** Lines that nobody says of themselves. */
const LINES = [
  ...HARBOUR_PAGE,
  'Teachers find material for their lessons at the desk, and whoever wants to help is shown what there is to do.',
]

interface Around {
  title?: string
  binding?: Evidence['binding']
  /** Whether the lines stand in a text of their own, as a caption or a list does. */
  apart?: boolean
}

function isAccused(
  lines: readonly string[],
  { title = 'Harbour Museum', binding = 'own', apart }: Around = {},
) {
  const whole = apart ? LINES.join('\n') : [...LINES.slice(0, 5), ...lines, ...LINES.slice(5)].join('\n')
  const { evidence, subject } = exampleEvidence(whole)
  const channel = binding === 'own' ? 'bio' : 'page'
  const pages = evidence.map((each) => ({
    ...each,
    title,
    binding,
    platform: null,
    texts: [
      { channel, text: whole } as const,
      ...(apart ? [{ channel: binding === 'own' ? 'post' : 'page', text: lines.join('\n') } as const] : []),
    ],
  }))
  return evaluate(pack, { evidence: pages, subject }).some(
    ({ code, mitigation }) => code === 'minor_age_claim' && mitigation === null,
  )
}

/** What pages tell of others, of classes, dates and counts. */
const OF_OTHERS: readonly string[][] = [
  ['15-year-old driver hurt, 14-year-old passenger critical after a crash on the ring road near Halden'],
  ['Most read', '1', '14-year-old girl missing from Elmswood, last seen at the ferry terminal on Friday'],
  ['About three years ago, a 17-year-old goalkeeper started to train with some veterans of the club.'],
  ['A 16-year-old visitor was arrested on Tuesday after guards had found him in the cellar at night'],
  ['A 16-year-old U.S. citizen was arrested on smuggling charges after guards had found a bundle'],
  ['One of the organizers was just 16 years old.'],
  ['Pemba, 15 ans, sorti des décombres cinq jours après le séisme, raconte ce qu’il a vu là-bas'],
  [
    'What is loud and crunchy?',
    '—Joe L., age 10',
    'Who fights crime?',
    '—Emma S., age 13',
    'Why?',
    '—Ida, age 12',
  ],
  ['Kategorien', 'Bildung (15)', 'Bildungspolitik (4)', 'Schule (13)', 'Homeschooling (1)'],
  ['Avignon ist der Ort, an dem ich vor ca. 13 Jahren zur Schule gegangen bin'],
  ['Die dunkle Seite kommt in der Schule zu kurz 13. Dezember 2019'],
  ['2 Berufsschule S. 10 – 12', '3 Klassengemeinschaft S. 16 – 21', '4 Klassensprecherwahl'],
  ['lycée Zola (Stains, 93), lycée Paul Bert (Paris 14ème), lycée Balzac (Mitry, 77)'],
  ['Sie holte sich den Sieg im 12,5-km-Massenstart und reist weiter'],
  ['Lena Vogt, Hannes Krug * 19.10.2019, 21:59'],
  ['Advertorial, Interior', '17', 'Oktober', '2022', 'Möbel aus altem Holz'],
  ['Fashion', '17 / Oktober / 2022', 'Möbel-Upcycling mit Kreide', 'Interior', '14 / Dezember / 2022'],
  ['School news', '13 - October - 2021', 'The new gym is open'],
  ['Szkoła podstawowa', '15 października 2021', 'Dzień nauczyciela'],
  ['Школа', '14 октября 2021', 'Открыт новый спортзал'],
  ['( Pescasseroli, 14 Gennaio 20 )', 'Sono almeno nove le femmine di orso'],
]
/** What the owner of a long page says of themselves. */
const OF_THE_OWNER: readonly string[][] = [
  ["I'm 15 and I run this page"],
  ['About me: 15 years old'],
  ['Mia: 14 y/o'],
  ['Mia is 14 years old, lives in Halden and loves to draw horses, boats and her grumpy old cat'],
  ['14 y/o'],
  ['ich bin 13 jahre alt'],
  ["I'm in 8th grade"],
  ['Born 2012'],
  ['j’ai 14 ans et je dessine'],
]

describe('an age on a long page', () => {
  for (const binding of ['own', 'linked'] as const)
    for (const apart of [false, true])
      for (const lines of OF_OTHERS)
        it(`is nobody’s where it is told of others (${binding}, ${apart ? 'apart' : 'within'}): ${lines.join(' / ')}`, () =>
          assert.ok(!isAccused(lines, { binding, apart })))
  for (const lines of OF_THE_OWNER)
    it(`is the owner’s where they say so: ${lines.join(' / ')}`, () =>
      assert.ok(isAccused(lines, { title: 'Mia' })))
})
