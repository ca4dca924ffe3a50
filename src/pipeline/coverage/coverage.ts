import type { Coverage, StepStatus } from '../../../sdk/contract.ts'
import type { Evidence, Outcome } from '../../evidence/evidence.ts'
import type { Scoring } from '../../policy/pack/scoring-schema.ts'
import { coverageScore } from '../../policy/score/coverage-score.ts'
import { joinLeft } from '../collect/left-links.ts'
import type { SameHandle } from '../collect/same-handle.ts'
import { seenIn } from '../collect/search-web.ts'
import { countBy } from './count-by.ts'
import { stepsOf } from './coverage-steps.ts'
import type { Gathered } from './gathered.ts'
import { plannedShares, type Share } from './planned-shares.ts'
import { wasCut } from './share-of-page.ts'

/** The account of what was looked at and what could not be seen. */
export function coverageOf(gathered: Gathered, scoring: Scoring): Coverage {
  const { mode, profile, links, social, search, images } = gathered
  const seen = [
    profile.evidence,
    ...(links?.evidence ?? []),
    ...(social?.evidence ?? []),
    ...(search ? seenIn(search) : []),
    ...(images?.evidence ?? []),
  ]
  const fetched = seen.filter((evidence) => evidence.outcomeSignal !== 'search_hit')
  const planned = plannedShares(gathered)
  const steps = stepsOf(gathered, planned)
  const named = (status: StepStatus) =>
    steps.filter((step) => step.status === status).map((step) => step.step)
  const blocked = (...outcomes: Outcome[]) => [
    ...new Set(
      fetched.filter((evidence) => outcomes.includes(evidence.outcome)).map((evidence) => evidence.url),
    ),
  ]
  const failed = fetched.filter((evidence) => evidence.outcome === 'error')
  const referrers = seen.filter((evidence) => evidence.linksBack && evidence.hop > 0)
  return {
    mode,
    score: scoreOf(planned, scoring),
    steps,
    steps_completed: [...named('completed'), ...named('partial')],
    steps_skipped: named('skipped'),
    steps_failed: named('failed'),
    urls_visited: fetched.length,
    urls_failed: failed.length,
    failed_urls: failed.map((evidence) => ({ url: evidence.url, reason: evidence.outcomeSignal })),
    login_blocked_urls: blocked('login_wall', 'age_gate'),
    age_gated_urls: blocked('age_gate'),
    bot_blocked_urls: blocked('bot_challenge', 'rate_limited'),
    rate_limited_urls: blocked('rate_limited'),
    referrer_matches: {
      total: referrers.length,
      by_domain: countBy(referrers.map((evidence) => evidence.domain)),
    },
    pages_truncated: seen.some(wasCut),
    left_out: leftOut(gathered, seen),
    visitor_letters: seen.reduce((sum, { ofVisitors = 0 }) => sum + ofVisitors, 0),
    ...(seen.some((evidence) => evidence.notStored) && { evidence: 'not_stored' }),
    ...(search?.sameHandle && { same_handle: sameHandleOf(search.sameHandle) }),
  }
}

/** What the planned parts come to. Never rounded up: of fifty pages one that was cut shows too. */
export function scoreOf(planned: readonly Share[], scoring: Scoring): number {
  return Math.floor(coverageScore(planned, scoring) * 1000 + 1e-6) / 1000
}

function sameHandleOf({ asked, evidence, unanswered }: SameHandle): Coverage['same_handle'] {
  return { asked, found: evidence.map(({ url }) => url), unanswered }
}

/** What was found and not looked at, by kind. */
function leftOut({ links, social, search, images }: Gathered, seen: Evidence[]): Coverage['left_out'] {
  const unlooked = joinLeft([
    ...(links?.left ? [links.left] : []),
    ...(social?.left ? [social.left] : []),
    ...(images?.left ? [images.left] : []),
  ])
  const painted = seen.reduce((sum, evidence) => sum + (evidence.painted ?? 0), 0)
  return {
    pages_cut: seen.filter(wasCut).length,
    letters: seen.reduce((sum, { left }) => sum + (left?.letters ?? 0), 0),
    links: unlooked.total,
    links_by_host: unlooked.byHost,
    first_links: unlooked.first,
    pictures: Math.max(0, (images?.found ?? 0) - (images?.read ?? 0)) + painted,
    search_hits: search?.left ?? 0,
  }
}
