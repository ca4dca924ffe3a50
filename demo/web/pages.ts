import { type Answer, escapeHtml, html, json, type Site } from './site.ts'

/** Pages in the shapes in which the sites of the world serve them; the recorded ones stand in `fixtures/platforms`. */

export interface Link {
  url: string
  label: string
}

interface Person {
  handle: string
  name: string
  bio: string
  links?: Link[]
  posts?: string[]
}

export function instagram({ handle, name, bio, links = [], posts = [] }: Person): Site {
  const user = {
    username: handle,
    full_name: name,
    biography: bio,
    bio_links: links.map(({ url, label }) => ({ title: label, url })),
    is_private: false,
    is_verified: false,
    follower_count: 4210,
    following_count: 311,
    media_count: posts.length,
    edge_owner_to_timeline_media: {
      edges: posts.map((text, index) => ({
        node: { shortcode: `P${index}`, edge_media_to_caption: { edges: [{ node: { text } }] } },
      })),
    },
  }
  const state = JSON.stringify({
    require: [['RelayPrefetchedStreamCache', 'next', [], [{ data: { user } }]]],
  })
  const script = `<div id="splash"></div><script type="application/json" data-sjs>${state.replaceAll('<', '\\u003c')}</script>`
  return { [`instagram.com/${handle}/`]: html('Instagram', script) }
}

export function tiktok({ handle, name, bio, links = [], posts = [] }: Person): Site {
  const user = {
    id: '7000000000000000001',
    uniqueId: handle,
    nickname: name,
    signature: bio,
    createTime: 1600000000,
    verified: false,
    privateAccount: false,
    ...(links[0] && { bioLink: { link: links[0].url } }),
  }
  const userInfo = { user, stats: { followerCount: 5120 }, itemList: posts.map((desc, id) => ({ id, desc })) }
  const state = JSON.stringify({ __DEFAULT_SCOPE__: { 'webapp.user-detail': { userInfo, statusCode: 0 } } })
  const script = `<div id="app"></div><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${state}</script>`
  return { [`tiktok.com/@${handle}`]: html('TikTok - Make Your Day', script) }
}

export function x({ handle, name, bio, links = [] }: Person): Site {
  const person = {
    '@context': 'http://schema.org',
    '@type': 'ProfilePage',
    dateCreated: '2019-03-04T10:00:00.000Z',
    mainEntity: { '@type': 'Person', additionalName: handle, name, description: bio },
    relatedLink: links.map((link) => link.url),
  }
  const head = `<script type="application/ld+json">${JSON.stringify(person)}</script>`
  return { [`x.com/${handle}`]: html(`${name} (@${handle}) / X`, `<main>${escapeHtml(name)}</main>`, head) }
}

export function linktree({ handle, bio, links = [] }: Omit<Person, 'name'>): Site {
  const account = { id: 1, username: handle, pageTitle: `@${handle}`, isActive: true, description: bio }
  const items = links.map(({ url, label }, id) => ({ id: `${id}`, type: 'CLASSIC', title: label, url }))
  const state = JSON.stringify({ props: { pageProps: { account, links: items, socialLinks: [] } } })
  const body = `<main>${anchors(links)}</main><script id="__NEXT_DATA__" type="application/json">${state}</script>`
  return { [`linktr.ee/${handle}`]: html(`@${handle} | Linktree`, body) }
}

export function telegram({ handle, name, bio, posts = [] }: Person): Site {
  const head = [
    ['og:title', name],
    ['og:description', bio],
    ['og:site_name', 'Telegram'],
  ]
    .map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content ?? '')}">`)
    .join('')
  const card = `<div class="tgme_page"><div class="tgme_page_title">${escapeHtml(name)}</div><div class="tgme_page_extra">2 805 subscribers</div><div class="tgme_page_description">${escapeHtml(bio)}</div></div>`
  const messages = posts
    .map((text) => `<section><div class="tgme_widget_message_text">${escapeHtml(text)}</div></section>`)
    .join('\n')
  return {
    [`t.me/${handle}`]: html(`Telegram: Contact @${handle}`, card, head),
    [`t.me/s/${handle}`]: html(
      `${name} – Telegram`,
      messages,
      `<meta property="og:title" content="${escapeHtml(name)}">`,
    ),
  }
}

export function fansly({ handle, name, bio }: Person): Site {
  const account = {
    id: '3',
    username: handle,
    displayName: name,
    about: bio,
    followCount: 911,
    createdAt: 1.65e12,
  }
  return {
    [`apiv3.fansly.com/api/v1/account?usernames=${handle}&ngsw-bypass=true`]: json({
      success: true,
      response: [account],
    }),
  }
}

export function onlyfans({ handle, name, bio, links = [] }: Person): Site {
  const person = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name, alternateName: `@${handle}`, description: bio },
  }
  const head = `<meta name="rating" content="RTA-5042-1996-1400-1577-RTA"><script type="application/ld+json">${JSON.stringify(person)}</script>`
  return { [`onlyfans.com/${handle}`]: html(`${name} OnlyFans`, `<main>${anchors(links)}</main>`, head) }
}

/** An ordinary page: a heading, paragraphs, links. */
export function page(title: string, paragraphs: string[], links: Link[] = [], head = ''): Answer {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
  return html(title, `<main><h1>${escapeHtml(title)}</h1>\n${text}\n${anchors(links)}</main>`, head)
}

/** What a newspaper serves. */
export function article(
  publisher: string,
  headline: string,
  paragraphs: string[],
  links: Link[] = [],
): Answer {
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline,
    publisher: { '@type': 'Organization', name: publisher },
  }
  const head = `<meta property="og:type" content="article"><meta property="og:site_name" content="${escapeHtml(publisher)}"><script type="application/ld+json">${JSON.stringify(facts)}</script>`
  return page(headline, paragraphs, links, head)
}

/** The page behind which a bot protection hides the real one. */
export function challenge(): Answer {
  const body =
    '<h1>One moment</h1><p>Verifying you are human. This may take a few seconds.</p><noscript>Enable JavaScript and cookies to continue</noscript><script>(function(){window._cf_chl_opt = {cType: "managed"};}());</script>'
  const { headers, ...answer } = html('Just a moment...', body)
  return {
    ...answer,
    status: 403,
    headers: { ...headers, 'cf-mitigated': 'challenge', server: 'cloudflare' },
  }
}

/** The page that asks to log in first. */
export function login(brand: string): Answer {
  const form = '<form id="loginForm"><input name="username"><input type="password" name="password"></form>'
  return html(`Login • ${brand}`, form)
}

function anchors(links: Link[]): string {
  return links.map(({ url, label }) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`).join('\n')
}
