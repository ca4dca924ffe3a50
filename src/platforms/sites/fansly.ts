import type { Platform, Reading } from '../platform.ts'
import { readAs } from '../reading/profile-of.ts'
import { readApi } from '../reading/read-api.ts'
import { at, findRecord, hasKeys, numberAt, textAt, timeAt } from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['fansly.com']
const HANDLE = {
  pattern: /^[a-z0-9_-]{3,32}$/,
  reserved: `
    about application explore home legal live login messages post privacy settings signup
    subscriptions support terms wallet dmca help search collection r`,
}

export const platform: Platform = {
  id: 'fansly',
  label: 'Fansly',
  kind: 'paid',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || (parts[1] !== undefined && !/^(posts|media|videos|pictures|about|t\d+)$/.test(parts[1])))
      return null
    const handle = handleIn(parts[0], HANDLE)
    return handle ? { platform: 'fansly', handle, url: `https://fansly.com/${handle}` } : null
  },

  request: ({ handle }) => ({
    url: `https://apiv3.fansly.com/api/v1/account?usernames=${encodeURIComponent(handle)}&ngsw-bypass=true`,
    accept: 'json',
  }),

  read: (response) => readApi(response, (json, status) => (status === 200 ? account(json) : null)),
}

function account(json: unknown): Reading | null {
  const accounts = at(json, 'response')
  if (!Array.isArray(accounts)) return null
  if (accounts.length === 0) return { outcome: 'gone', signal: 'fansly_no_account' }
  const user: unknown = accounts[0]
  if (!textAt(user, 'username')) return null
  return readAs('fansly_account', {
    handle: textAt(user, 'username'),
    name: textAt(user, 'displayName') ?? textAt(user, 'username'),
    bio: textAt(user, 'about'),
    counts: {
      followers: numberAt(user, 'followCount'),
      likes: numberAt(user, 'postLikes'),
      pictures: numberAt(user, 'timelineStats', 'imageCount'),
      videos: numberAt(user, 'timelineStats', 'videoCount'),
    },
    pictures: [pictureOf(at(user, 'avatar')), pictureOf(at(user, 'banner'))],
    createdAt: timeAt(user, 'createdAt'),
  })
}

function pictureOf(media: unknown): string | undefined {
  const file = findRecord(media, hasKeys('location', 'locationId'))
  return textAt(file, 'location')
}
