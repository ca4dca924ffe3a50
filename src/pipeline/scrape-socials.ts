import type { Evidence } from '../evidence/evidence.ts'
import type { FetchedProfile } from './fetch-profile.ts'
import { onwardFrom } from './frontier.ts'
import { inParallel } from './in-parallel.ts'
import { type Address, leadsTo, look, plainAddress, type Sight, wasCut } from './look.ts'
import type { Trail } from './trail.ts'
import type { TraverseContext } from './traverse-links.ts'

export interface SocialProfiles {
  evidence: Evidence[]
  notRead: number
  truncated: boolean
  startedAt: string
  durationMs: number
}

const MAX_PROFILES = 25
/** Links on those profiles that lead somewhere of interest: hubs, directories, shorteners. */
const MAX_FOLLOWED = 10
const PARALLEL = 12
const TIMEOUT_MS = 10_000

/** Reads the profiles that the creator's pages name, as they are met, and follows what their own bios lead to. */
export async function scrapeSocials(
  ctx: TraverseContext,
  profile: FetchedProfile,
  trail: Trail,
): Promise<SocialProfiles> {
  const startedAt = new Date()
  const started = performance.now()
  const options = { robots: true, timeoutMs: TIMEOUT_MS }
  const looks: Promise<Sight>[] = []
  let notRead = 0
  for await (const address of trail) {
    // Hubs link back to the submitted profile, which has been read.
    if (leadsTo(ctx.platforms, address.url, profile.evidence.url)) continue
    if (looks.length < MAX_PROFILES) looks.push(look(ctx, address, profile.creator, options))
    else notRead++
  }
  const profiles = await Promise.all(looks)
  const beyond = onward(
    ctx,
    profile,
    profiles.map((sight) => sight.evidence),
  )
  const followed = await inParallel(beyond, PARALLEL, (address) =>
    look(ctx, address, profile.creator, options),
  )
  const sights = [...profiles, ...followed]
  return {
    evidence: sights.map((sight) => sight.evidence),
    notRead,
    truncated: sights.some(wasCut),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - started),
  }
}

function onward(ctx: TraverseContext, profile: FetchedProfile, profiles: Evidence[]): Address[] {
  const known = new Set(
    [profile.evidence, ...profiles].flatMap((page) => [plainAddress(page.url), plainAddress(page.finalUrl)]),
  )
  for (const link of profile.evidence.links) known.add(plainAddress(link.url))
  const addresses = profiles
    .filter((page) => page.outcome === 'ok')
    .flatMap((page) => onwardFrom(page, ctx.platforms, ctx.interest).links)
  return addresses
    .filter((address) => !known.has(plainAddress(address.url)) && known.add(plainAddress(address.url)))
    .slice(0, MAX_FOLLOWED)
}
