import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageResponse } from '../../evidence/page.ts'
import { parseHtml } from '../../net/html/parse-html.ts'
import type { Reading } from '../platform.ts'
import { readGeneric } from '../sites/generic.ts'

const ASKED = 'https://studio.test/ida'

/** As a scan reads the page of a site that no platform knows. */
function reading(body: string, title = 'Ida Quill'): Reading {
  const page = parseHtml(`<html><head><title>${title}</title></head><body>${body}</body></html>`, ASKED)
  const response: PageResponse = {
    requestedUrl: ASKED,
    finalUrl: ASKED,
    status: 200,
    headers: {},
    hops: [],
    contentType: 'text/html',
    bytes: body.length,
    truncated: false,
    sha256: '',
    fetchedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    page,
    json: undefined,
    text: '',
  }
  return readGeneric(response)
}

const BUTTONS = (...labels: string[]) => labels.map((label) => `<button>${label}</button>`).join('')

const AGE_QUESTIONS = {
  French: `<h1>Réservé aux adultes</h1><p>Vous devez avoir 18 ans ou plus.</p>${BUTTONS('Entrer', 'Quitter')}`,
  'German, with links':
    '<p>Sie müssen mindestens 18 Jahre alt sein.</p><a href="?ok">Ich bin 18 oder älter</a><a href="https://away.example/">Verlassen</a>',
  Dutch: `<h1>18+</h1><p>Ben je 18 jaar of ouder?</p>${BUTTONS('Ja', 'Nee')}`,
  Swedish: `<p>Är du över 18 år?</p>${BUTTONS('Ja', 'Nej, lämna')}`,
  Polish: `<p>Musisz mieć ukończone 18 lat.</p>${BUTTONS('Mam 18 lat', 'Wyjdź')}`,
  Russian: `<p>Вам должно быть не менее 18 лет.</p>${BUTTONS('Мне есть 18 лет', 'Уйти')}`,
  Japanese: `<p>あなたは18歳以上ですか？</p>${BUTTONS('はい', 'いいえ')}`,
  Arabic: `<p>هل عمرك 18 عاما أو أكثر؟</p>${BUTTONS('نعم', 'لا')}`,
  'a date': `<p>Please enter your date of birth to continue.</p>${BUTTONS('Go')}`,
}

const AGE = '<p>Are you over 18?</p>'
const CHOICES = {
  buttons: BUTTONS('I am 18 or older - enter', 'I am under 18 - exit'),
  'the same but for a word': BUTTONS('Yes, I’m over 18', 'I’m under 18'),
  Spanish: BUTTONS('Soy mayor de edad', 'Soy menor de edad'),
  'links in a line': '<p><a href="?in">I am over 18</a> <a href="?out">I am under 18</a></p>',
}

const FORM = '<form><input name="user"><input type="password"><button>OK</button></form>'
const LOGINS = {
  'no sentence, in any language': `<h1>Bejelentkezés</h1>${FORM}`,
  'a shop that opens soon': `<h1>Opening soon</h1><p>This store is password protected. Use the password to enter the store.</p>${FORM}`,
}

const CONSENTS = {
  Finnish: `<h1>Käytämme evästeitä</h1><p>Tämä sivusto käyttää evästeitä.</p>${BUTTONS('Hyväksy kaikki', 'Hylkää')}`,
  Hungarian: `<h1>Sütiket használunk</h1><p>Ez a weboldal sütiket használ.</p>${BUTTONS('Elfogadom')}`,
  Czech: `<h1>Používáme cookies</h1><p>Tento web používá soubory cookie k poskytování služeb.</p>${BUTTONS('Souhlasím')}`,
}

const CLOSED = [
  'This content is not available in your country or region.',
  'Our website is currently unavailable in most European countries.',
  'Dieser Inhalt ist in deinem Land nicht verfügbar.',
  'Cette page n’est pas disponible dans votre pays.',
  'Your IP address has been blocked. VPN or proxy detected.',
]

const WIDGETS = {
  'a widget': '<h1>One moment</h1><div class="cf-turnstile" data-sitekey="0x4"></div>',
  'a widget behind a button': `<form><div class="h-captcha" data-sitekey="a"></div>${BUTTONS('Continue')}</form>`,
  'letters to copy': '<p>Type the letters below.</p><img src="/c.png"><input name="captcha_code">',
}

const CHALLENGES: [string, string][] = [
  ['Making sure you&#39;re not a bot!', '<p>Loading...</p>'],
  ['Vercel Security Checkpoint', '<p>We’re verifying your browser</p>'],
  ['Robot Challenge Screen', '<p>Checking the site connection security</p>'],
  ['Client Challenge', '<p>A required part of this site couldn’t load.</p>'],
  ['studio.test', '<p>You are now in line. When it is your turn, you will have 10 minutes.</p>'],
]

/** What creators write on a page of few words. */
const OWN = {
  'an age and a refusal': '<h1>Ida, 21</h1><p>Printer from Kemi</p><p>No DMs</p>',
  'an age and a way in': `<h1>Ida, 19</h1><p>Prints of harbours.</p>${BUTTONS('Enter my shop')}`,
  'a birthday': '<h1>Ida</h1><p>Born on a ferry, 3.4.1999. I pull prints.</p>',
  'a place that is closed': '<h1>Ida</h1><p>My prints are not available in your local shop, ask me.</p>',
  'a letter to her': `<p>Write to me.</p><form><input name="mail" type="email"><textarea></textarea><div data-sitekey="a"></div>${BUTTONS('Send')}</form>`,
  'a hidden form': `<p>Prints of harbours.</p><dialog>${FORM}</dialog>`,
  'a form beside her words': `${FORM}<h1>Ida Quill</h1><p>I pull prints of harbours.</p>`,
  biscuits: '<h1>Sütik</h1><p>Sütiket sütök és elviszem a piacra.</p>',
}

/** How pages say that the rest of them is paid for. */
const PAID = {
  'JSON-LD': '<script type="application/ld+json">{"@type":"Article","isAccessibleForFree":false}</script>',
  'JSON-LD, in words':
    '<script type="application/ld+json">{"@type":"Article","isAccessibleForFree":"False"}</script>',
  microdata: '<meta itemprop="isAccessibleForFree" content="false">',
}
const POST = '<article><h1>The harbour</h1><p>It was dark that night, and I had no boat.</p></article>'

describe('a post of which the rest is paid for', () => {
  for (const [name, said] of Object.entries(PAID))
    it(`was not seen to its end: ${name}`, () => {
      const { outcome, profile } = reading(`${said}${POST}`)
      assert.equal(outcome, 'ok')
      assert.equal(profile?.left?.letters, 1_000)
    })
  it('was seen where the whole of it came, or where it is free', () => {
    const free = PAID['JSON-LD'].replace('false', 'true')
    assert.equal(reading(`${free}${POST}`).profile?.left, undefined)
    assert.equal(
      reading(`${PAID['JSON-LD']}${POST}${'<p>It went on and on.</p>'.repeat(100)}`).profile?.left,
      undefined,
    )
  })
})

describe('what stands in front of a page', () => {
  for (const [name, body] of Object.entries(AGE_QUESTIONS))
    it(`is an age gate, behind which nothing was seen: ${name}`, () => {
      const { outcome, profile } = reading(body)
      assert.equal(outcome, 'age_gate')
      assert.equal(profile?.left?.letters, 1_000)
    })
  for (const [what, choices] of Object.entries(CHOICES))
    it(`says nothing by what it offers to press, and all else: ${what}`, () => {
      const { outcome, profile } = reading(`<p>Ida, no DMs. 19 lines a day</p>${AGE}${choices}`)
      assert.equal(outcome, 'age_gate')
      assert.equal(profile?.bio, 'Ida, no DMs. 19 lines a day\nAre you over 18?')
    })
  it('says nothing by an age to press beside what leads in', () => {
    const { profile } = reading(`<p>Ida</p>${AGE}${BUTTONS('Enter', 'I am under 18')}`)
    assert.equal(profile?.bio, 'Ida\nAre you over 18?\nEnter')
  })
  for (const [name, body] of Object.entries(LOGINS))
    it(`is a login wall: ${name}`, () => assert.equal(reading(body).signal, 'login_form'))
  it('is a login wall: a page with a password, below its title', () => {
    const title = 'Protected: Ida at the sea'
    const words = 'This content is password-protected. To view it, please enter the password below.'
    assert.equal(reading(`<h1>${title}</h1><p>${words}</p>${FORM}`, title).signal, 'login_form')
  })
  for (const [name, body] of Object.entries(CONSENTS))
    it(`is a question of consent: ${name}`, () => assert.equal(reading(body).signal, 'consent_words'))
  for (const words of CLOSED)
    it(`is closed to a country, and neither gone nor banned: ${words}`, () =>
      assert.deepEqual(reading(`<h1>Sorry</h1><p>${words}</p>`), {
        outcome: 'error',
        signal: 'closed_country',
        // Its words are kept: anybody can write them.
        profile: { bio: `Sorry\n${words}`, links: [], counts: {}, pictures: [], posts: [] },
      }))
  for (const [name, body] of Object.entries(WIDGETS))
    it(`is a challenge: ${name}`, () => assert.equal(reading(body).signal, 'captcha_widget'))
  for (const [title, body] of CHALLENGES)
    it(`is a challenge: ${title} ${body}`, () => assert.equal(reading(body, title).outcome, 'bot_challenge'))
  for (const [name, body] of Object.entries(OWN))
    it(`is nothing: ${name}`, () => assert.equal(reading(body).outcome, 'ok'))
})

describe('numbers of pages that are links', () => {
  it('tear no year apart in what a page says', () => {
    const pages = ['18', '19', '20', '21']
    const { profile } = reading(
      `<p>Printed in 2018 and 2023.</p><p>Born in 1921, and 20 works since.</p><nav>${pages.map((page) => `<a href="/p/${page}">${page}</a>`).join(' ')}</nav>`,
    )
    assert.match(profile?.bio ?? '', /Printed in 2018 and 2023\.\nBorn in 1921, and/)
  })
})
