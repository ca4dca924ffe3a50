import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['buymeacoffee.com', 'coff.ee']
const HANDLE = {
  pattern: /^[a-z0-9_.-]{2,50}$/,
  reserved: `
    about explore login signup faq privacy-policy terms app wordpress contact help dashboard pricing
    search careers`,
}
const TABS = ['posts', 'extras', 'membership', 'gallery', 'shop']

export const platform: Platform = {
  id: 'buymeacoffee',
  label: 'Buy Me a Coffee',
  kind: 'paid',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || parts.length > 2 || (parts[1] !== undefined && !TABS.includes(parts[1]))) return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'buymeacoffee', handle, url: `https://buymeacoffee.com/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(buy ?me ?a ?coffee|.*where creators .*|a supporter is worth.*)$/i,
      title: /^(.+?)(?: is [^|]*)?(?: - Buymeacoffee| \| Buy ?Me ?a ?Coffee.*)$/i,
      notices: [
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          text: /(this page (isn['’]t|is not) (available|published)|page (you['’]re looking for )?(doesn['’]t exist|not found))/i,
        },
        {
          outcome: 'banned',
          signal: 'suspended_words',
          text: /this (page|account) has been (suspended|taken down)/i,
        },
      ],
      links: true,
    }),
}
