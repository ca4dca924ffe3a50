import type { PageResponse, ParsedPage } from '../../evidence/page.ts'
import type { Platform, Profile, ProfileLink, Reading, Target } from '../platform.ts'
import { findAgeGate, findNotice } from './account-notices.ts'
import { BOILERPLATE_HOSTS } from './page-facts.ts'
import type { Piece } from './piece.ts'
import { piecesOf } from './pieces.ts'
import { distinctLinks, profileLink, readAs } from './profile-of.ts'
import { isOnHost } from './site-address.ts'
import { findWall } from './walls.ts'

/** Of whom an answer was read, where a platform knows. */
export interface ReadAs {
  platform: Platform | null
  target: Target | null
}

/** Texts and links that one answer may add, and the letters of the texts. */
const MOST = { texts: 300, letters: 100_000, links: 1_000 }

/**
 * The reading with the owner's words and links that stand in the answer and that its reader did not keep. An answer of which nothing
 * was read, and which carries the owner's words, is read. Walls, notices and refusals stay what they are.
 */
export function withPieces(reading: Reading, response: PageResponse, { platform, target }: ReadAs): Reading {
  if (reading.outcome !== 'ok' && !isUnread(reading)) return reading
  const { pieces, left } = piecesOf(response, target?.handle.split('@')[0] ?? null)
  const mine = pieces.filter((piece) => isOwners(piece, response, platform))
  if (reading.outcome === 'ok') {
    const profile = reading.profile ?? { links: [], counts: {}, pictures: [], posts: [] }
    return { ...reading, profile: completed(profile, mine, left, response, platform) }
  }
  if (!isProfile(mine, response, target)) return reading
  const named = readAs(response.page === null ? 'json' : 'page_state', {
    name: response.page?.title,
    links: [],
  })
  const profile = named.profile ?? { links: [], counts: {}, pictures: [], posts: [] }
  return {
    outcome: 'ok',
    signal: response.page === null ? 'json' : 'page_state',
    profile: completed(profile, mine, left, response, platform),
  }
}

function isUnread({ outcome, signal }: Reading): boolean {
  return outcome === 'error' && (signal === 'nothing_read' || signal === 'not_html')
}

/**
 * Whose a piece is where its role does not tell: pages of large sites are full of other people's posts and of the site's own words, so that only
 * records that name the profile are its owner's; an answer about one profile alone is its owner's throughout.
 */
function isOwners({ role, named }: Piece, { page }: PageResponse, platform: Platform | null): boolean {
  if (role !== 'owner' && role !== 'unknown') return false
  if (named || page === null || platform === null) return true
  return role === 'owner' && OF_ONE_PERSON.has(platform.kind)
}

/** Sites whose pages show one person's things. */
const OF_ONE_PERSON: ReadonlySet<Platform['kind']> = new Set(['hub', 'paid', 'shop', 'directory'])

/** Words enough to be a profile, and none of them a wall's or a notice's. */
function isProfile(mine: Piece[], response: PageResponse, target: Target | null): boolean {
  const own = mine.filter(
    ({ kind, role, named }) => kind === 'text' && role === 'owner' && (named || target === null),
  )
  if (own.length === 0 || response.status < 200 || response.status >= 300) return false
  if (findWall(response) !== null) return false
  const texts = mine.filter(({ kind }) => kind === 'text').map(({ value }) => value)
  return texts.every((text) => !isWall(text, response)) && response.page?.hasPasswordField !== true
}

/** What a page would be that said this and nothing else. */
function isWall(text: string, response: PageResponse): boolean {
  const page = { ...NO_PAGE, text, meta: { description: [text] } }
  return [page, { ...page, title: text.slice(0, 200) }].some(
    (each) => (findWall({ ...response, page: each }) ?? findNotice(each) ?? findAgeGate(each)) !== null,
  )
}

const NO_PAGE: ParsedPage = {
  title: '',
  lang: '',
  canonical: null,
  meta: {},
  links: [],
  images: [],
  jsonLd: [],
  scripts: [],
  text: '',
  hiddenText: '',
  refresh: null,
  scriptRedirect: null,
  hasPasswordField: false,
  truncated: false,
}

function completed(
  profile: Profile,
  mine: Piece[],
  unread: number,
  response: PageResponse,
  platform: Platform | null,
): Profile {
  const found = newTexts(profile, mine, response)
  const { texts, letters } = bounded(found)
  const links = distinctLinks([...profile.links, ...linksIn(mine, response, platform)])
  const kept = links.slice(0, Math.max(profile.links.length, MOST.links))
  const left = {
    letters: (profile.left?.letters ?? 0) + letters + unread,
    links: (profile.left?.links ?? 0) + links.length - kept.length,
    pictures: profile.left?.pictures ?? 0,
  }
  return {
    ...profile,
    links: kept,
    ...(texts.length > 0 && { further: [...(profile.further ?? []), ...texts] }),
    ...(left.letters + left.links + left.pictures > 0 && { left }),
  }
}

/** What no text of the profile says yet, the strings of one record together. */
function newTexts(profile: Profile, mine: Piece[], response: PageResponse): string[] {
  let known = squeezed(
    [
      profile.name,
      profile.bio,
      ...profile.posts.map(({ text }) => text),
      ...(profile.further ?? []),
      ...profile.links.map(({ label }) => label),
      response.page?.title,
    ].join('\n'),
  )
  const records = new Map<string, string[]>()
  for (const { kind, value, path } of mine) {
    if (kind !== 'text') continue
    const text = squeezed(value)
    if (known.includes(text)) continue
    known += `\n${text}`
    const record = recordOf(path)
    records.set(record, [...(records.get(record) ?? []), value])
  }
  return [...records.values()].map((texts) => texts.join('\n'))
}

function recordOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** As texts are compared: sites keep one text with and without its breaks and cut marks. */
function squeezed(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?:\.{3}|…)\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function bounded(found: string[]): { texts: string[]; letters: number } {
  let room = MOST.letters
  let letters = 0
  const texts: string[] = []
  for (const text of found) {
    const kept = texts.length < MOST.texts ? text.slice(0, room) : ''
    room -= kept.length
    letters += text.length - kept.length
    if (kept !== '') texts.push(kept)
  }
  return { texts, letters }
}

function linksIn(mine: Piece[], response: PageResponse, platform: Platform | null): ProfileLink[] {
  const host = URL.parse(response.finalUrl)?.hostname.replace(/^www\./, '') ?? ''
  const own = [host, ...(platform?.hosts ?? []), ...BOILERPLATE_HOSTS, ...VOCABULARIES]
  const spoken = new Set(mine.flatMap(({ kind, path }) => (kind === 'text' ? [recordOf(path)] : [])))
  return mine.flatMap(({ kind, value, role, path }) => {
    // Addresses for machines stand alone in settings; one that is shown has words beside it.
    const isShown = role === 'owner' || response.page === null || spoken.has(recordOf(path))
    const link = kind === 'link' && isShown ? profileLink(value) : null
    return link && !isOnHost(URL.parse(link.url)?.hostname ?? '', own) ? [link] : []
  })
}

/** Names of things that look like addresses. */
const VOCABULARIES = ['schema.org', 'w3.org', 'ogp.me', 'purl.org', 'xmlns.com']
