import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn, subdomainOn } from '../reading/site-address.ts'

const HOSTS = ['gumroad.com']
const HANDLE = {
  pattern: /^[a-z0-9][a-z0-9-]{2,40}$/,
  reserved: `
    app discover help blog login signup features pricing about l library terms privacy public-files
    assets api community university d a docs customers`,
}

export const platform: Platform = {
  id: 'gumroad',
  label: 'Gumroad',
  kind: 'shop',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    const own = subdomainOn(url, HOSTS)
    if (!parts || parts.length > (own && !/^(subscribe|posts)$/.test(parts[0] ?? '') ? 0 : 1)) return null
    const handle = handleIn(own ?? parts[0], HANDLE)
    return handle ? { platform: 'gumroad', handle, url: `https://${handle}.gumroad.com/` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^gumroad$/i,
      title: /^(.+?)(?: (?:on|[|-]) Gumroad)$/i,
      notices: [
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          text: /page not found|the page you were looking for doesn['’]t exist/i,
        },
      ],
      links: true,
    }),
}
