import type { ParsedPage } from '../../evidence/page.ts'
import type { ProfileLink } from '../../platforms/platform.ts'

/** As many as a person opens who wants to know what a site is about. */
const MOST_PAGES = 6

/**
 * Further pages of a site whose front page this is: who has a site of their own says there what their profile does not, on a page of rates, of
 * services, of links. In the order in which the site leads to them.
 */
export function ownPages(
  page: ParsedPage,
  finalUrl: string,
  isWorthALook: (url: string) => boolean,
): ProfileLink[] {
  const front = URL.parse(finalUrl)
  if (front === null || !FRONT.test(front.pathname)) return []
  const found = new Map<string, ProfileLink>()
  for (const { url, text, hidden, ofVisitor, rel } of page.links) {
    const onward = hidden || ofVisitor || rel === 'frame' ? null : URL.parse(url)
    if (onward?.host !== front.host || !isPage(onward)) continue
    const address = `${onward.origin}${onward.pathname}`
    if (!found.has(address) && isWorthALook(address)) found.set(address, { url: address, label: text })
    if (found.size === MOST_PAGES) break
  }
  return [...found.values()]
}

const FRONT = /^\/(?:(?:index|home)(?:\.\w{2,5})?)?$/i

/** No file, no feed, none of many of its kind: those have a query or lie deep. */
function isPage({ pathname, search }: URL): boolean {
  const parts = pathname.split('/').filter(Boolean)
  return (
    search === '' &&
    parts.length > 0 &&
    parts.length <= 2 &&
    !FRONT.test(pathname) &&
    !FILE.test(pathname) &&
    !FEED.test(pathname)
  )
}

const FILE = /\.(?!(?:html?|php|aspx?)$)\w{2,5}$/i
const FEED = /\/(?:feed|rss|atom)\/?$/i
