import type { Outcome } from '../../evidence/evidence.ts'
import type { PageResponse, ParsedPage } from '../../evidence/page.ts'
import type { Reading, Target } from '../platform.ts'
import { findAgeGate, findNotice } from './account-notices.ts'
import { findClosedCountry } from './fronts.ts'
import { isRatedAdult, jsonLdFacts, openGraph, outwardLinks } from './page-facts.ts'
import { type ProfileParts, readAs, readWith } from './profile-of.ts'
import { isId, isOnHost } from './site-address.ts'
import { findAbsence, findWall, isBare } from './walls.ts'

/** What a site's own reader found in its own markup. */
export interface Found {
  signal: string
  /** Default `ok`. */
  outcome?: Outcome
  parts?: ProfileParts
}

/** How one site's profile pages differ from any other page. */
export interface PageRules {
  /** Links to these are the site's own furniture. */
  ownHosts: readonly string[]
  /** Titles that name the site and nobody on it. */
  brand: RegExp
  /** What the site writes around the name in a title; the first group is the name. */
  title?: RegExp
  /** The site's own notices, asked after `find`, before plain metadata. */
  notices?: readonly { outcome: Outcome; signal: string; title?: RegExp; text?: RegExp }[]
  /** Reads the site's own state; null when it is not there. */
  find?: (page: ParsedPage, target: Target) => Found | null
  /** Reads the page as OpenGraph and JSON-LD when `find` found nothing. Default true. */
  openGraph?: boolean
  /** The handle of the profile that an address shows by its name: where an id's address leads to one, it is the same profile. */
  nameIn?: (url: URL) => string | null
  /** Take the links that leave the site, all or those outside its frame. Default none: most sites' pages are full of furniture. */
  links?: boolean | 'outside_frame'
}

/**
 * The way every HTML reader goes: what the site's own state says of the account, walls, absence, plain metadata, the site's notices. A name can read like a
 * wall ("Just a moment"): a site that names the account in its state and says more of it has let us in.
 */
export function readPage(response: PageResponse, target: Target, rules: PageRules): Reading {
  const page = response.page
  const own = page !== null && response.status === 200 ? (rules.find?.(page, target) ?? null) : null
  if (page !== null && own !== null && isOf(target, own) && !isNameAlone(own)) return finish(own, page, rules)
  const wall = findWall(response)
  if (wall) return wall
  const absence = findAbsence(response)
  if (page === null) return absence ?? { outcome: 'error', signal: 'not_html' }
  if (absence) return siteNotice(page, rules) ?? absence

  if (own) return (isBare(page) ? findAgeGate(page) : null) ?? finish(own, page, rules)
  const notice = siteNotice(page, rules)
  if (notice) return notice
  if (isSentElsewhere(response, target, rules)) return { outcome: 'error', signal: 'redirected_elsewhere' }
  const plain = rules.openGraph === false ? null : plainFacts(page, rules)
  // A gate has a title like any page; a bio that tells an age is no gate.
  const gate = isBare(page) && !plain?.parts?.bio ? findAgeGate(page) : null
  if (gate) return gate
  if (plain) return finish(plain, page, rules)
  return findClosedCountry(page) ?? findNotice(page) ?? (page.hasPasswordField ? FORM_ONLY : NOTHING)
}

/** A form alone is no wall; a form where the facts should be is. */
const FORM_ONLY: Reading = { outcome: 'login_wall', signal: 'login_form_without_facts' }
/** Another page of the site has a name too, but not this profile's. Leaving the site is fine: people have domains of their own. */
function isSentElsewhere(response: PageResponse, target: Target, rules: PageRules): boolean {
  const final = URL.parse(response.finalUrl)
  if (final === null || response.finalUrl === response.requestedUrl) return false
  if (isId(target.handle) && rules.nameIn?.(final)) return false
  return (
    isOnHost(final.hostname, rules.ownHosts) &&
    !final.href.toLowerCase().includes(encodeURI(target.handle).toLowerCase())
  )
}

function isOf({ handle }: Target, { parts }: Found): boolean {
  return parts?.handle?.replace(/^@/, '').toLowerCase() === handle.toLowerCase()
}

/** A title is all that was found: a gate has one too. */
function isNameAlone({ parts }: Found): boolean {
  return !parts?.bio && (parts?.links ?? []).length === 0 && (parts?.posts ?? []).length === 0
}

const NOTHING: Reading = { outcome: 'error', signal: 'nothing_read' }

/** JSON-LD before OpenGraph; a brand title is nobody's name, and without a name the rest is the brand's too. */
export function plainFacts(page: ParsedPage, rules: PageRules): Found | null {
  const person = jsonLdFacts(page)
  const graph = openGraph(page)
  const name = properName(person?.name, rules) ?? properName(graph.name, rules)
  if (!name) return null
  const bio = person?.bio ?? graph.bio
  const handle = person?.handle ?? /\(@([\w.-]{2,40})\)/.exec(graph.name ?? '')?.[1]
  const parts = {
    ...graph,
    ...person,
    handle,
    name,
    bio,
    pictures: [...(person?.pictures ?? []), ...(graph.pictures ?? [])],
  }
  return { signal: person ? 'json_ld' : 'open_graph', parts }
}

/** The name inside a title, or nothing when the title is the brand's or a notice's. */
export function properName(
  title: string | undefined,
  rules: Pick<PageRules, 'brand' | 'title'>,
): string | undefined {
  const whole = title?.slice(0, 500).replace(/\s+/g, ' ').trim()
  if (!whole || rules.brand.test(whole)) return undefined
  const name = (rules.title?.exec(whole)?.[1] ?? whole).trim()
  return name === '' || rules.brand.test(name) ? undefined : name
}

function finish(found: Found, page: ParsedPage, rules: PageRules): Reading {
  const parts: ProfileParts = { ...found.parts }
  if (rules.links) {
    const shown = rules.links === true ? page : { links: page.links.filter(({ furniture }) => !furniture) }
    parts.links = [...(parts.links ?? []), ...outwardLinks(shown, rules.ownHosts)]
  }
  if (isRatedAdult(page)) parts.adult = true
  const outcome = found.outcome ?? 'ok'
  if (outcome === 'ok') return readAs(found.signal, parts)
  return outcome === 'private' || outcome === 'age_gate'
    ? readWith(outcome, found.signal, parts)
    : { outcome, signal: found.signal }
}

/** A title proves by itself; words in the text only on a page that holds little else, since a bio can say anything. */
function siteNotice(page: ParsedPage, rules: PageRules): Reading | null {
  const title = page.title.replace(/\s+/g, ' ').trim()
  const notice = rules.notices?.find(
    (candidate) => candidate.title?.test(title) || (isBare(page) && candidate.text?.test(page.text)),
  )
  return notice ? { outcome: notice.outcome, signal: notice.signal } : null
}
