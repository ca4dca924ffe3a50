import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn, subdomainOn } from '../reading/site-address.ts'

const HOSTS = ['etsy.com']
const HANDLE = {
  pattern: /^[a-z0-9]{4,20}$/,
  reserved: 'help blog mobile investors careers api developers community',
}

export const platform: Platform = {
  id: 'etsy',
  label: 'Etsy',
  kind: 'shop',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts) return null
    const [first = '', second, third] = /^[a-z]{2}(-[a-z]{2})?$/.test(parts[0] ?? '') ? parts.slice(1) : parts
    // `name.etsy.com` is a shop's own address; `de.etsy.com` a language.
    const own = parts.length === 0 ? subdomainOn(url, HOSTS) : null
    const isFront = third === undefined || /^(reviews|about|policy|sold)$/.test(third)
    const handle = handleIn(
      own ?? (['shop', 'people'].includes(first) && isFront ? second : undefined),
      HANDLE,
    )
    return handle ? { platform: 'etsy', handle, url: `https://www.etsy.com/shop/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(etsy( - .*)?|etsy\.com)$/i,
      title: /^(?:shop )?(.+?)(?:['’]s shop)?(?: - .*)?(?: (?:-|[|]|on) Etsy.*)$/i,
      notices: [
        {
          outcome: 'gone',
          signal: 'etsy_shop_unavailable_words',
          text: /(this shop is (currently )?unavailable|sorry, the (page|shop) you (were looking for|are looking for) (was not found|cannot be found)|uh oh!)/i,
        },
        {
          outcome: 'banned',
          signal: 'etsy_shop_suspended_words',
          text: /this shop (has been|is) suspended/i,
        },
      ],
      links: true,
    }),
}
