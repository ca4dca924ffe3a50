import { setTimeout as sleep } from 'node:timers/promises'
import type { ScanMode } from '../../../sdk/contract.ts'
import type { Evidence } from '../../evidence/evidence.ts'
import { askedWaitMs } from '../../evidence/retry-after.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import { isShortener } from '../../platforms/links/shorteners.ts'
import { decodePart, isId } from '../../platforms/reading/site-address.ts'
import { type Creator, domainOf, leadsTo, plainAddress } from './address.ts'
import { isAnybodysPage } from './anybodys-page.ts'
import { type LookContext, look, type Sight } from './look.ts'

export interface FetchedProfile {
  evidence: Evidence
  creator: Creator
  /** Null when what came back does not tell: a wall hides the living and the gone alike. */
  isBanned: boolean | null
  /** Set when nothing usable came back after all tries, and not because we were asked to come later. */
  unreachable: string | null
  startedAt: string
  durationMs: number
}

/** Waits before the second and third try, in milliseconds. */
const RETRY_WAITS_MS = [300, 1200]
const WORTH_RETRYING = new Set([
  'timeout',
  'connect_error',
  'dns_error',
  'dns_unavailable',
  'no_route',
  'tls_error',
  'protocol_error',
  'out_of_resources',
])

/**
 * Looks at the submitted profile, up to three times, and judges whether it is still there.
 * @param mode a deep scan asks a site that no platform knows for an address of nobody, where the page says little
 */
export async function fetchProfile(ctx: LookContext, url: string, mode: ScanMode): Promise<FetchedProfile> {
  const startedAt = sharedNow()
  const started = performance.now()
  const address = { url, ref: 'profile', via: null, hop: 0, binding: 'own' as const }
  // A person who asks again wants to know what is there now.
  const options = { fresh: true }
  let sight = await look(ctx, address, null, options)
  for (const waitMs of RETRY_WAITS_MS) {
    const askedMs = asksToWaitMs(sight)
    if (!failedForNow(sight) && askedMs === null) break
    await sleep(Math.max(waitMs, askedMs ?? 0), undefined, { signal: ctx.signal })
    const seen = await look(ctx, address, null, options)
    const isEndless = isUnfinished(sight) && isUnfinished(seen)
    // What showed a part of itself, and nothing when asked once more, has been seen in part.
    if (seen.result.ok || !sight.result.ok) sight = seen
    if (isEndless) break
  }
  const page = await ofThisProfile(ctx, sight, mode)
  const post = page.platform === null ? postOf(ctx, page) : null
  const handle = post ? post.author : (sight.profile?.handle ?? page.handle ?? handleInPath(url))
  return {
    evidence: post?.evidence ?? { ...page, handle },
    creator: {
      url,
      handle,
      name: post || page.outcomeSignal === 'redirected_away' ? null : (sight.profile?.name ?? null),
    },
    isBanned: banned(page),
    unreachable: unreachableReason(sight),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - started),
  }
}

/**
 * A page of a platform that is no profile, as a post is: it belongs to that platform, and leads to the profile of its author
 * where the address names one. Its title is the post's, and nobody's name. Null of sites that no platform knows.
 */
function postOf(ctx: LookContext, page: Evidence): { evidence: Evidence; author: string | null } | null {
  const site = ctx.platforms.hostKind(page.finalUrl) ?? ctx.platforms.hostKind(page.url)
  if (site === null) return null
  const owner = ctx.platforms.ownerOf(page.finalUrl) ?? ctx.platforms.ownerOf(page.url)
  const links = owner
    ? [{ url: owner.url, domain: domainOf(owner.url), label: '' }, ...page.links]
    : page.links
  return { evidence: { ...page, platform: site.platform, links }, author: owner?.handle ?? null }
}

/** On a site that no platform knows, the last part of the path is what a creator is called there. */
function handleInPath(url: string): string | null {
  const last = URL.parse(url)?.pathname.split('/').filter(Boolean).at(-1)?.replace(/^[@~]/, '') ?? ''
  return /^[\w.-]{3,40}$/.test(last) && !/\.(html?|php|aspx?)$/i.test(last) ? last : null
}

function failedForNow(sight: Sight): boolean {
  if (!sight.result.ok) return WORTH_RETRYING.has(sight.result.reason)
  return sight.result.response.status >= 500 || isUnfinished(sight)
}

/** It showed a part of itself in its time, and may show all of it another time. */
function isUnfinished({ result }: Sight): boolean {
  return result.ok && result.response.outOfTime === true
}

/** A host that wants to be asked a moment later is; null where it named no time, or a longer one. */
function asksToWaitMs({ result }: Sight): number | null {
  if (!result.ok) return null
  const { status, headers, fetchedAt } = result.response
  if (status !== 429 && status !== 503) return null
  const ms = askedWaitMs(headers['retry-after'], Date.parse(fetchedAt))
  return ms !== null && ms <= MOST_WAIT_MS ? ms : null
}

const MOST_WAIT_MS = 10_000

/** A host that is to be left alone has not failed: the scan ends with a report that says so. */
function unreachableReason(sight: Sight): string | null {
  if (sight.evidence.outcome === 'rate_limited') return null
  if (!sight.result.ok)
    return sight.result.detail ? `${sight.result.reason} (${sight.result.detail})` : sight.result.reason
  const { status } = sight.result.response
  return status >= 500 && sight.evidence.outcome === 'error' ? `HTTP ${status}` : null
}

/** Redirected to something that is not this profile: a home page, another person, another site. */
function awayFromProfile(ctx: LookContext, { evidence, result }: Sight): boolean {
  if (!result.ok || result.response.hops.length === 0) return false
  const { url, outcome } = evidence
  const { finalUrl } = result.response
  const isOver = outcome === 'gone' || outcome === 'banned'
  if (isOver ? domainOf(finalUrl) === domainOf(url) : outcome !== 'ok' && outcome !== 'error') return false
  if (isShortener(URL.parse(url)?.hostname ?? '')) return false
  if (leadsTo(ctx.platforms, finalUrl, url) || plainAddress(finalUrl) === plainAddress(url)) return false
  if (isNamed(ctx, url, finalUrl)) return false
  // A platform's API answers under another address than the profile's.
  const isOfPlatform =
    evidence.platform !== null && ctx.platforms.recognise(url)?.platform === evidence.platform
  if (isOfPlatform && domainOf(result.response.requestedUrl) !== domainOf(url)) return false
  const ownPage = URL.parse(url)?.pathname === '/'
  if (ownPage) return domainOf(finalUrl) !== domainOf(url)
  const name = decodePart(url.replace(/[?#].*$/, '').replace(/\/+$/, ''))
    .toLowerCase()
    .split('/')
    .at(-1)
    ?.replace(/^[@~]/, '')
  return !name || !isNamedIn(finalUrl, name)
}

/** Whether an address names somebody: as a word of its own, and not as what was looked for or is to be gone back to. */
function isNamedIn(address: string, name: string): boolean {
  const url = new URL(address)
  for (const key of [...url.searchParams.keys()]) if (NAMES_NOBODY.test(key)) url.searchParams.delete(key)
  const place = decodePart(url.href).toLowerCase()
  for (let at = place.indexOf(name); at >= 0; at = place.indexOf(name, at + 1))
    if (!IN_WORD.test(place.charAt(at - 1)) && !IN_WORD.test(place.charAt(at + name.length))) return true
  return false
}

const NAMES_NOBODY =
  /^(?:next|return\w*|redirect\w*|continue|back|from|ref(?:errer)?|url|path|goto|dest(?:ination)?|q|query|s|search|keywords?)$/i
const IN_WORD = /[\p{L}\p{N}]/u

/** The address of an id has led to a name on the same platform. */
function isNamed({ platforms }: LookContext, url: string, finalUrl: string): boolean {
  const [id, named] = [platforms.recognise(url), platforms.recognise(finalUrl)]
  return id !== null && id.platform === named?.platform && isId(id.handle) && !isId(named.handle)
}

/**
 * What stands there is no word of this profile. Whoever opens the address comes to it, so that it is a link like any, unless it is a platform's own page
 * or the front of the site, to which sites send for everybody who is gone.
 */
function withoutContent({ platforms }: LookContext, evidence: Evidence): Evidence {
  const { url, finalUrl } = evidence
  const away: Evidence = { ...evidence, outcome: 'gone', outcomeSignal: 'redirected_away' }
  const { left: _left, pictures: _pictures, screenshot: _screenshot, ...bare } = away
  const isSites = platforms.hostKind(finalUrl) !== null || URL.parse(finalUrl)?.pathname === '/'
  if (domainOf(finalUrl) === domainOf(url) && isSites) return { ...bare, texts: [], links: [], facts: {} }
  const link = { url: finalUrl, domain: domainOf(finalUrl), label: '' }
  return { ...bare, finalUrl: url, domain: domainOf(url), title: '', texts: [], links: [link], facts: {} }
}

/** Without what its address has led to instead, and without having seen it where its site shows everybody the same. */
async function ofThisProfile(ctx: LookContext, sight: Sight, mode: ScanMode): Promise<Evidence> {
  if (awayFromProfile(ctx, sight)) return withoutContent(ctx, sight.evidence)
  const isAnybodys = mode === 'deep' && (await showsAnybodys(ctx, sight))
  // What stands there is judged as ever, for it may be the whole of a small site.
  return isAnybodys ? { ...sight.evidence, outcome: 'error', outcomeSignal: 'anybodys_page' } : sight.evidence
}

/** Of a site that no platform knows, and that showed something. */
async function showsAnybodys(ctx: LookContext, { evidence, result }: Sight): Promise<boolean> {
  if (!result.ok || evidence.outcome !== 'ok' || evidence.platform !== null) return false
  return (
    ctx.platforms.hostKind(result.response.finalUrl) === null && (await isAnybodysPage(ctx, result.response))
  )
}

function banned(evidence: Evidence): boolean | null {
  if (evidence.outcome === 'gone' || evidence.outcome === 'banned') return true
  if (evidence.outcome === 'ok' || evidence.outcome === 'private' || evidence.outcome === 'age_gate')
    return false
  return null
}
