import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Answer, escapeHtml, html } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

/** What scripts and style sheets put onto a page that has words of its own: nothing shows that they are missing. */

const OFFER = 'Incall in Antwerp, 180 an hour, text me.'
const [PLACE, PRICE] = ['Incall in Antwerp, ', '180 an hour, text me.']
const WORDS =
  '<h1>Ida Quill</h1><p>I pull prints of harbours on cotton paper, by hand, and sell them at fairs along the coast. Each of them takes a week, and no two are alike. In winter I teach, in summer I travel from fair to fair with a small press.</p>'
const script = (code: string) => `<p id="x"></p><script>${code}</script>`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><text>${OFFER}</text></svg>`
const letters = (write: (code: number) => string) =>
  [...OFFER].map((letter) => write(letter.charCodeAt(0))).join('')

const SHOWN: Record<string, string> = {
  textContent: script(`document.getElementById('x').textContent = "${OFFER}"`),
  'innerText in backticks': script(`x.innerText = \`${OFFER}\``),
  'innerHTML without markup': script(`x.innerHTML = '${OFFER}'`),
  'parts that are added': script(`x.innerHTML = '<p>' + '${PLACE}' + '${PRICE}' + '</p>'`),
  'document.write': script(`document.write("${OFFER}")`),
  insertAdjacentHTML: script(`x.insertAdjacentHTML('beforeend', '<p>${OFFER}</p>')`),
  'a text node': script(`x.appendChild(document.createTextNode('${OFFER}'))`),
  jQuery: script(`$('#x').text('${OFFER}')`),
  'a name of it': script(`const bio = '${OFFER}'; x.textContent = bio`),
  'two names': script(`const a = '${PLACE}', b = '${PRICE}'; x.textContent = a + b`),
  'a name on a line of its own': script(`const bio =\n                  '${OFFER}'\n\nx.textContent = bio`),
  'a name in another script': `<script>var t = "${OFFER}"</script>${script('document.write(t)')}`,
  'a function': script(`function said() { return '${OFFER}' } x.textContent = said()`),
  base64: script(`x.textContent = atob('${base64(OFFER)}')`),
  'numbers of its letters': script(`x.textContent = String.fromCharCode(${letters((code) => `${code},`)})`),
  'escapes of its letters': script(
    `x.textContent = '${letters((code) => `\\u${code.toString(16).padStart(4, '0')}`)}'`,
  ),
  percents: script(`document.write(unescape('${encodeURIComponent(`<p>${OFFER}</p>`)}'))`),
  'a text turned round': script(
    `x.textContent = '${[...OFFER].reverse().join('')}'.split('').reverse().join('')`,
  ),
  'code in code': script(`eval(atob('${base64(`x.textContent = "${OFFER}"`)}'))`),
  'lines that are typed': script(
    `new Typed('#x', { strings: ['I print harbours.', '${OFFER}'], loop: true })`,
  ),
  'an element of React': script(`ReactDOM.render(React.createElement('p', null, '${OFFER}'), x)`),
  'data of Vue': `<div id="app"><p>{{ bio }}</p></div>${script(`Vue.createApp({ data() { return { bio: '${OFFER}', n: 1 } } }).mount('#app')`)}`,
  'a value that Vue watches': script(
    `Vue.createApp({ setup() { const bio = Vue.ref('${OFFER}'); return { bio } } }).mount('#x')`,
  ),
  'a text of Lit': `<my-card></my-card>${script(`customElements.define('my-card', class extends LitElement { render() { return html\`<p>${OFFER}</p>\` } })`)}`,
  'data of Alpine': `<div x-data="bio"><p x-text="text"></p></div>${script(`Alpine.data('bio', () => ({ text: '${OFFER}' }))`)}`,
  'x-text': `<p x-data x-text="'${OFFER}'"></p>`,
  'x-html': `<p x-data x-html="'<b>${OFFER}</b>'"></p>`,
  'v-text': `<p v-text="'${OFFER}'"></p>`,
  'v-scope': `<div v-scope="{ bio: '${OFFER}' }"><p v-text="bio"></p></div>`,
  'a template that Alpine fills': `<div x-data="{ is: true }"><template x-if="is"><p>${OFFER}</p></template></div>`,
  'a template that a script takes': `<template id="more"><p>${OFFER}</p></template>${script(`x.append(document.getElementById('more').content.cloneNode(true))`)}`,
  'two strings of a style sheet': `<style>#x::before { content: "${PLACE}" "${PRICE}" }</style><p id="x"></p>`,
  'a property of a style sheet': `<style>:root { --bio: "${OFFER}" } #x::before { content: var(--bio) }</style><p id="x"></p>`,
  'a property of an element': `<style>#x::before { content: var(--bio) }</style><p id="x" style="--bio: '${OFFER}'"></p>`,
  'a drawing in its address': `<img src="data:image/svg+xml,${encodeURIComponent(drawing)}">`,
  'a drawing in base64': `<img src="data:image/svg+xml;base64,${base64(drawing)}">`,
  'letters on a canvas': `<canvas id="c"></canvas>${script(`c.getContext('2d').fillText('${OFFER}', 10, 10)`)}`,
  'a sum in a state': script(`window.page = { bio: '${PLACE}' + '${PRICE}', n: 1 }`),
  'a state of Nuxt that is filled': `<script>window.__NUXT__=(function(a,b){a.bio=b;a.n=1;return {data:[{user:a}]}}({},"${OFFER}"));</script>`,
  'an object that is handed on': script(`Object.assign(window.app, { user: { bio: '${OFFER}' } })`),
}

const STATE = JSON.stringify({ user: { handle: 'ida', bio: OFFER } })
/** Where sites keep a state in what nobody sees. */
const KEPT: Record<string, string> = {
  'a comment': `<code style="display: none"><!--${STATE}--></code>`,
  'an element that is not shown': `<code style="display: none">${escapeHtml(STATE)}</code>`,
  'a template': `<template id="state">${STATE}</template>`,
  'a text area': `<textarea hidden>${escapeHtml(STATE)}</textarea>`,
}

const LONG = `${OFFER} ${'And so on, in many more words. '.repeat(40)}`
const rows = (...lines: string[]) =>
  `<script>self.__next_f.push([1,${JSON.stringify(lines.join('')).replaceAll('<', '\\u003c')}])</script>`
const textRow = (id: string) => `${id}:T${LONG.length.toString(16)},${LONG}`

/** Nobody who sees the page sees these, or they are somebody else's. */
const NOT_SHOWN: Record<string, string> = {
  'a text for the console': script(`console.log('${OFFER}')`),
  'a text that is compared': script(`if (x.textContent === '${OFFER}') x.hidden = true`),
  'a message that nobody asks for': script(`var td_message = '${OFFER}'`),
  'code that is written onto the page': script(
    `document.write("<script type='text/javascript' src='http://ads.example/" + n + "?${OFFER}"); document.write("'></scr" + "ipt>")`,
  ),
  'a style that is written onto the page': script(
    `document.write("<style>/* ${OFFER} */ p { color: red }</style>")`,
  ),
  'an error': script(`throw new Error('${OFFER}')`),
  'a comment': script(`/* ${OFFER} */ // ${OFFER}`),
  'what a visitor says in a state': script(
    `window.page = { user: 'ida', comments: [{ author: 'otto', text: '${OFFER}' }] }`,
  ),
  'what a visitor says at length in rows of React': rows(
    '5:["$","$L8",null,{"comments":[{"author":{"username":"otto"},"text":"$6"}]}]\n',
    textRow('6'),
  ),
  'what a visitor says in a row of its own': rows(
    '5:["$","$L8",null,{"comments":"$7"}]\n',
    `7:[{"id":1,"text":"${OFFER}"}]\n`,
  ),
  'what a script tells of its visitors': script(`gtag('event', '${OFFER}')`),
}

const LEADS = 'http://directory.example/ida'
const LINKS: Record<string, string> = {
  'a listener': script(`x.addEventListener('click', () => window.open('${LEADS}'))`),
  'a handler that a script gives': script(`x.onclick = function () { location.href = '${LEADS}' }`),
  'href of an element': script(`document.getElementById('x').href = '${LEADS}'`),
  setAttribute: script(`x.setAttribute('href', '${LEADS}')`),
  'attr of jQuery': script(`$('#x').attr('href', '${LEADS}')`),
  'a name of it': script(`const to = '${LEADS}'; x.onclick = () => window.open(to)`),
  'markup in parts': script(`document.write('<a href="http://direct' + 'ory.example/ida">me</a>')`),
  'a handler with an address in parts': `<button onclick="location.href = 'http://directory' + '.example/ida'">me</button>`,
  'a redirect below words': script(`setTimeout(() => { location.href = '${LEADS}' }, 3000)`),
  'a redirect in base64': script(`window.location.replace(atob('${base64(LEADS)}'))`),
  'a meta refresh below words': `<meta http-equiv="refresh" content="0;url=${LEADS}">`,
  'a meta refresh that waits': `<meta http-equiv="refresh" content="120;url=${LEADS}">`,
  'an intent of Android': `<a href="intent://directory.example/ida#Intent;scheme=http;package=org.app;end">me</a>`,
  'the page that an intent falls back to': `<a href="intent://open#Intent;scheme=app;S.browser_fallback_url=${encodeURIComponent(LEADS)};end">me</a>`,
}

/** Links of apps, to an account of Telegram. */
const OF_APPS: Record<string, string> = {
  'an anchor': `<a href="tg://resolve?domain=idaquill">me</a>`,
  'an intent': `<a href="intent://resolve?domain=idaquill#Intent;package=org.app;scheme=tg;end">me</a>`,
  'a button': `<button onclick="location.href = 'tg://resolve?domain=idaquill'">me</button>`,
  'a state': script(
    `window.page = { user: { links: [{ title: 'Me', url: 'tg://resolve?domain=idaquill' }] } }`,
  ),
}

/** Links that call the number that stands in the directory. */
const CALLED: Record<string, string> = {
  'a link that calls': '<a href="tel:+32-470-12-34-56">Call</a>',
  'a link of WhatsApp': '<a href="whatsapp://send?phone=32470123456">Write</a>',
  'a page of WhatsApp': '<a href="https://api.whatsapp.com/send?text=Hi&phone=32470123456">Write</a>',
  'a link of Viber': '<a href="viber://chat?number=%2B32470123456">Write</a>',
}

/** Pages that only send somebody on. */
const SENDERS: Record<string, string> = {
  'by an address in parts': script(`location.href = 'http://directory' + '.example' + '/ida'`),
  'by a name': script(`var to = "${LEADS}"; window.location = to`),
  'by base64': script(`window.location.href = atob('${base64(LEADS)}')`),
  'by percents': script(`top.location.href = decodeURIComponent('${encodeURIComponent(LEADS)}')`),
  'by a record': script(`const to = { url: '${LEADS}' }; location.replace(to.url)`),
  'by names in brackets': script(`window['location']['href'] = '${LEADS}'`),
  'with something added': script(`location.href = '${LEADS}?from=' + document.referrer`),
}

/** Pages without words of their own, of which a browser would have to be asked. */
const UNREAD: Record<string, string> = {
  'a script says all of it': SHOWN.textContent ?? '',
  'a state beside what looks like a notice': script(
    `window.page = { user: { bio: '${OFFER}', note: 'This account has been suspended.' } }`,
  ),
  'a password may be filled in': `<form><input type="password"></form>${script(`window.page = { user: { bio: '${OFFER}' } }`)}`,
}

describe('what code puts onto a page', () => {
  let web: WebUnderTest
  let shown: Answer = { body: '' }
  let sends: Answer = { body: '' }
  before(async () => {
    web = await scanThrough([
      {
        'quill.example/ida': () => shown,
        'sends.example/ida': () => sends,
        'directory.example/ida': html('Ida', '<p>Prints of the harbour.</p>'),
        'directory.example/9': html('Nine', '<p>Prints of the harbour. 0470 123456</p>'),
        't.me/idaquill': html(
          'Telegram: Contact @idaquill',
          `<div class="tgme_page_title"><span>Ida</span></div><div class="tgme_page_extra">@idaquill</div><div class="tgme_page_description">${OFFER}</div>`,
        ),
      },
    ])
  })
  after(() => web.close())

  const scan = async (body: string, mode: 'quick' | 'deep', words = WORDS) => {
    shown = html(words === '' ? '' : 'Ida Quill', words + body)
    const result = await scanProfile(
      web.context,
      { url: 'http://quill.example/ida', mode },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.ok(result.status === 'completed')
    return result
  }

  for (const [how, body] of Object.entries(SHOWN))
    it(`is judged as what stands there: by ${how}`, async () => {
      const { report } = await scan(body, 'quick')
      assert.deepEqual(report.reason_codes, ['escort_offer'])
    })

  for (const [where, body] of Object.entries(KEPT))
    it(`is judged where a state is kept in ${where}`, async () => {
      const { report } = await scan(body, 'quick')
      assert.ok(report.reason_codes.includes('escort_offer'))
    })

  it('is judged in a row of React that is meant in its place', async () => {
    const { report } = await scan(rows('5:["$","$L8",null,{"user":{"bio":"$6"}}]\n', textRow('6')), 'quick')
    assert.ok(report.reason_codes.includes('escort_offer'))
  })

  for (const [what, body] of Object.entries(NOT_SHOWN))
    it(`is nothing else that stands in code: ${what}`, async () => {
      const { report, coverage } = await scan(body, 'quick')
      assert.deepEqual(report.reason_codes, [])
      assert.equal(coverage.left_out?.letters, 0)
    })

  it('is not taken for all that a page without other words shows', async () => {
    const body = `<div id="root"></div><script src="/app.js"></script>${SHOWN.textContent}`
    const { report, coverage } = await scan(body, 'quick', '')
    assert.ok(report.reason_codes.includes('insufficient_coverage'))
    assert.deepEqual(coverage.failed_urls, [{ url: 'http://quill.example/ida', reason: 'needs_browser' }])
  })

  for (const [how, body] of Object.entries(UNREAD))
    it(`is judged on a page that was not read: ${how}`, async () => {
      const { report, isBanned } = await scan(body, 'quick', '')
      assert.deepEqual(report.reason_codes, ['escort_offer', 'insufficient_coverage'])
      assert.equal(isBanned, null)
      const [unseen] = (report.would_change ?? []).filter(({ kind }) => kind === 'unseen_page')
      assert.match(unseen?.text ?? '', /, so only the words that came with it counted\.$/)
    })

  for (const [how, body] of Object.entries(LINKS))
    it(`leads on: by ${how}`, async () => {
      const { report } = await scan(body, 'deep')
      assert.ok(report.reason_codes.includes('escort_directory_link'))
    })

  for (const [how, body] of Object.entries(SENDERS))
    it(`sends on from a page without words: ${how}`, async () => {
      sends = html('', body)
      const { report } = await scan('<a href="http://sends.example/ida">More</a>', 'deep')
      assert.ok(report.reason_codes.includes('escort_directory_link'))
      assert.equal(report.link_chain, 'profile -> directory')
    })

  for (const [how, body] of Object.entries(OF_APPS))
    it(`leads on to what an app is to open: by ${how}`, async () => {
      web.requests.length = 0
      const { report } = await scan(body, 'deep')
      assert.ok(web.requests.some((request) => request.includes('t.me/idaquill')))
      assert.ok(report.reason_codes.includes('escort_offer'))
    })

  for (const [how, body] of Object.entries(CALLED))
    it(`knows the number that is called: by ${how}`, async () => {
      const listed = '<a href="http://directory.example/9">me</a>'
      const { report } = await scan(`${body}${listed}`, 'deep')
      const risk = (await scan(listed, 'deep')).report.risk_score
      assert.ok(report.risk_score > risk, `${report.risk_score} is no more than ${risk}`)
    })

  it('leads nowhere by style sheets and scripts of others', async () => {
    web.requests.length = 0
    await scan(
      script(
        `var l = document.createElement('link'); l.rel = 'stylesheet'; l.href = 'http://shelf.example/ida'; s.src = 'http://shelf.example/ida'`,
      ),
      'deep',
    )
    assert.deepEqual(
      web.requests.filter((request) => request.includes('shelf.example')),
      [],
    )
  })

  it('may be written with its markup escaped', async () => {
    const { report } = await scan(`<div x-html="'${escapeHtml(`<b>${OFFER}</b>`)}'" x-data></div>`, 'quick')
    assert.deepEqual(report.reason_codes, ['escort_offer'])
  })
})
