import type { PageResponse, ParsedPage } from '../../evidence/page.ts'
import type { Platform, Reading, Target } from '../platform.ts'
import { allStates } from '../reading/embedded-state.ts'
import { metaOf } from '../reading/page-facts.ts'
import { countBefore } from '../reading/parse-count.ts'
import { type ProfileParts, profileLink, profileOf, withMore } from '../reading/profile-of.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import { at, findRecord, flagAt, hasKeys, listAt, numberAt, textAt } from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'
import { findRefusal } from '../reading/walls.ts'

const HOSTS = ['instagram.com', 'instagr.am', 'ig.me']
const HANDLE = {
  pattern: /^[a-z0-9_](?:[a-z0-9_.]{0,28}[a-z0-9_])?$/,
  reserved: `
    about accounts api ar challenge developer direct directory emails explore graphql legal linkshim
    lite locations login oauth p press privacy reel reels session s stories topics tv web
    your_activity static nametag qr create blog help j`,
}

export const platform: Platform = {
  id: 'instagram',
  label: 'Instagram',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || /^l\./.test(url.hostname)) return null
    // `ig.me/m/name` opens a conversation with somebody.
    const isNamed = parts[0] === '_u' || (parts[0] === 'm' && url.hostname === 'ig.me')
    const first = isNamed ? parts[1] : parts[0]
    const tail = parts[0] === first ? parts[1] : undefined
    if (
      tail !== undefined &&
      !['reels', 'tagged', 'channel', 'followers', 'following', 'saved', 'feed', 'guides'].includes(tail)
    )
      return null
    const handle = handleIn(first, HANDLE)
    return handle ? { platform: 'instagram', handle, url: `https://www.instagram.com/${handle}/` } : null
  },

  authorOf(url) {
    // A story is `/stories/<name>/<number>`; highlights name nobody.
    const [section, name] = partsOn(url, HOSTS) ?? []
    return section === 'stories' && name && name !== 'highlights'
      ? this.recognise(new URL(`/${name}/`, url))
      : null
  },

  request: ({ url }) => ({ url }),

  read(response, target) {
    if (isHome(response) && !findRefusal(response.status))
      return { outcome: 'login_wall', signal: 'redirect_to_home' }
    const reading = readPage(response, target, {
      ownHosts: HOSTS,
      brand:
        /^(instagram|login • instagram|page not found.*|profile isn['’]t available.*|page couldn['’]t load.*)$/i,
      title: /^(.+?) \(@[\w.]+\)/,
      notices: [
        {
          outcome: 'rate_limited',
          signal: 'please_wait_words',
          text: /please wait a few minutes before you try again/i,
        },
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          title: /^(page not found|profile isn['’]t available)( • instagram)?$/i,
          text: /sorry, this page isn['’]t available\./i,
        },
      ],
      openGraph: false,
      find: (page) => fromState(page, target.handle) ?? fromMeta(page) ?? fromRoute(page),
    })
    return reading.outcome === 'ok' && reading.signal === 'open_graph'
      ? { ...reading, next: webProfile(target) }
      : reading
  },

  readNext: (response, _target, first) => withWebProfile(response, first),
}

/** The site's own public look-up; it is the only place that carries the links of a bio. Often refused, and then left out. */
function webProfile({ handle }: Target) {
  return {
    url: `https://www.instagram.com/api/v1/users/web_profile_info/?username=${handle}`,
    headers: { 'x-ig-app-id': '936619743392459' },
    accept: 'json' as const,
  }
}

function withWebProfile(response: PageResponse, first: Reading): Reading {
  const { next: _done, ...reading } = first
  const user = at(response.json, 'data', 'user')
  if (response.status !== 200 || !textAt(user, 'username') || !reading.profile) return reading
  const { links, posts, counts, bio, verified, left } = profileOf(partsOfUser(user))
  const profile = withMore(reading.profile, {
    links,
    posts,
    counts: { ...reading.profile.counts, ...counts },
    ...(left && { left }),
  })
  if (bio) profile.bio = bio
  if (verified !== undefined) profile.verified = verified
  return { ...reading, profile }
}

function isHome({ finalUrl, requestedUrl }: PageResponse): boolean {
  return requestedUrl !== finalUrl && URL.parse(finalUrl)?.pathname === '/'
}

/** State blobs, when the page was rendered with the user in them; suggested users stand beside. */
function fromState(page: ParsedPage, handle: string): Found | null {
  const user = findRecord(
    allStates(page),
    (record) =>
      hasKeys('username', 'biography', 'is_private')(record) &&
      textAt(record, 'username')?.toLowerCase() === handle,
  )
  if (!user) return null
  const found = { signal: 'embedded_user', parts: partsOfUser(user) }
  return flagAt(user, 'is_private') ? { ...found, outcome: 'private', signal: 'is_private' } : found
}

function partsOfUser(user: unknown): ProfileParts {
  return {
    handle: textAt(user, 'username'),
    name: textAt(user, 'full_name'),
    bio: textAt(user, 'biography') ?? textAt(user, 'biography_with_entities', 'raw_text'),
    links: [
      ...listAt(user, 'bio_links').map((link) => profileLink(textAt(link, 'url'), textAt(link, 'title'))),
      profileLink(textAt(user, 'external_url')),
    ],
    counts: {
      followers: numberAt(user, 'edge_followed_by', 'count') ?? numberAt(user, 'follower_count'),
      following: numberAt(user, 'edge_follow', 'count') ?? numberAt(user, 'following_count'),
      posts: numberAt(user, 'edge_owner_to_timeline_media', 'count') ?? numberAt(user, 'media_count'),
    },
    verified: flagAt(user, 'is_verified'),
    pictures: [textAt(user, 'profile_pic_url_hd') ?? textAt(user, 'profile_pic_url')],
    posts: listAt(user, 'edge_owner_to_timeline_media', 'edges').map((edge) => ({
      url: `https://www.instagram.com/p/${textAt(edge, 'node', 'shortcode') ?? ''}/`,
      text: textAt(edge, 'node', 'edge_media_to_caption', 'edges', 0, 'node', 'text'),
    })),
  }
}

/** `og:title` names the person, `og:description` counts, `description` quotes the bio. */
function fromMeta(page: ParsedPage): Found | null {
  const title = /^(.*?)\s*\(@([\w.]+)\)/.exec(metaOf(page, 'og:title') ?? page.title.trim())
  if (!title) return null
  const description = metaOf(page, 'og:description') ?? ''
  const quoted = metaOf(page, 'description') ?? ''
  const parts: ProfileParts = {
    handle: title[2],
    name: title[1],
    bio: /on Instagram: ["“]([\s\S]*)["”]\s*$/.exec(quoted)?.[1],
    counts: {
      followers: countBefore(description, 'followers?'),
      following: countBefore(description, 'following'),
      posts: countBefore(description, 'posts?'),
    },
    pictures: [metaOf(page, 'og:image')],
  }
  if (/^this (account|profile) is private\.?$/im.test(page.text))
    return { outcome: 'private', signal: 'private_words', parts }
  return { signal: 'open_graph', parts }
}

/** The page's route: none for a name nobody has, home where the site would rather have a login. */
function fromRoute(page: ParsedPage): Found | null {
  const scripts = page.scripts.map(({ text }) => text)
  if (scripts.some((text) => /"routePath":\s*null/.test(text)))
    return { outcome: 'gone', signal: 'route_path_null' }
  const isHomeRoute = scripts.some((text) => /"routePath":\s*"\\?\/"/.test(text))
  const asksToLogIn = /^create an account or log in to instagram/i.test(
    metaOf(page, 'og:description', 'description') ?? '',
  )
  if (isHomeRoute || asksToLogIn) return { outcome: 'login_wall', signal: 'home_instead_of_profile' }
  return null
}
