import type { Evidence } from '../../evidence/evidence.ts'
import type { Platforms } from '../../platforms/index.ts'
import { isShortener } from '../../platforms/links/shorteners.ts'
import type { PlatformKind, Target } from '../../platforms/platform.ts'
import { type Address, domainOf, plainAddress } from './address.ts'

/** Where a page leads: what to follow as a link, what to read as a profile, in order of interest. */
export interface Onward {
  links: RankedAddress[]
  socials: RankedAddress[]
}

export interface RankedAddress extends Address {
  /** How much its host interests us; higher is earlier. */
  rank: number
}

/** Says how much a host interests us; higher is earlier. From the policy pack's lists. */
export type HostInterest = (host: string) => number

/** Sites that creators link to without saying anything by it; what people write with Google's tools they publish there. */
const SCENERY =
  /(^|\.)(apple\.com|(?<!(?:^|\.)(?:docs|drive|sites|photos|groups)\.)google\.com|w3\.org|schema\.org|gravatar\.com|cloudflare\.com|wordpress\.org|gstatic\.com|googleapis\.com)$/
/** Pages of a site that are about the site. */
const ABOUT_THE_SITE =
  /\/(terms|tos|privacy|cookies?|legal|help|support|about-us|careers|press|login|signin|sign-in|signup|register|join|download|apps?)(\/|$|\?)/i

/** A button that tells others of a page. */
const SHARES =
  /\/(?:intent\/(?!user|follow)|share(?:r|article)?(?:\.php|\/|$)|submit(?:\/|$)|pin\/create(?:\/|$)|dialog\/)/i

/** As lists of the pack rank the hosts of theirs. */
const INTEREST: Readonly<Partial<Record<PlatformKind, number>>> = { directory: 3, paid: 2 }

/** What a link is judged by: the page that holds it, as far as it is known before its links are. */
type Holder = Pick<Evidence, 'finalUrl' | 'domain' | 'platform' | 'handle' | 'hop'>

/** A link that is worth a look, and how much so; higher is earlier. */
export interface Prospect {
  url: string
  kind: 'link' | 'social'
  rank: number
}

/** The addresses behind a page, every one of them weighed, in order of interest. */
export function onwardFrom(page: Evidence, platforms: Platforms, interest: HostInterest): Onward {
  const hop = page.hop + 1
  const binding = hop === 1 ? ('linked' as const) : ('second_hop' as const)
  const found = page.links.flatMap((link, index) => {
    const prospect = prospectOf(page, link.url, platforms, interest)
    if (!prospect) return []
    const ref = `${page.ref}/${String(index).padStart(3, '0')}`
    return [
      { ...prospect, address: { url: prospect.url, ref, via: page.ref, hop, binding, rank: prospect.rank } },
    ]
  })
  const inOrder = (kind: Prospect['kind']) =>
    found
      .filter((each) => each.kind === kind)
      .map(({ address }) => address)
      .sort(byRank)
  return { links: inOrder('link'), socials: inOrder('social') }
}

/** The most interesting first; equal ones stay in place. */
export function byRank(a: { rank: number }, b: { rank: number }): number {
  return b.rank - a.rank
}

/** What a link of a page is to a scan; null where it says nothing of anybody. */
export function prospectOf(
  page: Holder,
  link: string,
  platforms: Platforms,
  interest: HostInterest,
): Prospect | null {
  const url = URL.parse(link)
  if (!url || SCENERY.test(url.hostname) || plainAddress(link) === plainAddress(page.finalUrl)) return null
  const owner = platforms.hostKind(link)
  const target = platforms.recognise(link) ?? sellerOf(platforms, link)
  const host = url.hostname.replace(/^www\./, '')
  const weight = Math.max(interest(host), (owner && INTEREST[owner.kind]) ?? 0)
  if (target && owner?.kind !== 'hub') {
    if (isSameProfile(page, target)) return null
    // On a host that no platform claims the profile is a guess, and the link stays as it was written.
    return { url: owner ? target.url : link, kind: 'social', rank: 10 * weight }
  }
  const isSameSite = domainOf(link) === page.domain
  // What else stands on a platform is its own; where people are paid or listed, it may be somebody's all the same, and so it is where whoever is scanned leads to it.
  const isMeant = weight > 0 || (owner !== null && isChosen(page, owner.platform, platforms))
  const isChrome =
    owner !== null && !target && (!isMeant || url.pathname === '/' || SHARES.test(url.pathname))
  if (isChrome || ((owner !== null || isSameSite) && ABOUT_THE_SITE.test(url.pathname))) return null
  const rank = 10 * weight + (target ? 8 : 0) + (isShortener(host) ? 6 : 0) - (isSameSite ? 5 : 0)
  return { url: link, kind: 'link', rank }
}

/** The profile itself leads there, or a hub; from a third page on it is one of the many that anybody links to. */
function isChosen(page: Holder, platform: string, platforms: Platforms): boolean {
  if (page.platform === platform) return false
  return page.hop === 0 || platforms.hostKind(page.finalUrl)?.kind === 'hub'
}

/** What is sold, and what stands on somebody's own host, is theirs: a link to a post or an album leads to who offers it. */
function sellerOf(platforms: Platforms, link: string): Target | null {
  const kind = platforms.hostKind(link)?.kind
  if (kind === undefined || kind === 'hub' || kind === 'social' || ABOUT_THE_SITE.test(link)) return null
  const owner = platforms.ownerOf(link)
  if (owner === null) return null
  const isOwnHost = URL.parse(owner.url)?.pathname === '/'
  return isOwnHost || kind === 'paid' || kind === 'shop' ? owner : null
}

function isSameProfile(page: Holder, target: { platform: string; handle: string }): boolean {
  return page.platform === target.platform && page.handle?.toLowerCase() === target.handle.toLowerCase()
}
