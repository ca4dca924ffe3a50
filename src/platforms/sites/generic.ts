import { isPut } from '../../answers/said-in-code.ts'
import type { PageResponse, ParsedPage } from '../../evidence/page.ts'
import type { Reading } from '../platform.ts'
import { findAgeGate, findNotice } from '../reading/account-notices.ts'
import {
  findClosedCountry,
  findFront,
  isOfferedAge,
  withoutChoices,
  withoutOfferedAges,
} from '../reading/fronts.ts'
import { isPaidFor, jsonLdFacts, metaOf, openGraph, outwardLinks, ownersText } from '../reading/page-facts.ts'
import { type ProfileParts, readAs, readWith } from '../reading/profile-of.ts'
import { findAbsence, findWall, isBare, type Sign } from '../reading/walls.ts'

/**
 * Reads any page that no platform knows as a profile: what it says about itself, its text and where it leads. On a platform's
 * own host `brand` is its name, which names nobody there.
 */
export function readGeneric(response: PageResponse, brand?: string): Reading {
  const blocked = findWall(response) ?? findAbsence(response)
  const page = response.page
  if (blocked)
    return page !== null && !/^redirect_to_/.test(blocked.signal)
      ? withWords(blocked, partsOf(page, response.finalUrl))
      : blocked
  if (page === null)
    return response.text
      ? readAs('plain_text', { bio: response.text })
      : { outcome: 'error', signal: 'not_html' }
  const parts = partsOf(page, response.finalUrl)
  if (isShell(page, parts, brand)) return { outcome: 'error', signal: 'nothing_read' }
  const isShort = isBare(page) && (parts.links ?? []).length < 4
  const closed = isShort ? findClosedCountry(page) : null
  if (closed) return withWords(closed, parts)
  // A page that says "not found" and leads nowhere is no page; one with content of its own may well use the words.
  const notice = (parts.links ?? []).length < 8 ? findNotice(page) : null
  if (notice)
    return notice.outcome === 'private' ? readWith('private', notice.signal, parts) : withWords(notice, parts)
  const gate = isShort ? findAgeGate(page) : null
  if (gate) return readWith(gate.outcome, gate.signal, behindGate(parts, page))
  const front = isShort ? findFront(page) : null
  if (front?.outcome === 'age_gate') return readWith('age_gate', front.signal, behindGate(parts, page))
  if (front) return withWords(front, parts)
  const isFrames = page.text === '' && framedLinks(page).length > 0
  const isDrawn =
    response.via !== 'browser' &&
    (showsNextToNothing(page, response.finalUrl) || isUnfinished(page, response.finalUrl))
  const isPart = isFrames || isDrawn || (isBare(page) && isPaidFor(page))
  const reading = readAs('page', isPart ? { ...parts, unread: LETTERS_UNSEEN } : parts)
  return isDrawn ? { ...reading, isDrawn } : reading
}

/**
 * A creator can write the words of a wall or of a notice as well, and send them with the status of one, which a browser shows like any. They are
 * kept, so that they silence nothing that stands beside them.
 */
function withWords({ outcome, signal }: Sign, { bio }: ProfileParts): Reading {
  return readWith(outcome, signal, { bio })
}

/** What asks for an age says nothing of what lies behind it. */
function behindGate(parts: ProfileParts, page: ParsedPage): ProfileParts {
  const labels = labelsOf(page)
  return {
    ...parts,
    bio: parts.bio && withoutChoices(parts.bio, labels),
    links: parts.links?.map((link) => link && { ...link, label: withoutChoices(link.label) }),
    adult: true,
    unread: LETTERS_UNSEEN,
  }
}

/** What a page shows that is nothing but frames, of which none was read with it, that its scripts have yet to draw, or for which one pays. */
const LETTERS_UNSEEN = 1_000

/**
 * "Loading…", "please enable JavaScript", a title, a menu: what stands there before an application draws its page. Whoever says little more
 * than that and leads nowhere may be one, where the page has scripts and no state that says anything.
 */
function showsNextToNothing(page: ParsedPage, finalUrl: string): boolean {
  if (page.isDrawn !== true || ownersText(page).length >= LETTERS_OF_A_SHELL) return false
  const host = URL.parse(finalUrl)?.hostname ?? ''
  const shown = page.links.filter(({ furniture }) => !furniture)
  if (outwardLinks({ links: shown }, [host]).length > 0) return false
  return !hasState(page, host)
}

/** Something else stands on it, and says nothing of what is still to come. */
function isUnfinished(page: ParsedPage, finalUrl: string): boolean {
  if (page.isDrawn !== true && page.waits !== 'always') return false
  if (page.waits === 'always') return true
  const saysSo =
    page.waits === 'without_state' || (page.revealedText === undefined && LOADS.test(ownersText(page)))
  return saysSo && !hasState(page, URL.parse(finalUrl)?.hostname ?? '')
}

/** A line of its own: "Loading", "Loading posts…". */
const LOADS =
  /^(?:(?:loading|please wait)(?: \p{L}+){0,3} ?(?:…|\.{3})|loading|(?:inhalte? )?(?:wird|werden) geladen ?(?:…|\.{3})?|(?:chargement|cargando|carregando|caricamento|laden|laddar|indlæser|laster|ladataan|ładowanie|načítání|betöltés|загрузка|завантаження|yükleniyor|memuat|đang tải)(?: \p{L}+){0,3} ?(?:…|\.{3})|読み込み中.{0,3}|(?:正在)?加载中?.{0,3}|載入中.{0,3}|로딩 ?중.{0,3}|불러오는 중.{0,3})$/imu

/** Its state says what the page does not show, or leads elsewhere. */
function hasState(page: ParsedPage, host: string): boolean {
  return page.carries.pieces.some(
    ({ path, role, kind, value }) =>
      !IN_MARKUP.test(path) &&
      (!path.startsWith('code/') || isPut(path)) &&
      role !== 'site' &&
      role !== 'visitor' &&
      (kind === 'text' || URL.parse(value)?.hostname !== host),
  )
}

const LETTERS_OF_A_SHELL = 200
const IN_MARKUP = /^(?:visible$|title$|@|meta\/)/

function partsOf(page: ParsedPage, finalUrl: string): ProfileParts {
  const graph = openGraph(page)
  const person = jsonLdFacts(page)
  const said = withoutOfferedAges(ownersText(page), labelsOf(page))
  const host = URL.parse(finalUrl)?.hostname.replace(/^www\./, '') ?? ''
  return {
    ...graph,
    ...person,
    // Shells leave the place of the name empty: "- Brand".
    name: person?.name ?? (/^[-–—|·•] /.test(graph.name ?? '') ? undefined : graph.name),
    bio: mostOf([person?.bio, graph.bio, said]),
    links: [
      ...(person?.links ?? []),
      ...relMeLinks(page),
      ...framedLinks(page),
      ...outwardLinks(page, [host]),
    ].map((link) =>
      link && isOfferedAge(link.label) && !said.includes(link.label) ? { ...link, label: '' } : link,
    ),
    pictures: [...(person?.pictures ?? []), ...(graph.pictures ?? [])],
  }
}

function labelsOf({ links }: ParsedPage): string[] {
  return links.map(({ text }) => text)
}

/** What comes before the scripts that make the page: a title and nothing else, or the name of the site. */
function isShell(page: ParsedPage, parts: ProfileParts, brand: string | undefined): boolean {
  if (brand !== undefined && parts.name?.trim().toLowerCase() === brand.toLowerCase()) return true
  const isTitled = metaOf(page, 'og:title', 'twitter:title') !== undefined || page.jsonLd.length > 0
  return !isTitled && !parts.bio && (parts.links ?? []).length === 0
}

/** h-card's `rel="me"`: the page's own claim to other accounts. */
function relMeLinks(page: ParsedPage) {
  return page.links
    .filter((link) => /\bme\b/.test(link.rel))
    .map((link) => ({ url: link.url, label: link.text }))
}

/** What a page shows of another document is shown on it, also where that lies on its own host. */
function framedLinks(page: ParsedPage) {
  return page.links
    .filter((link) => link.rel === 'frame' && !link.furniture && !link.ofVisitor)
    .map((link) => ({ url: link.url, label: link.text }))
}

/** The texts, without those that stand inside another. */
function mostOf(texts: (string | undefined)[]): string | undefined {
  const kept: string[] = []
  for (const text of texts) {
    if (text && !kept.some((other) => other.includes(text))) kept.push(text)
  }
  return (
    kept.filter((text) => !kept.some((other) => other !== text && other.includes(text))).join('\n\n') ||
    undefined
  )
}
