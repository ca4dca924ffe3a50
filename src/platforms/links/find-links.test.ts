import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadPlatforms } from '../index.ts'
import { findLinks } from './find-links.ts'
import { isShortener } from './shorteners.ts'
import { unwrapRedirect } from './unwrap-redirect.ts'

const urls = (text: string) => findLinks(text).map(({ url }) => url)

describe('findLinks', () => {
  const cases: [string, string, string[]][] = [
    ['a full address', 'see https://linktr.ee/mina.test now', ['https://linktr.ee/mina.test']],
    [
      'a bare address of a known site',
      'instagram.com/mina.test and bsky.app/profile/mina.test',
      ['https://instagram.com/mina.test', 'https://bsky.app/profile/mina.test'],
    ],
    [
      'addresses between triangles',
      '►DISCORD: https://discord.gg/BW5Qy►TWITCH: https://www.twitch.tv/mina_test★',
      ['https://discord.gg/BW5Qy', 'https://www.twitch.tv/mina_test'],
    ],
    ['no account in a slogan', 'TikTok - Make Your Day', []],
    ['an account behind a dash', 'insta - mina.test for more', ['https://www.instagram.com/mina.test/']],
    ['an address without the dash that follows it', 'linktr.ee/mina—see you', ['https://linktr.ee/mina']],
    [
      'an address without the sentence mark that follows it',
      'go to linktr.ee/mina; or (fansly.com/mina).',
      ['https://linktr.ee/mina', 'https://fansly.com/mina'],
    ],
    [
      'a full address with an ending that no registry knows',
      'https://shop.internal-brand:8443/x',
      ['https://shop.internal-brand:8443/x'],
    ],
    [
      'a bare address for documentation',
      'slots.example or directory.example/ana, an example. a@b.example',
      ['https://slots.example/', 'https://directory.example/ana'],
    ],
    ['an address with a zero-width space inside', 'linktr.ee/mi\u200bna', ['https://linktr.ee/mina']],
    ['an address with a full-width dot', 'onlyfans。com/mina', ['https://onlyfans.com/mina']],
    ['an address in full-width letters', 'ｌｉｎｋｔｒ．ｅｅ/mina', ['https://linktr.ee/mina']],
    ['an address with Cyrillic look-alikes', 'оnlуfans.com/mina', ['https://onlyfans.com/mina']],
    ['a spelled-out dot', 'linktr dot ee/mina', ['https://linktr.ee/mina']],
    [
      'a bracketed dot',
      'linktr[.]ee/mina or fansly (dot) com/mina',
      ['https://linktr.ee/mina', 'https://fansly.com/mina'],
    ],
    ['a spelled-out slash', 't dot me slash minatest', ['https://t.me/minatest']],
    ['all parts of a spelled-out host', 'mina dot carrd dot co', ['https://mina.carrd.co/']],
    [
      'all parts of a spelled-out address',
      'mina dot carrd dot co slash work, lnk dot bio slash a slash b.',
      ['https://mina.carrd.co/work', 'https://lnk.bio/a/b'],
    ],
    [
      'a spelled-out path behind any ending',
      'minas dot de slash work or minas-shop dot art slash work',
      ['https://minas.de/work', 'https://minas-shop.art/work'],
    ],
    [
      'a slash spelled out behind a dot that is written or stands in brackets',
      'minas.shop slash a slash b and mina(dot)carrd(dot)co(slash)work',
      ['https://minas.shop/a/b', 'https://mina.carrd.co/work'],
    ],
    [
      'a slash in brackets, or spelled out in another language',
      'nora[.]example[/]zwei and falk(.)art(/)preise, falk punkt art schrägstrich neu, falk punto art barra precios',
      [
        'https://falk.art/preise',
        'https://falk.art/neu',
        'https://falk.art/precios',
        'https://nora.example/zwei',
      ],
    ],
    ['a host spelled out with hyphens', 'mina-dot-carrd-dot-co', ['https://mina.carrd.co/']],
    ['a domain spelled out in words', 'my site is minatest dot com', ['https://minatest.com/']],
    ['insta with a colon', 'insta: mina.test', ['https://www.instagram.com/mina.test/']],
    ['insta in full-width letters', 'ｉｎｓｔａ: mina.test', ['https://www.instagram.com/mina.test/']],
    ['insta in small capitals', 'ɪɴꜱᴛᴀ: mina.test', ['https://www.instagram.com/mina.test/']],
    ['ig with an at sign', 'ig @mina.test', ['https://www.instagram.com/mina.test/']],
    ['tg with a colon and an at sign', 'tg: @minatest', ['https://t.me/minatest']],
    ['snap with a colon', 'snap: mina_test', ['https://www.snapchat.com/@mina_test']],
    [
      'two sites with one name',
      'IG/TikTok: @mina.test',
      ['https://www.instagram.com/mina.test/', 'https://www.tiktok.com/@mina.test'],
    ],
    ['a name before its site', 'I am @mina_test on twitter', ['https://x.com/mina_test']],
    ['insta in letters set apart', 'i n s t a: mina.test', ['https://www.instagram.com/mina.test/']],
    ['OF at the start of a line', 'hi\nof: mina.test', ['https://onlyfans.com/mina.test']],
    ['a Reddit name', 'reddit u/mina_test', ['https://www.reddit.com/user/mina_test/']],
    ['a WhatsApp number', 'WhatsApp: +44 20 7946 0000', ['https://wa.me/442079460000']],
    [
      'the address inside a redirect',
      'https://l.instagram.com/?u=https%3A%2F%2Ffansly.com%2Fmina&e=x',
      ['https://fansly.com/mina'],
    ],
  ]
  for (const [name, text, expected] of cases)
    it(`finds ${name}`, () => assert.deepEqual(urls(text), expected))

  const nothing: [string, string][] = [
    ['two sentences without a blank', 'this.is great, love.it and hello.my name'],
    ['file names', 'read notes.md and run build.sh'],
    ['a spelled-out e-mail address', 'mina [at] example [dot] com'],
    [
      'what an ellipsis in brackets or in the middle cuts off',
      'falk.art/preise(...) and www.falk.art/prei[…] or falk.art/preise…/x',
    ],
    ['a bar and a price', 'barra libre, punto final y barra de pan, Punkt eins Strich zwei'],
    ['a pattern of dots', 'polka dot shoes, polka dot shoes/bags, hit dot mode slash burn'],
    ['the words dot and slash', 'a dot and a slash, then slash and burn, dot dot dot slash'],
    ['the word of before a colon', 'she is one of: many'],
    ['an e-mail address', 'mail mina@example.com'],
    ['a platform word in a sentence', 'follow my insta for more, of course, and snap me'],
    ['a colon before no name', 'insta: link below, of: new content'],
    ['a made-up suffix', 'version 1.2.3 and foo.notatld/x'],
    ['prose in another script', 'Привет, меня зовут Мина. Всё тут'],
  ]
  for (const [name, text] of nothing) it(`takes no link from ${name}`, () => assert.deepEqual(urls(text), []))

  it('says how each link was written', () => {
    const how = (text: string) => findLinks(text)[0]?.how
    assert.equal(how('https://fansly.com/mina'), 'url')
    assert.equal(how('fansly.com/mina'), 'bare_address')
    assert.equal(how('fansly dot com/mina'), 'spelled_out')
    assert.equal(how('fan\u200bsly.com/mina'), 'disguised')
    assert.equal(how('insta: mina'), 'named_account')
    assert.equal(how('ｉｎｓｔａ: mina'), 'disguised')
  })

  it('names accounts by the address that their platform recognises as canonical', async () => {
    const platforms = await loadPlatforms()
    const text =
      'ig: mina.test tt: mina.test twitter: minatest snap: minatest tg: minatest onlyfans: mina.test fansly: minatest yt: minatest twitch: minatest reddit: minatest threads: mina.test patreon: minatest linktree: mina.test'
    const found = urls(text)
    assert.equal(found.length, 13)
    for (const url of found) assert.equal(platforms.recognise(url)?.url, url)
  })

  it('stays quick on hostile text', () => {
    const started = performance.now()
    findLinks('a.'.repeat(50_000))
    findLinks('insta '.repeat(16_000))
    findLinks('ig/'.repeat(33_000))
    findLinks('@a-'.repeat(33_000))
    findLinks(`insta${' '.repeat(90_000)}:`)
    findLinks('a dot '.repeat(16_000))
    findLinks('a-dot-'.repeat(16_000))
    findLinks(`a dot co${' slash a'.repeat(12_000)}`)
    findLinks('a-'.repeat(49_000))
    assert.ok(performance.now() - started < 5_000)
  })
})

describe('an address that is cut off', () => {
  for (const text of [
    'see youtu.be/GD...',
    'see https://youtu.be/GD… and more',
    'shop: https://shop.exam...',
    'shop: https://shop.exam…',
    'mine is mina.example/wor...',
    'www.mina.com/gallery/su... (1 of 3)',
  ])
    it(`is none: ${text}`, () => assert.deepEqual(findLinks(text), []))

  for (const text of ['mina.com/work.', 'mina.com/work ...', '(https://mina.com/work)...'])
    it(`is one when it is whole: ${text}`, () =>
      assert.equal(findLinks(text)[0]?.url, 'https://mina.com/work'))
})

describe('unwrapRedirect', () => {
  const inner = 'https://fansly.com/mina'
  const encoded = encodeURIComponent(inner)
  for (const wrapped of [
    `https://www.youtube.com/redirect?event=x&q=${encoded}`,
    `https://l.facebook.com/l.php?u=${encoded}&h=x`,
    `https://lm.facebook.com/l.php?u=${encoded}`,
    `https://l.instagram.com/?u=${encoded}&e=x`,
    `https://www.google.com/url?sa=t&q=${encoded}`,
    `https://www.google.co.uk/url?url=${encoded}`,
    `https://href.li/?${inner}`,
    `https://out.reddit.com/t3_x?url=${encoded}`,
    `https://l.instagram.com/?u=${encodeURIComponent(`https://href.li/?${inner}`)}`,
  ]) {
    it(`opens ${new URL(wrapped).hostname}${new URL(wrapped).pathname}`, () =>
      assert.equal(unwrapRedirect(wrapped), inner))
  }
  it('leaves other addresses alone', () =>
    assert.equal(
      unwrapRedirect('https://example.com/?u=https://a.test'),
      'https://example.com/?u=https://a.test',
    ))
  it('takes nothing but web addresses out of a wrapper', () => {
    const wrapped = 'https://l.instagram.com/?u=javascript%3Aalert(1)'
    assert.equal(unwrapRedirect(wrapped), wrapped)
  })
})

describe('isShortener', () => {
  it('knows hosts that only lead elsewhere', () =>
    assert.ok(isShortener('bit.ly') && isShortener('T.CO') && isShortener('www.tinyurl.com')))
  it('does not take sites for shorteners', () =>
    assert.ok(!isShortener('linktr.ee') && !isShortener('youtube.com')))
})
