import type {
  Evidence,
  EvidenceText,
  EvidenceType,
  LeftLinks,
  LeftOut,
  Outcome,
} from '../../evidence/evidence.ts'
import type { FetchResult, PageResponse } from '../../evidence/page.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import type { Platforms } from '../../platforms/index.ts'
import type { Platform, Profile, Reading, Target } from '../../platforms/platform.ts'
import { findRedirectWall } from '../../platforms/reading/walls.ts'
import { publisherOf } from '../../platforms/sites/article.ts'
import { accountsOfTheSite } from './accounts-of-the-site.ts'
import { type Address, type Creator, domainOf, leadingTo } from './address.ts'
import { type HostInterest, prospectOf } from './frontier.ts'
import { furtherPages, linksOf, mostInteresting, withoutMachines } from './links-of.ts'
import { keptOf, lettersOf, textsOf } from './texts-of.ts'
import { windowsOf } from './windows-of.ts'

const MAX_PICTURES = 4

/** What one answer, read, is worth as evidence: texts, links, facts, and its tie to the creator. */
export function evidenceOf(
  { platforms, interest = () => 0 }: { platforms: Platforms; interest?: HostInterest },
  address: Address,
  creator: Creator | null,
  platform: Platform | null,
  target: Target | null,
  response: PageResponse,
  reading: Reading,
): Evidence {
  const profile = reading.profile
  const whole = profile ? textsOf(address, platform, response, profile) : []
  const kept = keptOf(whole)
  const texts = kept.flatMap(({ channel, text }) =>
    windowsOf(text).map((window) => ({ channel, text: window })),
  )
  const isOfTheSite = platform === null ? ofTheSite(platforms, response, creator, profile) : () => false
  const holder = {
    ...bare(address, target),
    finalUrl: response.finalUrl,
    domain: domainOf(response.finalUrl),
  }
  const weigh = (url: string) => prospectOf(holder, url, platforms, interest)
  const all = profile ? linksOf(address, response, withoutMachines(profile, weigh), texts, isOfTheSite) : []
  if (profile && reading.outcome === 'ok' && platform === null && response.page)
    all.push(...furtherPages(response.page, { finalUrl: response.finalUrl, hop: address.hop }, all, weigh))
  const { links, left: unlooked } = mostInteresting(all, weigh)
  const left = leftOf(response, profile, lettersOf(whole) - lettersOf(kept), unlooked)
  const publisher =
    platform === null && creator !== null && response.page
      ? publisherOf(response.page, [creator.handle, creator.name])
      : null
  const linksBack = creator !== null && all.map(({ url }) => url).some(leadingTo(platforms, creator.url))
  return {
    ...bare(address, target),
    type: typeOf(address, platform),
    finalUrl: response.finalUrl,
    domain: domainOf(response.finalUrl),
    title: profile?.name ?? response.page?.title ?? '',
    outcome: reading.outcome,
    outcomeSignal: reading.signal,
    httpStatus: response.status,
    capturedAt: response.fetchedAt,
    sha256: response.sha256,
    binding: linksBack && address.binding !== 'own' ? 'links_back' : address.binding,
    mentionsCreator: linksBack || (creator !== null && mentions(texts, target, creator)),
    linksBack,
    redirects: response.hops.map((hop) => hop.url),
    texts,
    links,
    ...(left && { left }),
    ...ofVisitors(response, profile),
    ...(response.page?.painted !== undefined && { painted: response.page.painted }),
    ...(profile && profile.pictures.length > 0 && { pictures: profile.pictures.slice(0, MAX_PICTURES) }),
    facts: {
      ...(response.via === 'browser' && { rendered: true }),
      ...(profile && {
        ...(publisher !== null && { publisher }),
        ...(profile.adult !== undefined && { adult: profile.adult }),
        ...(profile.verified !== undefined && { verified: profile.verified }),
        ...(profile.createdAt && { createdAt: profile.createdAt }),
        ...(Object.keys(profile.counts).length > 0 && { counts: profile.counts }),
      }),
    },
  }
}

/** Comments and reviews are read and judged as nobody's: how many letters of them a page shows. */
function ofVisitors({ page }: PageResponse, profile: Profile | undefined): { ofVisitors?: number } {
  const asides = profile && page ? page.asides.filter(({ role }) => role === 'visitor') : []
  const letters = asides.reduce((sum, { from, to }) => sum + to - from, 0)
  return letters > 0 ? { ofVisitors: letters } : {}
}

function bare(address: Address, target: Target | null): Evidence {
  return {
    ref: address.ref,
    type: 'page',
    url: address.url,
    finalUrl: address.url,
    domain: domainOf(address.url),
    platform: target?.platform ?? null,
    handle: target?.handle ?? null,
    title: '',
    outcome: 'error',
    outcomeSignal: '',
    httpStatus: null,
    capturedAt: '',
    sha256: null,
    hop: address.hop,
    binding: address.binding,
    via: address.via,
    mentionsCreator: false,
    linksBack: false,
    redirects: [],
    texts: [],
    links: [],
    facts: {},
  }
}

/** Evidence that an address, or where it led, gave no answer. */
export function unreachable(address: Address, target: Target | null, result: Refusal): Evidence {
  const there = ledTo(result)
  const finalUrl = there ?? address.url
  const wall = there === null ? null : wallOnTheWay(result, there)
  return {
    ...bare(address, target),
    finalUrl,
    domain: domainOf(finalUrl),
    type: address.hop === 0 ? 'profile' : 'link',
    outcome: wall?.outcome ?? (result.reason === 'rate_limited' ? 'rate_limited' : 'error'),
    outcomeSignal: wall?.signal ?? result.reason,
    capturedAt: sharedNow().toISOString(),
    redirects: result.hops.map((hop) => hop.url),
  }
}

type Refusal = FetchResult & { ok: false }

/** Login pages are often closed to robots: that we were sent to one is what matters of them. */
function wallOnTheWay(
  { reason, url }: Refusal,
  finalUrl: string,
): { outcome: Outcome; signal: string } | null {
  if (reason !== 'robots' && reason !== 'robots_unreachable') return null
  return findRedirectWall({ requestedUrl: url, finalUrl })
}

/** The last address that somebody was sent to; null where nobody was. */
function ledTo({ hops }: Refusal): string | null {
  const last = hops.at(-1)
  const there = last && URL.parse(last.location, last.url)
  return there && /^https?:$/.test(there.protocol) ? there.href : null
}

function typeOf(address: Address, platform: Platform | null): EvidenceType {
  if (address.hop === 0) return 'profile'
  if (platform && platform.kind !== 'hub') return 'social_profile'
  return 'page'
}

function ofTheSite(
  platforms: Platforms,
  { page, finalUrl }: PageResponse,
  creator: Creator | null,
  profile: Profile | undefined,
): (url: string) => boolean {
  if (page === null) return () => false
  const account = creator && platforms.recognise(creator.url)?.handle
  const names = [account, creator?.handle, creator?.name, profile?.handle].filter(
    (name) => typeof name === 'string',
  )
  return accountsOfTheSite(platforms, page, finalUrl, names)
}

/** What limits kept from this evidence, from the body to the last picture; null when nothing. */
function leftOf(
  { truncated, page }: PageResponse,
  profile: Profile | undefined,
  lettersLeft: number,
  links: LeftLinks,
): LeftOut | null {
  const isCut = truncated || page?.truncated === true
  const unread = profile?.left ?? { letters: 0, links: 0, pictures: 0 }
  const letters = unread.letters + lettersLeft
  const pictures = unread.pictures + Math.max(0, (profile?.pictures.length ?? 0) - MAX_PICTURES)
  const total = links.total + unread.links + (page?.left?.links ?? 0)
  if (!isCut && letters + pictures + total === 0) return null
  return { isCut, letters, pictures, links: { ...links, total } }
}

/** Names the handle as a word of its own; short handles are words of many languages and prove nothing. */
function mentions(texts: EvidenceText[], target: Target | null, creator: Creator): boolean {
  const handle = creator.handle?.toLowerCase()
  if (!handle || handle.length < 4) return false
  if (target?.handle.toLowerCase() === handle) return true
  const word = new RegExp(
    `(^|[^\\p{L}\\p{N}_])@?${handle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[^\\p{L}\\p{N}_])`,
    'iu',
  )
  return texts.some((text) => text.channel !== 'hidden' && word.test(text.text))
}
