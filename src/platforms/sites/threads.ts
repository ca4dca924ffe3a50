import type { ParsedPage } from '../../evidence/page.ts'
import type { Platform } from '../platform.ts'
import { metaOf } from '../reading/page-facts.ts'
import { countBefore } from '../reading/parse-count.ts'
import { type Found, readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['threads.com', 'threads.net']
const HANDLE = { pattern: /^[a-z0-9_](?:[a-z0-9_.]{0,28}[a-z0-9_])?$/ }

/** A name nobody has and a wall look alike here: both are the login page. So nothing is ever `gone` without status 404. */
export const platform: Platform = {
  id: 'threads',
  label: 'Threads',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts?.[0]?.startsWith('@') || /^l\./.test(url.hostname)) return null
    if (parts[1] !== undefined && !['replies', 'reposts', 'media'].includes(parts[1])) return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'threads', handle, url: `https://www.threads.com/@${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^threads( • log in|, say more.*)?$/i,
      notices: [
        { outcome: 'login_wall', signal: 'title_login', title: /^(threads • log in|log in • threads)/i },
      ],
      openGraph: false,
      find: fromMeta,
    }),
}

function fromMeta(page: ParsedPage): Found | null {
  const title = /^(.+?) \(@([\w.]+)\)/.exec(metaOf(page, 'og:title') ?? page.title)
  if (!title) return null
  const description = metaOf(page, 'og:description', 'description') ?? ''
  const [counts = ''] =
    /^[\d.,]+[KM]? Followers?(?: • [\d.,]+[KM]? (?:Threads?|Posts?))?(?: • )?/i.exec(description) ?? []
  return {
    signal: 'open_graph',
    parts: {
      handle: title[2],
      name: title[1],
      bio: description
        .slice(counts.length)
        .replace(/\s*See the latest conversations with @[\w.]+\.?\s*$/i, ''),
      counts: { followers: countBefore(counts, 'followers?'), posts: countBefore(counts, 'threads?|posts?') },
      pictures: [metaOf(page, 'og:image')],
    },
  }
}
