import { getDomainWithoutSuffix } from 'tldts'
import type { ParsedPage } from '../../evidence/page.ts'
import type { Platforms } from '../../platforms/index.ts'
import { unwrapRedirect } from '../../platforms/links/unwrap-redirect.ts'
import type { PlatformKind } from '../../platforms/platform.ts'
import { jsonLdFacts } from '../../platforms/reading/page-facts.ts'

/**
 * Which links of a page on a site that no platform knows lead to accounts of the site itself: those in the frame that stands on every
 * page of it. Nobody is taken for the site whom the page names elsewhere, who is called as one of `names`, or on a front page
 * or a site of that name, for its frame is the creator's.
 */
export function accountsOfTheSite(
  platforms: Platforms,
  page: ParsedPage,
  finalUrl: string,
  names: readonly string[],
): (url: string) => boolean {
  const { pathname = '/' } = URL.parse(finalUrl) ?? {}
  const isCreators = names.some((name) => resembles(name, getDomainWithoutSuffix(finalUrl) ?? ''))
  if (pathname === '/' || isCreators) return () => false
  const framed = new Set(addressesOf(page, ({ furniture }) => furniture === true))
  for (const url of addressesOf(page, ({ furniture, rel }) => !furniture || /\bme\b/.test(rel)))
    framed.delete(url)
  for (const link of jsonLdFacts(page)?.links ?? []) if (link) framed.delete(link.url)
  const known = [...names, ownPart(pathname)]
  return (url) => {
    const account = framed.has(url) ? platforms.recognise(url) : null
    if (account === null || !KINDS.has(platforms.byId(account.platform)?.kind)) return false
    return !known.some((name) => resembles(name, account.handle))
  }
}

/** What sites have for themselves. Whatever is sold or said elsewhere is looked at, whoever's it is. */
const KINDS: ReadonlySet<PlatformKind | undefined> = new Set(['social', 'media', 'code'])

function addressesOf(page: ParsedPage, test: (link: ParsedPage['links'][number]) => boolean): string[] {
  return page.links.filter((link) => !link.hidden && test(link)).map(({ url }) => unwrapRedirect(url))
}

/** On `site.example/people/mina` that is `mina`. */
function ownPart(pathname: string): string {
  return pathname.split('/').filter(Boolean).at(-1) ?? ''
}

/** One in the other, apart from marks; short ones are in everything. */
function resembles(a: string, b: string): boolean {
  const [one, other] = [plain(a), plain(b)]
  if (one === '' || other === '') return false
  if (one === other) return true
  return Math.min(one.length, other.length) >= 4 && (one.includes(other) || other.includes(one))
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
