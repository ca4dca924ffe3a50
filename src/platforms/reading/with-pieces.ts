import { standings } from '../../answers/role-of-piece.ts'
import { emptyPage, type PageResponse } from '../../evidence/page.ts'
import { type Carried, NOTHING_CARRIED } from '../../evidence/piece.ts'
import type { Platform, Profile, ProfileLink, Reading, Target } from '../platform.ts'
import { findAgeGate, findNotice } from './account-notices.ts'
import { asksForAge, isOfferedAge, withoutOfferedAges } from './fronts.ts'
import { linksIn } from './links-in-pieces.ts'
import { type NewTexts, newTexts } from './new-texts.ts'
import type { OwnPiece } from './own-piece.ts'
import { distinctLinks, readAs } from './profile-of.ts'
import { decodePart } from './site-address.ts'
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
 * was read, and which carries the owner's words, is read. Walls, notices and refusals stay what they are; where they show an account or come from a site
 * of somebody's own, what a state says of the account and what such a site says to whoever runs its scripts is kept beside their words.
 */
export function withPieces(reading: Reading, response: PageResponse, { platform, target }: ReadAs): Reading {
  const isTheirs = platform === null || platform.kind === 'hub'
  const front = reading.outcome === 'ok' ? undefined : reading.profile
  if (reading.outcome !== 'ok' && !isUnread(reading) && !front) return reading
  const carried = carriedBy(response)
  const standing = standings(target?.handle.split('@')[0] ?? (front ? nameIn(response) : null))
  const owners = carried.pieces
    .filter(({ path }) => isTheirs || !IN_CODE.test(path))
    .map((piece) => ({ ...piece, ...standing(piece) }))
    .filter(isOwners)
  const mine = withoutOffers(owners, carried, response)
  if (reading.outcome === 'ok') {
    const profile = reading.profile ?? { links: [], counts: {}, pictures: [], posts: [] }
    return { ...reading, profile: completed(profile, mine, carried, response, platform) }
  }
  if (front) {
    const known = isFront(reading)
      ? { ...reading, profile: completed(front, mine.filter(isOfAnAccount), carried, response, platform) }
      : reading
    return isTheirs && reading.outcome !== 'error' ? withWords(known, mine, carried, response) : known
  }
  if (!isProfile(mine, response, target))
    return isTheirs ? withWords(reading, mine, carried, response) : reading
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

/** Without the ages that a question about them offers to press. */
function withoutOffers(mine: OwnPiece[], { pieces }: Carried, { page }: PageResponse): OwnPiece[] {
  const labels = page?.links.map(({ text }) => text) ?? []
  const shown = mine.map((piece) =>
    piece.path === 'visible' ? { ...piece, value: withoutOfferedAges(piece.value, labels) } : piece,
  )
  const isOffer = ({ path, value }: OwnPiece) => isOfferedAge(value) && !IN_MARKUP.test(path)
  // Hardly a page offers one, and of no other is all that it carries searched for a question.
  if (!shown.some(isOffer)) return shown
  const asks = [page?.text ?? '', ...pieces.map(({ value }) => value)].some(asksForAge)
  return asks ? shown.filter((piece) => !isOffer(piece)) : shown
}

/** Whom an address of a site that no platform knows asks for. */
function nameIn({ requestedUrl }: PageResponse): string | null {
  const last = URL.parse(requestedUrl)
    ?.pathname.split('/')
    .findLast((part) => part !== '')
  return last === undefined ? null : decodePart(last).replace(/^[@~]/, '')
}

/** A private account shows a part, and so does a page that asks for an age. */
function isFront({ outcome }: Reading): boolean {
  return outcome === 'private' || outcome === 'age_gate'
}

/** By the record in which it stands, and not as a label of the page. */
function isOfAnAccount({ path, role, named }: OwnPiece): boolean {
  return role === 'owner' && named && !IN_MARKUP.test(path) && !IN_CODE.test(path)
}

/** What scripts say. On a platform they are the site's; on a page of links its owner may have written them. */
const IN_CODE = /^code\//

function isUnread({ outcome, signal }: Reading): boolean {
  return outcome === 'error' && (signal === 'nothing_read' || signal === 'not_html')
}

/** Nothing tells whether a browser would show them, so that they are judged, and nothing is said to have been seen. */
function withWords(reading: Reading, mine: OwnPiece[], carried: Carried, response: PageResponse): Reading {
  const known = reading.profile ?? { links: [], counts: {}, pictures: [], posts: [] }
  const unseen = mine.filter(({ path }) => !IN_MARKUP.test(path))
  const { about, further, left } = completed(known, unseen, carried, response, null)
  if (about === undefined && further === undefined) return reading
  return { ...reading, profile: { ...known, about, further, left: known.left ?? left } }
}

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
  // What a script puts onto an empty page may be what it says while it draws.
  if (IN_CODE.test(path)) return false
  if (IN_MARKUP.test(path))
    return target !== null && path === 'visible' && value.toLowerCase().includes(target.handle.toLowerCase())
  return role === 'owner' && (named || target === null)
}

const IN_MARKUP = /^(?:visible$|revealed$|title$|@|meta\/)/

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
  const { about, further, letters } = bounded(newTexts(profile, mine, platform))
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
    ...(about.length > 0 && { about: [...(profile.about ?? []), ...about] }),
    ...(further.length > 0 && { further: [...(profile.further ?? []), ...further] }),
    ...(alone.length > 0 && { alone }),
    ...(left.letters + left.links + left.pictures > 0 && { left }),
  }
}

/** As many as one answer may add, what is said of oneself first, and the letters that are left. */
function bounded(found: NewTexts): NewTexts & { letters: number } {
  let room = { texts: MOST.texts, letters: MOST.letters }
  let left = 0
  const within = (texts: string[]): string[] =>
    texts.flatMap((text) => {
      const kept = room.texts > 0 ? text.slice(0, room.letters) : ''
      room = { texts: room.texts - 1, letters: room.letters - kept.length }
      left += text.length - kept.length
      return kept === '' ? [] : [kept]
    })
  const kept = { about: within(found.about), further: within(found.further) }
  return { ...kept, letters: left }
}

/** What the reader found stays as it is. */
function withNew(known: ProfileLink[], more: ProfileLink[]): ProfileLink[] {
  const urls = new Set(known.map(({ url }) => url))
  return [...known, ...distinctLinks(more.filter(({ url }) => !urls.has(url)))]
}
