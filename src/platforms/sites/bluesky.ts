import type { PageResponse } from '../../evidence/page.ts'
import type { Platform, Reading, Target } from '../platform.ts'
import { profileOf, readAs, readWith, withMore } from '../reading/profile-of.ts'
import { readApi } from '../reading/read-api.ts'
import { at, listAt, numberAt, textAt, timeAt } from '../reading/read-path.ts'
import { partsOn } from '../reading/site-address.ts'

const HOSTS = ['bsky.app', 'bsky.social']
const API = 'https://public.api.bsky.app/xrpc/'
const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const TABS = ['followers', 'follows', 'known-followers', 'search', 'lists', 'feeds']
const DID = /^did:(plc:[a-z2-7]{24}|web:[a-z0-9.-]+)$/

export const platform: Platform = {
  id: 'bluesky',
  label: 'Bluesky',
  kind: 'social',
  hosts: HOSTS,

  recognise(url) {
    const parts = partsOn(url, HOSTS)
    if (!parts) return null
    const isNameHost = url.hostname.endsWith('.bsky.social') && parts.length === 0
    const handle = (
      isNameHost ? url.hostname : parts[0] === 'profile' && isFront(parts.slice(2)) ? parts[1] : undefined
    )
      ?.replace(/^@/, '')
      .toLowerCase()
    if (!handle || !(HANDLE.test(handle) || DID.test(handle))) return null
    return { platform: 'bluesky', handle, url: `https://bsky.app/profile/${handle}` }
  },

  request: ({ handle }) => ({
    url: `${API}app.bsky.actor.getProfile?actor=${encodeURIComponent(handle)}`,
    accept: 'json',
  }),

  read: (response, target) =>
    readApi(response, (json, status) => (status === 200 ? account(json, target) : refusal(json))),

  readNext: withFeed,
}

function isFront(tabs: string[]): boolean {
  return tabs.length === 0 || (tabs.length === 1 && TABS.includes(tabs[0] ?? ''))
}

function account(json: unknown, target: Target): Reading | null {
  const handle = textAt(json, 'handle')
  if (!handle) return null
  const labels = listAt(json, 'labels').map((label) => textAt(label, 'val'))
  const parts = {
    handle,
    name: textAt(json, 'displayName') ?? handle,
    bio: textAt(json, 'description'),
    counts: {
      followers: numberAt(json, 'followersCount'),
      following: numberAt(json, 'followsCount'),
      posts: numberAt(json, 'postsCount'),
    },
    verified: textAt(json, 'verification', 'verifiedStatus') === 'valid' || undefined,
    pictures: [textAt(json, 'avatar'), textAt(json, 'banner')],
    adult:
      labels.some((label) => ['porn', 'sexual', 'nudity', 'graphic-media'].includes(label ?? '')) ||
      undefined,
    createdAt: timeAt(json, 'createdAt'),
  }
  // The author asks apps not to show the account to people who are not signed in.
  if (labels.includes('!no-unauthenticated')) return readWith('private', 'bluesky_no_unauthenticated', parts)
  const feed = `${API}app.bsky.feed.getAuthorFeed?actor=${encodeURIComponent(target.handle)}&limit=30&filter=posts_no_replies`
  return { ...readAs('bluesky_profile', parts), next: { url: feed, accept: 'json' } }
}

function refusal(json: unknown): Reading | null {
  const error = textAt(json, 'error') ?? ''
  const message = textAt(json, 'message') ?? ''
  if (error === 'AccountTakedown' || /has been suspended|taken down/i.test(message))
    return { outcome: 'banned', signal: 'bluesky_account_takedown' }
  if (error === 'AccountDeactivated') return { outcome: 'gone', signal: 'bluesky_account_deactivated' }
  return /profile not found|unable to resolve handle/i.test(message)
    ? { outcome: 'gone', signal: 'bluesky_profile_not_found' }
    : null
}

function withFeed(response: PageResponse, _target: Target, first: Reading): Reading {
  const { next: _done, ...reading } = first
  if (!reading.profile || response.status !== 200) return reading
  const handle = reading.profile.handle ?? ''
  const own = listAt(response.json, 'feed').filter((item) => at(item, 'reason') === undefined)
  const { posts, left } = profileOf({
    posts: own.map((item) => ({
      url: `https://bsky.app/profile/${handle}/post/${textAt(item, 'post', 'uri')?.split('/').at(-1) ?? ''}`,
      text: [textAt(item, 'post', 'record', 'text'), textAt(item, 'post', 'embed', 'external', 'uri')]
        .filter(Boolean)
        .join('\n'),
    })),
  })
  return { ...reading, profile: withMore(reading.profile, { posts, ...(left && { left }) }) }
}
