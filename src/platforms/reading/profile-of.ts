import { webAddressOf } from '../../answers/app-links.ts'
import { carriedAddress, unwrapped } from '../links/unwrap-redirect.ts'
import type { Profile, ProfileLink, Reading } from '../platform.ts'

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
  /** Letters of it that the reader left out itself. */
  unread?: number
}

/** Letters and numbers. A text of more than evidence keeps is of no use. */
const MOST = { bio: 100_000, name: 300, links: 10_000, pictures: 20, posts: 300, post: 100_000 }

/** A bounded profile without the things that were not carried; it says what the bounds left out. */
export function profileOf(parts: ProfileParts): Profile {
  const links = distinctLinks(parts.links ?? [])
  const pictures = [...new Set((parts.pictures ?? []).filter(isHttp))]
  const posts = (parts.posts ?? []).flatMap(({ url, text }) => (text ? [{ url, text }] : []))
  const profile: Profile = {
    links: links.slice(0, MOST.links),
    counts: {},
    pictures: pictures.slice(0, MOST.pictures),
    posts: posts.slice(0, MOST.posts).map(({ url, text }) => ({ url, text: text.slice(0, MOST.post) })),
  }
  for (const [name, count] of Object.entries(parts.counts ?? {})) {
    if (count !== undefined) profile.counts[name] = count
  }
  const wholeName = tidy(parts.name)
  const wholeBio = tidy(parts.bio)
  const name = wholeName?.slice(0, MOST.name)
  const bio = wholeBio?.slice(0, MOST.bio)
  if (parts.handle) profile.handle = parts.handle.replace(/^@/, '')
  if (name) profile.name = name
  if (bio) profile.bio = bio
  if (parts.verified !== undefined) profile.verified = parts.verified
  if (parts.adult !== undefined) profile.adult = parts.adult
  if (parts.createdAt) profile.createdAt = parts.createdAt
  const left = {
    letters:
      (parts.unread ?? 0) +
      beyond(wholeName, MOST.name) +
      beyond(wholeBio, MOST.bio) +
      lettersOf(posts) -
      lettersOf(profile.posts),
    links: links.length - profile.links.length,
    pictures: pictures.length - profile.pictures.length,
  }
  if (left.letters + left.links + left.pictures > 0) profile.left = left
  return profile
}

/** The first reading with what the next answer added, and what both left out. */
export function withMore(first: Profile, more: Partial<Profile>): Profile {
  if (!first.left || !more.left) return { ...first, ...more }
  const left = {
    letters: first.left.letters + more.left.letters,
    links: first.left.links + more.left.links,
    pictures: first.left.pictures + more.left.pictures,
  }
  return { ...first, ...more, left }
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
export function profileLink(url: string | undefined, label?: string): ProfileLink | null {
  return linkTo(url, label)?.link ?? null
}

/** Where a link leads: as a profile carries it, its host, and its address as it was parsed. */
interface Leading {
  link: ProfileLink
  host: string
  url: URL
}

/** The same with the host that it leads to. */
export function linkTo(url: string | undefined, label = ''): Leading | null {
  if (!url) return null
  const text = webAddressOf(url.trim())
  const isWhole = WEB.test(text) || (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d+/.test(text))
  if (!isWhole && MAIL.test(text)) return null
  const parsed = URL.parse(isWhole ? text : `https://${text.replace(/^\/\//, '')}`)
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || !parsed.hostname.includes('.')) return null
  return leadingTo(unwrapped(parsed), label)
}

const WEB = /^https?:\/\//i

/** Sites name it among the accounts of somebody: as a link it would be a host with a name before it, as phishing has them. */
const MAIL = /^[^\s/:@]+@[^\s/:@]+$/

/** What a link of a site's own carries of another one; null where it leads nowhere else. */
export function linkCarriedBy(url: URL, label: string): Leading | null {
  const inner = carriedAddress(url)
  return inner && leadingTo(inner, label)
}

function leadingTo(url: URL, label: string): Leading {
  const even = UNEVEN.test(label) ? label.replace(/\s+/g, ' ') : label
  const link = { url: url.href, label: even.trim().slice(0, 300) }
  return { link, host: url.hostname, url }
}

/** Blanks that are more than one, or others. */
const UNEVEN = /[^\S ]| \s/

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

function beyond(text: string | undefined, most: number): number {
  return Math.max(0, (text?.length ?? 0) - most)
}

function lettersOf(posts: { text: string }[]): number {
  return posts.reduce((sum, { text }) => sum + text.length, 0)
}

function tidy(text: string | undefined): string | undefined {
  if (text === undefined || isTidy(text)) return text?.trim() || undefined
  const tidied = text
    .replace(/[\t\u00a0][ \t\u00a0]*| [ \t\u00a0]+/g, ' ')
    .replace(/ \n ?|\n /g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return tidied || undefined
}

/** As what is collected of a page is; asked in less time than it takes to write it anew. */
function isTidy(text: string): boolean {
  return !/ [ \n]/.test(text) && !['\t', '\u00a0', '\n ', '\n\n\n'].some((each) => text.includes(each))
}

function isHttp(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//.test(url)
}
