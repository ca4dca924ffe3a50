import type { Evidence } from '../../evidence/evidence.ts'
import type { PageResponse } from '../../evidence/page.ts'
import type { PlatformKind, Target } from '../../platforms/platform.ts'
import type { FetchedProfile } from './fetch-profile.ts'
import { inParallel } from './in-parallel.ts'
import { type LookContext, look, type Sight } from './look.ts'

/** What became of asking other sites for the submitted profile's handle. */
export interface SameHandle {
  /** Profiles that are there. Whose they are nobody knows, unless they link back. */
  evidence: Evidence[]
  /** Sites that were asked. */
  asked: number
  /** Sites whose answer told nothing. */
  unanswered: { url: string; reason: string }[]
}

/** Shorter names are everybody's. */
const MIN_HANDLE_CHARACTERS = 5
const PARALLEL = 4
const TIMEOUT_MS = 10_000

/**
 * Asks sites whose answer tells without doubt whether somebody there has the creator's handle: one page each, by the manners of all
 * collection. What is found is `same_handle` and never held against anybody, unless it links to the submitted profile. Null where
 * nobody is asked.
 * @param most sites that are asked; 0: none
 */
export async function findSameHandle(
  ctx: LookContext,
  profile: FetchedProfile,
  most: number,
): Promise<SameHandle | null> {
  const targets = placesOf(ctx, profile).slice(0, most)
  if (targets.length === 0) return null
  const sights = await inParallel(targets, PARALLEL, (target) =>
    lookAt(ctx, profile, target, targets.indexOf(target)),
  )
  const there = sights.filter(({ sight, target }) => isThere(ctx, sight, target))
  const unknown = sights.filter((each) => !there.includes(each) && each.sight.evidence.outcome !== 'gone')
  return {
    evidence: there.map(({ sight: { evidence } }) => asFound(evidence)),
    asked: sights.length,
    unanswered: unknown.map(({ sight: { evidence }, target }) => ({
      url: target.url,
      reason: evidence.outcome === 'ok' ? 'handle_not_named' : evidence.outcomeSignal || evidence.outcome,
    })),
  }
}

/** Where a profile of this handle could stand that the creator's own page does not name anyway. */
function placesOf({ platforms }: LookContext, { evidence, creator }: FetchedProfile): Target[] {
  const handle = creator.handle?.split('@')[0] ?? ''
  if (evidence.platform === null || handle.length < MIN_HANDLE_CHARACTERS) return []
  const named = new Set(evidence.links.map(({ url }) => platforms.recognise(url)?.platform))
  return platforms.all
    .filter(({ id }) => id !== evidence.platform && !named.has(id))
    .toSorted((a, b) => rankOf(b.kind) - rankOf(a.kind))
    .map((platform) => platform.lookUp?.(handle) ?? null)
    .filter((target) => target !== null)
}

function rankOf(kind: PlatformKind): number {
  return ['paid', 'hub', 'directory'].indexOf(kind)
}

async function lookAt(
  { rendering: _rendering, ...ctx }: LookContext,
  { creator }: FetchedProfile,
  target: Target,
  index: number,
): Promise<{ sight: Sight; target: Target }> {
  const ref = `search/same_handle/${String(index).padStart(3, '0')}`
  const address = { url: target.url, ref, via: 'profile', hop: 1, binding: 'same_handle' as const }
  const sight = await look(ctx, address, creator, {
    robots: true,
    timeoutMs: ctx.pageTimeoutMs ?? TIMEOUT_MS,
  })
  return { sight, target }
}

/** The page of this very profile, which says the handle itself: a front page is an answer too. */
function isThere({ platforms }: LookContext, { evidence, result }: Sight, target: Target): boolean {
  if (evidence.outcome !== 'ok' || !result.ok) return false
  const landed = platforms.recognise(result.response.finalUrl)
  const isSame =
    landed?.platform === target.platform && landed.handle.toLowerCase() === target.handle.toLowerCase()
  return isSame && wordsOf(result.response).includes(target.handle.toLowerCase())
}

function wordsOf({ page, json, text }: PageResponse): string {
  const said = page
    ? [page.title, page.text, page.canonical, ...Object.values(page.meta).flat()]
    : [text, JSON.stringify(json)]
  return said.join('\n').toLowerCase()
}

/** As hits of a search that share the name. */
function asFound(evidence: Evidence): Evidence {
  if (evidence.linksBack) return { ...evidence, type: 'search_result' }
  return { ...evidence, type: 'search_result', binding: 'same_handle', texts: evidence.texts.slice(0, 3) }
}
