import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['onlyfans.com']
const HANDLE = {
  pattern: /^[a-z0-9_.-]{3,50}$/,
  reserved: `
    about action api2 blog brand contact contract cookies dmca files help how my notifications posts press
    privacy referrals settings store support terms transparency usc2257 complaint-policy bookmarks
    subscribe`,
}

/** Answers plain requests with a challenge, and its API wants forged signatures, which we do not make. Rendered pages can be read. */
export const platform: Platform = {
  id: 'onlyfans',
  label: 'OnlyFans',
  kind: 'paid',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || (parts.length > 1 && !/^(c\d+|trial|media|videos|photos|posts)$/.test(parts[1] ?? '')))
      return null
    const handle = /^\d+$/.test(parts[0] ?? '') ? null : handleIn(parts[0], HANDLE)
    return handle ? { platform: 'onlyfans', handle, url: `https://onlyfans.com/${handle}` } : null
  },

  authorOf(url) {
    // A post is `/<number>/<name>`.
    const [id = '', name] = partsOn(url, HOSTS) ?? []
    return /^\d+$/.test(id) && name ? this.recognise(new URL(`/${name}`, url)) : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^onlyfans$/i,
      title: /^(.+?)(?: [-|·] ?)? ?(?:@[\w.-]+ )?OnlyFans$/i,
      notices: [
        { outcome: 'gone', signal: 'page_not_available_marker', text: /sorry, this page is not available/i },
      ],
      links: true,
    }),
}
