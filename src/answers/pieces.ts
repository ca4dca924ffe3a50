import type { ParsedPage } from '../evidence/page.ts'
import type { Carried, Piece, Role } from '../evidence/piece.ts'
import { everyState } from './every-state.ts'
import { isLabel, isProse } from './is-prose.ts'
import { piecesOfStates } from './pieces-of-states.ts'
import { roleOfKey } from './role-of-key.ts'

/** What a page must have been read into before its pieces are told. */
export type Markup = Pick<ParsedPage, 'text' | 'asides' | 'meta' | 'jsonLd' | 'scripts' | 'attributeTexts'>

/**
 * Every text and link that a page carries beside its anchors: what a visitor sees, what pictures and attributes are called, what it says of
 * itself to machines, then its states and JSON-LD.
 */
export function piecesOfPage(page: Markup): Carried {
  const { states, unread } = everyState(page)
  const beneath = piecesOfStates([...states, ...page.jsonLd])
  return {
    pieces: [...seenPieces(page), ...calledPieces(page), ...metaPieces(page), ...beneath.pieces],
    left: unread + beneath.left,
  }
}

/** Every text and link of a JSON answer. */
export function piecesOfJson(json: unknown): Carried {
  return piecesOfStates([json])
}

/** What stands between asides is its owner's; where nothing does, the page has no other part than these. */
function seenPieces({ text, asides }: Markup): Piece[] {
  const parts: { role: Role; text: string }[] = []
  let at = 0
  for (const { role, from, to } of asides) {
    parts.push({ role: 'owner', text: text.slice(at, from) }, { role, text: text.slice(from, to) })
    at = to
  }
  parts.push({ role: 'owner', text: text.slice(at) })
  const isAllAside = !parts.some((part) => part.role === 'owner' && isProse(part.text))
  return parts.flatMap((part) => {
    const value = part.text.trim()
    return value === ''
      ? []
      : [pieceOf('visible', value, isAllAside && part.role === 'site' ? 'owner' : part.role)]
  })
}

function calledPieces({ attributeTexts }: Markup): Piece[] {
  return attributeTexts
    .map(({ name, text, aside }) => pieceOf(`@${name}`, text, aside ?? roleOfKey(name) ?? 'owner'))
    .filter(({ value }) => isProse(value) && !isLabel(value))
}

function metaPieces({ meta }: Markup): Piece[] {
  return Object.entries(meta).flatMap(([name, values]) =>
    SAYS.test(name) && !OF_THE_SITE.test(name)
      ? values.filter((value) => isProse(value)).map((value) => pieceOf(`meta/${name}`, value, 'owner'))
      : [],
  )
}

/** What a page says of itself, by whatever vocabulary. */
const SAYS = /description|abstract|summary|title|caption|subject|bio|about|:alt$|keywords|quote|text|message/
const OF_THE_SITE = /verification|application|msapplication|theme|viewport|site_name/

function pieceOf(path: string, value: string, role: Role): Piece {
  return { kind: 'text', value, path, role, record: null }
}
