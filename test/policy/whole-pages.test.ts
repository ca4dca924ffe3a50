import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeText } from '../../src/pipeline/judge/judge-text.ts'
import { evaluate } from '../../src/policy/evaluate.ts'
import { adaptPack } from '../../src/policy/pack/adapt-pack.ts'
import type { ExampleEvidence } from '../../src/policy/pack/code-schema.ts'
import { compilePack } from '../../src/policy/pack/compile-pack.ts'
import { criterionSchema } from '../../src/policy/pack/criterion.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { atomHits } from '../../src/policy/rules/atom-hits.ts'
import { linkKinds } from '../../src/policy/rules/links/link-kinds.ts'
import { textViews } from '../../src/policy/text/text-views.ts'
import { pack } from './built-in-pack.ts'
import { HARBOUR_PAGE } from './harbour-page.ts'

function page(...lines: string[]): string {
  return [...HARBOUR_PAGE.slice(0, 4), ...lines, ...HARBOUR_PAGE.slice(4)].join('\n')
}

function codesOf(evidence: ExampleEvidence[] | string): string[] {
  const example = typeof evidence === 'string' ? [{ text: evidence, channel: 'bio' as const }] : evidence
  return evaluate(pack, exampleEvidence({ evidence: example })).map(({ code }) => code)
}

/** What is found in a page of some site, which is made of these texts. */
function codesOfTexts(...texts: string[]): string[] {
  const { evidence, subject } = exampleEvidence('')
  const [example] = evidence
  assert.ok(example)
  const page = {
    ...example,
    platform: null,
    texts: texts.map((text) => ({ channel: 'post' as const, text })),
  }
  return evaluate(pack, { evidence: [page], subject }).map(({ code }) => code)
}

describe('on a whole page', () => {
  it('words of other languages are not met in what is written in one', () => {
    const compiled = compilePack(pack)
    const met = (text: string, lexicon: string) =>
      atomHits(compiled, textViews(text).native, 'native')
        .of(`lex.${lexicon}`)
        .map(({ start, end }) => textViews(text).native.text.slice(start, end))
    // Dutch for a messenger, Turkish for an account that is sold, German for tobacco.
    const text = page(
      'They ordered tickets in the app, watched Netflix in the train and met Mr Tabak at the gate.',
    )
    assert.deepEqual(met(text, 'messenger'), [])
    assert.deepEqual(met(text, 'resold_access'), [])
    assert.deepEqual(met(text, 'regulated'), [])
  })

  it('harmless lines under one another are no offer', () => {
    for (const lines of [
      ['Order reprints', 'Advertisement', 'Open in the app'],
      ['Here comes another Netflix price hike, and the third one in a row'],
      ['149 comments', 'Open every day', 'Buy the book of the exhibition'],
      ['He pulled out of the sale, for $38 a share seemed too little to him.'],
    ])
      assert.deepEqual(codesOf(page(...lines)), [], lines.join(' / '))
  })

  it('what is offered in several sentences is one offer, whoever says it and however long they are', () => {
    for (const [code, text] of [
      [
        'drug_sale',
        'Buy premium cocaine online with overnight delivery to all states in the country and beyond. Message @dealer on Wickr or Telegram for the latest menu and the prices of today.',
      ],
      [
        'scam_financial',
        'Cloned credit cards with high balances are delivered within three days to any address you name. Contact the vendor on Telegram @cardsplug for bulk prices and proof of earlier deliveries.',
      ],
      [
        'drug_sale',
        'Selling ecstasy and weed in the whole town and around the harbour, every day of the week. 10€ a gram. Order on Telegram @harbourpills.',
      ],
      [
        'drug_sale',
        'Ecstasy and weed are always in stock here, fresh from the coast, in every colour. I deliver for 10€ a gram in the whole town, so order on Telegram @harbourpills whenever it suits.',
      ],
      [
        'escort_offer',
        'Private bookings for generous gentlemen in the old town and in the hotels beside it. €200 an hour, and I answer on WhatsApp until late at night, +34 612 345 678.',
      ],
    ] as const)
      assert.ok(codesOf(page(text)).includes(code), text)
  })

  it('a year is no number of what is sold', () => {
    for (const line of [
      'Views of the opera in a night of 1975, click here to buy the DVD',
      'SALE: become a subscriber in 2024',
    ])
      assert.deepEqual(codesOf(line), [], line)
    for (const line of [
      '2000 followers, buy now',
      'Buy subscribers, 2024 of them for $9',
      'Sale: 2,500 subscribers',
    ])
      assert.ok(codesOf(line).includes('spam_engagement'), line)
  })

  it('what is offered is found in the middle of it, in one line, in lines of a list and in another language', () => {
    for (const [code, ...lines] of [
      ['drug_sale', 'Selling ecstasy and weed, 10€ a gram, delivery, order on Telegram @harbourpills'],
      ['drug_sale', 'Ecstasy pills', '10€ each, delivery', 'Order on Telegram @harbourpills'],
      ['drug_sale', 'Vendo éxtasis y marihuana, 10€ el gramo, envíos, pedidos por Telegram'],
      ['weapon_sale', 'Glock for sale, no paperwork, signal only'],
      ['weapon_sale', 'Продам пистолет без документов, пиши в телеграм'],
    ] as const)
      assert.ok(codesOf(page(...lines)).includes(code), lines.join(' / '))
  })

  it('a sentence must resemble more, the more of them are asked about', () => {
    const rooms = ['ropes', 'sails', 'lamps', 'anchors', 'maps', 'nets', 'bells', 'oars', 'flags', 'barrels']
    const told = [
      'hang over the door',
      'lie behind glass',
      'were found in the cellar',
      'came from Norway by ship',
    ]
    const many = rooms.flatMap((room) => told.map((what) => `The old ${room} in the next room ${what}.`))
    const said = 'Your account has been deleted!'
    assert.deepEqual(codesOf(page(said)), ['ban_evasion'])
    assert.deepEqual(codesOf(page(said, ...many)), [])
    // Of however many texts the page is made.
    assert.deepEqual(codesOfTexts(said), ['ban_evasion'])
    assert.deepEqual(codesOfTexts(said, many.join('\n')), [])
    assert.deepEqual(codesOfTexts(said, ...many), [])
  })
})

describe('what an organization names', () => {
  it('is met on a page in whatever language', () => {
    const definition = criterionSchema.parse({
      name: 'Our courses resold',
      family: 'piracy',
      severity: 'high',
      phrases: { de: ['lantern kurs kopie'] },
      precision: 0.9,
    })
    const own = adaptPack(pack, {
      codes: {},
      criteria: [{ code: 'own_courses', version: 1, state: 'live', definition }],
    })
    const { score } = judgeText(own, { text: page('Ask for the Lantern Kurs Kopie at the gate') })
    assert.deepEqual(score.reasonCodes, ['own_courses'])
  })
})

describe('an age on a whole page', () => {
  const age = (text: string, evidence: object = {}) =>
    codesOf([{ text, channel: 'bio', ...evidence }]).includes('minor_age_claim')

  it('is nobody’s who is spoken of in general, or far from whoever says "I"', () => {
    const far = ['I have written this guide for years.', ...HARBOUR_PAGE, ...HARBOUR_PAGE]
    for (const line of [
      'A fifth of the people here were counted as being 14 years old or younger in that year.',
      'For a 13 year old today, what is there that an errand boy had?',
    ])
      assert.equal(age([...far, line, ...HARBOUR_PAGE].join('\n')), false, line)
  })

  it('is the owner’s in what the owner says of themselves', () => {
    for (const line of ["I'm 15 and I draw boats", '15 years old', 'just a 15 year old girl from Hull'])
      assert.equal(age(page(line)), true, line)
  })

  it('told of somebody on a page that the creator links to and that does not know them is not the creator’s', () => {
    const told = page(
      'Pemba, 15 years old, was dug out of the house five days after the earthquake had come.',
    )
    const linked: ExampleEvidence[] = [
      { text: 'I paint harbours.' },
      { text: told, channel: 'page', binding: 'linked', url: 'https://paper.example/quake' },
    ]
    assert.ok(!codesOf(linked).includes('minor_age_claim'))
  })

  it('said by whoever writes such a page of themselves is', () => {
    for (const line of [
      "I'm 15 and I draw boats all day long, in the harbour and in my room",
      '15 years old',
    ]) {
      const linked: ExampleEvidence[] = [
        { text: 'I paint harbours.' },
        { text: page(line), channel: 'page', binding: 'linked', url: 'https://second.example/' },
      ]
      assert.ok(codesOf(linked).includes('minor_age_claim'), line)
    }
  })
})

describe('a link with something before the host', () => {
  it('may be taken for another host, but where it is a key that scripts send along', () => {
    const isDisguise = (url: string) => linkKinds(url, []).has('credentials_in_url')
    assert.equal(isDisguise('https://instagram.com@evil.example/'), true)
    assert.equal(isDisguise('https://user:word@evil.example/'), true)
    assert.equal(isDisguise('https://9b1055a49cce467eadae790e4ae99ccf@errors.example/129065'), false)
  })
  it('is a mail address that somebody wrote as a link where it names neither a host nor a brand', () => {
    const isDisguise = (url: string) => linkKinds(url, ['paypal.com']).has('credentials_in_url')
    for (const url of [
      'http://webmaster@newspaper.example/',
      'http://mona.lander@college.example',
      'https://info@bakery.example/',
      'http://orders%2Bfall@nursery.example/',
    ])
      assert.equal(isDisguise(url), false, url)
    for (const url of [
      'https://paypal@evil.example/',
      'https://paypal.com@evil.example/login',
      'https://instagram%2Ecom@evil.example/',
      'https://www.bank.co.uk@evil.example/',
      'https://webmaster:word@evil.example/',
      'https://paypal-support@evil.example/',
    ])
      assert.equal(isDisguise(url), true, url)
  })
})
