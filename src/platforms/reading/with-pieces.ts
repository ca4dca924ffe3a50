import { isLabel, isProse } from '../../answers/is-prose.ts'
import { type Standing, standings } from '../../answers/role-of-piece.ts'
import { emptyPage, type PageResponse } from '../../evidence/page.ts'
import { type Carried, NOTHING_CARRIED, type Piece } from '../../evidence/piece.ts'
import type { Platform, Profile, ProfileLink, Reading, Target } from '../platform.ts'
import { findAgeGate, findNotice } from './account-notices.ts'
import { BOILERPLATE_HOSTS, outwardLinks } from './page-facts.ts'
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
  const carried = carriedBy(response)
  const standing = standings(target?.handle.split('@')[0] ?? null)
  const mine = carried.pieces.map((piece) => ({ ...piece, ...standing(piece) })).filter(isOwners)
  if (reading.outcome === 'ok') {
    const profile = reading.profile ?? { links: [], counts: {}, pictures: [], posts: [] }
    return { ...reading, profile: completed(profile, mine, carried, response, platform) }
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
    profile: completed(profile, mine, carried, response, platform),
  }
}

function isUnread({ outcome, signal }: Reading): boolean {
  return outcome === 'error' && (signal === 'nothing_read' || signal === 'not_html')
}

/** A piece as whoever reads the profile sees it. */
type OwnPiece = Piece & Standing

function carriedBy({ page, carries }: PageResponse): Carried {
  return page?.carries ?? carries ?? NOTHING_CARRIED
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

const IN_MARKUP = /^(?:visible$|title$|@|meta\/)/

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
  unread: Omit<Carried, 'pieces'>,
  response: PageResponse,
  platform: Platform | null,
): Profile {
  const found = newTexts(profile, mine, platform)
  const { texts, letters } = bounded(found)
  const { shown, alone } = linksIn(mine, response, platform)
  const links = withNew(profile.links, shown)
  const kept = links.slice(0, Math.max(profile.links.length, MOST.links))
  const left = {
    letters: (profile.left?.letters ?? 0) + letters + unread.left,
    links: (profile.left?.links ?? 0) + links.length - kept.length + unread.linksLeft,
    pictures: profile.left?.pictures ?? 0,
  }
  return {
    ...profile,
    links: kept,
    ...(texts.length > 0 && { further: [...(profile.further ?? []), ...texts] }),
    ...(alone.length > 0 && { alone }),
    ...(left.letters + left.links + left.pictures > 0 && { left }),
  }
}

/** What no text of the profile says yet, the strings of one record together. */
function newTexts(profile: Profile, mine: OwnPiece[], platform: Platform | null): string[] {
  let known = squeezed(
    [
      profile.name,
      profile.bio,
      ...profile.posts.map(({ text }) => text),
      ...(profile.further ?? []),
      ...profile.links.map(({ label }) => label),
    ].join('\n'),
  )
  const records = new Map<string, string[]>()
  for (const { kind, value, path } of mine) {
    if (kind !== 'text' || isSites(path, value, profile, platform)) continue
    const text = squeezed(value)
    if (known.includes(text)) continue
    const record = recordOf(path)
    const news = path === 'visible' ? newLines(value, known, platform?.label ?? '') : value
    known += `\n${text}`
    if (news !== '') records.set(record, [...(records.get(record) ?? []), news])
  }
  return [...records.values()].map((texts) => texts.join('\n'))
}

/** What a site writes into the head of every profile's page. */
function isSites(path: string, text: string, profile: Profile, platform: Platform | null): boolean {
  const isNamed = profile.name !== undefined && text.includes(profile.name)
  if (path === 'title' || (isNamed && META_TITLE.test(path))) {
    if (isSitesTitle(text, profile, platform)) return true
  }
  return IN_HEAD.test(path) && platform?.isOwnWords?.(text) === true
}

const META_TITLE = /^meta\/(?:og|twitter):title$/
const IN_HEAD = /^(?:title$|meta\/)/

/** Sites make titles of a name and a few words of their own: `Mina (@mina) • Instagram photos and videos`. */
function isSitesTitle(
  title: string,
  { name = '', handle = '' }: Profile,
  platform: Platform | null,
): boolean {
  if (platform === null) return false
  const rest = [name, handle, platform.label].reduce(
    (left, known) => (known === '' ? left : left.replaceAll(known, ' ')),
    title,
  )
  return (rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < MOST_OF_A_SITE
}

/** Words. */
const MOST_OF_A_SITE = 6

/** Of what is seen of a page, the lines that say something and are not known yet. */
function newLines(text: string, known: string, label: string): string {
  return (
    text
      .split('\n')
      // Some sites are called as their address.
      .filter((line) => (isProse(line) && !isLabel(line)) || HOLDS_ADDRESS.test(line.replaceAll(label, ' ')))
      .filter((line) => !known.includes(squeezed(line)))
      .join('\n')
  )
}

const HOLDS_ADDRESS = /[\p{L}\p{N}]\.\p{L}{2,}(?:[/\s]|$)/u

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

/** What the reader found stays as it is. */
function withNew(known: ProfileLink[], more: ProfileLink[]): ProfileLink[] {
  const urls = new Set(known.map(({ url }) => url))
  return [...known, ...distinctLinks(more.filter(({ url }) => !urls.has(url)))]
}

/** Links that leave the site; those for machines stand alone in settings, while one that is shown has words beside it. */
function linksIn(
  mine: OwnPiece[],
  response: PageResponse,
  platform: Platform | null,
): { shown: ProfileLink[]; alone: string[] } {
  const host = URL.parse(response.finalUrl)?.hostname.replace(/^www\./, '') ?? ''
  const own = [host, ...(platform?.hosts ?? []), ...BOILERPLATE_HOSTS, ...VOCABULARIES]
  const spoken = new Set(mine.flatMap(({ kind, path }) => (kind === 'text' ? [recordOf(path)] : [])))
  const shown: ProfileLink[] = []
  const alone: string[] = []
  for (const { kind, value, label, role, path } of mine) {
    const link = kind === 'link' ? profileLink(value, label) : null
    if (link === null || isOnHost(URL.parse(link.url)?.hostname ?? '', own)) continue
    if (role === 'owner' || response.page === null || label !== '' || spoken.has(recordOf(path)))
      shown.push(link)
    else alone.push(link.url)
  }
  if (platform === null) return { shown, alone }
  const ofOthers = [...shown, ...anchors(response, own)].filter(({ url }) => !isOfPlatform(url, platform))
  return { shown: ofOthers, alone }
}

/** The site's other domains and its accounts elsewhere bear its name: `telegram.org`, `x.com/linktree_`. */
function isOfPlatform(link: string, { id, label, hosts }: Platform): boolean {
  const url = URL.parse(link)
  const names = [id, label, hosts[0]?.split('.')[0] ?? ''].map(bareName).filter((name) => name.length > 3)
  const domain = bareName(url?.hostname.split('.').at(-2) ?? '')
  const account = bareName(url?.pathname.split('/').filter(Boolean).at(-1) ?? '')
  return names.some((name) => domain === name || account === name)
}

/** Small letters alone: `Ko-fi` and `kofi` are one name. */
function bareName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(?:hq|official|app|support|team)$/, '')
}

/** Links of a platform's page that leave the site and stand neither in its frame nor among what visitors wrote. */
function anchors({ page }: PageResponse, own: readonly string[]): ProfileLink[] {
  if (page === null) return []
  return outwardLinks({ links: page.links.filter(({ furniture }) => !furniture) }, own)
}

/** Names of things that look like addresses. */
const VOCABULARIES = ['schema.org', 'w3.org', 'ogp.me', 'purl.org', 'xmlns.com']
