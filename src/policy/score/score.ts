import type { Finding, Severity } from '../finding.ts'
import type { PolicyPack } from '../pack/pack-schema.ts'
import { confidenceOf } from './confidence.ts'
import { type Floor, floorsReached } from './floors.ts'
import type { Confidence, Recommendation, ScoreInput } from './score-input.ts'
import { shapleyShares } from './shapley-shares.ts'
import { splitWhole } from './split-whole.ts'
import { type Standing, standingsOf } from './standing.ts'
import { type CodeSum, sumCodes } from './sum-codes.ts'

export interface ScoredCode {
  code: string
  family: string
  severity: Severity
  /** P of the code, 0 to 1. */
  probability: number
  /** Its points of the score: those of all codes add up to what they come to. In analyses stored before: the score minus `scoreWithout`. */
  contribution: number
  /** The score without this code, 0 to 100. Absent in analyses that were stored before it was told. */
  scoreWithout?: number
  /** What the recommendation would be without this code. Absent in analyses that were stored before it was told. */
  without?: Recommendation
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
 * by (code, channel), noisy-OR, families, tier cap, floors, who speaks alone, bands, confidence. Monotone: a further finding
 * or a higher `p` never lowers the score. Codes unknown to the pack are ignored.
 */
export function score(given: readonly Finding[], input: ScoreInput): Score {
  const { pack, coverage } = input
  const findings = reaching(given, input)
  const sums = sumCodes(findings, pack, input.subject)
  const full = fullOf(findings, pack)
  const fullSums = sumCodes(full, pack, input.subject)
  const floors = floorsReached(full, fullSums, pack, coverage)
  const riskScore = riskOf(findings, input)
  const contributions = contributionsOf(findings, input)
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
    recommendation: recommend(riskScore, fullSums, pack),
    confidence: confidence.level,
    confidenceValue: confidence.value,
    codes: sums
      .filter((sum) => sum.family !== 'status')
      .map((sum) => {
        const rest = riskWithout(sum.code, findings, input)
        const others = fullSums.filter(({ code }) => code !== sum.code)
        return {
          ...pick(sum),
          contribution: contributions.get(sum.code) ?? 0,
          scoreWithout: rest,
          without: recommend(rest, others, pack),
        }
      }),
    reasonCodes: [...reported.map((sum) => sum.code), ...statusCodes(sums, input)],
    floorsApplied: floors.map((floor) => floor.id),
  }
}

/** Without codes that come to less than their threshold. Another finding only brings a code nearer to it, so that none lowers the score. */
function reaching(findings: readonly Finding[], { pack, subject }: ScoreInput): readonly Finding[] {
  const { thresholds } = pack.scoring
  if (thresholds === undefined) return findings
  const tooLittle = new Set(
    sumCodes(findings, pack, subject)
      .filter(({ code, probability }) => probability < (thresholds[code] ?? 0) - 1e-12)
      .map(({ code }) => code),
  )
  return findings.filter(({ code }) => !tooLittle.has(code))
}

type Weighing = Pick<ScoreInput, 'pack' | 'subject' | 'coverage'>

function riskOf(findings: readonly Finding[], input: Weighing): number {
  return heardOf(findings, input).risk
}

/**
 * What the full findings come to, or, where that is more, all but the weak ones up to one bound and all of them up to a lower one; and
 * the findings that the score is of.
 */
function heardOf(findings: readonly Finding[], input: Weighing): { risk: number; heard: Finding[] } {
  const { weak, model } = input.pack.scoring.alone
  const standings = standingsOf(findings, input.pack)
  const hear = (most: number, ...listened: Standing[]) => {
    const heard = findings.filter((_, i) => listened.includes(standings[i] ?? 'weak'))
    return { risk: Math.min(most, scoreFrom(heard, input)), heard }
  }
  const full = hear(100, 'full')
  if (full.heard.length === findings.length) return full
  return [hear(model, 'full', 'opinion'), hear(weak, 'full', 'opinion', 'weak')].reduce(
    (best, each) => (each.risk > best.risk ? each : best),
    full,
  )
}

/**
 * The points of each code: its Shapley share of the raw score of what was heard, all of them scaled by cap and floor to what the codes
 * come to. That is the score, unless too little was seen: the rest of it is then no code's.
 */
function contributionsOf(findings: readonly Finding[], input: Weighing): Map<string, number> {
  const seen = { ...input, coverage: 1 }
  const { risk, heard } = heardOf(findings, seen)
  const sums = sumCodes(heard, input.pack, input.subject)
  const floored = floorsReached(heard, sums, input.pack, seen.coverage).flatMap((floor) => floor.findings)
  const shares = shapleyShares(sums)
  // What a platform allows weighs nothing, and a floor may name it all the same.
  const weights = shares.some((share) => share > 0)
    ? shares
    : sums.map(({ code }) => Number(floored.some((need) => need.code === code)))
  const points = splitWhole(risk, weights)
  return new Map(sums.map(({ code }, index) => [code, points[index] ?? 0]))
}

function scoreFrom(findings: readonly Finding[], { pack, subject, coverage }: Weighing): number {
  const sums = sumCodes(findings, pack, subject)
  return scoreOf(sums, floorsReached(findings, sums, pack, coverage), pack)
}

function riskWithout(code: string, findings: readonly Finding[], input: ScoreInput): number {
  return riskOf(
    findings.filter((finding) => finding.code !== code),
    input,
  )
}

function fullOf(findings: readonly Finding[], pack: PolicyPack): Finding[] {
  const standings = standingsOf(findings, pack)
  return findings.filter((_, i) => standings[i] === 'full')
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

/** The same scorer fed with the model's findings only. */
function modelScore(findings: readonly Finding[], { pack, subject, coverage }: ScoreInput): number {
  const sums = sumCodes(
    findings.filter((finding) => finding.source === 'model'),
    pack,
    subject,
  )
  return scoreOf(sums, floorsReached([], sums, pack, Math.max(coverage, 0.5)), pack)
}

/** @param full what those with full standing say: a model alone asks for a person, and convicts nobody */
function recommend(riskScore: number, full: readonly CodeSum[], pack: PolicyPack): Recommendation {
  const { bands, always_high_families, report_probability } = pack.scoring
  const isAlwaysHigh = ({ family, probability }: CodeSum): boolean =>
    always_high_families.includes(family) && probability >= report_probability
  if (full.some(isAlwaysHigh)) return 'review_high'
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
}: CodeSum): Omit<ScoredCode, 'contribution' | 'scoreWithout' | 'without'> {
  return { code, family, severity, probability, refs, groups }
}
