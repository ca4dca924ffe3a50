import type { Evidence } from '../../evidence/evidence.ts'
import type { RenderPage } from '../../evidence/page.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { type Analysis, wasJudged } from '../judge/analyze.ts'
import { minorSafetyRefs } from './minor-safety-refs.ts'

export interface PageScreenshot {
  /** The evidence that it shows. */
  shows: string
  /** Null: its bytes could not be kept. */
  sha256: string | null
  takenAt: string
  httpStatus: number | null
}

export interface Screenshots {
  taken: PageScreenshot[]
  missed: { url: string; reason: string }[]
}

export interface ScreenshotContext {
  policies: PolicyPack
  render?: RenderPage | null
  signal: AbortSignal
}

/** Visits of a deep scan for nothing but showing a page. */
const MOST_VISITS = 3
/** For all of them together, waiting included; a picture is worth no more delay. */
const TIME_LIMIT_MS = 15_000
/** Other scans have pages to read. */
const QUEUE_MS = 1500
/** A scan that took so long already is to end. */
const LATE_MS = 240_000

/**
 * Screenshots of the pages of a report: those that came with reading a page in the browser, and in a deep scan that calls
 * for review, visits to the submitted profile and to the pages behind the weightiest findings. Pages behind a minor-safety finding are never
 * shown. What cannot be taken is noted and costs nothing else.
 */
export async function takeScreenshots(
  ctx: ScreenshotContext,
  analysis: Analysis,
  { elapsedMs }: { elapsedMs: number },
): Promise<Screenshots> {
  // Which pages may not be shown is not known.
  if (!wasJudged(analysis)) return { taken: [], missed: [] }
  const withheld = minorSafetyRefs(analysis.findings, ctx.policies)
  const shown = analysis.evidence.filter(({ ref }) => !withheld.has(ref))
  const taken = shown.flatMap(({ ref, screenshot, httpStatus }) =>
    screenshot ? [{ shows: ref, ...screenshot, httpStatus }] : [],
  )
  const { render } = ctx
  if (!render || !maySeeAgain(analysis)) return { taken, missed: [] }
  const wanted = worthShowing(analysis, shown).slice(0, MOST_VISITS)
  if (elapsedMs > LATE_MS) return { taken, missed: wanted.map(({ url }) => ({ url, reason: 'late' })) }

  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const visits = await Promise.all(wanted.map((page) => show(render, page, signal)))
  const place = new Map(analysis.evidence.map(({ ref }, index) => [ref, index]))
  return {
    taken: [...taken, ...visits.flatMap((visit) => visit.taken ?? [])].sort(
      (a, b) => (place.get(a.shows) ?? 0) - (place.get(b.shows) ?? 0),
    ),
    missed: visits.flatMap((visit) => visit.missed ?? []),
  }
}

/** Where nothing is to be reviewed, nobody looks, and the page is spared a second visit. */
export function maySeeAgain({ score, coverage }: Analysis): boolean {
  return score.recommendation !== 'no_flags' && coverage.mode !== 'quick'
}

interface Visit {
  taken?: PageScreenshot
  missed?: { url: string; reason: string }
}

async function show(render: RenderPage, { ref, url, hop }: Evidence, signal: AbortSignal): Promise<Visit> {
  const robots = hop > 0
  const seen = await render(url, { signal, robots, queueMs: QUEUE_MS, read: false, screenshot: true })
  if (!seen.ok) return { missed: { url, reason: seen.reason } }
  if (seen.screenshot === null) return { missed: { url, reason: 'not_taken' } }
  const { sha256, takenAt } = seen.screenshot
  return { taken: { shows: ref, sha256, takenAt, httpStatus: seen.response.status } }
}

/** The profile, then the pages of the report's findings, weightiest first; only what was read, and has no screenshot yet. */
function worthShowing({ evidence, score }: Analysis, shown: Evidence[]): Evidence[] {
  const byRef = new Map(shown.map((each) => [each.ref, each]))
  const listed = new Set(score.reasonCodes)
  const cited = score.codes.filter(({ code }) => listed.has(code)).flatMap(({ refs }) => refs)
  return [...new Set([evidence[0]?.ref ?? '', ...cited])]
    .flatMap((ref) => byRef.get(ref) ?? [])
    .filter((each) => each.outcome === 'ok' && each.sha256 !== null && each.screenshot === undefined)
}
