import type { Profile, ProfileLink, Reading } from './platform.ts'
import { unwrapRedirect } from './unwrap-redirect.ts'

/** What a reader found, absent things left `undefined`. */
export interface ProfileParts {
  handle?: string
  name?: string
  bio?: string
  links?: (ProfileLink | null)[]
  counts?: Record<string, number | undefined>
  verified?: boolean
  pictures?: (string | undefined)[]
  adult?: boolean
  createdAt?: string
  posts?: { url: string; text: string | undefined }[]
}

const MOST = { bio: 10_000, name: 300, links: 500, pictures: 20, posts: 60, post: 4_000 }

/** A bounded profile without the things that were not carried. */
export function profileOf(parts: ProfileParts): Profile {
  const profile: Profile = {
    links: distinctLinks(parts.links ?? []).slice(0, MOST.links),
    counts: {},
    pictures: [...new Set((parts.pictures ?? []).filter(isHttp))].slice(0, MOST.pictures),
    posts: (parts.posts ?? []).flatMap(({ url, text }) =>
      text ? [{ url, text: text.slice(0, MOST.post) }] : [],
    ),
  }
  profile.posts.splice(MOST.posts)
  for (const [name, count] of Object.entries(parts.counts ?? {})) {
    if (count !== undefined) profile.counts[name] = count
  }
  const name = tidy(parts.name, MOST.name)
  const bio = tidy(parts.bio, MOST.bio)
  if (parts.handle) profile.handle = parts.handle.replace(/^@/, '')
  if (name) profile.name = name
  if (bio) profile.bio = bio
  if (parts.verified !== undefined) profile.verified = parts.verified
  if (parts.adult !== undefined) profile.adult = parts.adult
  if (parts.createdAt) profile.createdAt = parts.createdAt
  return profile
}

/** `ok` when something of the profile was read; otherwise `nothing_read`, never an empty profile. */
export function readAs(signal: string, parts: ProfileParts): Reading {
  const profile = profileOf(parts)
  return saysSomething(profile)
    ? { outcome: 'ok', signal, profile }
    : { outcome: 'error', signal: 'nothing_read' }
}

/** An outcome that may still carry a few facts (`private`, `age_gate`). */
export function readWith(outcome: Reading['outcome'], signal: string, parts: ProfileParts): Reading {
  const profile = profileOf(parts)
  return saysSomething(profile) ? { outcome, signal, profile } : { outcome, signal }
}

/** A link as a profile carries it: absolute, http(s), wrappers removed; `site.example/x` gets a scheme. */
export function profileLink(url: string | undefined, label = ''): ProfileLink | null {
  if (!url) return null
  const text = url.trim()
  const parsed = URL.parse(
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d+/.test(text)
      ? text
      : `https://${text.replace(/^\/\//, '')}`,
  )
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || !parsed.hostname.includes('.')) return null
  return { url: unwrapRedirect(parsed.href), label: label.replace(/\s+/g, ' ').trim().slice(0, 300) }
}

/** Later mentions of an address only add a label that was missing. */
export function distinctLinks(links: (ProfileLink | null)[]): ProfileLink[] {
  const byUrl = new Map<string, ProfileLink>()
  for (const link of links) {
    if (link === null) continue
    const known = byUrl.get(link.url)
    if (!known) byUrl.set(link.url, { ...link })
    else if (known.label === '') known.label = link.label
  }
  return [...byUrl.values()]
}

function saysSomething(profile: Profile): boolean {
  return Boolean(
    profile.name ||
      profile.bio ||
      profile.links.length ||
      profile.pictures.length ||
      profile.posts.length ||
      Object.keys(profile.counts).length,
  )
}

function tidy(text: string | undefined, most: number): string | undefined {
  const tidied = text
    ?.replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return tidied ? tidied.slice(0, most) : undefined
}

function isHttp(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//.test(url)
}
