import type { Platform, Reading } from '../platform.ts'
import { profileLink, readAs } from '../reading/profile-of.ts'
import { readApi } from '../reading/read-api.ts'
import { numberAt, textAt, timeAt } from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['github.com']
const HANDLE = {
  pattern: /^[a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?$/,
  reserved: `
    about apps codespaces collections contact customer-stories dashboard enterprise events explore
    features issues join login marketplace new notifications orgs pricing pulls readme search
    security settings site sponsors stars team topics trending`,
}

export const platform: Platform = {
  id: 'github',
  label: 'GitHub',
  kind: 'code',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts || !/^(www\.)?github\.com$/.test(url.hostname)) return null
    const [first, more] = parts[0] === 'sponsors' || parts[0] === 'orgs' ? parts.slice(1) : parts
    const handle = more === undefined ? handleIn(first, HANDLE) : null
    return handle ? { platform: 'github', handle, url: `https://github.com/${handle}` } : null
  },

  request: ({ handle }) => ({ url: `https://api.github.com/users/${handle}`, accept: 'json' }),

  read: (response) => readApi(response, account),
}

function account(json: unknown, status: number): Reading | null {
  const message = textAt(json, 'message') ?? ''
  if (status === 404 && /^not found$/i.test(message)) return { outcome: 'gone', signal: 'github_not_found' }
  if (/rate limit/i.test(message)) return { outcome: 'rate_limited', signal: 'github_rate_limit' }
  const handle = textAt(json, 'login')
  if (status !== 200 || !handle) return null
  const x = textAt(json, 'twitter_username')
  return readAs('github_user', {
    handle,
    name: textAt(json, 'name') ?? handle,
    bio: textAt(json, 'bio'),
    links: [profileLink(textAt(json, 'blog')), x ? profileLink(`https://x.com/${x}`, 'X') : null],
    counts: {
      followers: numberAt(json, 'followers'),
      following: numberAt(json, 'following'),
      posts: numberAt(json, 'public_repos'),
    },
    pictures: [textAt(json, 'avatar_url')],
    createdAt: timeAt(json, 'created_at'),
  })
}
