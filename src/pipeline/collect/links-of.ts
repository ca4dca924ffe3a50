import type { EvidenceLink, EvidenceText, LeftLinks } from '../../evidence/evidence.ts'
import type { PageResponse, ParsedPage } from '../../evidence/page.ts'
import { findLinks } from '../../platforms/links/find-links.ts'
import { unwrapRedirect } from '../../platforms/links/unwrap-redirect.ts'
import type { Profile } from '../../platforms/platform.ts'
import { type Address, domainOf } from './address.ts'
import type { Prospect } from './frontier.ts'
import { leftLinks } from './left-links.ts'
import { ownFiles, ownPages } from './own-pages.ts'

const MAX_LINKS = 200

/** Of the addresses that nothing shows to anybody those that lead to a profile or to a host of interest. */
export function withoutMachines(profile: Profile, weigh: (url: string) => Prospect | null): Profile {
  const leading = (profile.alone ?? []).filter((url) => {
    const prospect = weigh(url)
    return prospect !== null && (prospect.kind === 'social' || prospect.rank > 0)
  })
  return { ...profile, links: [...profile.links, ...leading.map((url) => ({ url, label: '' }))] }
}

/** Where a page leads: its links, and addresses that are written out in its texts, each once. */
export function linksOf(
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
export function furtherPages(
  page: ParsedPage,
  place: { finalUrl: string; hop: number },
  known: EvidenceLink[],
  weigh: (url: string) => Prospect | null,
): EvidenceLink[] {
  const urls = new Set(known.map(({ url }) => url))
  const further = [...ownPages(page, place, (url) => weigh(url) !== null), ...ownFiles(page, place)]
  return further.flatMap(({ url, label }) => (urls.has(url) ? [] : [{ url, domain: domainOf(url), label }]))
}

/** Looking for addresses takes 0.2 ms for a thousand letters, and hardly a line of a linked page holds one. */
function linesWithAddresses(text: string): string {
  if (!MAY_HOLD_ADDRESS.test(text)) return ''
  return text
    .split('\n')
    .filter((line) => MAY_HOLD_ADDRESS.test(line))
    .join('\n')
}

/** By their dots, since letters stand everywhere. */
const MAY_HOLD_ADDRESS = /\.(?<=[\p{L}\p{N}]\.)\p{L}{2}|\bdot\b|[([{]\.[)\]}]|(?<!\p{L})@\w/iu

/** As many as are kept, in their order; of those left out, the ones that would have been worth a look. */
export function mostInteresting(
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
