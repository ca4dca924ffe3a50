import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['linkedin.com']
const HANDLE = {
  pattern: /^[\p{L}\p{N}_%-]{2,100}$/u,
}

const SECTIONS: Record<string, string> = {
  in: 'in',
  pub: 'in',
  company: 'company',
  school: 'school',
  showcase: 'showcase',
}

export const platform: Platform = {
  id: 'linkedin',
  label: 'LinkedIn',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    // The pages for small telephones.
    if (parts?.[0] === 'mwlite') parts.splice(0, parts[1] === 'profile' ? 2 : 1)
    const section = SECTIONS[parts?.[0] ?? '']
    const isDetail = parts?.[2] === 'details' || parts?.[2] === 'recent-activity'
    if (!parts || !section || (parts.length > 3 && !isDetail)) return null
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
