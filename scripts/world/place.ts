import { type Card, FIELDS, type Field, type Stranger } from './card.ts'
import type { Draw } from './draw.ts'
import type { Placed, PlannedPage } from './plan.ts'
import type { Random } from './random.ts'

/** What a name and a label have room for. */
const ROOM: Partial<Record<Field, number>> = { name: 60, label: 90 }

/**
 * Puts a sentence into a field of the owner's that the page has and that has room for it: one of `fields`, where the page has one of these.
 * Sentences in one field stand beside each other.
 */
export function placeStatement(
  { random }: Draw,
  page: PlannedPage,
  text: string,
  code: string | null,
  fields: readonly Field[] = FIELDS,
): Placed {
  const { structure, card } = page
  const wanted = structure.shows.filter((field) => fields.includes(field))
  const fits = (wanted.length > 0 ? wanted : structure.shows).filter(
    (field) => text.length <= (ROOM[field] ?? 1_000) && (field !== 'label' || card.links.length > 0),
  )
  const free = fits.filter((field) => !isTaken(page, field))
  const field = random.pick(free.length > 0 ? free : structure.shows.filter((each) => !SINGLE.includes(each)))
  page.card = { ...card, ...withText(card, field, text, random) }
  page.taken = [...page.taken, field]
  return { text, field, page, code }
}

/** Fields that hold one sentence. */
const SINGLE: readonly Field[] = ['name', 'pinned', 'label']

/** Puts a sentence into the mouth of somebody else on the page. */
export function placeAmongStrangers(
  page: PlannedPage,
  field: Stranger,
  text: string,
  code: string | null,
): Placed {
  const strangers = { ...page.card.strangers, [field]: [...page.card.strangers[field], text] }
  page.card = { ...page.card, strangers }
  return { text, field, page, code }
}

function isTaken({ taken }: PlannedPage, field: Field): boolean {
  return taken.includes(field)
}

function withText(card: Card, field: Field, text: string, random: Random): Partial<Card> {
  const [firstLink, ...otherLinks] = card.links
  const among = <T>(others: T[], one: T) => others.toSpliced(random.below(others.length + 1), 0, one)
  switch (field) {
    case 'name':
      return { name: `${card.name.split(' ')[0]} | ${text}` }
    case 'bio':
      return { bio: `${card.bio}\n${text}` }
    case 'post':
      return { posts: among(card.posts, text) }
    case 'pinned':
      return { pinned: text }
    case 'label':
      return { links: firstLink ? [{ ...firstLink, label: text }, ...otherLinks] : [] }
    case 'alt':
      return { alts: among(card.alts, text) }
    case 'offer':
      return { offers: among(card.offers, { title: 'New', text }) }
    case 'faq':
      return { faq: among(card.faq, { question: 'Anything else?', answer: text }) }
  }
}
