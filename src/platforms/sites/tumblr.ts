import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn, subdomainOn } from '../reading/site-address.ts'

const HOSTS = ['tumblr.com']
const HANDLE = {
  pattern: /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/,
  reserved: `
    about api apps assets blog communities dashboard docs explore help likes login new policy
    privacy register search settings support tagged tips www m px media t themes embed live go`,
}

export const platform: Platform = {
  id: 'tumblr',
  label: 'Tumblr',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts) return null
    const own = subdomainOn(url, HOSTS)
    if (parts[0] === 'dashboard' && parts[1] === 'blog') parts.shift()
    const named = parts[0] === 'blog' ? parts[parts[1] === 'view' ? 2 : 1] : parts[0]
    const first = named?.replace(/\.tumblr\.com$/, '')
    const isDeeper = own
      ? parts.length > 1 || !/^(about|archive)?$/.test(parts[0] ?? '')
      : parts[0] !== 'blog' && parts.length > 1
    const handle = isDeeper ? null : handleIn(own ?? first, HANDLE)
    return handle ? { platform: 'tumblr', handle, url: `https://${handle}.tumblr.com/` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(tumblr|untitled|tumblr [-–—.] .*|log in .*)$/i,
      title: /^(.+?)(?: (?:on|[-|]) Tumblr)$/i,
      notices: [
        {
          outcome: 'banned',
          signal: 'tumblr_terminated_words',
          text: /this (tumblr|blog) (has been|was) (terminated|suspended)/i,
        },
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          text: /there['’]s nothing here|whatever you were looking for doesn['’]t currently exist/i,
        },
        {
          outcome: 'age_gate',
          signal: 'tumblr_mature_words',
          text: /this (tumblr|blog) (may contain|contains) (sensitive|mature|adult|explicit) (media|content)/i,
        },
        {
          outcome: 'login_wall',
          signal: 'dashboard_only_words',
          text: /this (tumblr|blog) is (only viewable|hidden).{0,60}(dashboard|log in)/is,
        },
      ],
      links: true,
    }),
}
