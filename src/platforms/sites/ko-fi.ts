import type { PageResponse } from '../../evidence/page.ts'
import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['ko-fi.com']
const HANDLE = {
  pattern: /^[a-z0-9_]{3,40}$/,
  reserved: `
    about account art blog commissions explore feed gold home login manage pricing privacy s shop
    summary terms i post album help`,
}
const TABS = ['shop', 'commissions', 'gallery', 'posts', 'tiers', 'goal', 'about', 'feed']

export const platform: Platform = {
  id: 'ko-fi',
  label: 'Ko-fi',
  kind: 'paid',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || parts.length > 2 || (parts[1] !== undefined && !TABS.includes(parts[1]))) return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'ko-fi', handle, url: `https://ko-fi.com/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    isSentHome(response)
      ? { outcome: 'gone', signal: 'redirect_to_art' }
      : readPage(response, target, {
          ownHosts: HOSTS,
          brand: /^(ko-?fi|art|ko-fi [|-] .*|make money doing what you love.*)$/i,
          title:
            /^(?:support |buy )?(.+?)(?:['’]s (?:ko-fi (?:page|profile|shop).*)| (?:a coffee|on ko-fi!?|- ko-fi).*)$/i,
          links: true,
        }),
}

/** A name nobody has is sent to the gallery of the site. */
function isSentHome({ hops, finalUrl }: PageResponse): boolean {
  return hops.length > 0 && /^https:\/\/ko-fi\.com\/art\?=redirect/.test(finalUrl)
}
