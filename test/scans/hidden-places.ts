import { type Answer, escapeHtml, html, json } from '../../demo/web/site.ts'

/** Where on a page words and links can stand. Menus, footers, visitors' comments and translations are left out: they are nobody's offer. */
export interface Place<Thing> {
  name: string
  /** Machines have many addresses there, of which only those are anybody's that lead where creators sell. */
  isForMachines?: true
  /** All of these in that place, in this order. `keys`: names of fields on the way, where there are fields. */
  put(things: Thing[], keys: readonly string[]): Sheet
}

/** What a page of somebody's holds besides its heading; `whole`: the answer is no page. */
export interface Sheet {
  title?: string
  head?: string
  body?: string
  whole?: Answer
}

export interface WrittenLink {
  url: string
  label: string
}

/** Names of fields that tell nothing of whose their value is. */
// biome-ignore format: a list
export const KEYS = [
  'data', 'pageProps', 'initialState', 'items', 'entities', 'value', 'fields', 'node', 'result', 'page', 'view', 'model', 'store', 'payload',
  'attributes', 'x', 't', 'v1', 'content', 'about', 'note', 'copy', 'lead', 'para', 'val', 'rich', 'lines', 'sections', 'elements', 'type',
  'target', '7', 'Ünï',
]

/** A page of Ida Quill's with this on it. */
export function sheetPage({ head, body, whole, title = 'Ida Quill' }: Sheet): Answer {
  return whole ?? html(title, `<h1>Ida Quill</h1>\n${body ?? ''}`, head)
}

const each = (wrap: (text: string, raw: string) => string) => (things: string[]) => ({
  body: things.map((text) => wrap(escapeHtml(text), text)).join('\n'),
})
const inHead = (wrap: (text: string, raw: string) => string) => (things: string[]) => ({
  head: things.length > 0 ? wrap(escapeHtml(things.join(' ')), things.join(' ')) : '',
})

/** Elements and roles around visible words. */
const VISIBLE: Record<string, (text: string, raw: string) => string> = {
  'p in main': (text) => `<main><p>${text}</p></main>`,
  'p in article': (text) => `<article><p>${text}</p></article>`,
  'p in section': (text) => `<section><p>${text}</p></section>`,
  'p in aside': (text) => `<aside><p>${text}</p></aside>`,
  'p in header': (text) => `<header><p>${text}</p></header>`,
  'p in a form': (text) => `<form><p>${text}</p></form>`,
  div: (text) => `<div>${text}</div>`,
  'span in nested div': (text) => `<div><div><div><span>${text}</span></div></div></div>`,
  'list item': (text) => `<ul><li>${text}</li></ul>`,
  'table cell': (text) => `<table><tr><td>Note</td><td>${text}</td></tr></table>`,
  'table caption': (text) => `<table><caption>${text}</caption><tr><td>1</td></tr></table>`,
  definition: (text) => `<dl><dt>Note</dt><dd>${text}</dd></dl>`,
  heading: (text) => `<h2>${text}</h2>`,
  quotation: (text) => `<blockquote>${text}</blockquote>`,
  'figure caption': (text) => `<figure><img src="/a.png"><figcaption>${text}</figcaption></figure>`,
  'closed details': (text) => `<details><summary>More</summary>${text}</details>`,
  summary: (text) => `<details><summary>${text}</summary>More</details>`,
  button: (text) => `<button>${text}</button>`,
  label: (text) => `<label>${text}</label>`,
  'text area': (text) => `<textarea>${text}</textarea>`,
  option: (text) => `<select><option>${text}</option></select>`,
  preformatted: (text) => `<pre>${text}</pre>`,
  address: (text) => `<address>${text}</address>`,
  'link text': (text) => `<a href="/note">${text}</a>`,
  'custom element': (text) => `<bio-text>${text}</bio-text>`,
  'text in SVG': (text) => `<svg><text>${text}</text></svg>`,
  'open dialog': (text) => `<dialog open>${text}</dialog>`,
  'words in markup of their own': (text) => `<p>${text.replace(/ /g, '</i> <i>')}</p>`,
  'words with comments between': (text) => `<p>${text.replace(/ /g, '<!-- --> ')}</p>`,
  'letters as numbers': (_, raw) =>
    `<p>${[...raw].map((letter) => `&#${letter.codePointAt(0)};`).join('')}</p>`,
  'without an element': (text) => `${text}<br>`,
}

/** Words that a visitor does not see and a reader of the page does. */
const CONCEALED: Record<string, (text: string) => string> = {
  'hidden paragraph': (text) => `<p hidden>${text}</p>`,
  'paragraph of no size': (text) => `<p style="font-size:0">${text}</p>`,
  'closed dialog': (text) => `<dialog>${text}</dialog>`,
  template: (text) => `<template>${text}</template>`,
  noscript: (text) => `<noscript>${text}</noscript>`,
  comment: (text) => `<!-- ${text.replaceAll('--', '- -')} -->`,
  'closed shadow': (text) => `<div><template shadowrootmode="open"><p>${text}</p></template></div>`,
}

/** Attributes that are shown or read aloud. */
const ATTRIBUTES: Record<string, (text: string) => string> = {
  'alt of a picture': (text) => `<img src="/a.png" alt="${text}">`,
  'alt of a picture in a link': (text) => `<a href="/a"><img src="/a.png" alt="${text}"></a>`,
  'title of a picture': (text) => `<img src="/a.png" title="${text}">`,
  'title of a link': (text) => `<a href="/a" title="${text}">More</a>`,
  'aria-label of a link': (text) => `<a href="/a" aria-label="${text}"></a>`,
  'aria-label of a section': (text) => `<section aria-label="${text}"></section>`,
  'aria-label of a button': (text) => `<button aria-label="${text}"></button>`,
  'title of an abbreviation': (text) => `<abbr title="${text}">it</abbr>`,
  'value of a button': (text) => `<input type="button" value="${text}">`,
  placeholder: (text) => `<input placeholder="${text}">`,
  'alt of an area': (text) => `<map><area href="/a" alt="${text}"></map>`,
  'words in data-bio': (text) => `<div data-bio="${text}"></div>`,
  'words in data-content': (text) => `<div data-content="${text}"></div>`,
  'words in content': (text) => `<span itemprop="description" content="${text}"></span>`,
  'markup in srcdoc': (text) => `<iframe srcdoc="<p>${text}</p>"></iframe>`,
  'attribute of an element of its own': (text) => `<bio-card headline="${text}"></bio-card>`,
  'label of a group of options': (text) => `<select><optgroup label="${text}"></optgroup></select>`,
}

const META: Record<string, (text: string) => string> = {
  'meta description': (text) => `<meta name="description" content="${text}">`,
  'og:description': (text) => `<meta property="og:description" content="${text}">`,
  'twitter:description': (text) => `<meta name="twitter:description" content="${text}">`,
  'og:title': (text) => `<meta property="og:title" content="${text}">`,
}

/** Values under names, one within the other. */
function nested(value: unknown, keys: readonly string[]): unknown {
  return keys.reduceRight(
    (inner, key, index) => (index % 3 === 2 ? [{ [key]: inner }] : { [key]: inner }),
    value,
  )
}

const script = (text: string, attributes = '') =>
  `<script ${attributes}>${text.replaceAll('</', '<\\/')}</script>`
const asData = (state: unknown) => JSON.stringify(state).replaceAll('<', '\\u003c')
const attribute = (state: unknown) => escapeHtml(JSON.stringify(state))

/** The state of a page in the forms in which frameworks and people leave it there. */
const STATES: Record<string, (state: unknown) => string> = {
  __NEXT_DATA__: (state) => script(asData(state), 'id="__NEXT_DATA__" type="application/json"'),
  'JSON without a name': (state) => script(asData(state), 'type="application/json"'),
  __INITIAL_STATE__: (state) => script(`window.__INITIAL_STATE__ = ${asData(state)};`),
  'a variable': (state) => script(`var page = ${asData(state)};`),
  'a text of JSON': (state) => script(`window.__STATE__ = JSON.parse(${JSON.stringify(asData(state))})`),
  'JavaScript without quotes': (state) =>
    script(`window.page = ${asData(state).replace(/"([A-Za-z]\w*)":/g, '$1:')};`),
  'handed to a function': (state) => script(`boot("root", ${asData(state)});`),
  'rows of server components': (state) =>
    script(`self.__next_f.push([1,${JSON.stringify(`1:["$","div",null,${asData(state)}]\n`)}])`),
  'a Nuxt function': (state) =>
    script(`window.__NUXT__=(function(a,b){return {layout:a,data:[${asData(state)}],n:b}}("main",1));`),
  Remix: (state) => script(`window.__remixContext = {"state":{"loaderData":{"routes/x":${asData(state)}}}};`),
  SvelteKit: (state) =>
    script(
      `Promise.all([import("./a.js")]).then(([kit, app]) => { kit.start(app, el, { data: [null,{type:"data",data:${asData(state)},uses:{}}] }) })`,
    ),
  'an island': (state) => `<astro-island uid="Z1" props="${attribute(state)}"></astro-island>`,
  'data-page': (state) => `<div data-page="${attribute(state)}"></div>`,
  'data-state': (state) => `<div data-state="${attribute(state)}"></div>`,
  'rows pushed onto a list that may not be there yet': (state) =>
    script(
      `(self.__next_f=self.__next_f||[]).push([1,${JSON.stringify(`1:["$","div",null,${asData(state)}]\n`)}])`,
    ),
  'rows in base64': (state) =>
    script(
      `self.__next_f.push([3,"${Buffer.from(`1:["$","div",null,${asData(state)}]\n`).toString('base64')}"])`,
    ),
  'rows of another framework': (state) =>
    script(`(self.__FLIGHT_DATA ||= []).push(${JSON.stringify(`0:["$","div",null,${asData(state)}]\n`)})`),
  seroval: (state) =>
    script(
      `$_TSR.router=($R=>$R[0]={matches:$R[1]=[$R[2]={s:"success",ssr:!0,l:$R[3]=${asData(state)}}]})($R["tsr"])`,
    ),
  'seroval of Solid': (state) => script(`_$HY.r["user"]=$R[0]={page:$R[1]=${asData(state)},u:void 0}`),
  'SvelteKit that goes on': (state) => script(`__sveltekit_1x.resolve(1, () => [${asData(state)}])`),
  'a map': (state) =>
    script(`kit.start(app, {at:new Date(17e11),data:new Map([["page",${asData(state)}]])})`),
  'a member of a global': (state) => script(`Static.SITE_CONTEXT = ${asData(state)};`),
  'data of a type of its own': (state) => script(asData(state), 'type="qwik/json"'),
  'marks of Angular': (state) =>
    script(
      asData(state).replaceAll('&', '&a;').replaceAll('"', '&q;').replaceAll("'", '&s;'),
      'id="app-state" type="application/json"',
    ),
  'data with percents': (state) => script(encodeURIComponent(asData(state)), 'type="text/inject-data"'),
  'data with a comment': (state) => script(`/* of the page */ ${asData(state)}`, 'type="application/json"'),
  'wire:snapshot': (state) => `<div wire:snapshot="${attribute(state)}"></div>`,
  'a bound attribute': (state) => `<user-page :page="${attribute(state)}"></user-page>`,
  'x-data': (state) => `<div x-data="page(${attribute(state)})"></div>`,
  'value of a field': (state) => `<input type="hidden" value="${attribute(state)}">`,
  'data-state in base64': (state) =>
    `<div data-state="${Buffer.from(asData([state])).toString('base64')}"></div>`,
  'JSON in JSON': (state) => script(asData({ state: JSON.stringify(state) }), 'type="application/json"'),
}

const JSON_LD: Record<string, (texts: string[]) => unknown> = {
  Person: ([first, ...rest]) => ({
    '@type': 'Person',
    name: 'Ida Quill',
    description: first ?? '',
    knowsAbout: rest,
  }),
  'ProfilePage of posts': (texts) => ({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: 'Ida Quill' },
    hasPart: texts.map((text) => ({ '@type': 'SocialMediaPosting', articleBody: text })),
  }),
  'offers of a product': (texts) => ({
    '@type': 'Product',
    name: 'Prints',
    offers: texts.map((text) => ({ '@type': 'Offer', description: text })),
  }),
  'list of things': (texts) => ({
    '@type': 'ItemList',
    itemListElement: texts.map((text, position) => ({
      '@type': 'ListItem',
      position,
      item: { '@type': 'Thing', name: text },
    })),
  }),
}

const linkedData = (data: unknown) =>
  script(asData({ '@context': 'https://schema.org', ...(data as object) }), 'type="application/ld+json"')

/** Where words stand. */
export const WORDS: Place<string>[] = [
  ...places('visible', VISIBLE, each),
  ...places('concealed', CONCEALED, each),
  ...places('attribute', ATTRIBUTES, each),
  ...places('meta', META, inHead),
  { name: 'title', put: (texts) => ({ title: ['Ida Quill', ...texts].join(' ') }) },
  ...Object.entries(STATES).map(([name, form]) => ({
    name: `state: ${name}`,
    put: (texts: string[], keys: readonly string[]) => ({
      body: texts.length > 0 ? form(nested(texts, keys)) : '',
    }),
  })),
  ...Object.entries(STATES).map(([name, form]) => ({
    name: `records of a state: ${name}`,
    put: (texts: string[], keys: readonly string[]) => ({
      body:
        texts.length > 0
          ? form(
              nested(
                texts.map((text, n) => ({ n, size: 'xl', [keys[0] ?? 'x']: text })),
                keys,
              ),
            )
          : '',
    }),
  })),
  ...Object.entries(JSON_LD).map(([name, form]) => ({
    name: `JSON-LD: ${name}`,
    put: (texts: string[]) => ({ head: linkedData(form(texts)) }),
  })),
  {
    name: 'a JSON answer',
    put: (texts, keys) => ({ whole: json({ name: 'Ida Quill', ...Object(nested(texts, keys)) }) }),
  },
  {
    name: 'plain text',
    put: (texts) => ({
      whole: {
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: ['Ida Quill', ...texts].join('\n'),
      },
    }),
  },
  {
    name: 'state: markup that is escaped',
    put: (texts, keys) => ({
      body:
        STATES.__INITIAL_STATE__?.(
          nested(
            texts.map((text) => escapeHtml(`<p>${escapeHtml(text)}</p>`).replaceAll('>', '&gt;')),
            keys,
          ),
        ) ?? '',
    }),
  },
  {
    name: 'a feed',
    put: (texts) => ({
      whole: {
        headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
        body: `<?xml version="1.0"?><rss version="2.0"><channel><title>Ida Quill</title>${texts.map((text) => `<item><description>${escapeHtml(text)}</description></item>`).join('')}</channel></rss>`,
      },
    }),
  },
  {
    name: 'a feed of pages in CDATA',
    put: (texts) => ({
      whole: {
        headers: { 'content-type': 'text/xml; charset=utf-8' },
        body: `<?xml version="1.0"?><rss><channel><title>Ida Quill</title>${texts.map((text) => `<item><description><![CDATA[<p>${escapeHtml(text).replaceAll(' ', '</i> <i>')}</p>]]></description></item>`).join('')}</channel></rss>`,
      },
    }),
  },
]

function places<Thing>(
  kind: string,
  wraps: Record<string, (text: string, raw: string) => string>,
  put: (wrap: (text: string, raw: string) => string) => Place<Thing>['put'],
): Place<Thing>[] {
  return Object.entries(wraps).map(([name, wrap]) => ({ name: `${kind}: ${name}`, put: put(wrap) }))
}

const eachLink = (wrap: (url: string, label: string) => string) => (links: WrittenLink[]) => ({
  body: links.map(({ url, label }) => wrap(escapeHtml(url), escapeHtml(label))).join('\n'),
})

const ANCHORS: Record<string, (url: string, label: string) => string> = {
  'in main': (url, label) => `<main><a href="${url}">${label}</a></main>`,
  'in a list': (url, label) => `<ul><li><a href="${url}">${label}</a></li></ul>`,
  'in a table': (url, label) => `<table><tr><td><a href="${url}">${label}</a></td></tr></table>`,
  'in aside': (url, label) => `<aside><a href="${url}">${label}</a></aside>`,
  'in header': (url, label) => `<header><a href="${url}">${label}</a></header>`,
  'without words': (url) => `<a href="${url}"></a>`,
  'around a picture': (url, label) => `<a href="${url}"><img src="/a.png" alt="${label}"></a>`,
  'with blanks and line breaks': (url, label) => `<a\n href="\n ${url} "\n>${label}</a>`,
  'without its scheme': (url, label) => `<a href="${url.replace(/^https?:/, '')}">${label}</a>`,
  'as an area': (url, label) => `<map><area href="${url}" alt="${label}"></map>`,
  'in SVG': (url, label) => `<svg><a href="${url}"><text>${label}</text></a></svg>`,
  'with xlink': (url, label) => `<svg><a xlink:href="${url}"><text>${label}</text></a></svg>`,
  'not to be followed': (url, label) => `<a rel="nofollow sponsored" href="${url}">${label}</a>`,
  'in a dialog': (url, label) => `<dialog open><a href="${url}">${label}</a></dialog>`,
}

/** Seen once something is pressed or has come in. */
const VEILED: Record<string, (url: string, label: string) => string> = {
  'in the panel of a tab': (url, label) => `<div role="tabpanel" hidden><a href="${url}">${label}</a></div>`,
  'in what a control names': (url, label) =>
    `<a href="#more">Shops</a><div id="more" style="display:none"><a href="${url}">${label}</a></div>`,
  'behind a button': (url, label) =>
    `<h3><button>Shops</button></h3><div hidden><a href="${url}">${label}</a></div>`,
  'in a dialog of a script': (url, label) =>
    `<button onclick="shops.showModal()">Shops</button><p>or not</p><dialog id="shops"><a href="${url}">${label}</a></dialog>`,
  'in what fades in': (url, label) =>
    `<div style="opacity:0;transform:translateY(20px)"><a href="${url}">${label}</a></div>`,
  'that is not read aloud': (url, label) => `<div aria-hidden="true"><a href="${url}">${label}</a></div>`,
}

const OTHER_LINKS: Record<string, (url: string, label: string) => string> = {
  'data-href': (url, label) => `<div role="link" data-href="${url}">${label}</div>`,
  'data-url': (url, label) => `<button data-url="${url}">${label}</button>`,
  'a handler': (url, label) => `<div onclick="window.open('${url}')">${label}</div>`,
  'location in a handler': (url, label) => `<button onclick="location.href='${url}'">${label}</button>`,
  'code of an address': (url, label) => `<a href="javascript:void(window.open('${url}'))">${label}</a>`,
  'code with percents': (url, label) => `<a href="javascript:window.open(%27${url}%27)">${label}</a>`,
  'a handler of another event': (url, label) => `<a href="#" onmousedown="this.href='${url}'">${label}</a>`,
  'base64 in a handler': (url, label) =>
    `<b onclick="location=atob('${Buffer.from(url).toString('base64')}')">${label}</b>`,
  'base64 in an attribute': (url, label) =>
    `<b data-to="${Buffer.from(url).toString('base64')}">${label}</b>`,
  'an option': (url, label) => `<select><option value="${url}">${label}</option></select>`,
  'a field to copy': (url) => `<input readonly value="${url}">`,
  'an attribute of an element of its own': (url, label) => `<shop-card to="${url}">${label}</shop-card>`,
  'a way out of the site': (url, label) => `<a href="/out?url=${encodeURIComponent(url)}">${label}</a>`,
  'a way out, encoded twice': (url, label) =>
    `<a href="/out?url=${encodeURIComponent(encodeURIComponent(url))}">${label}</a>`,
  'a way out in base64': (url, label) =>
    `<a href="/go/${Buffer.from(url).toString('base64url')}">${label}</a>`,
  'a way out in the path': (url, label) => `<a href="/leave/${url}">${label}</a>`,
  'a way out in the fragment': (url, label) => `<a href="/leave#${url}">${label}</a>`,
  'action of a form': (url, label) => `<form action="${url}"><button>${label}</button></form>`,
  'action of a button': (url, label) => `<form><button formaction="${url}">${label}</button></form>`,
  'a frame': (url) => `<iframe src="${url}"></iframe>`,
  'a frame that waits to be in view': (url) => `<iframe data-src="${url}"></iframe>`,
  'a frame of Turbo': (url) => `<turbo-frame src="${url}"></turbo-frame>`,
  'a fragment of htmx': (url) => `<div hx-get="${url}" hx-trigger="load"></div>`,
  'words of a paragraph': (url, label) => `<p>${label}: ${url} if you like</p>`,
  'words of a link to elsewhere': (url) => `<a href="/elsewhere">${url}</a>`,
  'words of an alt': (url, label) => `<img src="/a.png" alt="${label} ${url}">`,
}

/** Where links stand. */
export const LINKS: Place<WrittenLink>[] = [
  ...Object.entries(ANCHORS).map(([name, wrap]) => ({ name: `anchor: ${name}`, put: eachLink(wrap) })),
  ...Object.entries(VEILED).map(([name, wrap]) => ({ name: `anchor: ${name}`, put: eachLink(wrap) })),
  ...Object.entries(OTHER_LINKS).map(([name, wrap]) => ({ name: `no anchor: ${name}`, put: eachLink(wrap) })),
  {
    name: 'meta: description',
    put: (links) => ({
      head:
        links.length > 0
          ? `<meta name="description" content="Mine: ${links.map(({ url }) => url).join(' and ')}">`
          : '',
    }),
  },
  {
    name: 'meta: see also',
    put: (links) => ({
      head: links.map(({ url }) => `<meta property="og:see_also" content="${url}">`).join(''),
    }),
  },
  {
    name: 'link: me',
    put: (links) => ({ head: links.map(({ url }) => `<link rel="me" href="${url}">`).join('') }),
  },
  ...Object.entries(STATES).map(([name, form]) => ({
    name: `state: ${name}`,
    put: (links: WrittenLink[], keys: readonly string[]) => ({
      body:
        links.length > 0
          ? form(
              nested(
                links.map(({ url, label }) => ({ url, title: label })),
                keys,
              ),
            )
          : '',
    }),
  })),
  {
    name: 'state: addresses alone',
    isForMachines: true,
    put: (links, keys) => ({
      body:
        STATES.__NEXT_DATA__?.(
          nested(
            links.map(({ url }) => url),
            keys,
          ),
        ) ?? '',
    }),
  },
  {
    name: 'state: words',
    put: (links, keys) => ({
      body:
        STATES.__INITIAL_STATE__?.(
          nested(
            links.map(({ url, label }) => `${label} at ${url} for you`),
            keys,
          ),
        ) ?? '',
    }),
  },
  {
    name: 'JSON-LD: sameAs',
    put: (links) => ({
      head: linkedData({ '@type': 'Person', name: 'Ida Quill', sameAs: links.map(({ url }) => url) }),
    }),
  },
  {
    name: 'JSON-LD: things',
    put: (links) => ({
      head: linkedData({
        '@type': 'ItemList',
        itemListElement: links.map(({ url, label }) => ({ '@type': 'ListItem', name: label, url })),
      }),
    }),
  },
  {
    name: 'a JSON answer',
    put: (links, keys) => ({
      whole: json({ name: 'Ida Quill', bio: 'I print harbours.', ...Object(nested(links, keys)) }),
    }),
  },
  {
    name: 'plain text',
    put: (links) => ({
      whole: {
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: `Ida Quill prints harbours.\n${links.map(({ url, label }) => `${label} ${url}`).join('\n')}`,
      },
    }),
  },
]
