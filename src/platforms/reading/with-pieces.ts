import { isLabel, isProse } from '../../answers/is-prose.ts'
import { type Standing, standings } from '../../answers/role-of-piece.ts'
import { emptyPage, type PageResponse } from '../../evidence/page.ts'
import type { Carried, Piece } from '../../evidence/piece.ts'
import type { Platform, Profile, ProfileLink, Reading, Target } from '../platform.ts'
import { findAgeGate, findNotice } from './account-notices.ts'
import { BOILERPLATE_HOSTS } from './page-facts.ts'
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
  const { pieces, left } = carriedBy(response)
  const standing = standings(target?.handle.split('@')[0] ?? null)
  const mine = pieces.map((piece) => ({ ...piece, ...standing(piece) })).filter(isOwners)
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

/** A piece as whoever reads the profile sees it. */
type OwnPiece = Piece & Standing

function carriedBy({ page, carries }: PageResponse): Carried {
  return page?.carries ?? carries ?? { pieces: [], left: 0 }
}

/** What no name on its way gives to anybody else. */
function isOwners({ role }: OwnPiece): boolean {
  return role === 'owner' || role === 'unknown'
}

/** Words enough to be a profile, and none of them a wall's or a notice's. */
function isProfile(mine: OwnPiece[], response: PageResponse, target: Target | null): boolean {
  const own = mine.filter((piece) => piece.kind === 'text' && isOf(piece, target))
  if (own.length === 0 || response.status < 200 || response.status >= 300) return false
  if (findWall(response) !== null) return false
  const texts = mine.filter(({ kind }) => kind === 'text').map(({ value }) => value)
  return texts.every((text) => !isWall(text, response)) && response.page?.hasPasswordField !== true
}

/** The state says whose it is; what is seen of a page says so by naming the handle, since shells and notices are seen too. */
function isOf({ path, value, role, named }: OwnPiece, target: Target | null): boolean {
  if (IN_MARKUP.test(path))
    return target !== null && path === 'visible' && value.toLowerCase().includes(target.handle.toLowerCase())
  return role === 'owner' && (named || target === null)
}

const IN_MARKUP = /^(?:visible$|@|meta\/)/

/** What a page would be that said this and nothing else. */
function isWall(text: string, response: PageResponse): boolean {
  const page = { ...emptyPage(), text, meta: { description: [text] } }
  return [page, { ...page, title: text.slice(0, 200) }].some(
    (each) => (findWall({ ...response, page: each }) ?? findNotice(each) ?? findAgeGate(each)) !== null,
  )
}

function completed(
  profile: Profile,
  mine: OwnPiece[],
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
function newTexts(profile: Profile, mine: OwnPiece[], response: PageResponse): string[] {
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
    const record = recordOf(path)
    const news = path === 'visible' ? newLines(value, known) : value
    known += `\n${text}`
    if (news !== '') records.set(record, [...(records.get(record) ?? []), news])
  }
  return [...records.values()].map((texts) => texts.join('\n'))
}

/** Of what is seen of a page, the lines that say something and are not known yet. */
function newLines(text: string, known: string): string {
  return text
    .split('\n')
    .filter((line) => isProse(line) && !isLabel(line) && !known.includes(squeezed(line)))
    .join('\n')
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

function linksIn(mine: OwnPiece[], response: PageResponse, platform: Platform | null): ProfileLink[] {
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
