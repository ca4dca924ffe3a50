import { escapeHtml, html } from '../../../demo/web/site.ts'
import { type Card, placeOf, type Structure } from '../card.ts'
import { flattened, literal } from './literals.ts'
import { jsonScript, scripted, shell } from './markup.ts'

/** Sites that nobody's reader knows, drawn by scripts: the words stand in the state that a framework ships. */

const EVERYTHING = ['name', 'bio', 'post', 'pinned', 'label', 'offer', 'faq'] as const

/** `window.__NUXT__=(function(a,b){return {…}}("first","second"))`. */
export const nuxt2: Structure = {
  id: 'nuxt-2',
  kind: 'site',
  shows: EVERYTHING,
  strangers: ['visitor', 'site'],
  mostLinks: 8,
  at: (handle) => `https://stagedoor.example/${handle}`,
  render(card, url) {
    const written: string[] = []
    const named = (text: string) => `$${written.push(text) - 1}$`
    const data = {
      layout: 'default',
      data: [
        {
          artist: {
            username: named(card.handle),
            displayName: named(card.name),
            bio: named(card.bio),
            pinned: named(card.pinned),
            links: card.links.map((link) => ({ title: named(link.label), url: named(link.url) })),
            posts: card.posts.map((text) => ({ text: named(text) })),
            tiers: card.offers.map((offer) => ({
              title: named(offer.title),
              description: named(offer.text),
            })),
            faq: card.faq.map((each) => ({ question: named(each.question), answer: named(each.answer) })),
          },
          comments: card.strangers.visitor.map((body) => ({ body: named(body) })),
        },
      ],
      state: { footer: card.strangers.site.map(named) },
      serverRendered: true,
    }
    const names = written.map((_, index) => `a${index}`)
    const body = literal(data).replace(/"\$(\d+)\$"/g, (_, index) => `a${index}`)
    const script = `<script>window.__NUXT__=(function(${names.join(',')}){return ${body}}(${written.map(scripted).join(',')}));</script>`
    return { [placeOf(url)]: html('Stagedoor', `<div id="__nuxt"></div>${script}`) }
  },
}

/** `__NUXT_DATA__`: a list in which numbers point at other places of it. */
export const nuxt3: Structure = {
  id: 'nuxt-3',
  kind: 'site',
  shows: EVERYTHING,
  strangers: ['visitor'],
  mostLinks: 8,
  at: (handle) => `https://${handle}-home.example/`,
  render(card, url) {
    const list = flattened({
      data: { [`page-${card.handle}`]: personOf(card) },
      state: {},
      once: [],
      _errors: {},
    })
    const script = `<script type="application/json" data-nuxt-data="nuxt-app" data-ssr="true" id="__NUXT_DATA__">${scripted(list)}</script>`
    return { [placeOf(url)]: html('', `<div id="__nuxt"></div>${script}`) }
  },
}

export const initialState: Structure = {
  id: 'initial-state',
  kind: 'site',
  shows: EVERYTHING,
  strangers: ['visitor', 'site'],
  mostLinks: 8,
  at: (handle) => `https://fanhouse.example/u/${handle}`,
  render(card, url) {
    const state = {
      session: { locale: 'en', csrf: 'f00d' },
      profile: {
        byHandle: {
          [card.handle]: {
            handle: card.handle,
            full_name: card.name,
            description: card.bio,
            pinned_note: card.pinned,
            external_links: card.links.map((link) => ({ label: link.label, href: link.url })),
            updates: card.posts.map((text, id) => ({
              id,
              caption: text,
              replies: card.strangers.visitor.map((said) => ({ text: said })),
            })),
            memberships: card.offers.map((offer) => ({ title: offer.title, summary: offer.text })),
            questions: card.faq,
          },
        },
      },
      translations: { cookie: card.strangers.site },
    }
    return {
      [placeOf(url)]: shell('Fanhouse', `<script>window.__INITIAL_STATE__=${scripted(state)};</script>`),
    }
  },
}

export const remix: Structure = {
  id: 'remix',
  kind: 'site',
  shows: EVERYTHING,
  strangers: ['visitor'],
  mostLinks: 8,
  at: (handle) => `https://${handle}-atelier.example/`,
  render(card, url) {
    const context = {
      url: '/',
      basename: '/',
      state: {
        loaderData: { root: { env: 'prod' }, 'routes/_index': personOf(card) },
        actionData: null,
        errors: null,
      },
    }
    return { [placeOf(url)]: shell('', `<script>window.__remixContext = ${scripted(context)};</script>`) }
  },
}

/** React Router streams its context as a list in text, in which `_1` names the place of a key. */
export const reactRouter: Structure = {
  id: 'react-router',
  kind: 'site',
  shows: ['name', 'bio', 'post', 'label', 'offer'],
  strangers: [],
  mostLinks: 6,
  at: (handle) => `https://makersrow.example/${handle}`,
  render(card, url) {
    const list = flattened(
      { loaderData: { root: {}, 'routes/$maker': personOf(card) }, actionData: {}, errors: {} },
      true,
    )
    const chunk = scripted(`${JSON.stringify(list)}\n`)
    const script = `<script>window.__reactRouterContext = {"basename":"/","isSpaMode":false};window.__reactRouterContext.stream = new ReadableStream({start(c){window.__reactRouterContext.streamController = c;}});</script><script>window.__reactRouterContext.streamController.enqueue(${chunk});</script>`
    return { [placeOf(url)]: shell('Makers Row', script) }
  },
}

/** `kit.start(app, element, { data: […] })`: an object in code, its keys bare. */
export const svelteKit: Structure = {
  id: 'sveltekit',
  kind: 'site',
  shows: EVERYTHING,
  strangers: ['visitor'],
  mostLinks: 8,
  at: (handle) => `https://${handle}-shed.example/about`,
  render(card, url) {
    const nodes = [null, { type: 'data', data: personOf(card), uses: {} }]
    const code = `{__sveltekit_1x = {base: ""};const element = document.currentScript.parentElement;Promise.all([import("/_app/start.js"), import("/_app/app.js")]).then(([kit, app]) => {kit.start(app, element, {node_ids: [0, 2],data: ${literal(nodes)},form: null,error: null});});}`
    return { [placeOf(url)]: html('', `<div style="display: contents"><script>${code}</script></div>`) }
  },
}

/** Props of an island: every value beside the number of its kind. */
export const astro: Structure = {
  id: 'astro',
  kind: 'site',
  shows: ['name', 'bio', 'post', 'pinned', 'label'],
  strangers: ['visitor'],
  mostLinks: 6,
  at: (handle) => `https://${handle}-notes.example/`,
  render(card, url) {
    const props = escapeHtml(JSON.stringify(islandOf({ person: personOf(card) })))
    const island = `<astro-island uid="Z1" component-url="/_astro/Profile.js" renderer-url="/_astro/client.js" props="${props}" ssr client="only"></astro-island>`
    return { [placeOf(url)]: html('', `<main>${island}</main>`) }
  },
}

export const apollo: Structure = {
  id: 'apollo',
  kind: 'site',
  shows: ['name', 'bio', 'post', 'pinned', 'label', 'offer'],
  strangers: ['visitor'],
  mostLinks: 8,
  at: (handle) => `https://openstudio.example/@/${handle}`,
  render(card, url) {
    const entries = (type: string, records: object[]) =>
      Object.fromEntries(records.map((record, id) => [`${type}:${id}`, { __typename: type, id, ...record }]))
    const cache = {
      'Creator:7': {
        __typename: 'Creator',
        id: 7,
        username: card.handle,
        name: card.name,
        bio: card.bio,
        pinnedText: card.pinned,
        posts: card.posts.map((_, id) => ({ __ref: `Post:${id}` })),
      },
      ...entries(
        'Post',
        card.posts.map((body) => ({ body, author: { __ref: 'Creator:7' } })),
      ),
      ...entries(
        'Tier',
        card.offers.map((offer) => ({ title: offer.title, description: offer.text })),
      ),
      ...entries(
        'SocialLink',
        card.links.map((link) => ({ title: link.label, url: link.url })),
      ),
      ...entries(
        'Comment',
        card.strangers.visitor.map((text) => ({ text })),
      ),
      ROOT_QUERY: { __typename: 'Query', [`creator({"username":"${card.handle}"})`]: { __ref: 'Creator:7' } },
    }
    return {
      [placeOf(url)]: shell('Open Studio', `<script>window.__APOLLO_STATE__=${scripted(cache)};</script>`),
    }
  },
}

export const relay: Structure = {
  id: 'relay',
  kind: 'site',
  shows: ['name', 'bio', 'post', 'label'],
  strangers: ['visitor'],
  mostLinks: 6,
  at: (handle) => `https://quietfeed.example/p/${handle}`,
  render(card, url) {
    const records = {
      'client:root': { __id: 'client:root', __typename: '__Root', viewer: null },
      VXNlcjo3: {
        __id: 'VXNlcjo3',
        __typename: 'Profile',
        username: card.handle,
        display_name: card.name,
        description: card.bio,
        posts: { __refs: card.posts.map((_, id) => `post:${id}`) },
      },
      ...Object.fromEntries(
        card.posts.map((text, id) => [
          `post:${id}`,
          { __id: `post:${id}`, __typename: 'Post', message: { text }, owner: { __ref: 'VXNlcjo3' } },
        ]),
      ),
      ...Object.fromEntries(
        card.links.map((link, id) => [
          `link:${id}`,
          { __id: `link:${id}`, __typename: 'ProfileLink', title: link.label, url: link.url },
        ]),
      ),
      ...Object.fromEntries(
        card.strangers.visitor.map((text, id) => [
          `comment:${id}`,
          { __id: `comment:${id}`, __typename: 'Comment', text },
        ]),
      ),
    }
    return { [placeOf(url)]: shell('Quietfeed', jsonScript({ records }, 'id="relay-data"')) }
  },
}

/** Inertia: the page's props in one attribute. */
export const inertia: Structure = {
  id: 'inertia',
  kind: 'site',
  shows: EVERYTHING,
  strangers: ['visitor', 'site'],
  mostLinks: 8,
  at: (handle) => `https://tipjar.example/${handle}`,
  render(card, url) {
    const props = { auth: { user: null }, creator: personOf(card), footer: { lines: card.strangers.site } }
    const page = JSON.stringify({ component: 'Creator/Show', props, url: `/${card.handle}`, version: '1' })
    return { [placeOf(url)]: html('Tipjar', `<div id="app" data-page="${escapeHtml(page)}"></div>`) }
  },
}

export const nextPages: Structure = {
  id: 'next-pages',
  kind: 'site',
  shows: EVERYTHING,
  strangers: ['visitor', 'site'],
  mostLinks: 8,
  at: (handle) => `https://linkgarden.example/${handle}`,
  render(card, url) {
    const state = {
      props: { pageProps: { user: personOf(card), menu: card.strangers.site } },
      page: '/[user]',
      query: {},
      buildId: 'b1',
    }
    return { [placeOf(url)]: shell('Linkgarden', jsonScript(state, 'id="__NEXT_DATA__"')) }
  },
}

/** As an application would name what a person says of themselves. */
function personOf(card: Card) {
  return {
    slug: card.handle,
    username: card.handle,
    name: card.name,
    about: card.bio,
    pinned: { body: card.pinned },
    links: card.links.map((link) => ({ title: link.label, url: link.url })),
    posts: card.posts.map((body, id) => ({ id, body })),
    offers: card.offers.map((offer) => ({ title: offer.title, description: offer.text })),
    faq: card.faq.map((each) => ({ question: each.question, answer: each.answer })),
    comments: card.strangers.visitor.map((body, by) => ({ author: `guest${by}`, body })),
  }
}

function islandOf(value: unknown): unknown {
  if (Array.isArray(value)) return [1, value.map(islandOf)]
  if (typeof value !== 'object' || value === null) return [0, value]
  return [0, Object.fromEntries(Object.entries(value).map(([key, each]) => [key, islandOf(each)]))]
}
