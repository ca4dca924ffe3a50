import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languageOf, languagesOf, type ToldPassages } from '../../src/policy/text/languages/language-of.ts'

const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  ar: ['مصور من القاهرة وأحب القهوة والسفر'],
  be: ['Фатограф, жыву ў Мінску, люблю каву і сабак'],
  bg: ['Фотограф от София, обичам кафе и съм с куче'],
  cs: ['Fotografka z Brna, miluju kávu a dlouhé procházky v lese'],
  da: ['Fotograf fra Aarhus, elsker kaffe og lange gåture med min hund'],
  de: [
    'Fotografin aus Berlin, ich liebe Kaffee und lange Spaziergänge',
    'ICH FOTOGRAFIERE HOCHZEITEN UND KINDER',
  ],
  el: ['Φωτογράφος στην Αθήνα', 'είμαι 15 χρονών'],
  en: [
    'Dancer 💃 Lover of cats 🐱 DM for collabs',
    'Travel | Food | Fashion | NYC',
    '✨ 𝓯𝓻𝓮𝓮 𝓼𝓹𝓲𝓻𝓲𝓽 who paints what she sees ✨ https://shop.example/de/kaufen @hans_mueller #liebe',
    'wife, mother, baker of bread and teller of stories',
  ],
  es: ['Fotógrafa de Sevilla, me encanta el café y mi perro'],
  fa: ['سلام من عکاس هستم و در تهران زندگی می کنم'],
  fi: ['Minä olen valokuvaaja Helsingistä ja rakastan kahvia'],
  fr: ["Photographe à Lyon, j'aime le café et mon chien"],
  he: ['צלמת מתל אביב'],
  hi: ['मैं जयपुर से फ़ोटोग्राफ़र हूँ', 'कवि | लेखक | दिल्ली', 'main photographer hoon aur jaipur mein rehti hoon'],
  id: ['Saya fotografer dari Jakarta dan suka kopi'],
  it: ['Fotografa di Bologna, amo il caffè e il mio cane', 'Se hai domande scrivimi, ho sempre tempo per te'],
  ja: ['東京のカメラマンです。', '写真を撮る人'],
  ko: ['서울에서 사진 찍어요', '김민지 | 댄서 | DM'],
  mr: ['मी पुण्यात राहते आणि छायाचित्रे काढते'],
  ne: ['म काठमाडौंमा बस्छु, फोटो खिच्छु र मलाई चिया मन पर्छ, मेरो घर यहीँ छ'],
  nl: ['Fotografe uit Gent, ik hou van koffie en van mijn hond'],
  pl: ['Fotografka z Krakowa, kocham kawę i mojego psa'],
  pt: ['Fotógrafa de Lisboa, adoro café e o meu cachorro'],
  ro: ['Fotografă din Cluj, îmi place cafeaua și câinele meu'],
  ru: ['Фотограф из Москвы, люблю кофе и собак', 'Мы пишем песни'],
  sv: ['Fotograf från Malmö, jag älskar kaffe och min hund'],
  th: ['ช่างภาพอยู่กรุงเทพ'],
  tr: ['İzmirli fotoğrafçıyım, kahveyi ve köpeğimi çok seviyorum'],
  uk: ['Фотографую весілля у Києві, люблю каву й свого пса', 'Мені п’ятнадцять, їжджу на конях'],
  ur: ['میں ایک فوٹوگرافر ہوں اور لاہور میں رہتا ہوں'],
  vi: [
    'Mình là thợ ảnh ở Hà Nội, thích cà phê và chó',
    'Mình là thợ ảnh ở Hà Nội, thích cà phê và chó'.normalize('NFD'),
  ],
  zh: ['我是摄影师，住在上海', '我今年十五岁'],
}

const UNTOLD = [
  '',
  '💃🐱✨ 15 · 24/7',
  'NYC',
  'Anna',
  'Berlin / Paris / Tokyo',
  '@hans_mueller #fotografie https://kamera.example/hochzeiten-und-kinder',
  'DJ',
  // One of several Turkic languages.
  'Мин фотограф, кофе һәм этләр яратам',
  // Japanese as well as Chinese.
  '東京',
  'Lena 김 서',
  'Photographer in Москве и фотограф',
]

describe('the language of a text', () => {
  for (const [language, texts] of Object.entries(WRITTEN))
    for (const text of texts)
      it(`is ${language} for "${text}"`, () => assert.equal(languageOf(text), language))

  for (const text of UNTOLD) it(`is not known for "${text}"`, () => assert.equal(languageOf(text), null))

  it('is the same whatever was asked before', () => {
    const texts = Object.values(WRITTEN).flat()
    const told = texts.map(languageOf)
    assert.deepEqual(texts.toReversed().map(languageOf), told.toReversed())
  })
})

describe('the languages of a text', () => {
  it('are told passage by passage, most letters first', () => {
    const text = `${WRITTEN.fi?.[0]} ja pitkiä kävelyjä metsässä koirani kanssa.\nPhotographer from Helsinki, I love coffee and long walks.`
    const [first, second, ...more] = languagesOf(text)
    assert.deepEqual([first?.language, second?.language, more], ['fi', 'en', []])
    assert.ok((first?.letters ?? 0) > (second?.letters ?? 0))
  })

  it('are the same of a text whose passages another text had', () => {
    const menu = 'Home, prints, workshops and commissions from the studio by the sea.'
    const pages = [`${menu}\n${WRITTEN.fi?.[0]}`, `${menu}\n${WRITTEN.de?.[0]}`, `${menu}\n💃 15\n${menu}`]
    const told: ToldPassages = new Map()
    assert.deepEqual(
      pages.map((page) => languagesOf(page, told)),
      pages.map((page) => languagesOf(page)),
    )
  })

  it('are one for a text of short lines', () => {
    assert.deepEqual(
      languagesOf('Dancer\nLover of cats\nDM for collabs\nLondon born and raised').map(
        ({ language }) => language,
      ),
      ['en'],
    )
  })

  it('say of letters that nobody can tell that nobody can', () => {
    assert.deepEqual(languagesOf('Berlin / Paris'), [{ language: null, letters: 11 }])
    assert.deepEqual(languagesOf('💃 15'), [])
  })
})
