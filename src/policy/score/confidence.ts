import type { Confidence, ScoreInput } from './score-input.ts'
import type { CodeSum } from './sum-codes.ts'

interface ConfidenceInput extends ScoreInput {
  riskScore: number
  /** The score of the model's findings alone. */
  modelScore: number
  sums: readonly CodeSum[]
  reported: readonly CodeSum[]
  hasFloor: boolean
}

/**
 * `K = .45·V + .35·A + .20·M`: coverage, agreement, distance to the nearest band edge. Never above `medium`: rules alone
 * without a floor, a model's or the classifier's finding alone, quick mode, an injection seen.
 */
export function confidenceOf(input: ConfidenceInput): { level: Confidence; value: number } {
  const { coverage, pack, mode, analysisMode, reported, hasFloor } = input
  const weights = pack.scoring.confidence
  const value =
    weights.coverage * coverage + weights.agreement * agreementOf(input) + weights.margin * marginOf(input)
  const level = levelOf(value, coverage, weights)
  const limited =
    mode === 'quick' ||
    (analysisMode === 'rules' && !hasFloor) ||
    reported[0]?.opinionOnly === true ||
    input.injectionSeen === true ||
    reported.some((sum) => sum.code === 'prompt_injection_attempt')
  return { level: level === 'high' && limited ? 'medium' : level, value }
}

/** With a model `1 − |R − R_model|/100`; without one `1 − .5^n` for the top code, and `V` when nothing was found. */
function agreementOf({
  analysisMode,
  riskScore,
  modelScore,
  sums,
  reported,
  coverage,
}: ConfidenceInput): number {
  if (analysisMode !== 'rules') return 1 - Math.abs(riskScore - modelScore) / 100
  if (!sums.some((sum) => sum.family !== 'status')) return coverage
  return 1 - 0.5 ** (reported[0]?.groups ?? 0)
}

function marginOf({ riskScore, pack }: ConfidenceInput): number {
  const edges = Object.values(pack.scoring.bands)
  return Math.min(1, Math.min(...edges.map((edge) => Math.abs(riskScore - edge))) / 10)
}

function levelOf(
  value: number,
  coverage: number,
  weights: ScoreInput['pack']['scoring']['confidence'],
): Confidence {
  if (value >= weights.high.k && coverage >= weights.high.coverage) return 'high'
  return value >= weights.medium.k && coverage >= weights.medium.coverage ? 'medium' : 'low'
}
