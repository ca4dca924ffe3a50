import { escapeHtml, html, json } from '../../../demo/web/site.ts'
import { placeOf, type Structure } from '../card.ts'
import { anchors, comments, footer, jsonScript, ldScript, metas, paragraphs, scripted } from './markup.ts'

/** Where people pay a creator. */

export const onlyfans: Structure = {
  id: 'onlyfans',
  kind: 'paid',
  adult: true,
  shows: ['bio', 'label', 'post'],
  strangers: [],
  mostLinks: 3,
  at: (handle) => `https://onlyfans.com/${handle}`,
  render(card, url) {
    const person = {
      '@type': 'Person',
      name: card.name,
      alternateName: `@${card.handle}`,
      description: card.bio,
    }
    const head = `${metas({ 'og:title': `${card.name} OnlyFans`, 'og:description': card.bio })}<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">${ldScript({ '@context': 'https://schema.org', '@type': 'ProfilePage', mainEntity: person })}`
    return {
      [placeOf(url)]: html(
        `${card.name} OnlyFans`,
        `<main>${paragraphs(card.posts)}${anchors(card)}</main>`,
        head,
      ),
    }
  },
}

export const fansly: Structure = {
  id: 'fansly',
  kind: 'paid',
  adult: true,
  shows: ['bio', 'offer', 'pinned'],
  strangers: [],
  mostLinks: 0,
  at: (handle) => `https://fansly.com/${handle}`,
  render(card) {
    const account = {
      id: '300000000000000001',
      username: card.handle,
      displayName: card.name,
      about: card.bio,
      followCount: card.followers,
      createdAt: Date.parse(card.createdAt),
      subscriptionTiers: card.offers.map((offer, id) => ({
        id: `${id}`,
        name: offer.title,
        description: offer.text,
        price: 9000,
      })),
      pinnedPosts: [{ content: card.pinned }],
    }
    return {
      [`apiv3.fansly.com/api/v1/account?usernames=${card.handle}&ngsw-bypass=true`]: json({
        success: true,
        response: [account],
      }),
    }
  },
}

export const patreon: Structure = {
  id: 'patreon',
  kind: 'paid',
  shows: ['bio', 'offer', 'post'],
  strangers: ['visitor'],
  mostLinks: 3,
  at: (handle) => `https://www.patreon.com/${handle}`,
  render(card, url) {
    const links = card.links.map((link) => `<p><a href="${link.url}">${link.label}</a></p>`).join('')
    const attributes = {
      name: card.name,
      creation_name: 'things by hand',
      summary: `<p>${escapeHtml(card.bio)}</p>${links}`,
      patron_count: card.followers,
      is_nsfw: false,
      created_at: card.createdAt,
      vanity: card.handle,
      url,
    }
    const included = [
      ...card.offers.map((offer, id) => ({
        type: 'reward',
        id: `r${id}`,
        attributes: {
          title: offer.title,
          description: `<p>${escapeHtml(offer.text)}</p>`,
          amount_cents: 500,
        },
      })),
      ...card.posts.map((text, id) => ({
        type: 'post',
        id: `p${id}`,
        attributes: { title: 'News', content: `<p>${escapeHtml(text)}</p>` },
      })),
      ...card.strangers.visitor.map((text, id) => ({
        type: 'comment',
        id: `c${id}`,
        attributes: { body: text },
      })),
    ]
    const envelope = {
      pageBootstrap: { campaign: { data: { id: '1', type: 'campaign', attributes }, included } },
    }
    const state = { props: { pageProps: { bootstrapEnvelope: envelope }, __N_SSP: true } }
    return {
      [placeOf(url)]: html(
        `${card.name} | creating things | Patreon`,
        `<div id="__next"></div>${jsonScript(state, 'id="__NEXT_DATA__"')}`,
      ),
    }
  },
}

/** Patreon's pages of server components. */
export const patreonRows: Structure = {
  id: 'patreon-rows',
  kind: 'paid',
  shows: ['bio', 'offer'],
  strangers: [],
  mostLinks: 2,
  at: (handle) => `https://www.patreon.com/${handle}`,
  render(card, url) {
    const links = card.links.map((link) => `<p><a href="${link.url}">${link.label}</a></p>`).join('')
    const campaign = {
      name: card.name,
      creation_name: 'things by hand',
      summary: `<p>${escapeHtml(card.bio)}</p>${links}`,
      patron_count: card.followers,
      vanity: card.handle,
      url,
      is_nsfw: false,
    }
    const rewards = card.offers.map((offer, id) => ({ id, title: offer.title, description: offer.text }))
    const stream = `1:"$Sreact.fragment"\n2:${JSON.stringify(['$', '$L1', null, { campaign, rewards }])}\n`
    const cut = Math.floor(stream.length / 3)
    const scripts = [stream.slice(0, cut), stream.slice(cut)].map(
      (part) => `<script>self.__next_f.push([1,${scripted(part)}])</script>`,
    )
    const start = '<script>(self.__next_f=self.__next_f||[]).push([0])</script>'
    return {
      [placeOf(url)]: html(
        `Get more from ${card.name} on Patreon`,
        `<div></div>${start}${scripts.join('\n')}`,
      ),
    }
  },
}

/** The words of the owner stand in the page's text alone. */
export const koFi: Structure = {
  id: 'ko-fi',
  kind: 'paid',
  shows: ['bio', 'offer', 'post', 'label'],
  strangers: ['visitor', 'site'],
  mostLinks: 4,
  at: (handle) => `https://ko-fi.com/${handle}`,
  render(card, url) {
    const offers = card.offers.map(
      (offer) => `<div class="tier"><h3>${escapeHtml(offer.title)}</h3>${paragraphs([offer.text])}</div>`,
    )
    const feed = card.strangers.visitor.map(
      (text, id) =>
        `<div class="feeditem supporter"><b>Guest ${id}</b> bought a coffee. <q>${escapeHtml(text)}</q></div>`,
    )
    const body = `<div id="profile-header">${escapeHtml(card.name)}</div><div class="about">${paragraphs([card.bio])}</div>${anchors(card)}${offers.join('')}<div class="posts">${paragraphs(card.posts)}</div><div class="supporters">${feed.join('')}</div>${footer(card)}`
    const head = metas({
      'og:title': `Buy ${card.name} a Coffee`,
      'og:description': 'Become a supporter today.',
    })
    return { [placeOf(url)]: html(`Support ${card.name}'s Ko-fi page`, body, head) }
  },
}

export const buymeacoffee: Structure = {
  id: 'buymeacoffee',
  kind: 'paid',
  shows: ['bio', 'label', 'post'],
  strangers: ['visitor'],
  mostLinks: 3,
  at: (handle) => `https://buymeacoffee.com/${handle}`,
  render(card, url) {
    const title = `${card.name} is making things - Buymeacoffee`
    const body = `<main><h1>${escapeHtml(card.name)}</h1>${paragraphs([card.bio, ...card.posts])}${anchors(card)}</main>${comments(card)}`
    return { [placeOf(url)]: html(title, body, metas({ 'og:title': title, 'og:description': card.bio })) }
  },
}
