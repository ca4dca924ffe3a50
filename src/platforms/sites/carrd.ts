import type { Platform } from '../platform.ts'
import { findAgeGate } from '../reading/account-notices.ts'
import { readPage } from '../reading/read-page.ts'
import { isOnHost, partsOn, subdomainOn } from '../reading/site-address.ts'

/** The site's own names for its customers' pages. */
const HOSTS = ['carrd.co', 'crd.co', 'uwu.ai', 'ju.mp', 'drr.ac']

export const platform: Platform = {
  id: 'carrd',
  label: 'Carrd',
  kind: 'hub',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    const name = subdomainOn(url, HOSTS)?.toLowerCase()
    if (!parts || parts.length > 0 || !name || !/^[a-z0-9-]{2,63}$/.test(name)) return null
    const host = HOSTS.find((known) => isOnHost(url.hostname, [known])) ?? 'carrd.co'
    return { platform: 'carrd', handle: name, url: `https://${name}.${host}/` }
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(carrd( - .*)?|untitled)$/i,
      notices: [
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          text: /^\s*(404\s*)?(not found\s*)?sorry, the requested page could not be found/i,
        },
        {
          outcome: 'banned',
          signal: 'carrd_suspended_words',
          text: /this site has been (suspended|disabled|taken down)/i,
        },
      ],
      find: (page) => {
        const name = page.title.trim()
        // These pages are nothing but their text; their description is often the default one.
        const isNotice =
          page.text.length < 200 &&
          /could not be found|has been (suspended|disabled|taken down)/i.test(page.text)
        if (isNotice || (name === '' && page.text === '')) return null
        // A gate that its owner wrote stands above the page; one that leads elsewhere is all there is to see.
        const gate = page.text.length < 200 && page.images.length === 0 ? findAgeGate(page) : null
        if (gate) return gate
        return {
          signal: 'page',
          parts: { name, bio: page.text, pictures: page.images.map(({ url }) => url) },
        }
      },
      links: true,
    }),
}
