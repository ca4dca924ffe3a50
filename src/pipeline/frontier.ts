import type { Evidence } from '../evidence/evidence.ts'
import type { Platforms } from '../platforms/index.ts'
import { isShortener } from '../platforms/shorteners.ts'
import { type Address, domainOf, plainAddress } from './address.ts'

/** Where a page leads: what to follow as a link, what to read as a profile, in order of interest. */
export interface Onward {
  links: Address[]
  socials: Address[]
}

/** Says how much a host interests us; higher is earlier. From the policy pack's lists. */
export type HostInterest = (host: string) => number

const MAX_LINKS_PER_PAGE = 40

/** Sites that creators link to without saying anything by it. */
const SCENERY =
  /(^|\.)(apple\.com|google\.com|w3\.org|schema\.org|gravatar\.com|cloudflare\.com|wordpress\.org|gstatic\.com|googleapis\.com)$/
/** Pages of a site that are about the site. */
const ABOUT_THE_SITE =
  /\/(terms|tos|privacy|cookies?|legal|help|support|about-us|careers|press|login|signin|sign-in|signup|register|join|download|apps?)(\/|$|\?)/i

/**
 * The addresses behind a page. A page of the creator's own (profile, hub, social profile) is followed to all it links to;
 * somebody else's page only to what is of interest by its host, and to what lies on the same site.
 */
export function onwardFrom(page: Evidence, platforms: Platforms, interest: HostInterest): Onward {
  const hop = page.hop + 1
  const binding = hop === 1 ? ('linked' as const) : ('second_hop' as const)
  const links: { address: Address; rank: number }[] = []
  const socials: Address[] = []
  page.links.slice(0, MAX_LINKS_PER_PAGE).forEach((link, index) => {
    const url = URL.parse(link.url)
    if (!url || SCENERY.test(url.hostname) || plainAddress(link.url) === plainAddress(page.finalUrl)) return
    const ref = `${page.ref}/${String(index).padStart(3, '0')}`
    const address = { url: link.url, ref, via: page.ref, hop, binding }
    const owner = platforms.hostKind(link.url)
    const target = platforms.recognise(link.url)
    if (target && owner?.kind !== 'hub') {
      // On a host that no platform claims the profile is a guess, and the link stays as it was written.
      if (!isSameProfile(page, target)) socials.push(owner ? { ...address, url: target.url } : address)
      return
    }
    const chrome = owner !== null && !target
    if (chrome || (domainOf(link.url) === page.domain && ABOUT_THE_SITE.test(url.pathname))) return
    links.push({ address, rank: rankOf(page, url, interest, target !== null) })
  })
  links.sort((a, b) => b.rank - a.rank)
  return { links: links.map((link) => link.address), socials }
}

function isSameProfile(page: Evidence, target: { platform: string; handle: string }): boolean {
  return page.platform === target.platform && page.handle?.toLowerCase() === target.handle.toLowerCase()
}

function rankOf(page: Evidence, url: URL, interest: HostInterest, isHub: boolean): number {
  const host = url.hostname.replace(/^www\./, '')
  const sameSite = domainOf(url.href) === page.domain
  return interest(host) * 10 + (isHub ? 8 : 0) + (isShortener(host) ? 6 : 0) - (sameSite ? 5 : 0)
}
