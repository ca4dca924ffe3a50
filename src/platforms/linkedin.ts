import type { Platform } from './platform.ts'
import { readPage } from './read-page.ts'
import { handleIn, partsOn } from './site-address.ts'

const HOSTS = ['linkedin.com']
const HANDLE = {
  pattern: /^[\p{L}\p{N}_%-]{2,100}$/u,
}

export const platform: Platform = {
  id: 'linkedin',
  label: 'LinkedIn',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    const section = { in: 'in', company: 'company', pub: 'in' }[parts?.[0] ?? '']
    if (!parts || !section || parts.length > 3) return null
    const handle = handleIn(parts[1], HANDLE)
    return handle
      ? {
          platform: 'linkedin',
          handle,
          url: `https://www.linkedin.com/${section}/${encodeURIComponent(handle)}`,
        }
      : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand:
        /^(linkedin|sign up \| linkedin|linkedin login.*|join linkedin.*|security verification \| linkedin|linkedin: log in or sign up)$/i,
      title: /^(.+?)(?: [-–] .*)?(?: \| LinkedIn.*)$/i,
      notices: [
        {
          outcome: 'login_wall',
          signal: 'title_login',
          title: /^(sign up \| linkedin|linkedin login.*|join linkedin.*|linkedin: log in or sign up)$/i,
        },
        {
          outcome: 'bot_challenge',
          signal: 'linkedin_security_check',
          title: /^security verification \| linkedin$/i,
        },
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          title: /^(profile not found|page not found) \| linkedin$/i,
        },
      ],
    }),
}
