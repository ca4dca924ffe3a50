import type { Coverage, ModelUsage, ScanMode, ScannedProfile, TriageReport } from '../../sdk/contract.ts'
import type { KeptCapture } from '../db/scans/captures.ts'
import type { FetchPage, RenderPage } from '../evidence/page.ts'
import type { ReadPicture } from '../evidence/picture.ts'
import type { Platforms } from '../platforms/index.ts'
import { compilePack } from '../policy/pack/compile-pack.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import type { SearchEngine } from '../search/search-engine.ts'
import { fetchProfile } from './collect/fetch-profile.ts'
import { hostInterest } from './collect/host-interest.ts'
import { readImages } from './collect/read-images.ts'
import { createRendering } from './collect/rendering.ts'
import { scrapeSocials } from './collect/scrape-socials.ts'
import { searchWeb } from './collect/search-web.ts'
import { createTrail } from './collect/trail.ts'
import { traverseLinks } from './collect/traverse-links.ts'
import { coverageOf } from './coverage/coverage.ts'
import type { Gathered } from './coverage/gathered.ts'
import { type Analysis, analyze, type JudgeMatter } from './judge/analyze.ts'
import { consultModel, type Reviewers } from './judge/consult-model.ts'
import { keptCaptures } from './report/kept-captures.ts'
import { scannedProfile } from './report/scanned-profile.ts'
import { screenshotEntries } from './report/screenshot-entries.ts'
import { maySeeAgain, takeScreenshots } from './report/take-screenshots.ts'
import { writeReport } from './report/write-report.ts'
import type { RunStep } from './step.ts'

export interface ScanContext {
  fetchPage: FetchPage
  platforms: Platforms
  policies: PolicyPack
  /** By these very policies; absent: here, at once and for as long as it takes. */
  judge?: JudgeMatter
  search: SearchEngine | null
  /** Sites that a deep scan asks for the profile's handle. Default none. */
  sameHandle?: number
  /** Null or absent where pictures are not looked at. */
  readPicture?: ReadPicture | null
  /** What the operator grants a page instead of the times that are built in. */
  pageTimeoutMs?: number
  /** Null or absent where there is no browser. */
  render?: RenderPage | null
  /** By mode; absent where no model is configured. */
  reviewers?: Reviewers
  /** Take screenshots for the report; only where they are stored. Default false. */
  screenshots?: boolean
}

/** A quick scan looks at the submitted profile and nothing else. */
const MOST_RENDERS = { deep: 5, quick: 1 }

export type ScanResult =
  | {
      status: 'completed'
      report: Omit<TriageReport, 'coverage'>
      /** Whom the scan saw. */
      profile: ScannedProfile | undefined
      coverage: Coverage
      isBanned: boolean | null
      username: string | null
      captures: KeptCapture[]
      /** Null when no model was configured. */
      modelUsage: ModelUsage | null
    }
  | { status: 'failed'; error: string; coverage: Coverage }

/** One scan, top to bottom. Each step is stored when it ends; a scan that lost its worker goes on behind the last one. */
export async function scanProfile(
  context: ScanContext,
  scan: { url: string; mode: ScanMode; orgId?: string },
  step: RunStep,
  signal: AbortSignal,
): Promise<ScanResult> {
  const started = performance.now()
  const { render = null, screenshots = false } = context
  const rendering = createRendering(render, { most: MOST_RENDERS[scan.mode], screenshots })
  const ctx = { ...context, signal, rendering, interest: hostInterest(context.policies) }

  const fetching = step('profile', () => fetchProfile(ctx, scan.url, scan.mode))
  // Compiling the policies costs the first scan of a process some hundred milliseconds: done while the profile is on its way.
  if (!context.judge) compilePack(context.policies)
  const profile = await fetching
  const gathered: Gathered = {
    mode: scan.mode,
    profile,
    links: null,
    social: null,
    search: null,
    images: null,
  }
  if (profile.unreachable) {
    const coverage = coverageOf(gathered, ctx.policies.scoring)
    return { status: 'failed', error: `Profile could not be fetched: ${profile.unreachable}`, coverage }
  }

  // These overlap: profiles are read while links are still followed, and the search needs neither.
  // Of a profile that is gone only that other site is left to which its address leads.
  if (scan.mode === 'deep' && (profile.isBanned !== true || profile.evidence.links.length > 0)) {
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
    const seen = [profile, gathered.links, gathered.social, gathered.search].flatMap((each) => each.evidence)
    gathered.images = await step('images', () => readImages(ctx, profile, seen))
  }

  const consultation = await consultModel(ctx, gathered, scan.orgId ?? null, step)
  const analysis: Analysis = await step('analysis', () =>
    analyze(ctx.policies, gathered, consultation, ctx.judge),
  )
  const report = writeReport(analysis, ctx.policies, ctx.platforms)
  const elapsedMs = performance.now() - started
  const take = () => takeScreenshots(ctx, analysis, { elapsedMs })
  // Without visits they follow from what is stored.
  const taking = maySeeAgain(analysis) ? () => step('screenshots', take) : take
  const shown = render && screenshots ? await taking() : null
  const { entries, captures, missed } = screenshotEntries(analysis, shown?.taken ?? [])
  return {
    status: 'completed',
    report: { ...report, evidence_index: [...report.evidence_index, ...entries] },
    profile: scannedProfile(analysis, ctx.policies),
    coverage: {
      ...analysis.coverage,
      ...(shown && { screenshots: { taken: entries.length, missed: [...shown.missed, ...missed] } }),
    },
    isBanned: profile.isBanned,
    username: profile.creator.handle,
    captures: [...keptCaptures(analysis, ctx.policies), ...captures],
    modelUsage: consultation && { model: consultation.model, ...consultation.usage },
  }
}
