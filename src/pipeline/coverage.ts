import type { Coverage, CoverageStep, ScanMode, StepStatus } from '../../sdk/contract.ts'
import type { Evidence, Outcome } from '../evidence/evidence.ts'
import { coverageScore, type CoverageStep as WeightedStep } from '../policy/coverage-score.ts'
import type { Scoring } from '../policy/pack-schema.ts'
import type { FetchedProfile } from './fetch-profile.ts'
import { type Images, WORDS_TOO } from './read-images.ts'
import type { SocialProfiles } from './scrape-socials.ts'
import type { SearchFindings } from './search-web.ts'
import type { Traversal } from './traverse-links.ts'

export interface Gathered {
  mode: ScanMode
  profile: FetchedProfile
  links: Traversal | null
  social: SocialProfiles | null
  search: SearchFindings | null
  images: Images | null
}

/** What came of looking, before judgement: a wall or an error is never "nothing there". */
const SAW: Record<Outcome, number> = {
  ok: 1,
  gone: 1,
  banned: 1,
  private: 0.5,
  age_gate: 0.5,
  login_wall: 0,
  bot_challenge: 0,
  rate_limited: 0,
  error: 0,
}

/** The account of what was looked at and what could not be seen. */
export function coverageOf(gathered: Gathered, scoring: Scoring): Coverage {
  const { mode, profile, links, social, search, images } = gathered
  const seen = [
    profile.evidence,
    ...(links?.evidence ?? []),
    ...(social?.evidence ?? []),
    ...(search?.evidence ?? []),
    ...(images?.evidence ?? []),
  ]
  const fetched = seen.filter((evidence) => evidence.outcomeSignal !== 'search_hit')
  const steps = stepsOf(gathered)
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
    score: Math.round(coverageScore(shares(gathered), scoring) * 1000) / 1000,
    steps,
    steps_completed: [...named('completed'), ...named('partial')],
    steps_skipped: named('skipped'),
    steps_failed: named('failed'),
    urls_visited: fetched.length,
    urls_failed: failed.length,
    failed_urls: failed.map((evidence) => ({ url: evidence.url, reason: evidence.outcomeSignal })),
    login_blocked_urls: blocked('login_wall', 'age_gate'),
    bot_blocked_urls: blocked('bot_challenge', 'rate_limited'),
    referrer_matches: {
      total: referrers.length,
      by_domain: countBy(referrers.map((evidence) => evidence.domain)),
    },
    pages_truncated: profile.truncated || links?.truncated === true || social?.truncated === true,
  }
}

/** Share of each planned part that was really seen, for the coverage score. */
function shares({
  mode,
  profile,
  links,
  social,
  search,
  images,
}: Gathered): { step: WeightedStep; share: number }[] {
  const saw = SAW[profile.evidence.outcome]
  const absent = profile.evidence.outcome === 'gone' || profile.evidence.outcome === 'banned'
  const hasBio = profile.evidence.texts.some((text) => text.channel === 'bio')
  const own: { step: WeightedStep; share: number }[] = [
    { step: 'profile', share: saw },
    { step: 'bio', share: absent ? 1 : hasBio ? saw : saw / 2 },
  ]
  if (mode === 'quick') return own
  // Behind a wall it is unknown whether there are links at all.
  const unknown = saw === 0
  return [
    ...own,
    { step: 'links', share: links ? shareSeen(links.evidence, unknown) : 0 },
    { step: 'social', share: social ? shareSeen(social.evidence, unknown) : 0 },
    {
      step: 'search',
      share: search?.status === 'completed' ? 1 : search?.status === 'partial' ? 0.5 : absent ? 1 : 0,
    },
    { step: 'images', share: absent ? 1 : shareOfPictures(images, unknown) },
  ]
}

/** Where only codes are read, words in pictures stay unseen. */
function shareOfPictures(images: Images | null, unknown: boolean): number {
  if (images?.detail === 'nothing_to_look_at') return unknown ? 0 : 1
  if (images?.status === 'completed' && images.detail?.startsWith(WORDS_TOO)) return 1
  return images?.status === 'completed' || images?.status === 'partial' ? 0.5 : 0
}

function shareSeen(evidence: Evidence[], unknown: boolean): number {
  if (evidence.length === 0) return unknown ? 0 : 1
  const seen = evidence.reduce((sum, each) => sum + SAW[each.outcome], 0) / evidence.length
  return seen >= 0.95 ? 1 : seen > 0 ? 0.5 : 0
}

function stepsOf(gathered: Gathered): CoverageStep[] {
  const evidence: Record<string, Evidence[] | undefined> = {
    profile: [gathered.profile.evidence],
    links: gathered.links?.evidence,
    social: gathered.social?.evidence,
    search: gathered.search?.evidence,
    images: gathered.images?.evidence,
  }
  return stepsTaken(gathered).map((taken) => withNotStored(taken, evidence[taken.step] ?? []))
}

/** Seen and judged, but not to be shown to anybody: what a step saw stays complete. */
function withNotStored(taken: CoverageStep, evidence: Evidence[]): CoverageStep {
  const notStored = evidence.filter((each) => each.notStored).length
  if (notStored === 0) return taken
  return { ...taken, detail: [taken.detail, `${notStored} not_stored`].filter(Boolean).join(', ') }
}

function stepsTaken({ mode, profile, links, social, search, images }: Gathered): CoverageStep[] {
  const saw = SAW[profile.evidence.outcome]
  const status: StepStatus = saw === 1 ? 'completed' : saw > 0 ? 'partial' : 'failed'
  const detail =
    profile.evidence.outcome === 'ok' ? null : profile.evidence.outcomeSignal || profile.evidence.outcome
  const steps = [
    step('profile', status, withRendered(detail, profile.evidence), profile),
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
  return [
    ...steps,
    pagesStep('links', links, links?.evidence, links?.notFollowed, saw === 0 ? null : 'no_links'),
    pagesStep('social', social, social?.evidence, social?.notRead, saw === 0 ? null : 'no_social_profiles'),
    step('search', search?.status ?? 'skipped', search ? search.detail : 'profile_not_available', search),
    step('images', images?.status ?? 'skipped', images ? images.detail : 'profile_not_available', images),
  ]
}

function withRendered(detail: string | null, { facts }: Evidence): string | null {
  return [detail, facts.rendered ? 'rendered' : null].filter(Boolean).join(', ') || null
}

type Timed = { startedAt: string; durationMs: number } | null | undefined

/** @param nothing what an empty result means; null when the profile could not be read, so that it means nothing at all */
function pagesStep(
  name: string,
  timed: Timed,
  evidence: Evidence[] | undefined,
  left: number | undefined,
  nothing: string | null,
): CoverageStep {
  if (!evidence || !timed) return step(name, 'skipped', 'profile_not_available', null)
  if (evidence.length === 0)
    return nothing
      ? step(name, 'completed', nothing, timed)
      : step(name, 'skipped', 'profile_not_readable', null)
  const unseen = evidence.filter((each) => SAW[each.outcome] < 1)
  const parts = [...countedReasons(unseen), ...(left ? [`${left} beyond the budget`] : [])]
  const status = unseen.length === evidence.length ? 'failed' : parts.length > 0 ? 'partial' : 'completed'
  const rendered = evidence.filter((each) => each.facts.rendered).length
  if (rendered > 0) parts.push(`${rendered} rendered`)
  return step(name, status, parts.join(', ') || null, timed)
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

/** `…21.085Z` → `…21.085000+00:00`. */
export function withMicroseconds(iso: string): string {
  return iso.replace(/\.(\d{3})Z$/, '.$1000+00:00')
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
