import { escapeHtml, html, json } from '../../../demo/web/site.ts'
import { type Card, placeOf, type Structure } from '../card.ts'
import { anchors, comments, footer, ldScript, metas, paragraphs, unseen } from './markup.ts'

/** Sites that nobody's reader knows, as servers write them. */

export const jsonAnswer: Structure = {
  id: 'json-answer',
  kind: 'site',
  shows: ['name', 'bio', 'post', 'pinned', 'label', 'offer'],
  strangers: ['visitor'],
  mostLinks: 8,
  at: (handle) => `https://api.smallfolk.example/people/${handle}`,
  render(card, url) {
    const person = {
      username: card.handle,
      display_name: card.name,
      bio: card.bio,
      motto: card.pinned,
      links: card.links.map((link) => ({ title: link.label, url: link.url })),
      posts: card.posts.map((content, id) => ({ id, content })),
      tiers: card.offers.map((offer) => ({ title: offer.title, description: offer.text })),
      comments: card.strangers.visitor.map((content, by) => ({ by: `guest${by}`, content })),
    }
    return { [placeOf(url)]: json({ ok: true, data: person }) }
  },
}

export const jsonLdOnly: Structure = {
  id: 'json-ld',
  kind: 'site',
  shows: ['name', 'bio', 'post', 'offer', 'faq'],
  strangers: ['visitor'],
  mostLinks: 4,
  at: (handle) => `https://${handle}-works.example/`,
  render(card, url) {
    const graph = [
      {
        '@type': 'Person',
        name: card.name,
        alternateName: card.handle,
        description: card.bio,
        sameAs: card.links.map((link) => link.url),
      },
      ...card.posts.map((text) => ({ '@type': 'BlogPosting', headline: 'Note', articleBody: text })),
      ...card.offers.map((offer) => ({ '@type': 'Offer', name: offer.title, description: offer.text })),
      {
        '@type': 'FAQPage',
        mainEntity: card.faq.map((each) => ({
          '@type': 'Question',
          name: each.question,
          acceptedAnswer: { '@type': 'Answer', text: each.answer },
        })),
      },
      ...card.strangers.visitor.map((text) => ({ '@type': 'Review', author: 'guest', reviewBody: text })),
    ]
    return {
      [placeOf(url)]: html(
        card.name,
        '<div id="app"></div>',
        ldScript({ '@context': 'https://schema.org', '@graph': graph }),
      ),
    }
  },
}

export const openGraphOnly: Structure = {
  id: 'open-graph',
  kind: 'site',
  shows: ['name', 'bio'],
  strangers: [],
  mostLinks: 0,
  at: (handle) => `https://cardbox.example/${handle}`,
  render(card, url) {
    const head = metas({
      'og:type': 'profile',
      'og:title': card.name,
      'og:description': card.bio,
      'og:url': url,
    })
    return { [placeOf(url)]: html(card.name, '<div id="app"></div>', head) }
  },
}

export const wordpress: Structure = {
  id: 'wordpress',
  kind: 'site',
  shows: ['name', 'bio', 'post', 'pinned', 'label', 'alt', 'faq'],
  strangers: ['visitor', 'site', 'hidden'],
  mostLinks: 8,
  at: (handle) => `https://${handle}-blog.example/`,
  render(card, url) {
    const articles = [card.pinned, ...card.posts]
      .filter(Boolean)
      .map(
        (text, id) =>
          `<article id="post-${id}" class="post hentry"><h2 class="entry-title">Note ${id + 1}</h2><div class="entry-content">${paragraphs([text])}</div></article>`,
      )
    const faq = card.faq.map(
      (each) =>
        `<details><summary>${escapeHtml(each.question)}</summary>${paragraphs([each.answer])}</details>`,
    )
    const menu = `<nav class="main-navigation"><ul>${card.links.map((link) => `<li class="menu-item"><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></li>`).join('')}</ul></nav>`
    const body = `<div id="page" class="site"><header class="site-header"><h1 class="site-title">${escapeHtml(card.name)}</h1><p class="site-description">${escapeHtml(card.bio)}</p>${menu}</header>${unseen(card)}<main>${articles.join('\n')}${pictures(card)}${faq.join('')}</main>${comments(card)}${footer(card)}</div>`
    return { [placeOf(url)]: html(card.name, body, '<meta name="generator" content="WordPress 6.5">') }
  },
}

/** Tables, fonts and a guestbook. */
export const tables2005: Structure = {
  id: 'tables-2005',
  kind: 'site',
  shows: ['name', 'bio', 'post', 'label', 'offer', 'alt'],
  strangers: ['visitor', 'site'],
  mostLinks: 6,
  at: (handle) => `https://www.${handle}-online.example/index.html`,
  render(card, url) {
    const rows = card.offers.map(
      (offer) =>
        `<tr><td bgcolor="#eeeeee"><b>${escapeHtml(offer.title)}</b></td><td>${escapeHtml(offer.text)}</td></tr>`,
    )
    const guests = card.strangers.visitor.map(
      (text) => `<tr class="comment"><td><i>guest</i></td><td>${escapeHtml(text)}</td></tr>`,
    )
    const news = card.posts.map(
      (text) => `<tr><td colspan="2"><font face="Verdana" size="2">${escapeHtml(text)}</font></td></tr>`,
    )
    const body = `<table width="760" align="center"><tr><td colspan="2"><h1><font color="navy">${escapeHtml(card.name)}</font></h1></td></tr><tr><td width="160" valign="top">${anchors(card).replaceAll('\n', '<br>')}</td><td><font size="2">${escapeHtml(card.bio)}</font>${pictures(card)}</td></tr>${rows.join('')}${news.join('')}</table><table class="comments guestbook"><caption>Guestbook</caption>${guests.join('')}</table><div class="footer"><center>${paragraphs(card.strangers.site, 'small')}</center></div>`
    return { [placeOf(url)]: html(`${card.name} online`, body) }
  },
}

/** Nothing but what a visitor reads: no heading, no metadata, addresses written out. */
export const visibleText: Structure = {
  id: 'visible-text',
  kind: 'site',
  shows: ['bio', 'post', 'pinned', 'faq'],
  strangers: ['hidden'],
  mostLinks: 3,
  at: (handle) => `https://pages.textonly.example/${handle}`,
  render(card, url) {
    const lines = [
      `Hello, I am ${card.name}.`,
      card.bio,
      card.pinned,
      ...card.posts,
      ...card.faq.flatMap((each) => [each.question, each.answer]),
      ...card.links.map((link) => link.url),
    ]
    const body = lines
      .filter(Boolean)
      .map((line) => `<div>${escapeHtml(line)}</div>`)
      .join('\n')
    return { [placeOf(url)]: html('', `${body}${unseen(card)}`) }
  },
}

/** A gallery: what it says stands in the texts of its pictures. */
export const pictureTexts: Structure = {
  id: 'picture-texts',
  kind: 'site',
  shows: ['name', 'alt', 'label'],
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://${handle}-gallery.example/`,
  render(card, url) {
    return {
      [placeOf(url)]: html(
        card.name,
        `<main><h1>${escapeHtml(card.name)}</h1>${pictures(card)}${anchors(card)}</main>`,
      ),
    }
  },
}

/** Some 200 kB of a diary, the creator's words scattered in it. */
export const longPage: Structure = {
  id: 'long-page',
  kind: 'site',
  shows: ['name', 'bio', 'post', 'pinned', 'label', 'offer'],
  strangers: ['visitor', 'site'],
  mostLinks: 8,
  at: (handle) => `https://${handle}-diary.example/all`,
  render(card, url) {
    const words = [
      card.pinned,
      ...card.posts,
      ...card.offers.flatMap((offer) => [offer.title, offer.text]),
    ].filter(Boolean)
    const share = Math.floor(DIARY_DAYS / (words.length + 1))
    const days = Array.from({ length: DIARY_DAYS }, (_, day) => {
      const said = (day + 1) % share === 0 ? words[Math.floor(day / share)] : undefined
      return `<section><h3>Day ${day + 1}</h3>${paragraphs(said === undefined ? [diaryDay(day)] : [diaryDay(day), said])}</section>`
    })
    const body = `<main><h1>${escapeHtml(card.name)}</h1>${paragraphs([card.bio])}${days.join('\n')}${anchors(card)}</main>${comments(card)}${footer(card)}`
    return { [placeOf(url)]: html(`${card.name}: diary`, body) }
  },
}

const DIARY_DAYS = 900

const WEATHERS = [
  'Rain till noon',
  'A clear morning',
  'Fog on the lane',
  'Wind from the north',
  'Mild and grey',
]
const CHORES = [
  'swept the yard',
  'patched the fence',
  'sorted the seed tins',
  'wrote two letters',
  'sharpened the saws',
  'fed the stove',
  'walked to the mill',
]

function diaryDay(day: number): string {
  const weather = WEATHERS[day % WEATHERS.length]
  const [first, second] = [CHORES[day % CHORES.length], CHORES[(day * 3 + 2) % CHORES.length]]
  return `${weather}. In the forenoon I ${first}, later I ${second}, and by nightfall entry number ${day + 1} was written beside the lamp with the green shade, which still needs a new wick.`
}

/** A text file. */
export const textFile: Structure = {
  id: 'text-file',
  kind: 'site',
  shows: ['bio', 'post', 'pinned'],
  strangers: [],
  mostLinks: 0,
  at: (handle) => `https://gopherhole.example/${handle}.txt`,
  render(card, url) {
    const lines = [card.name, card.bio, card.pinned, ...card.posts]
    return {
      [placeOf(url)]: {
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: `${lines.filter(Boolean).join('\n\n')}\n`,
      },
    }
  },
}

function pictures(card: Card): string {
  return card.alts
    .map(
      (alt, id) =>
        `<figure><img src="/p/${id}.jpg" alt="${escapeHtml(alt)}" width="600" height="400"></figure>`,
    )
    .join('\n')
}
