import type { Evidence, LeftLinks } from '../../evidence/evidence.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import { type Address, leadsTo, plainAddress } from './address.ts'
import type { FetchedProfile } from './fetch-profile.ts'
import { byRank, onwardFrom, type RankedAddress } from './frontier.ts'
import { joinLeft, leftLinks } from './left-links.ts'
import { look } from './look.ts'
import { createLooks } from './looks.ts'
import type { Trail } from './trail.ts'
import type { TraverseContext } from './traverse-links.ts'

export interface SocialProfiles {
  evidence: Evidence[]
  /** Profiles, and links of those that were read, that nobody looked behind. Absent in what an earlier version stored. */
  left?: LeftLinks
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
  const startedAt = sharedNow()
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
  const wanted = new Set(met.toSorted(byRank).slice(0, MAX_PROFILES))
  const sights = await Promise.all(met.filter((address) => wanted.has(address)).map(reading.at))
  const profiles = sights.map((sight) => sight.evidence)
  const beyond = onward(ctx, profile, profiles)
  const followed = await Promise.all(beyond.slice(0, MAX_FOLLOWED).map(following.at))
  const left = [...met.filter((address) => !wanted.has(address)), ...beyond.slice(MAX_FOLLOWED)].sort(byRank)
  return {
    evidence: [...profiles, ...followed.map((sight) => sight.evidence)],
    left: joinLeft([
      ...profiles.flatMap((page) => page.left?.links ?? []),
      leftLinks(left.map(({ url }) => url)),
    ]),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - started),
  }
}

/** What the profiles lead to, each address once, in order of interest. */
function onward(ctx: TraverseContext, profile: FetchedProfile, profiles: Evidence[]): RankedAddress[] {
  const known = new Set(
    [profile.evidence, ...profiles].flatMap((page) => [plainAddress(page.url), plainAddress(page.finalUrl)]),
  )
  for (const link of profile.evidence.links) known.add(plainAddress(link.url))
  const addresses = profiles.flatMap((page) => onwardFrom(page, ctx.platforms, ctx.interest).links)
  return addresses
    .filter((address) => !known.has(plainAddress(address.url)) && known.add(plainAddress(address.url)))
    .sort(byRank)
}
