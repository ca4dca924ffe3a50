import type { PageResponse, ParsedPage } from '../../evidence/page.ts'
import { parseJson } from './embedded-state.ts'
import { everyState } from './every-state.ts'
import { readFragment } from './html-fragment.ts'
import { isLabel, isProse } from './is-prose.ts'
import type { Piece, Role } from './piece.ts'
import { roleOfKey } from './role-of-key.ts'
import { plain, speakerOf } from './speaker-of.ts'
import { unflatten } from './unflatten.ts'

/** What an answer says beneath its markup. */
export interface Pieces {
  /** In the order of the answer, each value of a role once. */
  pieces: Piece[]
  /** Letters that a limit left unread. */
  left: number
}

/** Letters of all pieces together, and their number: what is kept of a page's texts is no more. */
const MOST = { pieces: 4_000, letters: 400_000, steps: 500_000 }

/**
 * Every text and link of a JSON answer, or of the states and JSON-LD of a page, with whose it seems to be. `handle`: of the profile
 * that is read; records that name it are its owner's, records that name another are a visitor's.
 */
export function piecesOf(response: PageResponse, handle: string | null): Pieces {
  const { roots, unread } = rootsOf(response)
  const walk: Walk = {
    pieces: [],
    seen: new Set(),
    left: unread,
    letters: 0,
    handle: handle && plain(handle),
  }
  for (const root of roots) walkState(walk, root)
  return { pieces: walk.pieces, left: walk.left }
}

function rootsOf({ page, json }: PageResponse): { roots: unknown[]; unread: number } {
  if (page === null) return { roots: json === undefined ? [] : [json], unread: 0 }
  const { states, unread } = everyState(page)
  return { roots: [...states, ...(page as ParsedPage).jsonLd], unread }
}

interface Walk {
  pieces: Piece[]
  seen: Set<unknown>
  left: number
  letters: number
  handle: string | null
}

/** A value on its way, with the names that led to it. */
interface Place {
  value: unknown
  key: string
  above: Place | null
  role: Role
  named: boolean
}

/** Depth first in the order of the text, on a list of its own: nesting costs nothing. */
function walkState(walk: Walk, root: unknown): void {
  const open: Place[] = [{ value: root, key: '', above: null, role: 'unknown', named: false }]
  let steps = 0
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place
    if (typeof value === 'string') readString(walk, place, value, open)
    if (typeof value !== 'object' || value === null || walk.seen.has(value)) continue
    walk.seen.add(value)
    if (++steps > MOST.steps) {
      walk.left += open.length
      return
    }
    const followed = unflatten(value)
    if (followed === null) open.push(...childrenOf(walk, place, value).reverse())
    else open.push({ ...place, value: followed })
  }
}

function childrenOf(walk: Walk, place: Place, value: object): Place[] {
  if (Array.isArray(value)) {
    const role = elementRole(value) ?? place.role
    const { named } = place
    return value.map((child, index) => ({ value: child, key: String(index), above: place, role, named }))
  }
  const speaker = speakerIn(walk, place, value)
  const role = roleOfRecord(speaker, place, value)
  const named = role !== 'visitor' && (place.named || speaker === 'owner')
  // A shortened address stands beside the one it is of.
  const isShortened = 'expanded_url' in value
  const entries = Object.entries(value).filter(([key]) => !(isShortened && key === 'url'))
  return entries.map(([key, child]) => ({
    value: child,
    key,
    above: place,
    role: narrowed(role, roleOfKey(key)),
    named,
  }))
}

/** React elements in a state: `["$","footer",null,{…}]`. */
function elementRole(list: unknown[]): Role | null {
  if (list[0] !== '$' || typeof list[1] !== 'string') return null
  return /^(nav|footer|aside|button|form|label|option)$/.test(list[1]) ? 'site' : null
}

function speakerIn({ handle }: Walk, place: Place, record: object): 'owner' | 'other' | null {
  return handle === null || isAccountLink(place) ? null : speakerOf(record, handle)
}

function roleOfRecord(speaker: 'owner' | 'other' | null, place: Place, record: object): Role {
  if (place.role === 'visitor') return 'visitor'
  if (speaker === 'owner') return 'owner'
  if (speaker === 'other') return 'visitor'
  return typeRole(record) ?? (isTable(record) ? 'site' : place.role)
}

/** The creator's accounts elsewhere have other names. */
function isAccountLink({ key, above }: Place): boolean {
  return [key, above?.key ?? ''].some((name) => /link|social|account|verifi|connect|sameAs/i.test(name))
}

function typeRole(record: object): Role | null {
  const type = '@type' in record ? record['@type'] : undefined
  if (typeof type !== 'string') return null
  if (/^(Comment|Review|UserReview|Answer)$/.test(type)) return 'visitor'
  return /^(BreadcrumbList|SiteNavigationElement|SearchAction|WPFooter|WPHeader)$/.test(type) ? 'site' : null
}

/** A record of very many texts is a table of them: translations, messages, labels. */
function isTable(record: object): boolean {
  const values = Object.values(record)
  return (
    values.length >= 30 &&
    values.filter((value) => typeof value === 'string').length * 10 >= values.length * 9
  )
}

/** What is a visitor's or the site's stays so, whatever stands in it. */
function narrowed(above: Role, own: Role | null): Role {
  return above === 'visitor' || above === 'site' || above === 'hidden' ? above : (own ?? above)
}

function readString(walk: Walk, place: Place, text: string, open: Place[]): void {
  const value = text.trim()
  if (value.length < 4) return
  const inner = /^[[{].*[\]}]$/s.test(value) && value.length > 20 ? parseJson(value) : undefined
  if (typeof inner === 'object' && inner !== null) {
    open.push({ ...place, value: inner })
    return
  }
  if (isMachine(place.key)) return
  if (isAddress(value)) {
    if (!ASSET.test(value) && !isPictureKey(place.key)) keep(walk, place, 'link', value)
    return
  }
  if (!/<\/?[a-z][^<>]*>/i.test(value)) {
    const isSaid = place.role === 'owner' ? isProse(value, 2) : isProse(value) && !isLabel(value)
    if (isSaid) keep(walk, place, 'text', value)
    return
  }
  const fragment = readFragment(value.replace(BLOCK, '\n$&'))
  walk.left += fragment.unread
  if (isProse(fragment.text, 2)) keep(walk, place, 'text', fragment.text)
  for (const { url } of fragment.links) keep(walk, place, 'link', url)
}

const BLOCK = /<\/?(?:p|div|li|ul|ol|h\d|tr|td|section|article|blockquote)\b/gi

/** Keys under which only machines read. */
function isMachine(key: string): boolean {
  return /^(class(Name|es)?|css|style|d|path|svg|viewBox|srcSet|sizes|font(Family)?|query|html_?hash|hash|token|nonce|integrity|csrf\w*|user_?agent|__typename|@context|mime_?type|codecs?|locale|lang|created_?at|updated_?at|date|timezone|rel|target|type|id|key|ref|cursor)$/i.test(
    key,
  )
}

function isAddress(value: string): boolean {
  return !/\s/.test(value) && value.length < 2_000 && /^(https?:)?\/\/[^/]+\.[^/]+/i.test(value)
}

const ASSET =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|m?js|json|woff2?|ttf|otf|mp[34]|m4[av]|webm|m3u8|mpd|xml|rss|map|wasm)(?:[?#]|$)/i

function isPictureKey(key: string): boolean {
  return /image|img|avatar|thumb|picture|photo|icon|logo|poster|banner|cover|cdn|api|endpoint|asset|static|src|stream|video_?url|dash|schema|namespace/i.test(
    key,
  )
}

function keep(walk: Walk, place: Place, kind: Piece['kind'], value: string): void {
  const mark = `${kind} ${place.role} ${value}`
  if (walk.seen.has(mark)) return
  walk.seen.add(mark)
  if (walk.pieces.length >= MOST.pieces || walk.letters + value.length > MOST.letters) {
    if (kind === 'text' && (place.role === 'owner' || place.role === 'unknown')) walk.left += value.length
    return
  }
  walk.letters += value.length
  walk.pieces.push({ kind, value, path: pathOf(place), role: place.role, named: place.named })
}

/** Letters of a path; the last names tell most. */
const LONGEST_PATH = 300

function pathOf(place: Place): string {
  let path = place.key
  for (let above = place.above; above && above.key !== ''; above = above.above) {
    if (path.length + above.key.length >= LONGEST_PATH) return `…/${path}`
    path = `${above.key}/${path}`
  }
  return path
}
