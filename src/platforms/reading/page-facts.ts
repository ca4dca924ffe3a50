import type { ParsedPage } from '../../evidence/page.ts'
import type { ProfileLink } from '../platform.ts'
import { linkCarriedBy, linkTo, type ProfileParts, profileLink } from './profile-of.ts'
import { at, listAt, numberAt, textAt, timeAt } from './read-path.ts'
import { isOnHost } from './site-address.ts'

/** First value of the first of these meta names that carries one. */
export function metaOf(page: ParsedPage, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = page.meta[name]?.find((candidate) => candidate.trim() !== '')
    if (value) return value.trim()
  }
  return undefined
}

/** What is seen of a page, without what its visitors wrote and what stands on every page of the site. */
export function ownersText(page: ParsedPage): string {
  return page.carries.pieces
    .flatMap(({ path, role, value }) => (path === 'visible' && role === 'owner' ? [value] : []))
    .join('\n')
}

/** OpenGraph and its older siblings, as they stand. */
export function openGraph(page: ParsedPage): ProfileParts {
  return {
    name: metaOf(page, 'og:title', 'twitter:title') ?? page.title,
    bio: metaOf(page, 'og:description', 'twitter:description', 'description'),
    pictures: [metaOf(page, 'og:image', 'og:image:secure_url', 'twitter:image')],
    adult: isRatedAdult(page) || undefined,
  }
}

/** `rating` labels with which a page calls itself adult: RTA, `adult`, `mature`. */
export function isRatedAdult(page: ParsedPage): boolean {
  return (page.meta.rating ?? []).some((value) =>
    /^(adult|mature|restricted|RTA-5042-1996-1400-1577-RTA)$/i.test(value.trim()),
  )
}

/** It says, as search engines ask of it, that whoever has not paid sees a part. */
export function isPaidFor(page: ParsedPage): boolean {
  const said = [
    ...page.jsonLd.map((block) => at(block, 'isAccessibleForFree')),
    ...(page.meta.isaccessibleforfree ?? []),
  ]
  return said.some((value) => value === false || /^(?:https?:\/\/schema\.org\/)?false$/i.test(String(value)))
}

/** The person or organization that a page's JSON-LD is about. */
export function jsonLdFacts(page: ParsedPage): ProfileParts | null {
  const profilePage = page.jsonLd.find((block) => isType(block, /^ProfilePage$/))
  const subject =
    at(profilePage, 'mainEntity') ??
    page.jsonLd.find((block) => isType(block, /^(Person|Organization|MusicGroup|Brand)$/))
  const name = textAt(subject, 'name')
  if (!name) return null
  return {
    name,
    handle: textAt(subject, 'additionalName') ?? textAt(subject, 'alternateName'),
    bio: textAt(subject, 'description'),
    pictures: [imageOf(at(subject, 'image'))],
    links: [...strings(at(subject, 'sameAs')), ...strings(at(profilePage, 'relatedLink'))].map((url) =>
      profileLink(url),
    ),
    counts: interactionCounts(subject),
    createdAt: timeAt(profilePage, 'dateCreated'),
  }
}

/** Visible links that leave the site and that no visitor wrote, with their labels. */
export function outwardLinks(
  { links }: Pick<ParsedPage, 'links'>,
  ownHosts: readonly string[],
): ProfileLink[] {
  return links.flatMap((link) => {
    if (link.hidden || link.ofVisitor) return []
    const found = linkTo(link.url, link.text)
    if (found === null) return []
    const isOwn = isOnHost(found.host, ownHosts)
    const onward = isOwn ? linkCarriedBy(found.url, link.text) : found
    const isElsewhere = onward !== null && (!isOwn || !isOnHost(onward.host, ownHosts))
    if (isElsewhere && !isOnHost(onward.host, BOILERPLATE_HOSTS)) return [onward.link]
    return isOwn && isSentOn(link) ? [found.link] : []
  })
}

/** A site tells search engines not to take for its own what it only passes its visitors through: `/go/17`. */
function isSentOn({ rel, furniture }: ParsedPage['links'][number]): boolean {
  return furniture !== true && /\b(?:nofollow|sponsored|external)\b/i.test(rel)
}

/** Where sites send every visitor: shops of their apps, browsers, badges. */
export const BOILERPLATE_HOSTS: readonly string[] = [
  'apps.apple.com',
  'itunes.apple.com',
  'play.google.com',
  'appgallery.huawei.com',
  'enable-javascript.com',
  'mozilla.org',
  'support.google.com',
  'support.apple.com',
  'cloudflare.com',
  'recaptcha.net',
  'googletagmanager.com',
  'doubleclick.net',
  'googlesyndication.com',
]

function interactionCounts(subject: unknown): Record<string, number | undefined> {
  const counts: Record<string, number | undefined> = {}
  const statistics = at(subject, 'interactionStatistic')
  for (const statistic of Array.isArray(statistics) ? statistics : [statistics]) {
    const type = at(statistic, 'interactionType')
    const action = (typeof type === 'string' ? type : (textAt(type, '@type') ?? '')).replace(/^.*\//, '')
    const count = numberAt(statistic, 'userInteractionCount')
    const name = COUNT_OF_ACTION[action]
    if (name) counts[name] = count
  }
  return counts
}

const COUNT_OF_ACTION: Record<string, string | undefined> = {
  FollowAction: 'followers',
  SubscribeAction: 'following',
  WriteAction: 'posts',
  LikeAction: 'likes',
}

function imageOf(image: unknown): string | undefined {
  if (typeof image === 'string') return image
  const one = Array.isArray(image) ? image[0] : image
  return typeof one === 'string' ? one : (textAt(one, 'contentUrl') ?? textAt(one, 'url'))
}

function strings(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is string => typeof entry === 'string',
  )
}

function isType(block: unknown, type: RegExp): boolean {
  return [at(block, '@type'), ...listAt(block, '@type')].some(
    (name) => typeof name === 'string' && type.test(name),
  )
}
