import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from './parse-html.ts'

const parse = (html: string) => parseHtml(html, 'https://a.test/dir/page')

describe('parseHtml', () => {
  it('reads title, language, canonical and meta values in order', () => {
    const page = parse(`<html lang=en><head><title> A
      &amp; B </title><link rel=canonical href="/c"><meta property="OG:Title" content=x>
      <meta name=twitter:title content=y><meta property=og:title content=z><svg><title>icon</title></svg>`)
    assert.deepEqual([page.title, page.lang, page.canonical], ['A & B', 'en', 'https://a.test/c'])
    assert.deepEqual(page.meta, { 'og:title': ['x', 'z'], 'twitter:title': ['y'] })
  })

  it('separates blocks by lines and collapses blanks', () => {
    const page = parse('<h1>Ada</h1><p>I   <b>wri</b>te\n\n code.<br>Daily</p><ul><li>a<li>b</ul>R&amp;D')
    assert.equal(page.text, 'Ada\nI write code.\nDaily\na\nb\nR&D')
  })

  it('writes the marks that browsers draw around a quotation', () => {
    const page = parse('<p>He said <q>so be <b>it</b></q>, and <a href="/x"><q>left</q></a>.<q>Open')
    assert.equal(page.text, 'He said “so be it”, and “left”.“Open”')
    assert.equal(page.links[0]?.text, '“left”')
  })

  it('resolves links against the base and keeps only the web', () => {
    const page =
      parse(`<base href="https://b.test/x/"><a href="y" rel="me nofollow"> Why  not </a><a href="#top">top</a>
      <a href="javascript:alert(1)">j</a><a href="mailto:a@b.c">m</a><a href="//c.test"><img alt="pic" src="/i.png"></a>
      <a href="/z" aria-label="label"></a>`)
    assert.deepEqual(page.links, [
      { url: 'https://b.test/x/y', text: 'Why not', rel: 'me nofollow', hidden: false },
      { url: 'https://c.test/', text: 'pic', rel: '', hidden: false },
      { url: 'https://b.test/z', text: 'label', rel: '', hidden: false },
    ])
    assert.deepEqual(page.images, [{ url: 'https://b.test/i.png', alt: 'pic' }])
  })

  it('keeps what frames show, wherever it lies', () => {
    const page =
      parse(`<iframe src="in"></iframe><iframe src="https://b.test/x" title="Shop"></iframe><object data="/o" type="text/html"></object>
      <embed src="/p.pdf" type="application/pdf"><iframe src="/count" width="1" height="1"></iframe><iframe src="about:blank"></iframe>
      <iframe src="/hidden" hidden></iframe><iframe src="data:text/html,%3Cp%3EI%20draw%20cats"></iframe>`)
    assert.deepEqual(
      page.links.map(({ url, text, rel }) => [url, text, rel]),
      [
        ['https://a.test/dir/in', '', 'frame'],
        ['https://b.test/x', 'Shop', 'frame'],
        ['https://a.test/o', '', 'frame'],
      ],
    )
    assert.deepEqual(page.attributeTexts, [{ name: 'srcdoc', text: '<p>I draw cats' }])
    assert.deepEqual(
      parse('<frameset><frame src="/left"><frame src="/right"></frameset>').links.map(({ url }) => url),
      ['https://a.test/left', 'https://a.test/right'],
    )
  })

  it('reads what a style sheet writes onto the page', () => {
    const page = parse(
      `<style>.a::after{content:"I draw \\63 ats and dogs"} .b:before{content:'\\201C'} .c{content:"x"}</style><p class=a></p>`,
    )
    assert.deepEqual(page.attributeTexts, [{ name: 'css-content', text: 'I draw cats and dogs' }])
  })

  it('tells letters that are drawn backwards by the signs for it', () => {
    const drawn = '\u202estac ward I\u202c'
    for (const html of [
      '<bdo dir="rtl">stac ward I</bdo>',
      '<span style="unicode-bidi: bidi-override; direction: rtl">stac <b>ward</b> I</span>',
    ])
      assert.equal(parse(`<p>So: ${html} here</p>`).text, `So: ${drawn} here`)
    assert.equal(
      parse('<p>So:</p><p style="direction:rtl;unicode-bidi:bidi-override">stac ward I</p><p>here</p>').text,
      `So:\n${drawn}\nhere`,
    )
    assert.equal(parse('<bdo dir=ltr>I draw</bdo>').text, 'I draw')
  })

  const traps = [
    '<p hidden>T</p>',
    '<p style="display: none">T</p>',
    '<p style="visibility:hidden">T</p>',
    '<p style="color:red;font-size:0px !important">T</p>',
    '<p style="opacity:0.0">T</p>',
    '<p style="position:absolute;left:-9999px">T</p>',
    '<p style="text-indent:-9999px">T</p>',
    '<template><p>T</p></template>',
    '<noscript>T</noscript>',
    '<!-- TT -->',
    '<style>.x, #y { color: red; display:none }</style><p class="a x">T</p>',
    '<style>/* .a{} */ #y{display:none}</style><p id=y>T</p>',
    '<dialog>T</dialog>',
    '<div style="display:none"><section><a href="/t">T</a></section></div>',
  ]
  for (const trap of traps) {
    it(`counts as hidden: ${trap}`, () => {
      const page = parse(`<p>seen</p>${trap}<p>too</p>`)
      assert.equal(page.text, 'seen\ntoo')
      assert.match(page.hiddenText, /^T+$/)
      assert.deepEqual(
        page.links.map((link) => link.hidden),
        page.links.map(() => true),
      )
    })
  }

  it('does not count as hidden what a media query shows again', () => {
    const css =
      '.hidden{display:none}@media (min-width:1px){.md\\:block{display:block}}@media print{.ad{display:none}}'
    const page = parse(
      `<style>${css}</style><p class="hidden md:block">menu</p><p class=ad>ad</p><p class=hidden>no</p>`,
    )
    assert.equal(page.text, 'menu\nad')
  })

  it('does not let a style sheet for visitors without scripts hide the application', () => {
    assert.equal(
      parse('<noscript><style>#app{display:none}</style></noscript><p id=app>text</p>').text,
      'text',
    )
    assert.equal(
      parse('<style>#app{display:none}</style><p id=app style="display:flex">text</p>').text,
      'text',
    )
  })

  it('takes what is shown without scripts for the page where there is no other', () => {
    const words =
      '<p>I pull prints of harbours on cotton paper and sell them at fairs, every Sunday.</p><a href="https://shop.test/">shop</a>'
    const alone = parse(`<title>Mina</title><div id="app"></div><noscript>${words}</noscript>`)
    assert.match(alone.text, /cotton paper/)
    assert.equal(alone.hiddenText, '')
    assert.deepEqual(
      alone.links.map(({ hidden }) => hidden),
      [false],
    )
    const beside = parse(
      `<p>Here stands a whole page with words of its own.</p><noscript>${words}</noscript>`,
    )
    assert.match(beside.hiddenText, /cotton paper/)
    assert.deepEqual(
      beside.links.map(({ hidden }) => hidden),
      [true],
    )
    const hidden = parse(`<noscript>${words}<p style="display:none">Nobody sees this one.</p></noscript>`)
    assert.doesNotMatch(hidden.text, /Nobody sees/)
    assert.match(hidden.hiddenText, /Nobody sees/)
    const asking = parse(
      `<noscript><p>You need to enable JavaScript to run this app, since all that it shows is made by it.</p></noscript>`,
    )
    assert.equal(asking.text, '')
  })

  it('counts every link that is beyond its limit, whatever carries it', () => {
    const many = `${'<a href="/a">a</a>'.repeat(10_000)}<link rel="me" href="https://b.test/"><form action="https://c.test/">`
    assert.deepEqual(parse(many).left, { links: 2, images: 0 })
  })

  it('drops letters without width and reads what tag letters spell', () => {
    const tags = Array.from('buy', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
    const page = parse(`<p>on\u200bly\u00adfans${tags} 👩\u200d🎨`)
    assert.equal(page.text, 'onlyfans 👩\u200d🎨')
    assert.equal(page.hiddenText, 'buy')
  })

  it('keeps scripts that carry state, and no others', () => {
    const page =
      parse(`<script>track()</script><script id=__NEXT_DATA__ type=application/json>{"a":1}</script>
      <script>window.__STATE__ = {b:1}</script><script>var ytInitialData = {"c":1};</script>
      <script>self.__next_f.push([1,"d"])</script><script src="/x.js"></script>`)
    assert.deepEqual(
      page.scripts.map((script) => [script.id, script.type]),
      [
        ['__NEXT_DATA__', 'application/json'],
        ['', ''],
        ['', ''],
        ['', ''],
      ],
    )
    assert.equal(page.scripts[0]?.text, '{"a":1}')
  })

  it('flattens JSON-LD and ignores what is not JSON', () => {
    const block = (text: string) => `<script type="application/ld+json">${text}</script>`
    const page = parse(
      block('[{"@type":"A"},{"@graph":[{"@type":"B"}]}]') + block('{broken') + block('{"@type":"C"}'),
    )
    assert.deepEqual(page.jsonLd, [{ '@type': 'A' }, { '@type': 'B' }, { '@type': 'C' }])
  })

  it('reads JSON-LD one behind the other, in entities, and of a type with its charset', () => {
    const person = { '@type': 'Person', name: 'Ida' }
    const two =
      '<script type="application/ld+json">{"@type":"WebSite"}\n{"@type":"Person","name":"Ida"}</script>'
    assert.deepEqual(parse(two).jsonLd, [{ '@type': 'WebSite' }, person])
    const marked = '{&quot;@type&quot;:&quot;Person&quot;,&quot;name&quot;:&quot;Ida&quot;}'
    assert.deepEqual(parse(`<script type="application/ld+json">${marked}</script>`).jsonLd, [person])
    const typed = `<script type="application/ld+json; charset=utf-8">${JSON.stringify(person)}</script>`
    assert.deepEqual(parse(typed).jsonLd, [person])
  })

  it('takes no settings of components for words, however many there are', () => {
    const many = '<div x-data="{ open: false, at: 1 }" :class="{ on: open, off: shut }"></div>'.repeat(500)
    const page = parse(many)
    assert.deepEqual([page.truncated, page.scripts], [false, []])
  })

  it('takes the template of a script for one of the page', () => {
    const page = parse(
      '<p>seen</p><script type="text/x-handlebars-template"><p>I draw <b>ships</b></p></script>',
    )
    assert.deepEqual([page.text, page.hiddenText], ['seen', 'I draw ships'])
  })

  it('reads JSON-LD that was written by hand', () => {
    for (const text of [
      '{"@type":"Person","description":"I draw",}',
      '/* me */ {"@type":"Person", // and what I do\n"description":"I draw"}',
      '//<![CDATA[\n{"@type":"Person","description":"I draw"}\n//]]>',
      '{"@type":"Person","description":"I draw"};',
    ]) {
      const [item] = parse(`<script type="application/ld+json">${text}</script>`).jsonLd
      assert.deepEqual(item, { '@type': 'Person', description: 'I draw' }, text)
    }
  })

  it('finds redirects that a page makes itself, also inside noscript', () => {
    assert.equal(
      parse('<noscript><meta http-equiv=Refresh content="0; URL=\'/n\'"></noscript>').refresh,
      'https://a.test/n',
    )
    assert.equal(parse('<meta http-equiv=refresh content="300;url=/later">').refresh, null)
    assert.equal(parse('<meta http-equiv=refresh content="5">').refresh, null)
    assert.equal(
      parse('<script>window.location.href = "https:\\/\\/b.test\\u002Fx"</script>').scriptRedirect,
      'https://b.test/x',
    )
    assert.equal(parse('<script>location.replace("/r")</script>').scriptRedirect, 'https://a.test/r')
    assert.equal(parse('<script>location = "javascript:1"</script>').scriptRedirect, null)
  })

  it('sees password fields', () => {
    assert.equal(parse('<input type=Password>').hasPasswordField, true)
    assert.equal(parse('<input type=text>').hasPasswordField, false)
  })

  it('keeps the limits and says when it cut', () => {
    const many = parse(
      '<a href="/l">l</a>'.repeat(10_003) +
        '<img src="/i">'.repeat(201) +
        '<script id=s>1</script>'.repeat(201),
    )
    assert.deepEqual(
      [many.links.length, many.images.length, many.scripts.length, many.truncated, many.left],
      [10_000, 200, 200, true, { links: 3, images: 1 }],
    )
    assert.equal(parse('<script type="application/ld+json">[{}]</script>'.repeat(201)).truncated, true)
    assert.equal(parse(`<meta name="description" content="${'word '.repeat(1000)}">`).truncated, true)
    assert.equal(parse('<img src="/i">'.repeat(201)).truncated, false, 'its words were all read')
    const long = parse(`<p>${'word '.repeat(100_000)}`)
    assert.ok(long.text.length > 399_000 && long.text.length <= 400_000)
    assert.equal(long.truncated, true)
    assert.deepEqual([parse('<p>short').truncated, parse('<p>short').left], [false, undefined])
  })

  it('does not let a page name a property that means something to us', () => {
    const page = parse('<meta name=__proto__ content=x><meta name=constructor content=y>')
    assert.deepEqual(Object.entries(page.meta), [
      ['__proto__', ['x']],
      ['constructor', ['y']],
    ])
  })

  for (const html of [
    '',
    '<',
    '<!',
    '<!--',
    '</p',
    '<a href="',
    '&',
    '<script>',
    '<title>x',
    '\0',
    '<svg><script>x</svg>',
    '<![CDATA[x',
  ]) {
    it(`does not throw for ${JSON.stringify(html)}`, () => assert.equal(typeof parse(html).text, 'string'))
  }
})
