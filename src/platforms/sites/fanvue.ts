import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['fanvue.com']
const HANDLE = {
  pattern: /^[a-z0-9_.-]{3,40}$/,
  reserved: `
    about login signin signup register discover terms privacy support blog home explore legal api
    faq pricing creators`,
}
const TABS = ['media', 'posts', 'subscribe']

export const platform: Platform = {
  id: 'fanvue',
  label: 'Fanvue',
  kind: 'paid',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (
      !parts ||
      parts.length > 2 ||
      (parts[1] !== undefined && !(TABS.includes(parts[1]) || /^fv-\d+$/.test(parts[1])))
    )
      return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'fanvue', handle, url: `https://www.fanvue.com/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(fanvue( \| .*)?|.*the content creator subscription platform.*)$/i,
      title: /^(.+?)(?: \(@?[\w.-]+\))?(?: ?(?:[|•-]|on) Fanvue.*)$/i,
      notices: [
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          text: /(user|creator|page) (could )?(was )?not (be )?found/i,
        },
      ],
      links: true,
    }),
}
