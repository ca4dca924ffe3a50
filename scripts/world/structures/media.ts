import { escapeHtml, html, json } from '../../../demo/web/site.ts'
import { placeOf, type Structure } from '../card.ts'
import { anchors, comments, footer, metas, paragraphs, scripted } from './markup.ts'

/** Messengers, newsletters, shops and music. */

export const telegram: Structure = {
  id: 'telegram',
  kind: 'messenger',
  shows: ['name', 'bio', 'post'],
  strangers: [],
  mostLinks: 2,
  at: (handle) => `https://t.me/${handle}`,
  render(card, url) {
    const about = [card.bio, ...card.links.map((link) => link.url)]
    const head = metas({
      'og:title': card.name,
      'og:site_name': 'Telegram',
      'og:description': about.join('\t'),
    })
    const body = `<div class="tgme_page"><div class="tgme_page_title"><span>${escapeHtml(card.name)}</span></div><div class="tgme_page_extra">2 805 subscribers</div><div class="tgme_page_description">${about.map(escapeHtml).join('<br>')}</div></div>`
    const messages = card.posts.map(
      (text) =>
        `<section><div class="tgme_widget_message_text">${escapeHtml(text)}</div><div>12 views</div></section>`,
    )
    return {
      [placeOf(url)]: html(`Telegram: Contact @${card.handle}`, body, head),
      [`t.me/s/${card.handle}`]: html(
        `${card.name} – Telegram`,
        messages.join('\n'),
        metas({ 'og:title': card.name }),
      ),
    }
  },
}

export const substack: Structure = {
  id: 'substack',
  kind: 'media',
  shows: ['bio', 'post', 'pinned', 'label'],
  strangers: ['visitor'],
  mostLinks: 3,
  at: (handle) => `https://${handle}.substack.com/`,
  render(card, url) {
    const pub = {
      id: 1,
      name: `${card.name} Letters`,
      subdomain: card.handle,
      custom_domain: null,
      hero_text: card.bio,
      explicit: false,
      created_at: card.createdAt,
      navigationBarItems: card.links.map((link, id) => ({ id, label: link.label, link_url: link.url })),
    }
    const posts = [card.pinned, ...card.posts].filter(Boolean).map((text, id) => ({
      id,
      title: text,
      subtitle: 'A letter',
      canonical_url: `https://${card.handle}.substack.com/p/letter-${id}`,
      comments: card.strangers.visitor.map((body, by) => ({ id: by, name: `Guest ${by}`, body })),
    }))
    const state = JSON.stringify({ pub, posts })
    return {
      [placeOf(url)]: html(
        `${card.name} Letters | Substack`,
        `<script>window._preloads        = JSON.parse(${scripted(state)})</script>`,
        metas({ 'og:title': `${card.name} Letters | Substack` }),
      ),
    }
  },
}

export const etsy: Structure = {
  id: 'etsy',
  kind: 'shop',
  shows: ['bio', 'offer', 'faq', 'label'],
  strangers: ['visitor', 'site'],
  mostLinks: 2,
  at: (handle) => `https://www.etsy.com/shop/${handle}`,
  render(card, url) {
    const offers = card.offers.map(
      (offer) => `<div class="listing"><h3>${escapeHtml(offer.title)}</h3>${paragraphs([offer.text])}</div>`,
    )
    const faq = card.faq.map(
      ({ question, answer }) => `<dt>${escapeHtml(question)}</dt><dd>${escapeHtml(answer)}</dd>`,
    )
    const reviews = card.strangers.visitor.map((text) => `<div class="review">${paragraphs([text])}</div>`)
    const body = `<main><h1>${escapeHtml(card.name)}</h1>${paragraphs([card.bio])}${offers.join('')}<dl>${faq.join('')}</dl>${anchors(card)}</main><section class="reviews" id="reviews"><h2>Reviews</h2>${reviews.join('')}</section>${footer(card)}`
    return {
      [placeOf(url)]: html(
        `${card.name} - Etsy UK`,
        body,
        metas({ 'og:title': `${card.name} - Etsy UK`, 'og:description': card.bio }),
      ),
    }
  },
}

export const gumroad: Structure = {
  id: 'gumroad',
  kind: 'shop',
  shows: ['bio', 'offer', 'label'],
  strangers: [],
  mostLinks: 3,
  at: (handle) => `https://${handle}.gumroad.com/`,
  render(card, url) {
    const products = card.offers.map((offer, id) => ({
      id: `p${id}`,
      name: offer.title,
      description: offer.text,
      url: `https://${card.handle}.gumroad.com/l/${id}`,
    }))
    const data = JSON.stringify({
      creator_profile: { name: card.name, bio: card.bio },
      sections: [{ products }],
    })
    const body = `<h1>${escapeHtml(card.name)}</h1>${anchors(card)}<div data-page="${escapeHtml(data)}"></div>`
    return {
      [placeOf(url)]: html(
        card.name,
        body,
        metas({ 'og:title': `${card.name} on Gumroad`, 'og:description': card.bio }),
      ),
    }
  },
}

export const soundcloud: Structure = {
  id: 'soundcloud',
  kind: 'media',
  shows: ['name', 'bio', 'label', 'post'],
  strangers: ['visitor'],
  mostLinks: 3,
  at: (handle) => `https://soundcloud.com/${handle}`,
  render(card, url) {
    const user = {
      permalink: card.handle,
      username: card.name,
      description: card.bio,
      followers_count: card.followers,
      verified: false,
      created_at: card.createdAt,
    }
    const profiles = card.links.map((link) => ({
      network: 'personal',
      title: link.label,
      url: `https://gate.sc?url=${encodeURIComponent(link.url)}`,
    }))
    const tracks = card.posts.map((text, id) => ({
      id,
      kind: 'track',
      title: `Sketch ${id}`,
      description: text,
      user: { permalink: card.handle },
      comments: card.strangers.visitor.map((body, by) => ({ body, user: { permalink: `guest${by}` } })),
    }))
    const state = [
      { hydratable: 'anonymousId', data: 'x' },
      { hydratable: 'user', data: user },
      { hydratable: 'webProfiles', data: profiles },
      { hydratable: 'tracks', data: tracks },
    ]
    return {
      [placeOf(url)]: html(
        'Stream music | Listen to songs, albums, playlists for free on SoundCloud',
        `<script>window.__sc_hydration = ${scripted(state)};</script>`,
      ),
    }
  },
}

export const medium: Structure = {
  id: 'medium',
  kind: 'media',
  shows: ['name', 'bio', 'label'],
  strangers: ['visitor'],
  mostLinks: 3,
  at: (handle) => `https://medium.com/@${handle}`,
  render(card, url) {
    const body = `<main><h2>${escapeHtml(card.name)}</h2>${paragraphs([card.bio])}${anchors(card)}</main>${comments(card)}`
    return {
      [placeOf(url)]: html(
        `${card.name} – Medium`,
        body,
        metas({
          'og:title': `${card.name} – Medium`,
          'og:description': `Read writing from ${card.name} on Medium. ${card.bio}`,
        }),
      ),
    }
  },
}

export const tumblr: Structure = {
  id: 'tumblr',
  kind: 'social',
  shows: ['bio', 'post', 'label'],
  strangers: [],
  mostLinks: 3,
  at: (handle) => `https://${handle}.tumblr.com/`,
  render(card, url) {
    const articles = card.posts.map((text) => `<article>${paragraphs([text])}</article>`)
    const links = card.links.map(
      (link) =>
        `<a href="https://t.umblr.com/redirect?z=${encodeURIComponent(link.url)}&amp;t=x">${escapeHtml(link.label)}</a>`,
    )
    const body = `<header><h1>${escapeHtml(card.name)}</h1>${paragraphs([card.bio])}</header>${articles.join('')}${links.join('')}`
    return {
      [placeOf(url)]: html(
        card.name,
        body,
        metas({ 'og:title': `${card.name} on Tumblr`, 'og:description': card.bio }),
      ),
    }
  },
}

export const reddit: Structure = {
  id: 'reddit',
  kind: 'social',
  shows: ['bio', 'post'],
  strangers: [],
  mostLinks: 1,
  at: (handle) => `https://www.reddit.com/user/${handle}`,
  render(card) {
    const about = {
      kind: 't2',
      data: {
        name: card.handle,
        id: 'x1',
        created_utc: Date.parse(card.createdAt) / 1000,
        total_karma: 5120,
        is_suspended: false,
        subreddit: {
          title: card.name,
          public_description: [card.bio, ...card.links.slice(0, 1).map((link) => link.url)].join(' '),
          subscribers: card.followers,
        },
      },
    }
    const children = card.posts.map((text, id) => ({
      kind: 't3',
      data: {
        title: 'Hello',
        selftext: text,
        author: card.handle,
        permalink: `/r/world/comments/${id}/hello/`,
        is_self: true,
        url: `https://www.reddit.com/r/world/comments/${id}/hello/`,
      },
    }))
    const listing = json({ kind: 'Listing', data: { children } })
    return {
      [`reddit.com/user/${card.handle}/about.json`]: json(about),
      [`reddit.com/user/${card.handle}/submitted.json`]: listing,
    }
  },
}
