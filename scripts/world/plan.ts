import type { Site } from '../../demo/web/site.ts'
import type { Outcome } from '../../src/evidence/evidence.ts'
import type { Recommendation } from '../../src/policy/score/score-input.ts'
import type { Barrier } from './barriers.ts'
import { type Card, type Field, placeOf, type Stranger, type Structure } from './card.ts'

/** One page of an invented creator's web, before it is written. */
export interface PlannedPage {
  structure: Structure
  card: Card
  url: string
  hop: number
  children: PlannedPage[]
  /** Fields that hold a sentence that matters. */
  taken: readonly Field[]
  /** Stands before the page, so that nobody can read it. */
  barrier: Barrier | null
}

/** A sentence that was put where it matters. */
export interface Placed {
  text: string
  field: Field | Stranger
  page: PlannedPage
  /** The code that it is an offence under, null of a look-alike. */
  code: string | null
}

export interface Truth {
  codes: string[]
  /** Codes that count neither way. */
  may: string[]
  /** `failed`: nothing answered, and the scan says so. */
  recommendations: (Recommendation | 'failed')[]
  /** The report's link chain where one alone is right. */
  chain: string | null
}

export interface Plan {
  kind: string
  root: PlannedPage
  placed: Placed[]
  /** The one link that shows the code, where a link does. */
  link?: { page: PlannedPage; url: string }
  /** Addresses beside the pages: directories, short links, whoever has the same name. */
  beside: Site
  truth: Truth
}

/** Words on a page, with whose they are. */
export interface Said {
  text: string
  field: Field | Stranger
  isOwners: boolean
}

export interface WorldPage {
  url: string
  structure: string
  hop: number
  said: Said[]
  /** Addresses that its owner shows. */
  links: string[]
  /** What should be told of the page: `ok`, or why it cannot be read. */
  outcome: Outcome
  /** The name of what stands before it; null where it can be read. */
  barrier: string | null
}

export interface WorldCreator {
  id: string
  kind: string
  url: string
  pages: WorldPage[]
  placed: {
    text: string
    field: string
    url: string
    structure: string
    code: string | null
    isOwners: boolean
  }[]
  /** The one link that shows the code, where a link does: on which page it stands, and where it leads. */
  link: { on: string; url: string } | null
  truth: Truth
  site: Site
}

/** The plan, written out: what the web answers and what is true of it. */
export function creatorOf(id: string, plan: Plan): WorldCreator {
  const pages = pagesOf(plan.root)
  return {
    id,
    kind: plan.kind,
    url: plan.root.url,
    pages: pages.map(pageOf),
    placed: plan.placed.map(({ text, field, page, code }) => ({
      text,
      field,
      url: page.url,
      structure: page.structure.id,
      code,
      isOwners: !isStrangers(field),
    })),
    link: plan.link ? { on: plan.link.page.url, url: plan.link.url } : null,
    truth: plan.truth,
    site: Object.assign({}, ...pages.map(siteOf), plan.beside),
  }
}

/** The page and all that it leads to. */
export function pagesOf(page: PlannedPage): PlannedPage[] {
  return [page, ...(page.barrier ? [] : page.children.flatMap(pagesOf))]
}

function siteOf({ structure, card, url, barrier }: PlannedPage): Site {
  return barrier ? barrier.answers(url) : structure.render(card, url)
}

/** False where an interface answers for the page, so that nothing can stand before it. */
export function answersItself({ structure, card, url }: PlannedPage): boolean {
  return Object.hasOwn(structure.render(card, url), placeOf(url))
}

function pageOf({ structure, card, url, hop, barrier }: PlannedPage): WorldPage {
  return {
    url,
    structure: structure.id,
    hop,
    said: barrier ? [] : saidOn(card, structure),
    links: barrier ? [] : card.links.slice(0, structure.mostLinks).map((link) => link.url),
    outcome: barrier?.outcome ?? 'ok',
    barrier: barrier?.id ?? null,
  }
}

function saidOn(card: Card, structure: Structure): Said[] {
  const texts: Record<Field, string[]> = {
    name: [card.name],
    bio: card.bio.split('\n'),
    post: card.posts,
    pinned: [card.pinned],
    label: card.links.slice(0, structure.mostLinks).map((link) => link.label),
    alt: card.alts,
    offer: card.offers.map((offer) => offer.text),
    faq: card.faq.map((each) => each.answer),
  }
  return [
    ...structure.shows.flatMap((field) => texts[field].map((text) => ({ text, field, isOwners: true }))),
    ...structure.strangers.flatMap((field) =>
      card.strangers[field].map((text) => ({ text, field, isOwners: false })),
    ),
  ].filter(({ text }) => isStatement(text))
}

/** One or two words say nothing by themselves. */
function isStatement(text: string): boolean {
  return text.trim().split(/\s+/).length >= 3
}

function isStrangers(field: Field | Stranger): field is Stranger {
  return field === 'visitor' || field === 'site' || field === 'hidden'
}
