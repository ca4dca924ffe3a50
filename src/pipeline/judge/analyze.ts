import type { Evidence } from '../../evidence/evidence.ts'
import { sharedNow } from '../../evidence/shared-time.ts'
import type { Consultation } from '../../models/opinion.ts'
import type { Subject } from '../../policy/finding.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { plainAddress } from '../collect/address.ts'
import { seenIn } from '../collect/search-web.ts'
import { coverageOf } from '../coverage/coverage.ts'
import type { Gathered } from '../coverage/gathered.ts'
import { plannedShares } from '../coverage/planned-shares.ts'
import { withMicroseconds } from '../coverage/with-microseconds.ts'
import { type Judgement, judge, type Matter, unjudged } from './judge.ts'

export interface Analysis extends Judgement {
  subject: Subject
}

/** Null when it took more than it may. */
export type JudgeMatter = (matter: Matter) => Promise<Judgement | null>

/** Why the step `analysis` is partial. */
const OUT_OF_BUDGET = 'judging_budget'

/**
 * Puts the evidence in order, lets the rules propose findings, adds what a model pointed at, and weighs them. No network, no
 * clock but for the timing. What `judgeMatter` does not finish counts as not seen.
 */
export async function analyze(
  policies: PolicyPack,
  gathered: Gathered,
  consultation: Consultation | null = null,
  judgeMatter: JudgeMatter = async (matter) => judge(policies, matter),
): Promise<Analysis> {
  const startedAt = sharedNow()
  const started = performance.now()
  const evidence = withOwnHash(orderEvidence(gathered), gathered.images?.ownHash)
  const own = gathered.profile.evidence
  const subject = { platform: own.platform, handle: gathered.profile.creator.handle, url: own.url }
  const seen = coverageOf(gathered, policies.scoring)
  const planned = plannedShares(gathered)
  const judged = await judgeMatter({ evidence, subject, coverage: seen, planned, consultation })
  const coverage = judged ? judged.coverage : { ...seen, score: 0 }
  const step = {
    step: 'analysis',
    status: judged ? ('completed' as const) : ('partial' as const),
    detail: judged ? null : OUT_OF_BUDGET,
    started_at: withMicroseconds(startedAt.toISOString()),
    duration_ms: Math.round(performance.now() - started),
  }
  return {
    ...(judged ?? unjudged(policies, { evidence, subject, coverage, planned, consultation })),
    subject,
    coverage: {
      ...coverage,
      steps: [...coverage.steps, step],
      steps_completed: [...coverage.steps_completed, 'analysis'],
    },
  }
}

/** False when the rules did not get through what was seen. */
export function wasJudged({ coverage }: Pick<Analysis, 'coverage'>): boolean {
  return !coverage.steps.some(({ step, detail }) => step === 'analysis' && detail === OUT_OF_BUDGET)
}

/** One entry per address, nearest first, numbered `E1`, `E2`, … by where it was found and not by when it answered. */
export function orderEvidence({ profile, links, social, search, images }: Gathered): Evidence[] {
  const all = [
    profile.evidence,
    ...(links?.evidence ?? []),
    ...(social?.evidence ?? []),
    ...(search ? seenIn(search) : []),
    ...(images?.evidence ?? []),
  ]
  const kept = new Map<string, Evidence>()
  const aliases = new Map<string, string>()
  for (const evidence of all.sort(byPlace)) {
    const key = plainAddress(evidence.finalUrl)
    const known = kept.get(key) ?? kept.get(plainAddress(evidence.url))
    if (known && (known.outcome === 'ok' || evidence.outcome !== 'ok')) {
      aliases.set(evidence.ref, known.ref)
      continue
    }
    if (known) aliases.set(known.ref, evidence.ref)
    kept.set(key, evidence)
  }
  const numbered = [...kept.values()].sort(byPlace)
  const refs = new Map(numbered.map((evidence, index) => [evidence.ref, `E${index + 1}`]))
  const refOf = (ref: string | null): string | null =>
    ref === null ? null : (refs.get(ref) ?? refs.get(aliases.get(ref) ?? '') ?? 'E1')
  return numbered.map((evidence) => ({
    ...evidence,
    ref: refOf(evidence.ref) ?? 'E1',
    via: evidence.hop === 0 ? null : refOf(evidence.via),
  }))
}

/** The picture is read long after its profile. */
function withOwnHash([own, ...others]: Evidence[], pictureHash: string | undefined): Evidence[] {
  if (own === undefined) return []
  return [pictureHash ? { ...own, facts: { ...own.facts, pictureHash } } : own, ...others]
}

function byPlace(a: Evidence, b: Evidence): number {
  const origin = originOf(a) - originOf(b)
  return origin || a.hop - b.hop || (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0)
}

/** Pages first, then search hits, then pictures: whatever pictures lead to displaces nothing. */
function originOf({ ref }: Evidence): number {
  if (ref.startsWith('picture/')) return 2
  return ref.startsWith('search/') ? 1 : 0
}
