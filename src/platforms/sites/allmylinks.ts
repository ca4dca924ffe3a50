import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['allmylinks.com']
const HANDLE = {
  pattern: /^[a-z0-9_-]{2,40}$/,
  reserved: `
    about login signup register site link privacy terms tos dmca contact discover help blog pricing`,
}

export const platform: Platform = {
  id: 'allmylinks',
  label: 'AllMyLinks',
  kind: 'hub',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (parts?.length !== 1) return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'allmylinks', handle, url: `https://allmylinks.com/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: [...HOSTS, 'linkcdn.cc'],
      brand: /^(allmylinks|all my links|allmylinks \|.*|page not found.*|not found \(#404\))$/i,
      title: /^(.+?)(?: \(@?[\w-]+\))?(?: [-|] AllMyLinks.*)$/i,
      notices: [
        { outcome: 'gone', signal: 'title_not_found', title: /^(page not found|not found \(#404\))/i },
        {
          outcome: 'banned',
          signal: 'suspended_words',
          text: /this (account|profile) has been (suspended|banned|blocked)/i,
        },
        {
          outcome: 'age_gate',
          signal: 'age_gate_words',
          text: /(this profile (may contain|contains) (adult|sensitive|mature) content|you must be (at least )?18)[\s\S]{0,400}(continue|enter|confirm|i am)/i,
        },
      ],
      links: true,
    }),
}
