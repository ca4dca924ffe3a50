import type { Platform, Reading } from '../platform.ts'
import { profileLink, readAs } from '../reading/profile-of.ts'
import { readApi } from '../reading/read-api.ts'
import { at, flagAt, listAt, numberAt, textAt } from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['kick.com']
const HANDLE = {
  pattern: /^[a-z0-9_-]{3,25}$/,
  reserved: `
    about api browse category categories clips following help login privacy-policy terms-of-service
    signup video`,
}

export const platform: Platform = {
  id: 'kick',
  label: 'Kick',
  kind: 'media',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (
      !parts ||
      !/^(www\.|m\.|player\.)?kick\.com$/.test(url.hostname) ||
      (parts[1] !== undefined && !['about', 'videos', 'clips', 'chatroom'].includes(parts[1]))
    )
      return null
    const handle = parts.length < 3 ? handleIn(parts[0], HANDLE) : null
    return handle ? { platform: 'kick', handle, url: `https://kick.com/${handle}` } : null
  },

  request: ({ handle }) => ({ url: `https://kick.com/api/v2/channels/${handle}`, accept: 'json' }),

  read: (response) => readApi(response, channel),
}

function channel(json: unknown, status: number): Reading | null {
  if (status === 404) return { outcome: 'gone', signal: 'http_404' }
  const handle = textAt(json, 'slug')
  if (status !== 200 || !handle) return null
  if (flagAt(json, 'is_banned')) return { outcome: 'banned', signal: 'kick_is_banned' }
  const user = at(json, 'user')
  return readAs('kick_channel', {
    handle,
    name: textAt(user, 'username') ?? handle,
    bio: textAt(user, 'bio'),
    links: Object.entries(SITES).map(([key, site]) => {
      const name = textAt(user, key)?.replace(/^@/, '')
      return name ? profileLink(name.includes('/') ? name : `${site}${name}`, key) : null
    }),
    counts: { followers: numberAt(json, 'followers_count') ?? numberAt(json, 'followersCount') },
    verified: at(json, 'verified') ? true : undefined,
    pictures: [textAt(user, 'profile_pic')],
    adult: flagAt(json, 'livestream', 'is_mature') || undefined,
    posts: listAt(json, 'previous_livestreams').map((stream) => ({
      url: `https://kick.com/${handle}/videos/${textAt(stream, 'video', 'uuid') ?? ''}`,
      text: textAt(stream, 'session_title'),
    })),
  })
}

const SITES: Record<string, string> = {
  instagram: 'https://www.instagram.com/',
  twitter: 'https://x.com/',
  youtube: 'https://www.youtube.com/@',
  tiktok: 'https://www.tiktok.com/@',
  discord: 'https://discord.gg/',
  facebook: 'https://www.facebook.com/',
}
