import type { PageResponse } from '../../evidence/page.ts'
import type { Platform, Reading, Target } from '../platform.ts'
import { profileLink, profileOf, readAs, withMore } from '../reading/profile-of.ts'
import { readApi } from '../reading/read-api.ts'
import { at, flagAt, listAt, numberAt, textAt, timeAt } from '../reading/read-path.ts'
import { handleIn, partsOn } from '../reading/site-address.ts'

const HOSTS = ['reddit.com']
const HANDLE = { pattern: /^[a-z0-9_-]{3,20}$/, reserved: 'me' }
const TABS = [
  'submitted',
  'comments',
  'overview',
  'about',
  'about.json',
  'posts',
  'gilded',
  'upvoted',
  'saved',
]

export const platform: Platform = {
  id: 'reddit',
  label: 'Reddit',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (
      !parts ||
      !['user', 'u'].includes(parts[0] ?? '') ||
      (parts[2] !== undefined && !TABS.includes(parts[2])) ||
      parts.length > 3
    )
      return null
    const handle = handleIn(parts[1]?.replace(/\.(json|rss)$/i, ''), HANDLE)
    return handle ? { platform: 'reddit', handle, url: `https://www.reddit.com/user/${handle}/` } : null
  },

  request: ({ url }) => ({ url: `${url}about.json?raw_json=1`, accept: 'json' }),

  read: (response, target) => readApi(response, (json, status) => account(json, status, target)),

  readNext: withPosts,
}

function account(json: unknown, status: number, target: Target): Reading | null {
  if (status === 404 && at(json, 'error') === 404) return { outcome: 'gone', signal: 'reddit_error_404' }
  const user = at(json, 'data')
  const handle = textAt(user, 'name')
  if (status !== 200 || !handle) return null
  if (flagAt(user, 'is_suspended')) return { outcome: 'banned', signal: 'reddit_is_suspended' }
  const page = at(user, 'subreddit')
  return {
    ...readAs('reddit_about', {
      handle,
      name: textAt(page, 'title') ?? handle,
      bio: textAt(page, 'public_description'),
      counts: {
        karma: numberAt(user, 'total_karma') ?? numberAt(user, 'link_karma'),
        followers: numberAt(page, 'subscribers') || undefined,
      },
      pictures: [textAt(user, 'icon_img'), textAt(page, 'banner_img')],
      adult: flagAt(page, 'over_18') || undefined,
      createdAt: timeAt(user, 'created_utc'),
    }),
    next: { url: `${target.url}submitted.json?limit=30&raw_json=1`, accept: 'json' },
  }
}

function withPosts(response: PageResponse, _target: Target, first: Reading): Reading {
  const { next: _done, ...reading } = first
  if (!reading.profile || response.status !== 200) return reading
  const submitted = listAt(response.json, 'data', 'children').map((child) => at(child, 'data'))
  const { posts, links, left } = profileOf({
    posts: submitted.map((post) => ({
      url: `https://www.reddit.com${textAt(post, 'permalink') ?? ''}`,
      text: [textAt(post, 'title'), textAt(post, 'selftext'), `r/${textAt(post, 'subreddit') ?? ''}`]
        .filter(Boolean)
        .join('\n'),
    })),
    links: submitted
      .filter(
        (post) =>
          flagAt(post, 'is_self') === false &&
          !/(^|\.)(redd\.it|reddit\.com)$/.test(textAt(post, 'domain') ?? ''),
      )
      .map((post) => profileLink(textAt(post, 'url'), textAt(post, 'title'))),
  })
  const profile = withMore(reading.profile, { posts, links, ...(left && { left }) })
  if (submitted.some((post) => flagAt(post, 'over_18'))) profile.adult = true
  return { ...reading, profile }
}
