import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform } from '../platform.ts'
import { allStates } from '../reading/embedded-state.ts'
import { jsonLdFacts, metaOf } from '../reading/page-facts.ts'
import { profileLink } from '../reading/profile-of.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import {
  at,
  findRecord,
  findRecords,
  flagAt,
  hasKeys,
  numberAt,
  textAt,
  timeAt,
} from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['x.com', 'twitter.com', 'fxtwitter.com', 'vxtwitter.com', 'fixupx.com']
const HANDLE = {
  pattern: /^[a-z0-9_]{1,15}$/,
  reserved: `
    about account compose download explore hashtag home i intent jobs login logout messages
    notifications personalization privacy search settings share signup tos who_to_follow oauth
    widgets bookmarks lists moments topics communities`,
}
const TABS = [
  'with_replies',
  'media',
  'likes',
  'highlights',
  'articles',
  'superfollows',
  'about',
  'photo',
  'followers',
  'following',
  'verified_followers',
  'affiliates',
  'header_photo',
]

export const platform: Platform = {
  id: 'x',
  label: 'X',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url.hash.startsWith('#!/') ? new URL(url.hash.slice(2), url) : url, HOSTS)
    if (!parts || /^(help|business|developer|about|blog|ads|pic|analytics|support)\./.test(url.hostname))
      return null
    const isIntent = parts[0] === 'intent' && ['user', 'follow'].includes(parts[1] ?? '')
    if (!isIntent && parts[1] !== undefined && !TABS.includes(parts[1])) return null
    const handle = handleIn(isIntent ? (url.searchParams.get('screen_name') ?? '') : parts[0], HANDLE)
    return handle ? { platform: 'x', handle, url: `https://x.com/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: [...HOSTS, 't.co'],
      brand:
        /^(x|twitter|profile|x\. it['’]s what['’]s happening.*|log in to x.*|(profile|page not found) ?\/ ?(x|twitter))$/i,
      openGraph: false,
      notices: [
        {
          outcome: 'banned',
          signal: 'account_suspended_words',
          text: /account suspended|x suspends accounts which violate/i,
        },
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          text: /this account doesn['’]t exist|hmm\.{3}this page doesn['’]t exist/i,
        },
        { outcome: 'private', signal: 'protected_words', text: /these posts are protected/i },
      ],
      find: (page, target) => fromState(page, target.handle) ?? fromJsonLd(page) ?? fromMeta(page),
    }),
}

/** GraphQL objects: in the initial state, or in JSON scripts of rendered pages. */
function fromState(page: ParsedPage, handle: string): Found | null {
  const states = allStates(page)
  const isOurs = (record: unknown) => textAt(record, 'screen_name')?.toLowerCase() === handle
  const user =
    findRecord(states, (record) => hasKeys('screen_name', 'followers_count')(record) && isOurs(record)) ??
    joined(findRecord(states, (record) => hasKeys('core', 'legacy')(record) && isOurs(at(record, 'core'))))
  if (user) {
    const parts = partsOf(user, states)
    return flagAt(user, 'protected')
      ? { outcome: 'private', signal: 'protected', parts }
      : { signal: 'embedded_user', parts }
  }
  const unavailable = findRecord(states, (record) => at(record, '__typename') === 'UserUnavailable')
  if (!unavailable) return null
  const words = `${textAt(unavailable, 'reason') ?? ''} ${textAt(unavailable, 'message') ?? ''}`
  return /suspend/i.test(words)
    ? { outcome: 'banned', signal: 'user_unavailable_suspended' }
    : { outcome: 'error', signal: 'user_unavailable' }
}

/** Who it is and what is counted stand apart today; as one record, as they stood before. */
function joined(user: object | undefined): object | undefined {
  if (user === undefined) return undefined
  const legacy = at(user, 'legacy')
  const known = {
    id_str: textAt(user, 'rest_id'),
    screen_name: textAt(user, 'core', 'screen_name'),
    name: textAt(user, 'core', 'name'),
    created_at: textAt(user, 'core', 'created_at'),
    profile_image_url_https: textAt(user, 'avatar', 'image_url'),
    protected: flagAt(user, 'privacy', 'protected'),
    is_blue_verified: flagAt(user, 'is_blue_verified'),
    verified: flagAt(user, 'verification', 'verified'),
  }
  const told = Object.entries(known).filter(([, value]) => value !== undefined)
  return { ...(typeof legacy === 'object' ? legacy : {}), ...Object.fromEntries(told) }
}

function partsOf(user: object, states: unknown[]) {
  const handle = textAt(user, 'screen_name')
  return {
    handle,
    name: textAt(user, 'name'),
    bio: textAt(user, 'description'),
    links: findRecords(at(user, 'entities'), hasKeys('expanded_url'), 20).map((link) =>
      profileLink(textAt(link, 'expanded_url'), textAt(link, 'display_url')),
    ),
    counts: {
      followers: numberAt(user, 'followers_count'),
      following: numberAt(user, 'friends_count'),
      posts: numberAt(user, 'statuses_count'),
    },
    verified: flagAt(user, 'is_blue_verified') ?? flagAt(user, 'verified'),
    pictures: [
      textAt(user, 'profile_image_url_https')?.replace('_normal.', '_400x400.'),
      textAt(user, 'profile_banner_url'),
    ],
    adult: flagAt(user, 'possibly_sensitive') || undefined,
    createdAt: timeAt(user, 'created_at'),
    posts: postsOf(states, user),
  }
}

/** The state also holds posts that the page shows of others. */
function postsOf(states: unknown[], user: object) {
  const [handle, id] = [textAt(user, 'screen_name'), textAt(user, 'id_str')]
  return findRecords(states, hasKeys('full_text', 'id_str'))
    .filter((post) => {
      const author = textAt(post, 'user_id_str') ?? textAt(post, 'user')
      return author === undefined || id === undefined || author === id
    })
    .map((post) => ({
      url: `https://x.com/${handle}/status/${textAt(post, 'id_str')}`,
      text: textAt(post, 'full_text'),
    }))
}

function fromJsonLd(page: ParsedPage): Found | null {
  const parts = jsonLdFacts(page)
  return parts?.handle ? { signal: 'json_ld', parts } : null
}

/** The plain `description` is the site's; only `og:description` is the person's. */
function fromMeta(page: ParsedPage): Found | null {
  const title = TITLE.exec(metaOf(page, 'og:title') ?? '') ?? TITLE.exec(page.title.trim())
  if (!title) return null
  const parts = {
    handle: title[2],
    name: title[1],
    bio: metaOf(page, 'og:description'),
    pictures: [metaOf(page, 'og:image')],
  }
  return { signal: 'open_graph', parts }
}

const TITLE = /^(.+?) \(@?(\w{1,15})\)(?: (?:on|en|auf|sur|su|no)| \/) (?:X|Twitter)$/i
