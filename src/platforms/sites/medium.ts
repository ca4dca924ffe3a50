import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn, subdomainOn } from '../reading/site-address.ts'

const HOSTS = ['medium.com']
const HANDLE = {
  pattern: /^[a-z0-9._-]{2,40}$/,
  reserved: 'help policy blog m api cdn-client miro status about',
}
const RULES = {
  ownHosts: [...HOSTS, 'medium.statuspage.io', 'speechify.com'],
  brand: /^(medium( [–—-] .*)?|page not found.*|out of nothing, something\.?|.*\(no longer available\))$/i,
  title: /^(?:about [–—-] )?(.+?)(?: [–—-] Medium| \| Medium)$/i,
  notices: [
    {
      outcome: 'banned' as const,
      signal: 'medium_suspended_words',
      text: /this (account|page|user) (is under investigation|was found in violation of the medium rules)/i,
    },
    {
      outcome: 'gone' as const,
      signal: 'page_not_available_marker',
      text: /out of nothing, something|page not found/i,
    },
    {
      outcome: 'gone' as const,
      signal: 'medium_user_deactivated_words',
      text: /user deactivated or deleted their account/i,
    },
  ],
}

export const platform: Platform = {
  id: 'medium',
  label: 'Medium',
  kind: 'media',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts) return null
    const isFront =
      parts.length === 0 || (parts.length === 1 && /^(about|followers|following)$/.test(parts[0] ?? ''))
    const own = isFront ? subdomainOn(url, HOSTS) : null
    const isPerson =
      parts[0]?.startsWith('@') &&
      (parts.length === 1 ||
        (parts.length === 2 && /^(about|lists|followers|following)$/.test(parts[1] ?? '')))
    const handle = handleIn(own ?? (isPerson ? parts[0] : undefined), HANDLE)
    return handle ? { platform: 'medium', handle, url: `https://medium.com/@${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ...RULES,
      links: true,
    }),
}
