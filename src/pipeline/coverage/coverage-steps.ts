import type { CoverageStep, StepStatus } from '../../../sdk/contract.ts'
import type { Evidence } from '../../evidence/evidence.ts'
import type { CoverageStep as WeightedStep } from '../../policy/score/coverage-score.ts'
import type { SocialProfiles } from '../collect/scrape-socials.ts'
import { seenIn } from '../collect/search-web.ts'
import type { Traversal } from '../collect/traverse-links.ts'
import { countBy } from './count-by.ts'
import type { Gathered } from './gathered.ts'
import type { Share } from './planned-shares.ts'
import { SAW, wasCut } from './share-of-page.ts'
import { withMicroseconds } from './with-microseconds.ts'

/** Each step of a scan, as it is told: how it ended, and what it could not see. */
export function stepsOf(gathered: Gathered, planned: Share[]): CoverageStep[] {
  const evidence: Record<string, Evidence[] | undefined> = {
    profile: [gathered.profile.evidence],
    links: gathered.links?.evidence,
    social: gathered.social?.evidence,
    search: gathered.search ? seenIn(gathered.search) : undefined,
    images: gathered.images?.evidence,
  }
  return stepsTaken(gathered, planned).map((taken) => withNotStored(taken, evidence[taken.step] ?? []))
}

/** Seen and judged, but not to be shown to anybody: what a step saw stays complete. */
function withNotStored(taken: CoverageStep, evidence: Evidence[]): CoverageStep {
  const notStored = evidence.filter((each) => each.notStored).length
  if (notStored === 0) return taken
  return { ...taken, detail: [taken.detail, `${notStored} not_stored`].filter(Boolean).join(', ') }
}

function stepsTaken(
  { mode, profile, links, social, search, images }: Gathered,
  planned: Share[],
): CoverageStep[] {
  const { evidence } = profile
  const saw = SAW[evidence.outcome]
  const isCut = wasCut(evidence)
  const status: StepStatus = saw === 1 && !isCut ? 'completed' : saw > 0 ? 'partial' : 'failed'
  const detail = evidence.outcome === 'ok' ? null : evidence.outcomeSignal || evidence.outcome
  const cut = isCut ? 'cut_short' : null
  const steps = [
    step('profile', status, withRendered([detail, cut].filter(Boolean).join(', '), evidence), profile),
    step(
      'ban_check',
      profile.isBanned === null ? 'failed' : 'completed',
      profile.isBanned === null ? detail : null,
      profile,
    ),
  ]
  if (mode === 'quick') {
    return [
      ...steps,
      ...(['links', 'social', 'search', 'images'] as const).map((name) =>
        step(name, 'skipped', 'mode_quick', null),
      ),
    ]
  }
  const nothing = (name: WeightedStep, whole: string) => {
    if (saw === 0) return null
    return shareOf(planned, name) === 1 ? whole : 'none_on_what_was_read'
  }
  return [
    ...steps,
    pagesStep('links', links, nothing('links', 'no_links')),
    pagesStep('social', social, nothing('social', 'no_social_profiles')),
    step('search', search?.status ?? 'skipped', search ? search.detail : 'profile_not_available', search),
    step('images', images?.status ?? 'skipped', images ? images.detail : 'profile_not_available', images),
  ]
}

function shareOf(planned: Share[], step: WeightedStep): number | undefined {
  return planned.find((each) => each.step === step)?.share
}

function withRendered(detail: string, { facts }: Evidence): string | null {
  return [detail, facts.rendered ? 'rendered' : null].filter(Boolean).join(', ') || null
}

type Timed = { startedAt: string; durationMs: number } | null | undefined

/** @param nothing what an empty result means; null when the profile could not be read, so that it means nothing at all */
function pagesStep(
  name: string,
  found: Traversal | SocialProfiles | null,
  nothing: string | null,
): CoverageStep {
  if (!found) return step(name, 'skipped', 'profile_not_available', null)
  const { evidence } = found
  const left = found.left?.total ?? 0
  if (evidence.length + left === 0) {
    if (nothing === null) return step(name, 'skipped', 'profile_not_readable', null)
    return step(name, nothing === 'none_on_what_was_read' ? 'partial' : 'completed', nothing, found)
  }
  const unseen = evidence.filter((each) => SAW[each.outcome] < 1)
  const cut = evidence.filter(wasCut).length
  const parts = [
    ...countedReasons(unseen),
    ...(left > 0 ? [`${left} beyond the budget`] : []),
    ...(cut > 0 ? [`${cut} cut short`] : []),
  ]
  const status = unseen.length === evidence.length ? 'failed' : parts.length > 0 ? 'partial' : 'completed'
  const rendered = evidence.filter((each) => each.facts.rendered).length
  if (rendered > 0) parts.push(`${rendered} rendered`)
  return step(name, status, parts.join(', ') || null, found)
}

function countedReasons(evidence: Evidence[]): string[] {
  return Object.entries(
    countBy(evidence.map((each) => (each.outcome === 'error' ? each.outcomeSignal : each.outcome))),
  ).map(([reason, count]) => `${count} ${reason}`)
}

function step(name: string, status: StepStatus, detail: string | null, timed: Timed): CoverageStep {
  return {
    step: name,
    status,
    detail,
    started_at: timed ? withMicroseconds(timed.startedAt) : null,
    duration_ms: timed?.durationMs ?? null,
  }
}
