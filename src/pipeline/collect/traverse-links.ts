import type { Evidence, LeftLinks } from '../../evidence/evidence.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import { plainAddress } from './address.ts'
import type { FetchedProfile } from './fetch-profile.ts'
import { byRank, type HostInterest, onwardFrom, type RankedAddress } from './frontier.ts'
import { joinLeft, leftLinks } from './left-links.ts'
import type { LookContext } from './look.ts'
import type { Trail } from './trail.ts'
import { createTwoLooks } from './two-looks.ts'

export interface Traversal {
  evidence: Evidence[]
  /** Profiles met on the way, for the step that reads them. */
  socials: RankedAddress[]
  /** Links of the creator's pages that nobody looked behind. Absent in what an earlier version stored. */
  left?: LeftLinks
  startedAt: string
  durationMs: number
}

export interface TraverseContext extends LookContext {
  interest: HostInterest
}

const MAX_DEPTH = 3
/** Pages of the second level on: a page beside the creator's own is followed less far. */
const LEVEL_WIDTH = [0, 30, 24, 6]
const MAX_PAGES = 50
const PARALLEL = 32
const PAGE_TIMEOUT_MS = 10_000

/**
 * Follows links level by level: everything on the profile, everything on its hubs and pages, and a little beyond. The
 * same web gives the same evidence whichever page answers first: a level is chosen by place. Looking begins as soon as a
 * page is read, so that one slow page does not hold up the others; what begins so and is not chosen after all does not
 * count. Profiles are handed to `trail` as they are met.
 */
export async function traverseLinks(
  ctx: TraverseContext,
  profile: FetchedProfile,
  trail: Trail,
): Promise<Traversal> {
  const startedAt = sharedNow()
  const started = performance.now()
  const options = { robots: true, timeoutMs: ctx.pageTimeoutMs ?? PAGE_TIMEOUT_MS }
  const looks = createTwoLooks(ctx, profile.creator, options, { width: PARALLEL, ahead: MAX_PAGES })
  const socials: RankedAddress[] = []
  const visited = new Set([plainAddress(profile.evidence.url), plainAddress(profile.evidence.finalUrl)])
  const found: Promise<Looked>[] = []
  const left: LeftLinks[] = []
  let pages: Promise<Looked>[] = [Promise.resolve({ evidence: profile.evidence })]

  for (let depth = 1; depth <= MAX_DEPTH && pages.length > 0; depth++) {
    const room = Math.min(LEVEL_WIDTH[depth] ?? 0, MAX_PAGES - found.length)
    const share = Math.floor(room / pages.length)
    const onward = await Promise.all(
      pages.map(async (looking) => {
        const page = (await looking).evidence
        if (!leadsOn(page)) return { links: [], socials: [] }
        const next = onwardFrom(page, ctx.platforms, ctx.interest)
        const links = next.links.filter((address) => !visited.has(plainAddress(address.url)))
        trail.add(next.socials)
        for (const address of links.slice(0, room)) looks.start(address)
        return { links, socials: next.socials }
      }),
    )
    socials.push(...onward.flatMap((next) => next.socials))
    const fresh = chosenFirst(
      onward.map((next) => next.links),
      share,
    ).filter((address) => {
      const key = plainAddress(address.url)
      return !visited.has(key) && visited.add(key)
    })
    left.push(leftLinks(fresh.slice(room).map(({ url }) => url)))
    pages = looks.level(fresh.slice(0, room))
    found.push(...pages)
  }
  const sights = (await Promise.all(found)).map((sight) => sight.evidence)
  const deepest = (await Promise.all(pages)).map((sight) => sight.evidence).filter(leadsOn)
  const known = new Set([...visited, ...socials.map(({ url }) => plainAddress(url))])
  const beyond = deepest
    .flatMap((page) => Object.values(onwardFrom(page, ctx.platforms, ctx.interest)).flat())
    .filter(({ url }) => !known.has(plainAddress(url)) && known.add(plainAddress(url)))
    .sort(byRank)
  const unkept = [profile.evidence, ...sights].filter(leadsOn).flatMap((page) => page.left?.links ?? [])
  return {
    evidence: sights,
    socials,
    left: joinLeft([...unkept, ...left, leftLinks(beyond.map(({ url }) => url))]),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - started),
  }
}

/** Each page's sure share, in order of the pages, before what else there is, in order of interest. */
function chosenFirst(links: RankedAddress[][], share: number): RankedAddress[] {
  return [
    ...links.flatMap((own) => own.slice(0, share)),
    ...links.flatMap((own) => own.slice(share)).sort(byRank),
  ]
}

function leadsOn(page: Evidence): boolean {
  return isCreators(page)
}

interface Looked {
  evidence: Evidence
}

/**
 * Hubs and pages that speak of the creator are followed on; a shop or a newspaper is looked at and left, whose own
 * accounts would else be read as the creator's.
 */
function isCreators(page: Evidence): boolean {
  if (page.facts.publisher !== undefined) return false
  return page.platform !== null || page.mentionsCreator || page.hop <= 1
}
