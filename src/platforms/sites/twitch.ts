import type { Platform } from '../platform.ts'
import { readPage } from '../reading/read-page.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['twitch.tv']
const HANDLE = {
  pattern: /^[a-z0-9_]{3,25}$/,
  reserved: `
    directory videos downloads jobs p search settings subscriptions turbo wallet login signup store
    prime drops inventory friends team products`,
}
const TABS = ['about', 'videos', 'schedule', 'clips', 'home']

/** Plain answers are a shell that names only the brand, for real channels and for none: then nothing was read. */
export const platform: Platform = {
  id: 'twitch',
  label: 'Twitch',
  kind: 'media',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    // `popout/<name>/chat` is the chat of somebody alone.
    if (url.hostname.startsWith('clips.')) return null
    if (parts?.[0] === 'popout') parts.splice(0, 3, parts[1] ?? '')
    if (!parts || parts.length > 2 || (parts[1] !== undefined && !TABS.includes(parts[1]))) return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'twitch', handle, url: `https://www.twitch.tv/${handle}` } : null
  },

  request: ({ url }) => ({ url }),

  read: (response, target) =>
    readPage(response, target, {
      ownHosts: HOSTS,
      brand: /^twitch$/i,
      title: /^(.+?)(?: - Twitch)$/i,
      notices: [
        {
          outcome: 'banned',
          signal: 'twitch_suspended_words',
          text: /this channel is (currently|temporarily)? ?unavailable due to a violation/i,
        },
        {
          outcome: 'gone',
          signal: 'page_not_available_marker',
          text: /unless you['’]ve got a time machine, that content is unavailable/i,
        },
      ],
    }),
}
