import type { Evidence } from '../../evidence/evidence.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import type { SearchEngine, SearchHit } from '../../search/search-engine.ts'
import { type Creator, domainOf, leadsTo, plainAddress } from './address.ts'
import type { FetchedProfile } from './fetch-profile.ts'
import { inParallel } from './in-parallel.ts'
import { type LookContext, look } from './look.ts'
import { findSameHandle, type SameHandle } from './same-handle.ts'

export interface SearchFindings {
  status: 'completed' | 'partial' | 'skipped' | 'failed'
  detail: string | null
  evidence: Evidence[]
  queries: string[]
  /** Queries that were answered. Absent, as `left` is, in what an earlier version stored. */
  answered?: number
  /** Hits that were not looked at. */
  left?: number
  /** Of sites that were asked for the creator's handle. Absent where none was. */
  sameHandle?: SameHandle
  startedAt: string
  durationMs: number
}

interface SearchContext extends LookContext {
  /** Null where none is configured: then the step is skipped. */
  search: SearchEngine | null
  /** Sites that are asked for the creator's handle. Default none. */
  sameHandle?: number
}

/** All that two queries of the engines' usual length bring. */
const MAX_HITS = 40
const MAX_PROFILES = 5
const MIN_HANDLE_CHARACTERS = 3
const TIMEOUT_MS = 10_000

/**
 * Looks for what the web says of the creator. A hit counts only when it is tied to the creator by more than the name:
 * it links back, or names the profile's address, or both handle and name. All others are kept as `same_handle` and are
 * never held against anybody.
 */
export async function searchWeb(ctx: SearchContext, profile: FetchedProfile): Promise<SearchFindings> {
  const [found, sameHandle] = await Promise.all([
    askEngine(ctx, profile),
    findSameHandle(ctx, profile, ctx.sameHandle ?? 0),
  ])
  return sameHandle ? { ...found, sameHandle } : found
}

/** Everything seen in this step: hits, and accounts of the same handle. */
export function seenIn(search: SearchFindings): Evidence[] {
  return [...search.evidence, ...(search.sameHandle?.evidence ?? [])]
}

async function askEngine(ctx: SearchContext, profile: FetchedProfile): Promise<SearchFindings> {
  const startedAt = sharedNow()
  const started = performance.now()
  const end = (
    status: SearchFindings['status'],
    detail: string | null,
    evidence: Evidence[],
    queries: string[],
    counts: Pick<SearchFindings, 'answered' | 'left'> = {},
  ): SearchFindings => ({
    ...counts,
    status,
    detail,
    evidence,
    queries,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - started),
  })
  const engine = ctx.search
  if (!engine) return end('skipped', 'not_configured', [], [])
  const queries = queriesFor(profile)
  if (queries.length === 0) return end('skipped', 'nothing_to_search_for', [], [])

  const answers = await Promise.all(queries.map((query) => ask(ctx, engine, query)))
  const answered = answers.filter((answer) => answer !== null)
  if (answered.length === 0) return end('failed', 'search_unavailable', [], queries)
  const hits = distinct(answered.flat()).filter(
    (hit) => !leadsTo(ctx.platforms, hit.url, profile.evidence.url),
  )
  const evidence = await inParallel(hits.slice(0, MAX_HITS), MAX_PROFILES, (hit) =>
    evidenceOf(ctx, hit, hits.indexOf(hit), profile.creator),
  )
  const left = Math.max(0, hits.length - MAX_HITS)
  const unanswered = queries.length - answered.length
  const parts = [
    unanswered > 0 ? `${unanswered} unanswered` : null,
    left > 0 ? `${left} hits beyond the budget` : null,
  ].filter((part) => part !== null)
  const counts = { answered: answered.length, left }
  return end(parts.length > 0 ? 'partial' : 'completed', parts.join(', ') || null, evidence, queries, counts)
}

/** By handle and name; a handle of two letters finds the whole world. */
function queriesFor({ creator }: FetchedProfile): string[] {
  const handle =
    creator.handle && creator.handle.length >= MIN_HANDLE_CHARACTERS ? `"${creator.handle}"` : null
  const name =
    creator.name && creator.name.trim().length >= MIN_HANDLE_CHARACTERS
      ? `"${creator.name.trim().slice(0, 80)}"`
      : null
  if (!handle) return []
  return name ? [handle, `${handle} ${name}`] : [handle]
}

async function ask(ctx: LookContext, engine: SearchEngine, query: string): Promise<SearchHit[] | null> {
  const result = await ctx.fetchPage(engine.request(query), {
    signal: ctx.signal,
    timeoutMs: ctx.pageTimeoutMs ?? TIMEOUT_MS,
    door: 'search',
  })
  return result.ok ? engine.read(result.response) : null
}

function distinct(hits: SearchHit[]): SearchHit[] {
  const seen = new Set<string>()
  return hits.filter((hit) => !seen.has(plainAddress(hit.url)) && seen.add(plainAddress(hit.url)))
}

/** A profile with the creator's handle is opened, to see whether it links back; other hits are judged by their words. */
async function evidenceOf(
  ctx: LookContext,
  hit: SearchHit,
  index: number,
  creator: Creator,
): Promise<Evidence> {
  const ref = `search/${String(index).padStart(3, '0')}`
  const target = ctx.platforms.recognise(hit.url)
  const sameHandle = target !== null && target.handle.toLowerCase() === creator.handle?.toLowerCase()
  if (sameHandle) {
    const address = { url: hit.url, ref, via: 'profile', hop: 1, binding: 'same_handle' as const }
    const { evidence } = await look(ctx, address, creator, {
      robots: true,
      timeoutMs: ctx.pageTimeoutMs ?? TIMEOUT_MS,
    })
    if (evidence.linksBack) return { ...evidence, type: 'search_result' }
    return { ...evidence, type: 'search_result', binding: 'same_handle', texts: evidence.texts.slice(0, 3) }
  }
  return {
    ref,
    type: 'search_result',
    url: hit.url,
    finalUrl: hit.url,
    domain: domainOf(hit.url),
    platform: target?.platform ?? null,
    handle: target?.handle ?? null,
    title: hit.title,
    outcome: 'ok',
    outcomeSignal: 'search_hit',
    httpStatus: null,
    capturedAt: sharedNow().toISOString(),
    sha256: null,
    hop: 1,
    binding: tiedByWords(hit, creator) ? 'search' : 'same_handle',
    via: 'profile',
    mentionsCreator: tiedByWords(hit, creator),
    linksBack: false,
    redirects: [],
    texts: [{ channel: 'snippet', text: `${hit.title}\n${hit.snippet}`.slice(0, 2000) }],
    links: [],
    facts: {},
  }
}

function tiedByWords(hit: SearchHit, creator: Creator): boolean {
  const words = `${hit.title} ${hit.snippet}`.toLowerCase()
  const handle = creator.handle?.toLowerCase()
  const name = creator.name?.toLowerCase().trim()
  if (words.includes(plainAddress(creator.url).toLowerCase())) return true
  return Boolean(
    handle && handle.length >= 4 && words.includes(handle) && name && name !== handle && words.includes(name),
  )
}
