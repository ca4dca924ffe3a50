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

/** As many as are asked for, so that a report names them: nothing reads what is in them. */
const MOST_FILES = 3

/**
 * Files of its site to which a submitted page leads by words: a menu, a price list. What they say belongs to it as much as what is written there.
 */
export function ownFiles(
  page: ParsedPage,
  { finalUrl, hop }: { finalUrl: string; hop: number },
): ProfileLink[] {
  const host = hop === 0 ? URL.parse(finalUrl)?.host : undefined
  if (host === undefined) return []
  const ofPictures = new Set(page.images.map(({ alt }) => alt))
  const files = new Map<string, ProfileLink>()
  for (const { url, text, hidden, furniture, ofVisitor, rel } of page.links) {
    const isSaid = !hidden && !furniture && !ofVisitor && rel !== 'frame' && text !== ''
    const onward = isSaid ? URL.parse(url) : null
    if (onward?.host !== host || !OF_WORDS.test(onward.pathname)) continue
    // A small picture leads to itself in large: that it is there is known from its page.
    if (OF_PICTURES.test(onward.pathname) && ofPictures.has(text)) continue
    files.set(onward.href, { url: onward.href, label: text })
    if (files.size === MOST_FILES) break
  }
  return [...files.values()]
}

const OF_WORDS = /\.(?:pdf|docx?|odt|rtf|xlsx?|ods|pptx?|pages|jpe?g|png|webp|avif)$/i
const OF_PICTURES = /\.(?:jpe?g|png|webp|avif)$/i

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
