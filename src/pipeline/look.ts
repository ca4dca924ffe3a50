import { getDomain } from 'tldts'
import type { Binding, Evidence, EvidenceLink, EvidenceText, EvidenceType } from '../evidence/evidence.ts'
import type { FetchOptions, FetchPage, FetchResult, PageResponse, Screenshot } from '../evidence/page.ts'
import { publisherOf } from '../platforms/article.ts'
import { findLinks } from '../platforms/find-links.ts'
import { readGeneric } from '../platforms/generic.ts'
import type { Platforms } from '../platforms/index.ts'
import type { Platform, Profile, Reading, Target } from '../platforms/platform.ts'
import { unwrapRedirect } from '../platforms/unwrap-redirect.ts'
import { NEEDS_BROWSER, type Rendering } from './rendering.ts'

export interface LookContext {
  fetchPage: FetchPage
  platforms: Platforms
  signal: AbortSignal
  /** What the operator grants a page; each step has a time of its own where this is not set. */
  pageTimeoutMs?: number
  /** For pages that say nothing without scripts. */
  rendering?: Rendering
}

/** One address to look at, and how we came to it. */
export interface Address {
  url: string
  /** Unique and in order of discovery; becomes `E1`, `E2`, … in the report. */
  ref: string
  via: string | null
  hop: number
  binding: Binding
}

/** What the creator is known by, for telling whether a page speaks of them. */
export interface Creator {
  url: string
  handle: string | null
  name: string | null
}

/** What was seen, with the raw answer where there was one. */
export interface Sight {
  evidence: Evidence
  result: FetchResult
  profile: Profile | null
}

const MAX_LINKS = 200
const MAX_TEXT = 100_000
const MAX_PICTURES = 4

/** Fetches one address by the way its platform prefers and reads what it says. Never throws for what the web does. */
export async function look(
  ctx: LookContext,
  address: Address,
  creator: Creator | null,
  options: FetchOptions = {},
): Promise<Sight> {
  const target = ctx.platforms.recognise(address.url)
  const platform = target ? ctx.platforms.byId(target.platform) : null
  const request = target && platform ? platform.request(target) : { url: address.url }
  const result = await ctx.fetchPage(request, { signal: ctx.signal, ...options })
  const isGuess = target !== null && ctx.platforms.hostKind(address.url) === null
  // robots.txt may close an API that the site does not even have; the page is another question.
  if (!result.ok && isGuess && result.reason === 'robots') return lookPlainly(ctx, address, creator, options)
  if (!result.ok) return { evidence: unreachable(address, target, result), result, profile: null }

  const landed = landing(ctx.platforms, result.response, target)
  if (landed?.next) {
    const second = await ctx.fetchPage(landed.platform.request(landed.target), {
      signal: ctx.signal,
      ...options,
    })
    if (!second.ok)
      return { evidence: unreachable(address, landed.target, second), result: second, profile: null }
    const joined = { ...second.response, hops: [...result.response.hops, ...second.response.hops] }
    return read(ctx, address, creator, landed.platform, landed.target, joined, options)
  }
  return landed
    ? read(ctx, address, creator, landed.platform, landed.target, result.response, options)
    : read(ctx, address, creator, null, null, result.response, options)
}

/** The page itself, as of no platform. */
async function lookPlainly(
  ctx: LookContext,
  address: Address,
  creator: Creator | null,
  options: FetchOptions,
): Promise<Sight> {
  const result = await ctx.fetchPage({ url: address.url }, { signal: ctx.signal, ...options })
  if (!result.ok) return { evidence: unreachable(address, null, result), result, profile: null }
  return read(ctx, address, creator, null, null, result.response, options)
}

/** A link that was no profile can lead to one; where its page is not what the platform wants to read, ask once more. */
function landing(platforms: Platforms, response: PageResponse, target: Target | null) {
  const known = target ? platforms.byId(target.platform) : null
  if (target && known) return { platform: known, target, next: false }
  const reached = platforms.recognise(response.finalUrl)
  const platform = reached ? platforms.byId(reached.platform) : null
  if (!reached || !platform) return null
  return { platform, target: reached, next: platform.request(reached).accept === 'json' }
}

async function read(
  ctx: LookContext,
  address: Address,
  creator: Creator | null,
  platform: Platform | null,
  target: Target | null,
  response: PageResponse,
  options: FetchOptions,
): Promise<Sight> {
  const brand = ctx.platforms.byId(ctx.platforms.hostKind(response.finalUrl)?.platform ?? '')?.label
  const readOne = (answer: PageResponse) =>
    platform && target ? platform.read(answer, target) : readGeneric(answer, brand)
  let reading: Reading = readOne(response)
  // A platform that only guessed disowns the address: what it asked for instead is the page, and nobody's profile.
  if (reading.next && reading.outcome === 'error') return lookPlainly(ctx, address, creator, options)
  if (reading.next && platform?.readNext && target) {
    const more = await ctx.fetchPage(reading.next, { signal: ctx.signal, ...options })
    if (more.ok) reading = platform.readNext(more.response, target, reading)
  }
  if (platform && target && saysNothing(reading) && platform.request(target).accept === 'json') {
    const page = await lookInstead(ctx, address, creator, platform, target, options)
    if (page) return page
  }
  let shown = response
  let screenshot: Screenshot | null = null
  if (needsScripts(response, reading) && options.as !== 'browser') {
    const rendered =
      (await ctx.rendering?.(response, { signal: ctx.signal, robots: options.robots })) ?? NEEDS_BROWSER
    if (rendered.ok) {
      shown = rendered.response
      screenshot = rendered.screenshot
      reading = readOne(shown)
    } else reading = { ...reading, signal: rendered.signal }
  }
  const evidence = {
    ...evidenceOf(ctx, address, creator, platform, target, shown, reading),
    ...(screenshot && { screenshot: { sha256: screenshot.sha256, takenAt: screenshot.takenAt } }),
  }
  return { evidence, result: { ok: true, response: shown }, profile: reading.profile ?? null }
}

/** An interface that is closed, limited or broken tells nothing of the profile. */
function saysNothing({ outcome }: Reading): boolean {
  return (
    outcome === 'error' ||
    outcome === 'rate_limited' ||
    outcome === 'bot_challenge' ||
    outcome === 'login_wall'
  )
}

/**
 * The page that people see, where the site's interface says nothing. It counts when it is still this profile's and names the
 * handle: a front page or a shell has a title too.
 */
async function lookInstead(
  ctx: LookContext,
  address: Address,
  creator: Creator | null,
  platform: Platform,
  target: Target,
  options: FetchOptions,
): Promise<Sight | null> {
  const result = await ctx.fetchPage({ url: target.url }, { signal: ctx.signal, ...options })
  if (!result.ok || !leadsTo(ctx.platforms, result.response.finalUrl, target.url)) return null
  const { response } = result
  const reading = readGeneric(response)
  const name = target.handle.split('@')[0] ?? ''
  const says = `${response.page?.title}\n${reading.profile?.name}\n${reading.profile?.bio}`.toLowerCase()
  if (reading.outcome !== 'ok' || !says.includes(name.toLowerCase())) return null
  return {
    evidence: evidenceOf(ctx, address, creator, platform, target, response, {
      ...reading,
      signal: 'page_instead_of_api',
    }),
    result,
    profile: reading.profile ?? null,
  }
}

/** A page that came as it should and says nothing. Walls and challenges say something, and are left alone. */
function needsScripts(response: PageResponse, reading: Reading): boolean {
  return (
    reading.outcome === 'error' &&
    reading.signal === 'nothing_read' &&
    response.status === 200 &&
    response.page !== null
  )
}

function evidenceOf(
  ctx: LookContext,
  address: Address,
  creator: Creator | null,
  platform: Platform | null,
  target: Target | null,
  response: PageResponse,
  reading: Reading,
): Evidence {
  const profile = reading.profile
  const texts = profile ? textsOf(address, platform, response, profile) : []
  const links = profile ? linksOf(address, response, profile, texts) : []
  const publisher =
    platform === null && creator !== null && response.page
      ? publisherOf(response.page, [creator.handle, creator.name])
      : null
  const linksBack = creator !== null && links.some((link) => leadsTo(ctx.platforms, link.url, creator.url))
  return {
    ...bare(address, target),
    type: typeOf(address, platform),
    finalUrl: response.finalUrl,
    domain: domainOf(response.finalUrl),
    title: profile?.name ?? response.page?.title ?? '',
    outcome: reading.outcome,
    outcomeSignal: reading.signal,
    httpStatus: response.status,
    capturedAt: response.fetchedAt,
    sha256: response.sha256,
    binding: linksBack && address.binding !== 'own' ? 'links_back' : address.binding,
    mentionsCreator: linksBack || (creator !== null && mentions(texts, target, creator)),
    linksBack,
    redirects: response.hops.map((hop) => hop.url),
    texts,
    links,
    ...(profile && profile.pictures.length > 0 && { pictures: profile.pictures.slice(0, MAX_PICTURES) }),
    facts: {
      ...(response.via === 'browser' && { rendered: true }),
      ...(profile && {
        ...(publisher !== null && { publisher }),
        ...(profile.adult !== undefined && { adult: profile.adult }),
        ...(profile.verified !== undefined && { verified: profile.verified }),
        ...(profile.createdAt && { createdAt: profile.createdAt }),
        ...(Object.keys(profile.counts).length > 0 && { counts: profile.counts }),
      }),
    },
  }
}

function bare(address: Address, target: Target | null): Evidence {
  return {
    ref: address.ref,
    type: 'page',
    url: address.url,
    finalUrl: address.url,
    domain: domainOf(address.url),
    platform: target?.platform ?? null,
    handle: target?.handle ?? null,
    title: '',
    outcome: 'error',
    outcomeSignal: '',
    httpStatus: null,
    capturedAt: '',
    sha256: null,
    hop: address.hop,
    binding: address.binding,
    via: address.via,
    mentionsCreator: false,
    linksBack: false,
    redirects: [],
    texts: [],
    links: [],
    facts: {},
  }
}

function unreachable(address: Address, target: Target | null, result: FetchResult & { ok: false }): Evidence {
  return {
    ...bare(address, target),
    type: address.hop === 0 ? 'profile' : 'link',
    outcome: result.reason === 'rate_limited' ? 'rate_limited' : 'error',
    outcomeSignal: result.reason,
    capturedAt: new Date().toISOString(),
    redirects: result.hops.map((hop) => hop.url),
  }
}

function typeOf(address: Address, platform: Platform | null): EvidenceType {
  if (address.hop === 0) return 'profile'
  if (platform && platform.kind !== 'hub') return 'social_profile'
  return 'page'
}

function textsOf(
  address: Address,
  platform: Platform | null,
  response: PageResponse,
  profile: Profile,
): EvidenceText[] {
  const prose = platform === null && address.hop > 0 ? 'page' : 'bio'
  const texts: (EvidenceText | null)[] = [
    profile.handle ? { channel: 'handle', text: profile.handle } : null,
    profile.name ? { channel: 'name', text: profile.name } : null,
    profile.bio ? { channel: prose, text: profile.bio } : null,
    ...profile.posts.map((post): EvidenceText => ({ channel: 'post', text: post.text })),
    ...profile.links.map((link): EvidenceText | null =>
      link.label ? { channel: 'link_label', text: link.label } : null,
    ),
    response.page?.hiddenText ? { channel: 'hidden', text: response.page.hiddenText } : null,
  ]
  return texts
    .filter((text) => text !== null)
    .map((text) => ({ ...text, text: text.text.slice(0, MAX_TEXT) }))
}

function linksOf(
  address: Address,
  response: PageResponse,
  profile: Profile,
  texts: EvidenceText[],
): EvidenceLink[] {
  const written = texts
    .filter((text) => text.channel === 'bio' || text.channel === 'post' || text.channel === 'name')
    .flatMap((text) => findLinks(text.text))
  const seen = new Set([address.url, response.finalUrl])
  const links: EvidenceLink[] = []
  for (const { url, label } of [...profile.links, ...written]) {
    const inner = unwrapRedirect(url)
    if (seen.has(inner) || !/^https?:/.test(inner)) continue
    seen.add(inner)
    links.push({ url: inner, domain: domainOf(inner), label })
  }
  return links.slice(0, MAX_LINKS)
}

/** A limit of size, depth or count ended the reading before the page did. */
export function wasCut({ result }: Sight): boolean {
  return result.ok && (result.response.truncated || result.response.page?.truncated === true)
}

/** True when both addresses show the same profile, whatever their spelling. */
export function leadsTo(platforms: Platforms, url: string, profileUrl: string): boolean {
  const [a, b] = [platforms.recognise(url), platforms.recognise(profileUrl)]
  if (a && b) return a.platform === b.platform && a.handle.toLowerCase() === b.handle.toLowerCase()
  return a === null && b === null && plainAddress(url) === plainAddress(profileUrl)
}

/** An address without the parts that do not change what it shows. */
export function plainAddress(text: string): string {
  const url = URL.parse(text)
  if (!url) return text
  for (const name of [...url.searchParams.keys()]) {
    if (/^(utm_\w+|fbclid|igshid|igsh|gclid|ref|ref_src|si|feature|hl|lang)$/i.test(name))
      url.searchParams.delete(name)
  }
  const host = url.host.replace(/^(www|m|mobile)\./, '')
  return `${host}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

/** Names the handle as a word of its own; short handles are words of many languages and prove nothing. */
function mentions(texts: EvidenceText[], target: Target | null, creator: Creator): boolean {
  const handle = creator.handle?.toLowerCase()
  if (!handle || handle.length < 4) return false
  if (target?.handle.toLowerCase() === handle) return true
  const word = new RegExp(
    `(^|[^\\p{L}\\p{N}_])@?${handle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[^\\p{L}\\p{N}_])`,
    'iu',
  )
  return texts.some((text) => text.channel !== 'hidden' && word.test(text.text))
}

export function domainOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? URL.parse(url)?.host ?? ''
}
