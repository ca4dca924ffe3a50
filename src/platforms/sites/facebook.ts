import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform, Target } from '../platform.ts'
import { metaOf, outwardLinks } from '../reading/page-facts.ts'
import { countBefore } from '../reading/parse-count.ts'
import { type Found, properName, readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['facebook.com', 'fb.com', 'm.me']
const OWN_HOSTS = [...HOSTS, 'instagram.com', 'meta.com', 'messenger.com']
const HANDLE = {
  pattern: /^[a-z0-9.]{3,60}$/,
  reserved: `
    about ads business dialog events games gaming groups hashtag help home.php l.php legal live
    login login.php marketplace me media messages notes pages people permalink.php photo photo.php
    photos plugins policies policy.php privacy profile.php public recover reel reels search settings
    share share.php sharer sharer.php stories story.php terms terms.php tr video video.php watch
    r.php checkpoint index.php`,
}
const TITLES = {
  brand:
    /^(facebook|log in(to)? (or sign up|facebook).*|page not found.*|error|security check.*|content not found|log into facebook.*|facebook [-–—] log in.*)$/i,
}

export const platform: Platform = {
  id: 'facebook',
  label: 'Facebook',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || /^(l|lm|apps|developers|about)\./.test(url.hostname)) return null
    // The id stands last, alone or behind the name: `/people/Name/1`, `/pages/Name/1`, `/p/Name-1`, `/pages/category/Kind/Name-1`.
    const isListed = ['people', 'pages', 'p'].includes(parts[0] ?? '')
    const id =
      parts[0] === 'profile.php'
        ? (url.searchParams.get('id') ?? '')
        : isListed
          ? (/(?:^|-)(\d{4,20})$/.exec(parts.at(-1) ?? '')?.[1] ?? '')
          : ''
    if (/^\d{4,20}$/.test(id))
      return { platform: 'facebook', handle: id, url: `https://www.facebook.com/profile.php?id=${id}` }
    if (parts[0] === 'pg') parts.shift()
    if (
      parts[1] !== undefined &&
      ![
        'about',
        'photos',
        'videos',
        'reels',
        'followers',
        'following',
        'friends',
        'community',
        'reviews',
        'mentions',
        'photos_albums',
      ].includes(parts[1])
    )
      return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'facebook', handle, url: `https://www.facebook.com/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ...TITLES,
      ownHosts: OWN_HOSTS,
      notices: [
        { outcome: 'gone', signal: 'title_not_found', title: /^(page not found|content not found)/i },
        {
          outcome: 'login_wall',
          signal: 'title_login',
          title: /^(log in(to)? (or sign up|facebook)|log into facebook|facebook [-–—] log in)/i,
        },
        // Said of deleted pages and of pages that want a login, so it says neither.
        {
          outcome: 'error',
          signal: 'content_not_available_words',
          text: /this content isn['’]t available (right now|at the moment)/i,
        },
      ],
      openGraph: false,
      find: (page, target) => fromMeta(page) ?? fromTimeline(page, target),
    }),
}

/** The mobile sites' timeline has no metadata: the name stands in the links of its stories to the profile itself. */
function fromTimeline(page: ParsedPage, target: Target): Found | null {
  const path = `/${target.handle.toLowerCase()}`
  const own = page.links.find(
    (link) => !link.hidden && link.text.trim() !== '' && URL.parse(link.url)?.pathname.toLowerCase() === path,
  )
  if (!own) return null
  return {
    signal: 'mobile_timeline',
    parts: {
      name: own.text.trim(),
      links: outwardLinks(page, OWN_HOSTS),
      posts: [{ url: target.url, text: page.text }],
    },
  }
}

function fromMeta(page: ParsedPage): Found | null {
  const title = metaOf(page, 'og:title') ?? page.title
  const name = properName(title, { brand: TITLES.brand, title: /^(.+?)(?: [-|] .*)?(?: \| Facebook)$/i })
  const description = metaOf(page, 'og:description', 'description')
  if (!name || (!description && !metaOf(page, 'og:image'))) return null
  const facts =
    /^.{0,80}?[\d.,KM]+ likes? · .*?(?:were here|talking about this)?\. /is.exec(description ?? '')?.[0] ?? ''
  return {
    signal: 'open_graph',
    parts: {
      name,
      bio: facts === '' ? description : description?.slice(facts.length),
      counts: {
        likes: countBefore(description ?? '', 'likes?'),
        followers: countBefore(description ?? '', 'followers?'),
      },
      pictures: [metaOf(page, 'og:image')],
    },
  }
}
