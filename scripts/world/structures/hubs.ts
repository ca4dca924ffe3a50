import { escapeHtml, html } from '../../../demo/web/site.ts'
import { placeOf, type Structure } from '../card.ts'
import { anchors, footer, jsonScript, ldScript, metas, paragraphs, scripted } from './markup.ts'

/** Pages of links. */

export const linktree: Structure = {
  id: 'linktree',
  kind: 'hub',
  shows: ['bio', 'label'],
  strangers: ['site'],
  mostLinks: 8,
  at: (handle) => `https://linktr.ee/${handle}`,
  render(card, url) {
    const account = {
      id: 100,
      username: card.handle,
      pageTitle: card.name,
      isActive: true,
      description: card.bio,
    }
    const links = card.links.map((link, id) => ({
      id: `${id}`,
      type: 'CLASSIC',
      title: link.label,
      url: link.url,
    }))
    const state = {
      props: { pageProps: { account, links, socialLinks: [], footerText: card.strangers.site } },
    }
    const body = `<main>${anchors(card)}</main>${footer(card)}${jsonScript(state, 'id="__NEXT_DATA__"')}`
    return { [placeOf(url)]: html(`${card.name} | Linktree`, body) }
  },
}

/** Their markup of today: JSON-LD and blocks in the rows of server components. */
export const beacons: Structure = {
  id: 'beacons',
  kind: 'hub',
  shows: ['bio', 'label', 'post'],
  strangers: ['site'],
  mostLinks: 8,
  at: (handle) => `https://beacons.ai/${handle}`,
  render(card, url) {
    const page = {
      '@type': 'WebPage',
      name: card.name,
      description: card.bio,
      sameAs: card.links.map((link) => link.url),
    }
    const rows = [
      [
        '$',
        'script',
        null,
        { type: 'application/ld+json', dangerouslySetInnerHTML: { __html: JSON.stringify(page) } },
      ],
      ['$', '$L5', null, { profile: { username: card.handle, bio: card.bio } }],
      ['$', '$L6', null, { blocks: [...textBlocks(card.posts), ...card.links.map(linkBlock)] }],
    ]
    const stream = rows.map((row, index) => `${index + 3}:${JSON.stringify(row)}\n`).join('')
    const half = Math.floor(stream.length / 2)
    const scripts = [stream.slice(0, half), stream.slice(half)]
      .map((part) => `<script>self.__next_f.push([1,${scripted(part)}])</script>`)
      .join('\n')
    const head = metas({ 'og:title': `${card.name} | Link in Bio` })
    const start = '<script>(self.__next_f=self.__next_f||[]).push([0])</script>'
    return {
      [placeOf(url)]: html(
        `${card.name} | Link in Bio`,
        `<div></div>${footer(card)}${start}\n${scripts}`,
        head,
      ),
    }
  },
}

function textBlocks(texts: string[]) {
  return texts.map((text, id) => ({ id: `t${id}`, type: 'text', text }))
}

function linkBlock(link: { url: string; label: string }, id: number) {
  return { id: `l${id}`, type: 'link', title: link.label, url: link.url }
}

export const allmylinks: Structure = {
  id: 'allmylinks',
  kind: 'hub',
  shows: ['bio', 'label'],
  strangers: ['site'],
  mostLinks: 8,
  at: (handle) => `https://allmylinks.com/${handle}`,
  render(card, url) {
    const head = metas({
      'og:title': `${card.name} (@${card.handle}) | AllMyLinks`,
      'og:description': card.bio,
    })
    const body = `<main><h1>${escapeHtml(card.name)}</h1>${paragraphs([card.bio])}${anchors(card)}</main>${footer(card)}`
    return { [placeOf(url)]: html(`${card.name} (@${card.handle}) | AllMyLinks`, body, head) }
  },
}

export const lnkBio: Structure = {
  id: 'lnk.bio',
  kind: 'hub',
  shows: ['bio', 'label'],
  strangers: ['site'],
  mostLinks: 8,
  at: (handle) => `https://lnk.bio/${handle}`,
  render(card, url) {
    const head = metas({ 'og:title': `${card.name} (@${card.handle}) - Lnk.Bio`, 'og:description': card.bio })
    const body = `<h1>${escapeHtml(card.name)}</h1>${anchors(card)}<a href="https://lnk.bio/login">Login</a>${footer(card)}`
    return { [placeOf(url)]: html(`${card.name} (@${card.handle}) - Lnk.Bio`, body, head) }
  },
}

export const carrd: Structure = {
  id: 'carrd',
  kind: 'hub',
  shows: ['bio', 'post', 'label', 'alt'],
  strangers: ['hidden'],
  mostLinks: 6,
  at: (handle) => `https://${handle}.carrd.co/`,
  render(card, url) {
    const items = card.links.map(
      (link) => `<li><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></li>`,
    )
    const pictures = card.alts.map(
      (alt, id) => `<img src="assets/images/image0${id}.jpg" alt="${escapeHtml(alt)}">`,
    )
    const hidden = paragraphs(card.strangers.hidden, 'p').replaceAll('<p>', '<p hidden>')
    const body = `<div id="wrapper"><h1>${escapeHtml(card.name)}</h1>${paragraphs([card.bio, ...card.posts])}<ul>${items.join('')}</ul>${pictures.join('')}${hidden}</div>`
    const head = metas({ 'og:title': card.name, 'og:description': 'A Carrd site' })
    return { [placeOf(url)]: html(card.name, body, head) }
  },
}

/** A hub of a maker that nobody knows, written with JSON-LD alone. */
export const ownHub: Structure = {
  id: 'own-hub',
  kind: 'site',
  shows: ['bio', 'label', 'pinned'],
  strangers: ['site'],
  mostLinks: 8,
  at: (handle) => `https://allmyplaces.example/${handle}`,
  render(card, url) {
    const list = card.links.map((link, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: link.label,
      url: link.url,
    }))
    const head = ldScript({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: card.name,
        alternateName: card.handle,
        description: card.bio,
        disambiguatingDescription: card.pinned,
      },
      hasPart: { '@type': 'ItemList', itemListElement: list },
    })
    return { [placeOf(url)]: html(card.name, `<div id="app"></div>${footer(card)}`, head) }
  },
}
