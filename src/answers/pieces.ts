import type { ParsedPage } from '../evidence/page.ts'
import type { Carried, Piece, Role } from '../evidence/piece.ts'
import { webAddressOf } from './app-links.ts'
import { everyState } from './every-state.ts'
import { isLabel, isProse } from './is-prose.ts'
import { piecesOfStates } from './pieces-of-states.ts'
import { BLOCK, readMarkup } from './read-markup.ts'
import { roleOfKey } from './role-of-key.ts'

/** What a page must have been read into before its pieces are told. */
export type Markup = Pick<
  ParsedPage,
  'title' | 'text' | 'asides' | 'meta' | 'jsonLd' | 'scripts' | 'attributeTexts' | 'revealedText'
>

/**
 * Every text and link that a page carries beside its anchors: what a visitor sees, what pictures and attributes are called, what it says of
 * itself to machines, then its states and JSON-LD, and what its scripts say.
 */
export function piecesOfPage(page: Markup): Carried {
  const { states, said, unread } = everyState(page)
  const beneath = piecesOfStates([...states, ...page.jsonLd])
  const hasOthers = beneath.pieces.some(({ kind }) => kind === 'text')
  return {
    pieces: [
      ...seenPieces(page, hasOthers),
      ...revealedPieces(page),
      ...titlePieces(page),
      ...calledPieces(page),
      ...metaPieces(page),
      ...beneath.pieces,
      ...said,
    ],
    left: unread + beneath.left,
    linksLeft: beneath.linksLeft,
  }
}

/** Every text and link of a JSON answer. */
export function piecesOfJson(json: unknown): Carried {
  return piecesOfStates([json])
}

/** What stands between asides is its owner's; where a page has no other words at all, its frame is. */
function seenPieces({ text, asides }: Markup, hasOthers: boolean): Piece[] {
  const parts: { role: Role; text: string }[] = []
  let at = 0
  for (const { role, from, to } of asides) {
    parts.push({ role: 'owner', text: text.slice(at, from) }, { role, text: text.slice(from, to) })
    at = to
  }
  parts.push({ role: 'owner', text: text.slice(at) })
  const isAllAside =
    !hasOthers &&
    asides.some(({ role }) => role === 'site') &&
    !parts.some((part) => part.role === 'owner' && isProse(part.text))
  return parts.flatMap((part) => {
    const value = part.text.trim()
    return value === ''
      ? []
      : [pieceOf('visible', value, isAllAside && part.role === 'site' ? 'owner' : part.role)]
  })
}

/** Apart from what is seen at once: dialogs of a site ask for passwords and ages on pages that are no walls. */
function revealedPieces({ revealedText = '' }: Markup): Piece[] {
  return revealedText === '' ? [] : [pieceOf('revealed', revealedText, 'owner')]
}

function titlePieces({ title }: Markup): Piece[] {
  return isProse(title) ? [pieceOf('title', title, 'owner')] : []
}

function calledPieces({ attributeTexts }: Markup): Piece[] {
  return attributeTexts
    .flatMap(({ name, text, aside }) => {
      if (name === 'srcdoc') return framedPieces(text, aside ?? 'owner')
      const own = name.startsWith('data-') ? roleOfKey(name) : null
      const role = aside ?? own ?? 'owner'
      return MARKUP.test(text) ? markedPieces(`@${name}`, text, role) : [pieceOf(`@${name}`, text, role)]
    })
    .filter(
      ({ kind, path, value }) =>
        kind === 'link' ||
        path === '@tel' ||
        (path === '@alt' ? isProse(value, 2) : isProse(value) && !isLabel(value)),
    )
}

/** A document in a frame of the page, written into an attribute. */
function framedPieces(document: string, role: Role): Piece[] {
  const { text, links } = readMarkup(document.replace(BLOCK, '\n$&'))
  return [
    pieceOf('framed/text', text, role),
    ...links.map(({ href, label }) => ({ ...linkOf('framed/link', href), label, role })),
  ]
}

/** What opens over a page may be written with its markup. */
function markedPieces(path: string, markup: string, role: Role): Piece[] {
  const { text, links } = readMarkup(markup.replace(BLOCK, '\n$&'))
  const leading = links
    .map((link) => ({ ...link, href: webAddressOf(link.href) }))
    .filter(({ href }) => /^https?:\/\//i.test(href))
  return [
    pieceOf(path, text, role),
    ...leading.map(({ href, label }) => ({ ...linkOf(path, href), label, role })),
  ]
}

/** By elements that stand in texts: other words between angle brackets (`<system>`, `<s>`) are what they say. */
const MARKUP =
  /<\/?(?:a|b|br|i|u|em|strong|small|p|div|span|ul|ol|li|h[1-6]|img|table|tr|td|th|blockquote|section|article|figure|hr)(?:\s[^<>]*)?\/?>/i

function metaPieces({ meta }: Markup): Piece[] {
  return Object.entries(meta).flatMap(([name, values]) => {
    if (ACCOUNTS.test(name)) return values.map((value) => linkOf(`meta/${name}`, value))
    if (!SAYS.test(name) || OF_THE_SITE.test(name)) return []
    return values
      .filter((value) => isProse(value) || ADDRESS.test(value))
      .map((value) => pieceOf(`meta/${name}`, value, 'owner'))
  })
}

/** An address is somebody's word in however few others it stands. */
const ADDRESS = /[\p{L}\p{N}]\.\p{L}{2,}(?:\/|$|\s)/u

/** Where a page says that its author is elsewhere too. */
const ACCOUNTS = /^(og:see_also|article:author)$/

/** What a page says of itself, by whatever vocabulary. */
const SAYS =
  /articlebody|description|abstract|summary|title|caption|subject|bio|about|:alt$|keywords|quote|text|message/
const OF_THE_SITE = /verification|application|msapplication|theme|viewport|site_name/

function pieceOf(path: string, value: string, role: Role): Piece {
  return { kind: 'text', value, label: '', path, role, record: null }
}

function linkOf(path: string, value: string): Piece {
  return { kind: 'link', value, label: '', path, role: 'owner', record: null }
}
