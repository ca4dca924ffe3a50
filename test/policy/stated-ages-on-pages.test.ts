import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'
import { HARBOUR_PAGE } from './harbour-page.ts'

/** What rules find on the page of Mila's own site whose other lines nobody says of themselves. */
function codesOf(lines: readonly string[]): string[] {
  const text = [...HARBOUR_PAGE.slice(0, 4), ...lines, ...HARBOUR_PAGE.slice(4)].join('\n')
  const { evidence, subject } = exampleEvidence({ handle: 'mila', evidence: [{ text }] })
  const found = evaluate(pack, {
    evidence: evidence.map((each) => ({ ...each, title: 'Mila Sandvik' })),
    subject,
  })
  return found
    .filter(({ source, mitigation }) => source === 'rule' && mitigation === null)
    .map(({ code }) => code)
}

/** Dates, minutes, firms and people of whom a page tells. */
const NOBODYS: readonly string[][] = [
  ['20', '. Oktober 2013', 'Der Modeblog', 'Jonas Wiel, geb. 1971, arbeitet als Illustrator in Halden.'],
  ['22 / Oktober / 2022', 'Edda Brand, geb. 1980, studierte Anglistik'],
  ['Neue Beiträge', 'Berufe mit Instagram 21. Dezember 2019', 'von 2008 bis 2015 geboren wurden hier Ideen'],
  ['20. März 2019', 'Unsere Hausmischung, geboren 1956 und vom Vater an den Sohn weitergereicht'],
  [
    'Unsere Mischung war die erste des Hauses, geboren 1956 und seither immer vom Vater an den Sohn gegeben.',
    'MAGAZIN 20m',
    'Rindfleisch mit Kaffee',
  ],
  [
    'Rezepte',
    'NUDELN 25m',
    'Der Gründer des Ladens in der Hafengasse wurde geboren 1934 und fuhr dreißig Jahre zur See.',
  ],
  [
    'Posted',
    '19 November 2018',
    'The painter whose boats hang in the hall was born in 1951, a mile from the quay.',
  ],
  [
    'On Instagram 24 May 2020',
    'The captain who gave his name to the ferry was born in 1948 in the house next door.',
  ],
  ['Publicado', '23 de marzo de 2019', 'Nacida en 1962'],
  [
    '23 / marzo / 2019',
    'La fundadora de la cooperativa, nacida en 1962 en la casa de al lado, vendía redes de pesca.',
  ],
  ['Publicado em', '21 de abril de 2018', 'Nascido em 1959'],
  ['Publié le', '19 / avril / 2017', 'Né en 1961'],
  ['Le', '28 février 2016', 'Née en 1957'],
  ['Pubblicato il', '26 gennaio 2015', 'Nato nel 1960'],
  ['Geplaatst', '27 augustus 2014', 'geboren 1958'],
  ['Opublikowano', '24 sierpnia 2013', 'urodzony 12.03.1955'],
  ['Опубликовано', '29 июля 2012', 'дата рождения 1954'],
  ['Yayın', '30 Haziran 2019', 'doğum 1953'],
  ['News', '31 - May - 2020', 'Born 1949'],
  ['Archive', '18 · September · 2021', 'Date of birth of the lighthouse: 1952'],
]

/** What the owner says of herself beside the same things: ages that do not fit, and ages of a child. */
const MILAS: readonly (readonly [code: string, lines: readonly string[]])[] = [
  ['age_identity_inconsistency', ["I'm 21 and I paint", 'I was born in 1985']],
  ['age_identity_inconsistency', ['19 November 2018', "I'm 23, really", 'born 1981 and proud of it']],
  ['age_identity_inconsistency', ['Mila, 22. Harbour girl', 'Mila was born in 1984']],
  ['age_identity_inconsistency', ['Mila Sandvik, 24', 'born 1979']],
  ['age_identity_inconsistency', ['22 y/o', 'Born in 1980']],
  ['age_identity_inconsistency', ['Ich bin 22 Jahre alt', 'geboren 1984', '20. Oktober 2013']],
  ['age_identity_inconsistency', ['Tengo 22 años', 'nacida en 1983', '23 de marzo de 2019']],
  ['age_identity_inconsistency', ['Tenho 20 anos', 'nascida em 1986']],
  ['age_identity_inconsistency', ['J’ai 20 ans', 'née en 1985', '19 / avril / 2017']],
  ['age_identity_inconsistency', ['Ho 21 anni', 'nata nel 1982']],
  ['age_identity_inconsistency', ['Мне 21 год', 'дата рождения 1983']],
  ['age_identity_inconsistency', ['age: 21', 'birthday: 4 May 1983']],
  ['minor_age_claim', ['17 / Oktober / 2022', "I'm 15 and I run this page"]],
  ['minor_age_claim', ['14 / Dezember / 2022', 'ich bin 14 jahre alt']],
  ['minor_age_claim', ['13 October 2021', '14 y/o']],
  ['minor_age_claim', ['Mila: 15 y/o', '20. März 2019']],
  ['minor_age_claim', ['tengo 15 años', '15 de marzo de 2019']],
  ['minor_age_claim', ['j’ai 14 ans', '14 avril 2017']],
  ['minor_age_claim', ['mam 15 lat', '15 października 2021']],
  ['minor_age_claim', ['мне 14 лет', '14 октября 2021']],
]

describe('ages that differ on a page with much else on it', () => {
  for (const lines of NOBODYS)
    it(`are nobody’s where they are dates or told of others: ${lines.join(' / ')}`, () =>
      assert.deepEqual(codesOf(lines), []))
  for (const [code, lines] of MILAS)
    it(`and ages of a child are the owner’s where she says so: ${lines.join(' / ')}`, () =>
      assert.ok(codesOf(lines).includes(code), codesOf(lines).join()))
})
