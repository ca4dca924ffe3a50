import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Answer, html } from '../../demo/web/site.ts'
import { scanProfile } from '../../src/pipeline/scan.ts'
import { plainStepRunner } from '../../src/pipeline/step.ts'
import { scanThrough, type WebUnderTest } from './demo-web.ts'

const APP = '<script src="/app.js"></script>'
const STATE = JSON.stringify({ username: 'ida', bio: 'I pull prints of harbours, and sell them at fairs.' })

/** What applications answer before they have drawn anything. */
const SHELLS: Record<string, Answer> = {
  'that it loads': html('Ida', `<nav><a href="/">Home</a></nav><div id="app">Loading…</div>${APP}`),
  'that scripts have to run': html(
    'Ida',
    `<div id="root">Please enable JavaScript to view this site.</div>${APP}`,
  ),
  'a description of nobody': html(
    'App',
    `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>${APP}`,
    '<meta name="description" content="Web site created using create-react-app">',
  ),
  'a name': html('Ida', `<div id="root"></div>${APP}`, '<meta property="og:title" content="Ida Quill">'),
  'a menu': html('Ida', `<header><a href="/login">Log in</a></header><main id="app"></main>${APP}`),
  'a heading, and a script of its own': html(
    'Ida',
    '<h1>Ida Quill</h1><div id="links"></div><script>links.innerHTML = made()</script>',
  ),
  'data of the site alone': html(
    'Ida',
    `<div id="root"></div>${APP}<script type="application/ld+json">{"@type":"WebSite","name":"Site","url":"http://quill.example/"}</script>`,
  ),
}

const WORDS =
  '<h1>Ida Quill</h1><p>I pull prints of harbours on cotton paper, by hand, and sell them at fairs along the coast. Each of them takes a week, and no two are alike. In winter I teach, in summer I travel from fair to fair with a small press.</p>'

/** What says more than a shell does, and not all. */
const UNFINISHED: Record<string, Answer> = {
  'an application has an empty place below its words': html(
    'Ida',
    `<header>${WORDS}</header><div id="app"></div><script type="module" src="/assets/main.js"></script>`,
  ),
  'an element of its own is empty': html('Ida', `${WORDS}<app-root></app-root>${APP}`),
  'a part of it is busy': html('Ida', `<main>${WORDS}<section aria-busy="true"></section></main>${APP}`),
  'it says so': html('Ida', `<main>${WORDS}<section>Loading posts…</section></main>${APP}`),
  'it says so in another language': html(
    'Ida',
    `<main>${WORDS}<p>Beiträge</p><p>Wird geladen…</p></main>${APP}`,
  ),
  'its script fetches what it shows': html(
    'Ida',
    `${WORDS}<section id="posts"></section><script>fetch('/posts.json').then((r) => r.json()).then((all) => { posts.innerHTML = all.join('') })</script>`,
  ),
}

/** Other ways to ask for what is shown. */
const ASKING: Record<string, string> = {
  'an address of its own site': `fetch('http://www.quill.example/posts.json').then((r) => r.json()).then((all) => { posts.innerHTML = all })`,
  'a name': `const from = '/posts.json'; fetch(from).then((r) => r.json()).then((all) => { posts.innerHTML = all })`,
  getJSON: `$.getJSON('/posts.json', (all) => $('#posts').html(all))`,
  load: `$('#posts').load('/posts.html')`,
  axios: `axios.get('/posts.json').then(({ data }) => { posts.textContent = data })`,
  'a module of its site': `import { said } from './said.js'; document.querySelector('#posts').textContent = said`,
  'a module that is loaded later': `import('/said.js').then(({ said }) => { posts.textContent = said })`,
  'a stream of events': `new EventSource('/said').onmessage = ({ data }) => { posts.textContent = data }`,
  'a socket': `new WebSocket('wss://quill.example/said').onmessage = ({ data }) => { posts.textContent = data }`,
  'a thread of its own': `new Worker('/said.js').onmessage = ({ data }) => { posts.textContent = data }`,
  'an answer that calls back': `function show(all) { posts.textContent = all }</script><script src="/posts.js?callback=show">`,
  'a script that is packed': `eval(function(p,a,c,k,e,d){return p}('0.1=2',3,3,'posts|innerHTML|said'.split('|'),0,{}))`,
}
for (const [how, code] of Object.entries(ASKING))
  UNFINISHED[`its script fetches what it shows by ${how}`] = html(
    'Ida',
    `${WORDS}<section id="posts"></section><script>${code}</script>`,
  )

/** Pages that are short, and whole. */
const WHOLE: Record<string, Answer> = {
  'without scripts': html('Ida', '<h1>Ida Quill</h1><p>Prints of harbours.</p>'),
  'whose scripts are of others': html(
    'Ida',
    '<h1>Ida Quill</h1><p>Prints of harbours.</p><script src="https://count.example/visits.js"></script>',
  ),
  'that leads elsewhere': html(
    'Ida',
    `<h1>Ida Quill</h1><p>Prints of harbours.</p><a href="http://shop.example/">Shop</a>${APP}`,
  ),
  'with a place for dialogs': html(
    'Ida',
    `${WORDS}<div id="modal-root"></div><div id="fb-root"></div>${APP}`,
  ),
  'drawn before it came': html('Ida', `<div id="root">${WORDS}</div>${APP}`),
  'with words about loading': html(
    'Ida',
    `${WORDS}<p>Loading the van before each fair takes a day.</p>${APP}`,
  ),
  'that React sent in two parts': html(
    'Ida',
    `<main>${WORDS}<template id="B:0"></template><p aria-busy="true">Loading…</p></main>${APP}<div hidden id="S:0"><p>Prints of this year.</p></div><script>$RC("B:0","S:0")</script>`,
  ),
  'whose script tells somebody else': html(
    'Ida',
    `${WORDS}<p id="year"></p><script>fetch('https://count.example/visit'); year.textContent = 2026</script>`,
  ),
  'whose script tells its own site of a visit': html(
    'Ida',
    `${WORDS}<p id="year"></p><script>fetch('/visit', { method: 'POST' }); year.textContent = 2026</script>`,
  ),
  'whose script hears somebody else': html(
    'Ida',
    `${WORDS}<p id="year"></p><script type="module">import { at } from 'https://cdn.example/clock.js'; year.textContent = at()</script>`,
  ),
  'whose module shows nothing': html(
    'Ida',
    `${WORDS}<script type="module">import { count } from '/count.js'; count()</script>`,
  ),
  'whose script asks somebody else by a name': html(
    'Ida',
    `${WORDS}<p id="year"></p><script>const to = 'https://count.example/visit'; fetch(to); year.textContent = 2026</script>`,
  ),
  'whose state says the rest': html(
    'Ida',
    `<div id="root">Loading…</div>${APP}<script id="state" type="application/json">${STATE}</script>`,
  ),
}

describe('a page that says next to nothing', () => {
  let web: WebUnderTest
  let shown: Answer = { body: '' }
  before(async () => {
    web = await scanThrough([{ 'quill.example/ida': () => shown }])
  })
  after(() => web.close())

  const scan = async (page: Answer) => {
    shown = page
    const result = await scanProfile(
      web.context,
      { url: 'http://quill.example/ida', mode: 'quick' },
      plainStepRunner(() => {}),
      AbortSignal.timeout(60_000),
    )
    assert.ok(result.status === 'completed')
    return result
  }

  for (const [name, page] of Object.entries(SHELLS))
    it(`is not taken for all of it, where nobody could draw it: it says ${name}`, async () => {
      const { report, coverage } = await scan(page)
      assert.notEqual(report.recommendation, 'no_flags')
      assert.ok(report.reason_codes.includes('insufficient_coverage'))
      assert.ok(coverage.score < 0.5, String(coverage.score))
    })

  for (const [name, page] of Object.entries(UNFINISHED))
    it(`is not taken for all of it either where more is to come: ${name}`, async () => {
      const { report, coverage } = await scan(page)
      assert.notEqual(report.recommendation, 'no_flags')
      assert.ok((coverage.left_out?.letters ?? 0) > 0)
    })

  for (const [name, page] of Object.entries(WHOLE))
    it(`is all there is: one ${name}`, async () => {
      const { coverage } = await scan(page)
      assert.equal(coverage.left_out?.letters, 0)
      assert.ok(coverage.score > 0.7, String(coverage.score))
    })

  it('that a script paints is a picture that was not looked at', async () => {
    const { coverage } = await scan(html('Ida', `${WORDS}<canvas id="art"></canvas>${APP}`))
    assert.equal(coverage.left_out?.pictures, 1)
    const hidden = await scan(html('Ida', `${WORDS}<canvas hidden></canvas>${APP}`))
    assert.equal(hidden.coverage.left_out?.pictures, 0)
  })
})
