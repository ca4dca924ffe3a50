import type { Card, Structure } from './card.ts'
import type { Draw } from './draw.ts'
import { type PlannedPage, pagesOf } from './plan.ts'
import type { Trade } from './words.ts'

export interface WebOptions {
  /** How many links lead from the submitted page to the farthest one: 0 to 2. */
  depth: number
  language: string
  /** The submitted page lies on a site for adult content. Default false. */
  adult?: boolean
  /** An account with few followers. Default false. */
  small?: boolean
  /** Share of the other pages that name the profile among their links. Default 0.4. */
  linksBack?: number
  /** Which structures the submitted page may have. Default: any. */
  root?: (structure: Structure) => boolean
}

/** A creator's pages, linked, with nothing on them that matters. */
export function growWeb(draw: Draw, options: WebOptions): PlannedPage {
  const { depth, language, adult = false, linksBack = 0.4, root = () => true } = options
  const trade = draw.trade(language)
  const taken = new Set<string>()
  const grow = (hop: number, isEnd: boolean): PlannedPage => {
    const structure = draw.structure(
      (each) =>
        (each.adult === true) === (adult && hop === 0) &&
        !taken.has(hostOf(each.at(draw.handle))) &&
        (isEnd || each.mostLinks > 0) &&
        // What a profile elsewhere links to is looked behind, but profiles there are not read.
        (hop === 0 || isEnd || each.kind === 'hub' || each.kind === 'site') &&
        (hop > 0 || root(each)),
    )
    const url = structure.at(draw.handle)
    taken.add(hostOf(url))
    const card = cardOf(draw, trade, options)
    const count = isEnd ? 0 : Math.min(structure.mostLinks, 1 + draw.random.below(2))
    // The first child leads as deep as is wanted, a second one no further.
    const children = Array.from({ length: count }, (_, child) =>
      grow(hop + 1, child > 0 || hop + 1 === depth),
    )
    const labels = draw.random.some(trade.labels, count)
    card.links = children.map((child, index) => ({ url: child.url, label: labels[index] ?? 'More' }))
    return { structure, card, url, hop, children, taken: [], barrier: null }
  }
  const profile = grow(0, depth === 0)
  for (const page of profile.children.flatMap(pagesOf))
    if (draw.random.chance(linksBack)) linkBack(page, profile)
  return profile
}

function linkBack(page: PlannedPage, profile: PlannedPage): void {
  if (page.card.links.length >= page.structure.mostLinks) return
  page.card.links = [...page.card.links, { url: profile.url, label: 'Where it began' }]
}

function cardOf({ random, words, handle, name }: Draw, trade: Trade, { small = false }: WebOptions): Card {
  const { visitors, site, suggested, hidden } = words.surroundings
  return {
    handle,
    name,
    language: trade.language,
    bio: random.pick(trade.bios),
    posts: random.some(trade.posts, 2 + random.below(2)),
    pinned: trade.pinned,
    links: [],
    alts: random.some(trade.alts, 2),
    offers: random.some(trade.offers, 2),
    faq: random.some(trade.faq, 2),
    strangers: {
      visitor: random.some(visitors, 2),
      site: [...random.some(site, 2), random.pick(suggested)],
      hidden: random.some(hidden, 1),
    },
    createdAt: CREATED_AT,
    followers: small ? 40 + random.below(50) : 1_000 + random.below(30_000),
  }
}

/** A fixed day: the same seed makes the same bytes in any year. */
const CREATED_AT = '2018-05-04T10:00:00.000Z'

function hostOf(url: string): string {
  const labels = new URL(url).host.split('.')
  return labels.slice(-2).join('.') === 'example' ? labels.join('.') : labels.slice(-3).join('.')
}
