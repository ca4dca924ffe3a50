import type {
  Evidence,
  EvidenceLink,
  EvidenceText,
  EvidenceType,
  LeftLinks,
  LeftOut,
  Outcome,
} from '../../evidence/evidence.ts'
import type { FetchResult, PageResponse, ParsedPage } from '../../evidence/page.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import type { Platforms } from '../../platforms/index.ts'
import { findLinks } from '../../platforms/links/find-links.ts'
import { unwrapRedirect } from '../../platforms/links/unwrap-redirect.ts'
import type { Platform, Profile, Reading, Target } from '../../platforms/platform.ts'
import { findRedirectWall } from '../../platforms/reading/walls.ts'
import { publisherOf } from '../../platforms/sites/article.ts'
import { accountsOfTheSite } from './accounts-of-the-site.ts'
import { type Address, type Creator, domainOf, leadingTo } from './address.ts'
import { type HostInterest, type Prospect, prospectOf } from './frontier.ts'
import { leftLinks } from './left-links.ts'
import { ownPages } from './own-pages.ts'
import { windowsOf } from './windows-of.ts'

const MAX_LINKS = 200
/** Letters of one text, and of all texts of a page together: what rules read of a scan must have an end. */
const MAX_TEXT = 100_000
const MAX_TEXTS = 300_000
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
  if (profile && platform === null && response.page)
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

/** Evidence that an address gave no answer. */
export function unreachable(address: Address, target: Target | null, result: Refusal): Evidence {
  const wall = wallOnTheWay(result)
  return {
    ...bare(address, target),
    type: address.hop === 0 ? 'profile' : 'link',
    outcome: wall?.outcome ?? (result.reason === 'rate_limited' ? 'rate_limited' : 'error'),
    outcomeSignal: wall?.signal ?? result.reason,
    capturedAt: sharedNow().toISOString(),
    redirects: result.hops.map((hop) => hop.url),
  }
}

type Refusal = FetchResult & { ok: false }

/** Login pages are often closed to robots: that we were sent to one is what matters of them. */
function wallOnTheWay({ reason, url, hops }: Refusal): { outcome: Outcome; signal: string } | null {
  const last = hops.at(-1)
  if (!last || (reason !== 'robots' && reason !== 'robots_unreachable')) return null
  const finalUrl = URL.parse(last.location, last.url)?.href
  return finalUrl === undefined ? null : findRedirectWall({ requestedUrl: url, finalUrl })
}

function typeOf(address: Address, platform: Platform | null): EvidenceType {
  if (address.hop === 0) return 'profile'
  if (platform && platform.kind !== 'hub') return 'social_profile'
  return 'page'
}

function textsOf(
  address: Address,
  platform: Platform | null,
  response: PageResponse,
  profile: Profile,
): EvidenceText[] {
  const prose = platform === null && address.hop > 0 ? 'page' : 'bio'
  const texts: (EvidenceText | null)[] = [
    profile.handle ? { channel: 'handle', text: profile.handle } : null,
    profile.name ? { channel: 'name', text: profile.name } : null,
    profile.bio ? { channel: prose, text: profile.bio } : null,
    ...(profile.about ?? []).map((text): EvidenceText => ({ channel: prose, text })),
    ...profile.posts.map((post): EvidenceText => ({ channel: 'post', text: post.text })),
    ...(profile.further ?? []).map(
      (text): EvidenceText => ({
        channel: prose === 'page' ? 'page' : 'post',
        text,
      }),
    ),
    ...profile.links.map((link): EvidenceText | null =>
      link.label ? { channel: 'link_label', text: link.label } : null,
    ),
    response.page?.hiddenText ? { channel: 'hidden', text: response.page.hiddenText } : null,
  ]
  return texts.filter((text) => text !== null)
}

/** As much of the texts as is kept, the first ones first. */
function keptOf(texts: EvidenceText[]): EvidenceText[] {
  let room = MAX_TEXTS
  return texts.flatMap(({ channel, text }) => {
    const kept = text.slice(0, Math.min(MAX_TEXT, room))
    room -= kept.length
    return kept === '' ? [] : [{ channel, text: kept }]
  })
}

function lettersOf(texts: EvidenceText[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0)
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

/** Of the addresses that nothing shows to anybody those that lead to a profile or to a host of interest. */
function withoutMachines(profile: Profile, weigh: (url: string) => Prospect | null): Profile {
  const leading = (profile.alone ?? []).filter((url) => {
    const prospect = weigh(url)
    return prospect !== null && (prospect.kind === 'social' || prospect.rank > 0)
  })
  return { ...profile, links: [...profile.links, ...leading.map((url) => ({ url, label: '' }))] }
}

function linksOf(
  address: Address,
  response: PageResponse,
  profile: Profile,
  texts: EvidenceText[],
  isOfTheSite: (url: string) => boolean,
): EvidenceLink[] {
  const written = texts.flatMap(({ channel, text }) => {
    if (channel === 'page' || channel === 'link_label') return findLinks(linesWithAddresses(text))
    return channel === 'bio' || channel === 'post' || channel === 'name' ? findLinks(text) : []
  })
  const seen = new Set([address.url, response.finalUrl])
  const links: EvidenceLink[] = []
  const linked = profile.links.filter(({ url }) => !isOfTheSite(url))
  for (const { url, label } of [...linked, ...written]) {
    const inner = unwrapRedirect(url)
    if (seen.has(inner) || !/^https?:/.test(inner)) continue
    seen.add(inner)
    links.push({ url: inner, domain: domainOf(inner), label })
  }
  return links
}

/** Behind what leads elsewhere. */
function furtherPages(
  page: ParsedPage,
  place: { finalUrl: string; hop: number },
  known: EvidenceLink[],
  weigh: (url: string) => Prospect | null,
): EvidenceLink[] {
  const urls = new Set(known.map(({ url }) => url))
  return ownPages(page, place, (url) => weigh(url) !== null).flatMap(({ url, label }) =>
    urls.has(url) ? [] : [{ url, domain: domainOf(url), label }],
  )
}

/** Looking for addresses takes 0.2 ms for a thousand letters, and hardly a line of a linked page holds one. */
function linesWithAddresses(text: string): string {
  return text
    .split('\n')
    .filter((line) => MAY_HOLD_ADDRESS.test(line))
    .join('\n')
}

const MAY_HOLD_ADDRESS = /[\p{L}\p{N}]\.\p{L}{2}|\bdot\b|[([{]\.[)\]}]|(?<!\p{L})@\w/iu

/** As many as are kept, in their order; of those left out, the ones that would have been worth a look. */
function mostInteresting(
  links: EvidenceLink[],
  weigh: (url: string) => { rank: number } | null,
): { links: EvidenceLink[]; left: LeftLinks } {
  if (links.length <= MAX_LINKS) return { links, left: leftLinks([]) }
  const weighed = links.map((link, index) => ({ link, index, rank: weigh(link.url)?.rank ?? null }))
  weighed.sort((a, b) => (b.rank ?? LEAST) - (a.rank ?? LEAST))
  const left = weighed.slice(MAX_LINKS).filter(({ rank }) => rank !== null)
  return {
    links: weighed
      .slice(0, MAX_LINKS)
      .sort((a, b) => a.index - b.index)
      .map(({ link }) => link),
    left: leftLinks(left.map(({ link }) => link.url)),
  }
}

const LEAST = -100

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
