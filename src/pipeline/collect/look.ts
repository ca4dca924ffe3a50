import type { Evidence } from '../../evidence/evidence.ts'
import type {
  FetchFailure,
  FetchOptions,
  FetchPage,
  FetchResult,
  PageResponse,
  Screenshot,
} from '../../evidence/page.ts'
import type { Platforms } from '../../platforms/index.ts'
import type { Platform, Profile, Reading, Target } from '../../platforms/platform.ts'
import { withPieces } from '../../platforms/reading/with-pieces.ts'
import { readGeneric } from '../../platforms/sites/generic.ts'
import { type Address, type Creator, leadsTo } from './address.ts'
import { evidenceOf, unreachable } from './evidence-of.ts'
import type { HostInterest } from './frontier.ts'
import { NEEDS_BROWSER, type Rendering } from './rendering.ts'

export interface LookContext {
  fetchPage: FetchPage
  platforms: Platforms
  signal: AbortSignal
  /** What the operator grants a page; each step has a time of its own where this is not set. */
  pageTimeoutMs?: number
  /** For pages that say nothing without scripts. */
  rendering?: Rendering
  /** Which hosts come first where not all links of a page can be kept. Default: none. */
  interest?: HostInterest
}

/** What was seen, with the raw answer where there was one. */
export interface Sight {
  evidence: Evidence
  result: FetchResult
  profile: Profile | null
}

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
  if (!result.ok)
    return (
      (await lookInBrowser(ctx, address, creator, result, options)) ?? {
        evidence: unreachable(address, target, result),
        result,
        profile: null,
      }
    )

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

/** Where a browser may come further: it brings back the cookies that it was given, and reads heads and codings that we refuse. */
const BROWSERS_GO_ON = new Set<FetchFailure>(['redirect_loop', 'protocol_error', 'unsupported_encoding'])

/** What visitors see of a page that could not be fetched. Null where there is no browser, or it came no further. */
async function lookInBrowser(
  ctx: LookContext,
  address: Address,
  creator: Creator | null,
  { reason, url }: FetchResult & { ok: false },
  options: FetchOptions,
): Promise<Sight | null> {
  if (!BROWSERS_GO_ON.has(reason) || options.as === 'browser') return null
  const before = { requestedUrl: url, finalUrl: url, hops: [] }
  const rendered = await ctx.rendering?.(before, { signal: ctx.signal, robots: options.robots })
  if (rendered?.ok !== true) return null
  const landed = landing(ctx.platforms, rendered.response, ctx.platforms.recognise(address.url))
  return read(
    ctx,
    address,
    creator,
    landed?.platform ?? null,
    landed?.target ?? null,
    rendered.response,
    options,
  )
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
  const whole = (answer: PageResponse, known: Reading) => withPieces(known, answer, { platform, target })
  let reading: Reading = readOne(response)
  // A platform that only guessed disowns the address: what it asked for instead is the page, and nobody's profile.
  if (reading.next && reading.outcome === 'error') return lookPlainly(ctx, address, creator, options)
  let isNextCut = false
  if (reading.next && platform?.readNext && target) {
    const more = await ctx.fetchPage(reading.next, { signal: ctx.signal, ...options })
    if (more.ok) {
      reading = whole(more.response, platform.readNext(more.response, target, reading))
      isNextCut = more.response.truncated || more.response.page?.truncated === true
    }
  }
  if (platform && target && saysNothing(reading) && platform.request(target).accept === 'json') {
    const page = await lookInstead(ctx, address, creator, platform, target, options)
    if (page) return page
  }
  reading = whole(response, reading)
  let shown = isNextCut ? { ...response, truncated: true } : response
  let screenshot: Screenshot | null = null
  const isDrawn = reading.isDrawn === true && response.status === 200
  const maySeeMore = options.as !== 'browser' && response.via !== 'browser'
  if (maySeeMore && (isDrawn || needsScripts(response, reading))) {
    const rendered =
      (await ctx.rendering?.(response, { signal: ctx.signal, robots: options.robots })) ?? NEEDS_BROWSER
    const drawn = rendered.ok ? whole(rendered.response, readOne(rendered.response)) : null
    // A page that says something is not made less by a browser that says nothing of it.
    if (rendered.ok && drawn !== null && !(isDrawn && drawn.outcome === 'error')) {
      shown = rendered.response
      screenshot = rendered.screenshot
      reading = drawn
    } else if (!rendered.ok && !isDrawn) reading = { ...reading, signal: rendered.signal }
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
  const reading = withPieces(readGeneric(response), response, { platform, target })
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
