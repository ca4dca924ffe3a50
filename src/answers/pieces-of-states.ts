import type { Carried, NamingRecord, Piece, Role } from '../evidence/piece.ts'
import { webAddressOf } from './app-links.ts'
import { isLabel, isProse } from './is-prose.ts'
import { type Field, fieldsOf, type KeyTells, OF_PLACE } from './known-keys.ts'
import { namesIn } from './names-in.ts'
import { parseJson } from './parse-json.ts'
import { BLOCK, readMarkup } from './read-markup.ts'
import { narrowed } from './role-of-piece.ts'
import { sentenceOf } from './sentence-of.ts'
import { unflatten } from './unflatten.ts'

/** Pieces of either kind, and letters of the texts together: what is kept of a page is no more. */
const MOST = { texts: 4_000, links: 10_000, letters: 400_000, steps: 500_000 }

/** Every text and link of JSON values, each once for whoever it is of. */
export function piecesOfStates(roots: readonly unknown[]): Carried {
  const walk: Walk = {
    pieces: [],
    seen: new Set(),
    records: new Map(),
    numbers: new Map(),
    texts: 0,
    links: 0,
    left: 0,
    linksLeft: 0,
    letters: 0,
    steps: 0,
  }
  for (const root of roots) walkState(walk, root)
  return { pieces: walk.pieces, left: walk.left, linksLeft: walk.linksLeft }
}

interface Walk {
  pieces: Piece[]
  seen: Set<unknown>
  /** Records that name the same in the same place are one. */
  records: Map<string, NamingRecord>
  numbers: Map<NamingRecord, number>
  texts: number
  links: number
  left: number
  linksLeft: number
  letters: number
  steps: number
}

/** A value on its way, with the names that led to it. */
interface Place {
  value: unknown
  key: string
  tells: KeyTells
  above: Place | null
  role: Role | null
  record: NamingRecord | null
}

/** Depth first in the order of the text, on a list of its own: nesting costs nothing. */
function walkState(walk: Walk, root: unknown): void {
  const open: Place[] = [{ value: root, key: '', tells: OF_PLACE, above: null, role: null, record: null }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place
    const age = place.tells.says === null ? null : ageSaid(place, place.tells.says)
    if (age !== null) keep(walk, place, 'text', age)
    else if (typeof value === 'string') readString(walk, place, value, open)
    if (typeof value !== 'object' || value === null || walk.seen.has(value)) continue
    walk.seen.add(value)
    if (++walk.steps > MOST.steps) {
      walk.left += open.length
      return
    }
    const followed = unflatten(value)
    if (followed !== null) open.push({ ...place, value: followed })
    else if (Array.isArray(value)) openList(walk, place, value, open)
    else openRecord(walk, place, value, open)
  }
}

/** Its entries, the first on top. */
function openList(walk: Walk, place: Place, list: unknown[], open: Place[]): void {
  const role = elementRole(list) ?? place.role
  const { record } = place
  const sentence = sentenceOf(list)
  if (sentence !== null && isProse(sentence, 2)) keep(walk, { ...place, role }, 'text', sentence)
  for (let at = list.length - 1; at >= 0; at--) {
    const value = list[at]
    if (maySay(value)) open.push({ value, key: String(at), tells: OF_PLACE, above: place, role, record })
  }
}

/** Its fields, the first on top. */
function openRecord(walk: Walk, place: Place, value: object, open: Place[]): void {
  const fields = fieldsOf(value)
  const { role, record } = standingOf(walk, place, value, fields)
  // A shortened address stands beside the one it is of.
  const isShortened = 'expanded_url' in value
  for (let at = fields.length - 1; at >= 0; at--) {
    const { key, value: child, tells } = fields[at] as Field
    if (isShortened && key === 'url') continue
    if (!maySay(child) && tells.says === null) continue
    const own = tells.isMenu && hasPrices(child) ? 'owner' : isListOfLines(key, child) ? null : tells.role
    open.push({ value: child, key, tells, above: place, role: narrowed(role, own), record })
  }
}

/** Lines that a page types out one after the other: what a site says in other languages are no list. */
function isListOfLines(key: string, value: unknown): boolean {
  return key === 'strings' && Array.isArray(value)
}

/** A list of what is on offer, which may be called a menu too. */
function hasPrices(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value)
    .slice(0, MOST_LOOKED_AT)
    .some(
      (entry) =>
        typeof entry === 'object' && entry !== null && Object.keys(entry).some((key) => PRICE.test(key)),
    )
}

const MOST_LOOKED_AT = 20
const PRICE =
  /^(?:price|cost|fee|amount|rate|tokens?|usd|eur|gbp)s?(?:_?(?:usd|eur|gbp|cents|from|text|label))?$/i

/** Whether anything can be read of it or in it: most of a state are numbers, switches and marks of a letter or two. */
function maySay(value: unknown): boolean {
  return typeof value === 'string'
    ? value.length >= LEAST_LETTERS
    : typeof value === 'object' && value !== null
}

const LEAST_LETTERS = 4

/** React elements in a state: `["$","footer",null,{…}]`. */
function elementRole(list: unknown[]): Role | null {
  if (list[0] !== '$' || typeof list[1] !== 'string') return null
  return /^(nav|footer|aside|button|form|label|option)$/.test(list[1]) ? 'site' : null
}

/** Whose the fields of a record are: a record that names somebody begins anew. */
function standingOf(
  walk: Walk,
  place: Place,
  value: object,
  fields: readonly Field[],
): Pick<Place, 'role' | 'record'> {
  const otherwise = typeRole(value, fields) ?? (isTable(fields) ? 'site' : null)
  const names = isAccountLink(place) ? null : namesIn(fields)
  if (names === null) return { role: otherwise ?? place.role, record: place.record }
  const record: NamingRecord = { ...names, role: place.role, otherwise, above: place.record }
  return { role: null, record: interned(walk, record) }
}

function interned({ records, numbers }: Walk, record: NamingRecord): NamingRecord {
  const { handles, alsoNames, role, otherwise, above } = record
  const key = JSON.stringify([handles, alsoNames, role, otherwise, above && numbers.get(above)])
  const known = records.get(key)
  if (known) return known
  records.set(key, record)
  numbers.set(record, records.size)
  return record
}

/** The creator's accounts elsewhere have other names. */
function isAccountLink({ tells, above }: Place): boolean {
  return tells.isOfLink || above?.tells.isOfLink === true
}

function typeRole(record: object, fields: readonly Field[]): Role | null {
  for (const { value, tells } of fields) {
    if (!tells.isType || typeof value !== 'string') continue
    if (/^(?:user_?)?(?:comment|review|reply|testimonial)s?$/i.test(value)) return 'visitor'
  }
  const type = '@type' in record ? record['@type'] : undefined
  if (typeof type !== 'string') return null
  return /^(BreadcrumbList|SiteNavigationElement|SearchAction|WPFooter|WPHeader)$/.test(type) ? 'site' : null
}

/** A record of very many texts is a table of them: translations, messages, labels. */
function isTable(fields: readonly Field[]): boolean {
  return (
    fields.length >= 30 &&
    fields.filter(({ value }) => typeof value === 'string').length * 10 >= fields.length * 9
  )
}

function readString(walk: Walk, place: Place, text: string, open: Place[]): void {
  const value = withMarkup(text.trim())
  if (value.length < LEAST_LETTERS) return
  const inner = /^[[{].*[\]}]$/s.test(value) && value.length > 20 ? parseJson(value) : undefined
  if (typeof inner === 'object' && inner !== null) {
    open.push({ ...place, value: inner })
    return
  }
  const address = webAddressOf(value)
  if (isAddress(address)) {
    if (!isForMachines(place, address)) keep(walk, place, 'link', address, labelBeside(place))
    return
  }
  if (!value.includes('<') || !/<\/?[a-z][^<>]*>/i.test(value)) {
    const isSaid = place.role === 'owner' ? isProse(value, 2) : isProse(value) && !isLabel(value)
    if (isSaid) keep(walk, place, 'text', value)
    return
  }
  const fragment = readMarkup(value.replace(BLOCK, '\n$&'))
  walk.left += fragment.unread
  if (isProse(fragment.text, 2)) keep(walk, place, 'text', fragment.text)
  for (const { href, label } of fragment.links) {
    const to = webAddressOf(href)
    if (isAddress(to)) keep(walk, place, 'link', to, label)
  }
}

/** Markup that was escaped to stand in a page: `&lt;p&gt;`. */
function withMarkup(text: string): string {
  if (!text.includes('&') || !/&lt;\/?[a-z]/i.test(text)) return text
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ESCAPED[name] ?? '')
}

const ESCAPED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** How old a record says that somebody is, in words: of caches and files too something is called an age. */
function ageSaid({ value, above }: Place, says: 'age' | 'birth'): string | null {
  const said = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (!isOfSomebody(above?.value)) return null
  if (says === 'age') return /^[1-9]\d$/.test(said) ? `Age: ${said}` : null
  const date = /^((?:19|20)\d\d)(?:-\d\d-\d\d(?:T.*)?)?$/.exec(said)
  return date ? `Born: ${said.slice(0, DATE_LETTERS)}` : null
}

const DATE_LETTERS = 10

function isOfSomebody(record: unknown): boolean {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return false
  if ('@type' in record && record['@type'] === 'Person') return true
  return Object.entries(record).some(([key, value]) => typeof value === 'string' && OF_PEOPLE.test(key))
}

const OF_PEOPLE =
  /^(?:user_?name|screen_?name|display_?name|handle|nick_?name|given_?name|first_?name|bio|biography)$/i

function isForMachines(place: Place, address: string): boolean {
  return ASSET.test(address) || isMachineKey(place.key) || isPictureKey(place.key) || isOfPicture(place)
}

/** Addresses that name something, and are not to be opened. */
function isMachineKey(key: string): boolean {
  return /^(@?id|@context|key|ref|type|hash|token|nonce|cursor|path|rel|target|schema)$/i.test(key)
}

/** Beneath `thumbnails/0/` an address is of a picture, whatever its own key. */
function isOfPicture({ above }: Place): boolean {
  return [above, above?.above].some((place) =>
    /^(?:thumbnails?|avatars?|icons?|banners?|images?|sources)$/i.test(place?.key ?? ''),
  )
}

/** What the record of a link calls it. */
function labelBeside({ above }: Place): string {
  const record = above?.value
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return ''
  const label = Object.entries(record).find(
    ([key, value]) =>
      LABELS.test(key) && typeof value === 'string' && /\p{L}{2}/u.test(value) && !isAddress(value),
  )
  return typeof label?.[1] === 'string' ? label[1].trim().slice(0, LONGEST_LABEL) : ''
}

const LABELS = /^(?:link|display|button|cta)?_?(?:title|label|text|name|caption|headline|heading)$/i
const LONGEST_LABEL = 300

function isAddress(value: string): boolean {
  return value.length < 2_000 && /^(https?:)?\/\/[^/]+\.[^/]+/i.test(value) && !/\s/.test(value)
}

const ASSET =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|m?js|json|woff2?|ttf|otf|mp[34]|m4[av]|webm|m3u8|mpd|xml|rss|map|wasm)(?:[?#]|$)/i

function isPictureKey(key: string): boolean {
  return /image|img|avatar|thumb|picture|photo|icon|logo|poster|banner|cover|cdn|api|endpoint|asset|static|src|stream|video_?url|dash|schema|namespace/i.test(
    key,
  )
}

function keep(walk: Walk, place: Place, kind: Piece['kind'], value: string, label = ''): void {
  const { role, record } = place
  const mark = `${kind} ${role} ${(record && walk.numbers.get(record)) ?? ''} ${value}`
  if (walk.seen.has(mark)) return
  walk.seen.add(mark)
  if (!hasRoom(walk, kind, value)) {
    if (role === 'site' || role === 'visitor' || role === 'hidden') return
    if (kind === 'link') walk.linksLeft++
    else walk.left += value.length
    return
  }
  if (kind === 'link') walk.links++
  else {
    walk.texts++
    walk.letters += value.length
  }
  walk.pieces.push({ kind, value, label, path: pathOf(place), role, record })
}

function hasRoom({ texts, links, letters }: Walk, kind: Piece['kind'], value: string): boolean {
  if (kind === 'link') return links < MOST.links
  return texts < MOST.texts && letters + value.length <= MOST.letters
}

/** Letters of a path; the last names tell most. */
const LONGEST_PATH = 300

function pathOf({ key, above: parent }: Place): string {
  let path = key
  for (let above = parent; above && above.key !== ''; above = above.above) {
    if (path.length + above.key.length >= LONGEST_PATH) return `…/${path}`
    path = `${above.key}/${path}`
  }
  return path
}
