import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = [
  'pinterest.com',
  'pinterest.co.uk',
  'pinterest.de',
  'pinterest.fr',
  'pinterest.es',
  'pinterest.it',
  'pinterest.ca',
  'pinterest.com.au',
  'pinterest.jp',
  'pinterest.at',
  'pinterest.ch',
  'pinterest.pt',
  'pinterest.se',
  'pinterest.com.mx',
  'pinterest.ie',
  'pinterest.nz',
  'pinterest.dk',
  'pinterest.ph',
  'pinterest.cl',
  'pinterest.co.kr',
  'pinterest.hu',
  'pinterest.nl',
  'pinterest.be',
  'pinterest.pl',
  'pinterest.ru',
  'pinterest.co.in',
  'pinterest.cz',
  'pinterest.no',
  'pinterest.fi',
  'pinterest.gr',
  'pinterest.com.br',
  'pinterest.com.ar',
  'pinterest.info',
]
const HANDLE = {
  pattern: /^[a-z0-9_]{3,30}$/,
  reserved: `
    pin search ideas today login signup explore business about settings videos discover offsite
    categories topics privacy terms`,
}
const TABS = ['_saved', '_created', 'pins', 'boards', '_shop']

export const platform: Platform = {
  id: 'pinterest',
  label: 'Pinterest',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || parts.length > 2 || (parts[1] !== undefined && !TABS.includes(parts[1]))) return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'pinterest', handle, url: `https://www.pinterest.com/${handle}/` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(pinterest|log in to pinterest.*|pinterest [-–—] .*)$/i,
      title: /^(.+?)(?: \([\w@]+\))?(?: (?:on|-|\|) Pinterest.*| - Profile \| Pinterest.*)$/i,
      notices: [{ outcome: 'gone', signal: 'pinterest_user_not_found', text: /user not found\./i }],
    }),
}
