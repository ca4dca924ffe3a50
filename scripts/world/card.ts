import type { Site } from '../../demo/web/site.ts'

/** Where on a page an owner's words stand. */
export const FIELDS = ['name', 'bio', 'post', 'pinned', 'label', 'alt', 'offer', 'faq'] as const
export type Field = (typeof FIELDS)[number]

/** Who else speaks on a page: visitors, the site, and what nobody sees. */
export const STRANGERS = ['visitor', 'site', 'hidden'] as const
export type Stranger = (typeof STRANGERS)[number]

export interface CardLink {
  url: string
  label: string
}

/** Everything that one page of an invented creator says; a structure shows the fields that its kind of page has. */
export interface Card {
  handle: string
  name: string
  language: string
  bio: string
  posts: string[]
  pinned: string
  links: CardLink[]
  alts: string[]
  offers: { title: string; text: string }[]
  faq: { question: string; answer: string }[]
  strangers: Record<Stranger, string[]>
  /** ISO date on which the account was made. */
  createdAt: string
  followers: number
}

export type StructureKind = 'hub' | 'social' | 'paid' | 'shop' | 'media' | 'messenger' | 'site'

/** One way in which the web puts a creator on a page. Adding one is a function and its line in a table. */
export interface Structure {
  id: string
  kind: StructureKind
  shows: readonly Field[]
  strangers: readonly Stranger[]
  /** Links that it shows; 0 where it shows none. */
  mostLinks: number
  /** The site is for adult content. */
  adult?: boolean
  /** One seldom meets the like: few of the world's pages. */
  rare?: boolean
  at(handle: string): string
  /** The answers at and behind the address. Same card, same bytes. */
  render(card: Card, url: string): Site
}

/** Host and path without scheme, as the made-up web knows its pages. */
export function placeOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  return `${host.replace(/^www\./, '')}${pathname}${search}`
}
