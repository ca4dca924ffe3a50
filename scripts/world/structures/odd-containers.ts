import { escapeHtml, html } from '../../../demo/web/site.ts'
import { type Card, placeOf, type Structure } from '../card.ts'
import { anchors, paragraphs, scripted, shell } from './markup.ts'

/** Words where one would not look first. */

const WRITTEN = ['bio', 'post', 'pinned', 'label'] as const

/** Facts in attributes of the markup itself. */
export const microdata: Structure = {
  id: 'microdata',
  kind: 'site',
  rare: true,
  shows: ['name', 'bio', 'post'],
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://${handle}-card.example/`,
  render(card, url) {
    const posts = card.posts.map(
      (text) =>
        `<article itemscope itemtype="https://schema.org/BlogPosting"><meta itemprop="articleBody" content="${escapeHtml(text)}"></article>`,
    )
    const links = card.links.map((link) => `<link itemprop="sameAs" href="${escapeHtml(link.url)}">`)
    const body = `<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">${escapeHtml(card.name)}</span><meta itemprop="description" content="${escapeHtml(card.bio)}">${links.join('')}</div>${posts.join('')}`
    return { [placeOf(url)]: html(card.name, body) }
  },
}

export const rssFeed: Structure = {
  id: 'rss-feed',
  kind: 'site',
  rare: true,
  shows: ['name', 'bio', 'post', 'pinned'],
  strangers: [],
  mostLinks: 0,
  at: (handle) => `https://${handle}-radio.example/feed/`,
  render(card, url) {
    const items = [card.pinned, ...card.posts].map(
      (text) => `<item><title>Note</title><description><![CDATA[<p>${text}</p>]]></description></item>`,
    )
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${escapeHtml(card.name)}</title><description>${escapeHtml(card.bio)}</description>${items.join('\n')}</channel></rss>`
    return { [placeOf(url)]: { headers: { 'content-type': 'application/rss+xml; charset=utf-8' }, body } }
  },
}

/** A component that brings its own document. */
export const shadowRoot: Structure = {
  id: 'shadow-root',
  kind: 'site',
  rare: true,
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://${handle}-parts.example/`,
  render(card, url) {
    const inner = `<h1>${escapeHtml(card.name)}</h1>${paragraphs(textsOf(card))}${anchors(card)}`
    return {
      [placeOf(url)]: html(
        card.name,
        `<profile-card><template shadowrootmode="open">${inner}</template></profile-card>`,
      ),
    }
  },
}

/** What is written for visitors without scripts. */
export const withoutScripts: Structure = {
  id: 'noscript',
  kind: 'site',
  rare: true,
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://${handle}-plain.example/`,
  render(card, url) {
    const inner = `<h1>${escapeHtml(card.name)}</h1>${paragraphs(textsOf(card))}${anchors(card)}`
    return {
      [placeOf(url)]: html(
        card.name,
        `<div id="app"></div><noscript>${inner}</noscript><script src="/app.js"></script>`,
      ),
    }
  },
}

/** A guestbook maker that shows texts in fields nobody may change. */
export const readOnlyFields: Structure = {
  id: 'read-only-fields',
  kind: 'site',
  rare: true,
  shows: ['bio', 'post'],
  strangers: [],
  mostLinks: 3,
  at: (handle) => `https://formhome.example/${handle}`,
  render(card, url) {
    const posts = card.posts.map((text) => `<input type="text" readonly value="${escapeHtml(text)}">`)
    const body = `<h1>${escapeHtml(card.name)}</h1><textarea readonly rows="4">${escapeHtml(card.bio)}</textarea>${posts.join('')}${anchors(card)}`
    return { [placeOf(url)]: html(card.name, body) }
  },
}

export const encodedState: Structure = {
  id: 'encoded-state',
  kind: 'site',
  rare: true,
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://wrapped.example/${handle}`,
  render(card, url) {
    const state = encodeURIComponent(JSON.stringify(stateOf(card)))
    return {
      [placeOf(url)]: shell(
        'Wrapped',
        `<script>window.__DATA__ = JSON.parse(decodeURIComponent("${state}"))</script>`,
      ),
    }
  },
}

export const base64State: Structure = {
  id: 'base64-state',
  kind: 'site',
  rare: true,
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://packed.example/${handle}`,
  render(card, url) {
    const state = Buffer.from(JSON.stringify(stateOf(card))).toString('base64')
    return {
      [placeOf(url)]: shell(
        'Packed',
        `<script>window.__DATA__ = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob("${state}"), (c) => c.charCodeAt(0))))</script>`,
      ),
    }
  },
}

/** Lists without a single name: only the order tells what is what. */
export const namelessLists: Structure = {
  id: 'nameless-lists',
  kind: 'site',
  rare: true,
  shows: ['bio', 'post', 'pinned'],
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://rowsite.example/${handle}`,
  render(card, url) {
    const data = [
      null,
      [card.handle, card.name, null, card.bio],
      [[card.pinned], ...card.posts.map((text, id) => [id, text, null, 1])],
      card.links.map((link) => [link.label, link.url]),
    ]
    const script = `<script nonce="n">AF_initDataCallback({key: 'ds:1', hash: '2', data:${scripted(data)}, sideChannel: {}});</script>`
    return { [placeOf(url)]: shell('Rowsite', script) }
  },
}

export const framedDocument: Structure = {
  id: 'framed-document',
  kind: 'site',
  rare: true,
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://${handle}-framed.example/`,
  render(card, url) {
    const inner = `<!doctype html><body><h1>${escapeHtml(card.name)}</h1>${paragraphs(textsOf(card))}${anchors(card)}</body>`
    return { [placeOf(url)]: html(card.name, `<iframe title="page" srcdoc="${escapeHtml(inner)}"></iframe>`) }
  },
}

/** An answer that calls a function with what it says. */
export const jsonp: Structure = {
  id: 'jsonp',
  kind: 'site',
  rare: true,
  shows: WRITTEN,
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://widgets.example/people/${handle}?callback=renderProfile`,
  render(card, url) {
    return {
      [placeOf(url)]: {
        headers: { 'content-type': 'application/javascript; charset=utf-8' },
        body: `renderProfile(${JSON.stringify(stateOf(card))});`,
      },
    }
  },
}

/** One record a line. */
export const jsonLines: Structure = {
  id: 'json-lines',
  kind: 'site',
  rare: true,
  shows: ['bio', 'post', 'pinned'],
  strangers: [],
  mostLinks: 0,
  at: (handle) => `https://streamline.example/export/${handle}`,
  render(card, url) {
    const records = [
      { kind: 'profile', name: card.name, bio: card.bio },
      ...[card.pinned, ...card.posts].map((text) => ({ kind: 'post', text })),
    ]
    return {
      [placeOf(url)]: {
        headers: { 'content-type': 'application/x-ndjson' },
        body: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
      },
    }
  },
}

function textsOf(card: Card): string[] {
  return [...card.bio.split('\n'), card.pinned, ...card.posts]
}

function stateOf(card: Card) {
  return {
    profile: { username: card.handle, name: card.name, bio: card.bio, pinned: card.pinned },
    posts: card.posts.map((text, id) => ({ id, text })),
    links: card.links.map((link) => ({ title: link.label, url: link.url })),
  }
}
