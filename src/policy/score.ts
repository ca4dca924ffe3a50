import { confidenceOf } from './confidence.ts'
import type { Subject } from './evaluate.ts'
import type { Finding, Severity } from './finding.ts'
import { type Floor, floorsReached } from './floors.ts'
import type { PolicyPack } from './pack-schema.ts'
import { type CodeSum, sumCodes } from './sum-codes.ts'

export type Recommendation = 'no_flags' | 'review_low' | 'review_medium' | 'review_high'
export type Confidence = 'low' | 'medium' | 'high'
export type AnalysisMode = 'rules' | 'rules+model'

export interface ScoreInput {
  /** 0 to 1: the share of the planned steps that ran. */
  coverage: number
  mode: 'quick' | 'deep'
  analysisMode: AnalysisMode
  pack: PolicyPack
  subject: Subject
  /** Status codes that the pipeline already knows; listed last, never scored. */
  statusCodes: readonly string[]
  /** A model says that a page addresses it, with or without a finding. Default false. */
  injectionSeen?: boolean
}

export interface ScoredCode {
  code: string
  family: string
  severity: Severity
  /** P of the code, 0 to 1. */
  probability: number
  /** The score minus the score without this code. */
  contribution: number
  /** Evidence refs behind it, the strongest first. */
  refs: string[]
  /** Independent groups behind it. */
  groups: number
}

export interface Score {
  /** 0 to 100. */
  riskScore: number
  recommendation: Recommendation
  confidence: Confidence
  /** Every code with a weight above 0, strongest first. */
  codes: ScoredCode[]
  /** The codes that are reported, then the status codes. */
  reasonCodes: string[]
  floorsApplied: string[]
  /** K of the contract, 0 to 1, for the record. */
  confidenceValue: number
}

/**
 * Turns findings and coverage into numbers, per "From signals to a report" of the reason-code contract: weights, groups
 * by (code, channel), noisy-OR, families, tier cap, floors, bands, confidence. Monotone: a further finding or a higher
 * `p` never lowers the score. Codes unknown to the pack are ignored.
 */
export function score(findings: readonly Finding[], input: ScoreInput): Score {
  const { pack, coverage } = input
  const sums = sumCodes(findings, pack, input.subject)
  const floors = floorsReached(findings, sums, pack, coverage)
  const riskScore = scoreOf(sums, floors, pack)
  const reported = sums.filter(
    (sum) => sum.family !== 'status' && sum.probability >= pack.scoring.report_probability,
  )
  const confidence = confidenceOf({
    ...input,
    riskScore,
    modelScore: modelScore(findings, input),
    sums,
    reported,
    hasFloor: floors.length > 0,
  })
  return {
    riskScore,
    recommendation: recommend(riskScore, reported, pack),
    confidence: confidence.level,
    confidenceValue: confidence.value,
    codes: sums
      .filter((sum) => sum.family !== 'status')
      .map((sum) => ({ ...pick(sum), contribution: riskScore - scoreWithout(sum.code, findings, input) })),
    reasonCodes: [...reported.map((sum) => sum.code), ...statusCodes(sums, input)],
    floorsApplied: floors.map((floor) => floor.id),
  }
}

/** `min(tier cap, 100·(1 − Π(1 − F)))`, lifted to the highest floor, rounded half up. */
function scoreOf(sums: readonly CodeSum[], floors: readonly Floor[], pack: PolicyPack): number {
  const families = new Map<string, number>()
  for (const sum of sums) families.set(sum.family, Math.max(families.get(sum.family) ?? 0, sum.share))
  const raw = 100 * (1 - [...families.values()].reduce((rest, share) => rest * (1 - share), 1))
  const capped = Math.min(tierCap(sums, pack), raw)
  return roundHalfUp(Math.min(100, Math.max(capped, ...floors.map((floor) => floor.min))))
}

function tierCap(sums: readonly CodeSum[], pack: PolicyPack): number {
  const { tier_cap } = pack.scoring
  return Math.max(
    tier_cap.none,
    ...sums.map((sum) => (sum.tier === null ? tier_cap.none : tier_cap[sum.tier])),
  )
}

/** Sums of products carry errors near 1e-13, which must not turn a half into less than a half. */
function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5 + 1e-9)
}

function scoreWithout(
  code: string,
  findings: readonly Finding[],
  { pack, subject, coverage }: ScoreInput,
): number {
  const rest = findings.filter((finding) => finding.code !== code)
  const sums = sumCodes(rest, pack, subject)
  return scoreOf(sums, floorsReached(rest, sums, pack, coverage), pack)
}

/** The same scorer fed with the model's findings only. */
function modelScore(findings: readonly Finding[], { pack, subject, coverage }: ScoreInput): number {
  const sums = sumCodes(
    findings.filter((finding) => finding.source === 'model'),
    pack,
    subject,
  )
  return scoreOf(sums, floorsReached([], sums, pack, Math.max(coverage, 0.5)), pack)
}

function recommend(riskScore: number, reported: readonly CodeSum[], pack: PolicyPack): Recommendation {
  const { bands, always_high_families } = pack.scoring
  if (reported.some((sum) => always_high_families.includes(sum.family))) return 'review_high'
  if (riskScore >= bands.review_high) return 'review_high'
  if (riskScore >= bands.review_medium) return 'review_medium'
  return riskScore >= bands.review_low ? 'review_low' : 'no_flags'
}

function statusCodes(sums: readonly CodeSum[], { pack, statusCodes, coverage }: ScoreInput): string[] {
  const found = sums.filter((sum) => sum.family === 'status').map((sum) => sum.code)
  const thin = coverage < 0.5 ? ['insufficient_coverage'] : []
  return [...new Set([...statusCodes, ...found, ...thin])].filter((code) => pack.codes[code]).sort()
}

function pick({
  code,
  family,
  severity,
  probability,
  refs,
  groups,
}: CodeSum): Omit<ScoredCode, 'contribution'> {
  return { code, family, severity, probability, refs, groups }
}
