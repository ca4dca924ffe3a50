import type { ParsedPage } from '../../evidence/page.ts'
import type { ProfileLink } from '../../platforms/platform.ts'

/** As many as a person opens who wants to know what a site is about. */
const MOST_PAGES = 6

/**
 * Further pages of a site whose front page was submitted: who has a site of their own says there what their profile does not, on a page of rates, of
 * services, of links. In the order in which the site leads to them. What lies behind a door is its page, whatever the address of that.
 */
export function ownPages(
  page: ParsedPage,
  { finalUrl, hop }: { finalUrl: string; hop: number },
  isWorthALook: (url: string) => boolean,
): ProfileLink[] {
  const front = URL.parse(finalUrl)
  if (front === null || !((hop === 0 && FRONT.test(front.pathname)) || isDoor(page))) return []
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

/** A page that says next to nothing and leads on: `Enter`, `Click here to continue`. */
function isDoor({ text, links }: ParsedPage): boolean {
  return text.length < LETTERS_OF_A_DOOR && links.length <= LINKS_OF_A_DOOR
}

const LETTERS_OF_A_DOOR = 200
const LINKS_OF_A_DOOR = 3

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
