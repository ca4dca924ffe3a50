import type { Coverage, CoverageStep, ScanMode, StepStatus } from '../../../sdk/contract.ts'
import type { Evidence, Outcome } from '../../evidence/evidence.ts'
import type { Scoring } from '../../policy/pack/scoring-schema.ts'
import { coverageScore, type CoverageStep as WeightedStep } from '../../policy/score/coverage-score.ts'
import type { FetchedProfile } from '../collect/fetch-profile.ts'
import { joinLeft } from '../collect/left-links.ts'
import { type Images, WORDS_TOO } from '../collect/read-images.ts'
import type { SameHandle } from '../collect/same-handle.ts'
import type { SocialProfiles } from '../collect/scrape-socials.ts'
import { type SearchFindings, seenIn } from '../collect/search-web.ts'
import type { Traversal } from '../collect/traverse-links.ts'

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

/** Read of a page that ended early, where nobody knows how much there was. */
const SHARE_OF_CUT = 0.7
/** A cut page was never read whole, however little is missing. */
const MOST_OF_CUT = 0.95

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
  return {
    pages_cut: seen.filter(wasCut).length,
    letters: seen.reduce((sum, { left }) => sum + (left?.letters ?? 0), 0),
    links: unlooked.total,
    links_by_host: unlooked.byHost,
    first_links: unlooked.first,
    pictures: Math.max(0, (images?.found ?? 0) - (images?.read ?? 0)),
    search_hits: search?.left ?? 0,
  }
}

/** The page ended early, or more stood in it than is kept. */
function wasCut({ left }: Evidence): boolean {
  return left !== undefined && (left.isCut || left.letters > 0)
}

/** Share of a page that was read: what was kept of it, and nothing of one behind a wall. */
function shareOfPage(evidence: Evidence): number {
  const { left, outcome, texts } = evidence
  if (!left || !wasCut(evidence)) return SAW[outcome]
  const kept = texts.reduce((sum, { text }) => sum + text.length, 0)
  const share = kept / Math.max(1, kept + left.letters)
  return SAW[outcome] * Math.min(MOST_OF_CUT, left.isCut ? share * SHARE_OF_CUT : share)
}

export interface Share {
  step: WeightedStep
  /** 0 to 1: what was read of what was found there; 0 too where nobody could look. */
  share: number
  /** Addresses of what was read there. */
  urls: string[]
}

/** Share of each planned part that was really seen, for the coverage score. */
export function plannedShares({ mode, profile, links, social, search, images }: Gathered): Share[] {
  const own = shareOfPage(profile.evidence)
  const absent = profile.evidence.outcome === 'gone' || profile.evidence.outcome === 'banned'
  const urls = addressesOf([profile.evidence])
  const read: Share[] = [
    { step: 'profile', share: own, urls },
    { step: 'bio', share: absent ? 1 : own, urls },
  ]
  if (mode === 'quick') return read
  const behindLinks = links ? shareSeen(links, own) : 0
  return [
    ...read,
    { step: 'links', share: behindLinks, urls: addressesOf(links?.evidence) },
    // Where no profile was met, one may be named wherever nobody has looked.
    {
      step: 'social',
      share: social ? shareSeen(social, behindLinks) : 0,
      urls: addressesOf(social?.evidence),
    },
    {
      step: 'search',
      share: absent ? 1 : shareOfSearch(search),
      urls: search ? addressesOf(seenIn(search)) : [],
    },
    { step: 'images', share: absent ? 1 : shareOfPictures(images, own), urls: addressesOf(images?.evidence) },
  ]
}

function addressesOf(evidence: readonly Evidence[] = []): string[] {
  return evidence.map(({ url }) => url)
}

/** Of the pages that were found. @param ofNone where none was found: how much of what could have named one was read */
function shareSeen({ evidence, left }: Pick<Traversal, 'evidence' | 'left'>, ofNone: number): number {
  const found = evidence.length + (left?.total ?? 0)
  if (found === 0) return ofNone
  return evidence.reduce((sum, each) => sum + shareOfPage(each), 0) / found
}

function shareOfSearch(search: SearchFindings | null): number {
  if (search?.status !== 'completed' && search?.status !== 'partial') return 0
  const { answered, queries, evidence, left = 0 } = search
  const asked = answered === undefined ? (search.status === 'completed' ? 1 : 0.5) : answered / queries.length
  return left === 0 ? asked : (asked * evidence.length) / (evidence.length + left)
}

/** Where only codes are read, words in pictures stay unseen. @param ofNone how much of the page that would show some was read */
function shareOfPictures(images: Images | null, ofNone: number): number {
  if (images?.detail === 'nothing_to_look_at') return ofNone
  if (images?.status !== 'completed' && images?.status !== 'partial') return 0
  const { found = 1, read = found } = images
  return (images.detail?.startsWith(WORDS_TOO) ? 1 : 0.5) * (read / Math.max(1, found))
}

function stepsOf(gathered: Gathered, planned: Share[]): CoverageStep[] {
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

/** `…21.085Z` → `…21.085000+00:00`. */
export function withMicroseconds(iso: string): string {
  return iso.replace(/\.(\d{3})Z$/, '.$1000+00:00')
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
