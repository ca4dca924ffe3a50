import type { Evidence } from '../evidence/evidence.ts'
import { type Address, leadsTo, plainAddress } from './address.ts'
import type { FetchedProfile } from './fetch-profile.ts'
import { onwardFrom } from './frontier.ts'
import { look, wasCut } from './look.ts'
import { createLooks } from './looks.ts'
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
const PARALLEL = 25
const TIMEOUT_MS = 10_000

/** Reads the profiles that the creator's pages name, as they are met, and follows what their own bios lead to. */
export async function scrapeSocials(
  ctx: TraverseContext,
  profile: FetchedProfile,
  trail: Trail,
): Promise<SocialProfiles> {
  const startedAt = new Date()
  const started = performance.now()
  const options = { robots: true, timeoutMs: ctx.pageTimeoutMs ?? TIMEOUT_MS }
  const lookAt = (address: Address) => look(ctx, address, profile.creator, options)
  const reading = createLooks(lookAt, { width: PARALLEL, ahead: MAX_PROFILES })
  const following = createLooks(lookAt, { width: PARALLEL, ahead: MAX_FOLLOWED })
  const isOther = ({ url }: Address) => !leadsTo(ctx.platforms, url, profile.evidence.url)

  // What is met on the way is read at once; what counts, and where it stands, is settled when the way has ended.
  for await (const address of trail) {
    if (!isOther(address)) continue
    reading
      .start(address)
      ?.then(({ evidence }) => onward(ctx, profile, [evidence]).slice(0, 1).map(following.start))
      .catch(() => {})
  }
  const met = trail.met().filter(isOther)
  const profiles = await Promise.all(met.slice(0, MAX_PROFILES).map(reading.at))
  const notRead = Math.max(0, met.length - MAX_PROFILES)
  const beyond = onward(
    ctx,
    profile,
    profiles.map((sight) => sight.evidence),
  )
  const followed = await Promise.all(beyond.map(following.at))
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
