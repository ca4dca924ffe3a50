import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { partsOn } from '../reading/site-address.ts'

const HOSTS = ['spotify.com']
const HANDLE = {
  pattern: /^[A-Za-z0-9._-]{2,64}$/,
}

export const platform: Platform = {
  id: 'spotify',
  label: 'Spotify',
  kind: 'media',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || url.hostname === 'www.spotify.com') return null
    const [kind = '', id = '', more = ''] = /^(intl-.*|embed)$/.test(parts[0] ?? '') ? parts.slice(1) : parts
    const isProfile =
      /^(user|artist|show)$/.test(kind) &&
      /^(|discography|playlists|about|related|concerts|followers|following)$/.test(more) &&
      HANDLE.pattern.test(id)
    return isProfile
      ? { platform: 'spotify', handle: id, url: `https://open.spotify.com/${kind}/${id}` }
      : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^(spotify( [–-] .*)?|page not found)$/i,
      title: /^(.+?)(?: \| (?:Podcast )?(?:on )?Spotify| on Spotify| [–-] .*\| Spotify)$/i,
      notices: [{ outcome: 'gone', signal: 'title_not_found', title: /^page not found$/i }],
    }),
}
