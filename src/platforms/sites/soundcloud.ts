import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform } from '../platform.ts'
import { assignedState } from '../reading/embedded-state.ts'
import { metaOf } from '../reading/page-facts.ts'
import { parseCount } from '../reading/parse-count.ts'
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

const HOSTS = ['soundcloud.com']
const HANDLE = {
  // People may choose 25 letters; names that the site makes are longer.
  pattern: /^[a-z0-9_-]{3,64}$/,
  reserved: `
    charts discover feed jobs login logout messages notifications pages people popular search
    settings signin stations stream tags terms-of-use upload you checkout download mobile imprint`,
}
const TABS = [
  'tracks',
  'popular-tracks',
  'albums',
  'sets',
  'reposts',
  'likes',
  'followers',
  'following',
  'spotlight',
]

export const platform: Platform = {
  id: 'soundcloud',
  label: 'SoundCloud',
  kind: 'media',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || !/^(www\.|m\.)?soundcloud\.com$/.test(url.hostname) || parts.length > 2) return null
    if (parts[1] !== undefined && !TABS.includes(parts[1])) return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'soundcloud', handle, url: `https://soundcloud.com/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: [...HOSTS, 'sndcdn.com'],
      brand: /^(soundcloud( [-–—] .*)?|stream and listen to music.*|something went wrong on soundcloud)$/i,
      title: /^(?:stream )?(.+?)(?: music| \| (?:free )?listen.*)/i,
      openGraph: false,
      find: (page) => fromState(page) ?? fromMeta(page),
    }),
}

/** `window.__sc_hydration`: an array of `{ hydratable, data }`. */
function fromState(page: ParsedPage): Found | null {
  const state = assignedState(page, '__sc_hydration')
  const user = at(
    findRecord(state, (record) => at(record, 'hydratable') === 'user'),
    'data',
  )
  const handle = textAt(user, 'permalink')
  if (!handle) return null
  return {
    signal: 'sc_hydration',
    parts: {
      handle,
      name: textAt(user, 'username'),
      bio: textAt(user, 'description'),
      links: findRecords(state, hasKeys('url', 'network')).map((link) =>
        profileLink(textAt(link, 'url'), textAt(link, 'title')),
      ),
      counts: {
        followers: numberAt(user, 'followers_count'),
        following: numberAt(user, 'followings_count'),
        posts: numberAt(user, 'track_count'),
      },
      verified: flagAt(user, 'verified'),
      pictures: [textAt(user, 'avatar_url')],
      createdAt: timeAt(user, 'created_at'),
    },
  }
}

function fromMeta(page: ParsedPage): Found | null {
  const name = metaOf(page, 'og:title', 'twitter:title')
  const handle = /soundcloud\.com\/([^/?#]+)\/?$/.exec(
    metaOf(page, 'og:url', 'twitter:url') ?? page.canonical ?? '',
  )?.[1]
  const isPerson =
    metaOf(page, 'soundcloud:follower_count') !== undefined || metaOf(page, 'og:type') === 'music.musician'
  if (!name || !isPerson) return null
  return {
    signal: 'open_graph',
    parts: {
      handle,
      name,
      bio: metaOf(page, 'og:description', 'twitter:description'),
      counts: {
        followers: parseCount(metaOf(page, 'soundcloud:follower_count')),
        posts: parseCount(metaOf(page, 'soundcloud:sound_count')),
      },
      pictures: [metaOf(page, 'og:image', 'twitter:image')],
    },
  }
}
