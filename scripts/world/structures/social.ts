import { html, json } from '../../../demo/web/site.ts'
import { placeOf, type Structure } from '../card.ts'
import { jsonScript, ldScript, metas, scripted } from './markup.ts'

/** Profiles of social sites, as their recorded answers show them. */

export const instagram: Structure = {
  id: 'instagram',
  kind: 'social',
  shows: ['name', 'bio', 'post', 'label'],
  strangers: ['visitor', 'site'],
  mostLinks: 4,
  at: (handle) => `https://www.instagram.com/${handle}/`,
  render(card, url) {
    const edges = card.posts.map((text, id) => ({
      node: {
        shortcode: `P${id}`,
        edge_media_to_caption: { edges: [{ node: { text } }] },
        edge_media_to_comment: {
          edges: card.strangers.visitor.map((said, by) => ({
            node: { text: said, owner: { username: `guest.${by}` } },
          })),
        },
      },
    }))
    const user = {
      username: card.handle,
      full_name: card.name,
      biography: card.bio,
      bio_links: card.links.map((link) => ({ title: link.label, url: link.url })),
      is_private: false,
      is_verified: false,
      follower_count: card.followers,
      edge_owner_to_timeline_media: { edges },
    }
    const suggested = card.strangers.site.map((biography, id) => ({
      username: `other.${id}`,
      full_name: 'Other',
      biography,
    }))
    const result = { data: { user, xdt_suggested_users: { users: suggested } } }
    const state = { require: [['RelayPrefetchedStreamCache', 'next', [], [{ __bbox: { result } }]]] }
    return { [placeOf(url)]: html('Instagram', `<div id="splash"></div>${jsonScript(state, 'data-sjs')}`) }
  },
}

export const tiktok: Structure = {
  id: 'tiktok',
  kind: 'social',
  shows: ['name', 'bio', 'post'],
  strangers: ['visitor'],
  mostLinks: 1,
  at: (handle) => `https://www.tiktok.com/@${handle}`,
  render(card, url) {
    const user = {
      id: '7000000000000000001',
      uniqueId: card.handle,
      nickname: card.name,
      signature: card.bio,
      createTime: Date.parse(card.createdAt) / 1000,
      verified: false,
      privateAccount: false,
      ...(card.links[0] && { bioLink: { link: card.links[0].url, risk: 0 } }),
    }
    const itemList = card.posts.map((desc, id) => ({
      id: `${7300000000000000000n + BigInt(id)}`,
      desc,
      author: { uniqueId: card.handle },
      comments: card.strangers.visitor.map((text, by) => ({ text, user: { uniqueId: `guest${by}` } })),
    }))
    const detail = { userInfo: { user, stats: { followerCount: card.followers }, itemList }, statusCode: 0 }
    const state = { __DEFAULT_SCOPE__: { 'webapp.user-detail': detail } }
    const script = jsonScript(state, 'id="__UNIVERSAL_DATA_FOR_REHYDRATION__"')
    return { [placeOf(url)]: html('TikTok - Make Your Day', `<div id="app"></div>${script}`) }
  },
}

/** The state of 2026: who it is and what is counted stand apart. */
export const x: Structure = {
  id: 'x',
  kind: 'social',
  shows: ['name', 'bio', 'post', 'pinned'],
  strangers: ['visitor'],
  mostLinks: 1,
  at: (handle) => `https://x.com/${handle}`,
  render(card, url) {
    const person = (screenName: string, id: string) => ({
      __typename: 'User',
      rest_id: id,
      core: {
        created_at: new Date(card.createdAt).toUTCString(),
        name: screenName === card.handle ? card.name : 'Guest',
        screen_name: screenName,
      },
    })
    const tweet = (text: string, id: string, by: ReturnType<typeof person>) => ({
      result: {
        __typename: 'Tweet',
        core: { user_results: { result: by } },
        legacy: { id_str: id, user_id_str: by.rest_id, full_text: text },
      },
    })
    const own = person(card.handle, '1100000001')
    const link = card.links[0]
    const legacy = {
      description: card.bio,
      followers_count: card.followers,
      friends_count: 150,
      statuses_count: 812,
      entities: {
        url: {
          urls: link
            ? [{ url: 'https://t.co/x', expanded_url: link.url, display_url: link.url.slice(8) }]
            : [],
        },
      },
    }
    const entries = [
      ...[card.pinned, ...card.posts].filter(Boolean).map((text, id) => tweet(text, `17${id}`, own)),
      ...card.strangers.visitor.map((text, id) => tweet(text, `18${id}`, person(`guest${id}`, `12${id}`))),
    ]
    const state = {
      data: { user: { result: { ...own, privacy: { protected: false }, legacy, timeline: { entries } } } },
    }
    const script = `<script>window.__INITIAL_STATE__=${scripted(state)};window.__META_DATA__={"env":"prod"};</script>`
    return { [placeOf(url)]: html('Profile / X', `<div id="react-root"></div>${script}`) }
  },
}

/** What X serves to visitors without scripts. */
export const xJsonLd: Structure = {
  id: 'x-json-ld',
  kind: 'social',
  shows: ['name', 'bio'],
  strangers: [],
  mostLinks: 1,
  at: (handle) => `https://x.com/${handle}`,
  render(card, url) {
    const page = {
      '@context': 'http://schema.org',
      '@type': 'ProfilePage',
      dateCreated: card.createdAt,
      mainEntity: { '@type': 'Person', additionalName: card.handle, name: card.name, description: card.bio },
      relatedLink: card.links.slice(0, 1).map((link) => link.url),
    }
    return {
      [placeOf(url)]: html(
        `${card.name} (@${card.handle}) / X`,
        '<div id="react-root"></div>',
        ldScript(page),
      ),
    }
  },
}

export const threads: Structure = {
  id: 'threads',
  kind: 'social',
  shows: ['name', 'bio'],
  strangers: [],
  mostLinks: 0,
  at: (handle) => `https://www.threads.com/@${handle}`,
  render(card, url) {
    const head = metas({
      'og:title': `${card.name} (@${card.handle}) on Threads`,
      'og:description': `${card.followers} Followers • 88 Threads • ${card.bio}. See the latest conversations with @${card.handle}.`,
    })
    return { [placeOf(url)]: html(`${card.name} (@${card.handle}) • Threads, Say more`, '', head) }
  },
}

export const youtube: Structure = {
  id: 'youtube',
  kind: 'social',
  shows: ['name', 'bio', 'post', 'label'],
  strangers: ['visitor', 'site'],
  mostLinks: 4,
  at: (handle) => `https://www.youtube.com/@${handle}`,
  render(card, url) {
    const channel = 'UCworldworldworldworld01'
    const metadata = {
      channelMetadataRenderer: {
        title: card.name,
        description: card.bio,
        externalId: channel,
        vanityChannelUrl: `http://www.youtube.com/@${card.handle}`,
        isFamilySafe: true,
      },
    }
    const videos = card.posts.map((text, id) => ({
      richItemRenderer: {
        content: { videoRenderer: { videoId: `Wor0000000${id}`, title: { runs: [{ text }] } } },
      },
    }))
    const shelf = card.strangers.site.map((text, id) => ({
      videoRenderer: {
        videoId: `Oth0000000${id}`,
        title: { simpleText: text },
        ownerText: {
          runs: [
            {
              text: 'Other',
              navigationEndpoint: { browseEndpoint: { browseId: 'UCotherotherotherother0' } },
            },
          ],
        },
      },
    }))
    const chat = card.strangers.visitor.map((text, id) => ({
      commentRenderer: {
        commentId: `c${id}`,
        authorText: { simpleText: `@guest${id}` },
        contentText: { runs: [{ text }] },
      },
    }))
    const tabs = [
      { tabRenderer: { content: { items: videos } } },
      { tabRenderer: { content: { items: shelf } } },
      { tabRenderer: { content: { comments: chat } } },
    ]
    const state = {
      contents: { twoColumnBrowseResultsRenderer: { tabs } },
      header: { pageHeaderRenderer: { pageTitle: card.name } },
      metadata,
    }
    const links = card.links.map((link) => ({
      channelExternalLinkViewModel: {
        title: { content: link.label },
        link: {
          content: link.url.slice(8, 30),
          commandRuns: [
            {
              onTap: {
                innertubeCommand: {
                  urlEndpoint: {
                    url: `https://www.youtube.com/redirect?event=channel_description&q=${encodeURIComponent(link.url)}`,
                  },
                },
              },
            },
          ],
        },
      },
    }))
    const about = {
      metadata,
      onResponseReceivedEndpoints: [
        { aboutChannelRenderer: { metadata: { aboutChannelViewModel: { description: card.bio, links } } } },
      ],
    }
    const page = (data: unknown) =>
      html(
        `${card.name} - YouTube`,
        `<ytd-app></ytd-app><script nonce="n">var ytInitialData = ${scripted(data)};</script>`,
      )
    return { [placeOf(url)]: page(state), [`${placeOf(url)}/about`]: page(about) }
  },
}

export const bluesky: Structure = {
  id: 'bluesky',
  kind: 'social',
  shows: ['name', 'bio', 'post'],
  strangers: ['visitor'],
  mostLinks: 2,
  at: (handle) => `https://bsky.app/profile/${handle}.bsky.social`,
  render(card) {
    const handle = `${card.handle}.bsky.social`
    const api = 'public.api.bsky.app/xrpc/app.bsky'
    const profile = {
      did: 'did:plc:abcdefghijklmnopqrstuvwx',
      handle,
      displayName: card.name,
      labels: [],
      createdAt: card.createdAt,
      description: [card.bio, ...card.links.map((link) => link.url)].join('\n'),
      followersCount: card.followers,
    }
    const feed = [
      ...card.posts.map((text, id) => ({
        post: {
          uri: `at://did:plc:abcdefghijklmnopqrstuvwx/app.bsky.feed.post/3k${id}`,
          record: { text },
          author: { handle },
        },
      })),
      ...card.strangers.visitor.map((text, id) => ({
        post: {
          uri: `at://did:plc:zzzzzzzzzzzzzzzzzzzzzzzz/app.bsky.feed.post/3z${id}`,
          record: { text },
          author: { handle: `guest${id}.bsky.social` },
        },
        reason: { $type: 'app.bsky.feed.defs#reasonRepost' },
      })),
    ]
    return {
      [`${api}.actor.getProfile?actor=${handle}`]: json(profile),
      [`${api}.feed.getAuthorFeed?actor=${handle}&limit=30&filter=posts_no_replies`]: json({ feed }),
    }
  },
}

export const mastodon: Structure = {
  id: 'mastodon',
  kind: 'social',
  shows: ['name', 'bio', 'post', 'label'],
  strangers: [],
  mostLinks: 4,
  at: (handle) => `https://mastodon.social/@${handle}`,
  render(card) {
    const api = 'mastodon.social/api/v1/accounts'
    const id = `1${[...card.handle].map((letter) => letter.charCodeAt(0)).join('')}`
    const account = {
      id,
      username: card.handle,
      acct: card.handle,
      display_name: card.name,
      created_at: card.createdAt,
      note: `<p>${card.bio.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
      followers_count: card.followers,
      fields: card.links.map((link) => ({
        name: link.label,
        value: `<a href="${link.url}" rel="me">${link.url.slice(8)}</a>`,
        verified_at: null,
      })),
    }
    const statuses = card.posts.map((text, index) => ({
      id: `${index}`,
      url: `https://mastodon.social/@${card.handle}/${index}`,
      content: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
      spoiler_text: '',
    }))
    return {
      [`${api}/lookup?acct=${card.handle}`]: json(account),
      [`${api}/${id}/statuses?limit=30&exclude_replies=true&exclude_reblogs=true`]: json(statuses),
    }
  },
}
