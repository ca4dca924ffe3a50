import type { Coverage, ScanMode, TriageReport } from '../../sdk/contract.ts'
import type { KeptCapture } from '../db/captures.ts'
import type { FetchPage, RenderPage } from '../evidence/page.ts'
import type { Platforms } from '../platforms/index.ts'
import { compilePack } from '../policy/compile-pack.ts'
import type { PolicyPack } from '../policy/pack-schema.ts'
import type { SearchEngine } from '../search/search-engine.ts'
import { type Analysis, analyze } from './analyze.ts'
import { coverageOf, type Gathered } from './coverage.ts'
import { fetchProfile } from './fetch-profile.ts'
import { hostInterest } from './host-interest.ts'
import { keptCaptures } from './kept-captures.ts'
import { createRendering } from './rendering.ts'
import { scrapeSocials } from './scrape-socials.ts'
import { searchWeb } from './search-web.ts'
import type { RunStep } from './step.ts'
import { createTrail } from './trail.ts'
import { traverseLinks } from './traverse-links.ts'
import { writeReport } from './write-report.ts'

export interface ScanContext {
  fetchPage: FetchPage
  platforms: Platforms
  policies: PolicyPack
  search: SearchEngine | null
  /** What the operator grants a page instead of the times that are built in. */
  pageTimeoutMs?: number
  /** Null or absent where there is no browser. */
  render?: RenderPage | null
}

/** A quick scan looks at the submitted profile and nothing else. */
const MOST_RENDERS = { deep: 5, quick: 1 }

export type ScanResult =
  | {
      status: 'completed'
      report: Omit<TriageReport, 'coverage'>
      coverage: Coverage
      isBanned: boolean | null
      username: string | null
      captures: KeptCapture[]
    }
  | { status: 'failed'; error: string; coverage: Coverage }

/** One scan, top to bottom. Each step is stored when it ends; a scan that lost its worker goes on behind the last one. */
export async function scanProfile(
  context: ScanContext,
  scan: { url: string; mode: ScanMode },
  step: RunStep,
  signal: AbortSignal,
): Promise<ScanResult> {
  const rendering = createRendering(context.render ?? null, MOST_RENDERS[scan.mode])
  const ctx = { ...context, signal, rendering, interest: hostInterest(context.policies) }

  const fetching = step('profile', () => fetchProfile(ctx, scan.url))
  // Compiling the policies costs the first scan of a process some hundred milliseconds: done while the profile is on its way.
  compilePack(context.policies)
  const profile = await fetching
  const gathered: Gathered = { mode: scan.mode, profile, links: null, social: null, search: null }
  if (profile.unreachable) {
    const coverage = coverageOf(gathered, ctx.policies.scoring)
    return { status: 'failed', error: `Profile could not be fetched: ${profile.unreachable}`, coverage }
  }

  // These overlap: profiles are read while links are still followed, and the search needs neither.
  if (scan.mode === 'deep' && profile.isBanned !== true) {
    const trail = createTrail()
    const links = step('links', () => traverseLinks(ctx, profile, trail))
      .then((found) => {
        trail.close(found.socials)
        return found
      })
      .finally(() => trail.close([]))
    const social = step('social', () => scrapeSocials(ctx, profile, trail))
    const search = step('search', () => searchWeb(ctx, profile))
    ;[gathered.links, gathered.social, gathered.search] = await Promise.all([links, social, search])
  }

  const analysis: Analysis = await step('analysis', () => analyze(ctx.policies, gathered))
  const report = writeReport(analysis, ctx.policies, ctx.platforms)
  return {
    status: 'completed',
    report,
    coverage: analysis.coverage,
    isBanned: profile.isBanned,
    username: profile.creator.handle,
    captures: keptCaptures(analysis, ctx.policies),
  }
}
