import type { ScorePart } from '../../../sdk/contract.ts'
import type { Score } from '../../policy/score/score.ts'

/**
 * What the score is made of: the points of each reported code, those of signs too weak to be reported, and what too little seen adds.
 * They add up to the score. Undefined of an analysis that was stored before points were divided.
 */
export function scoreParts({ riskScore, codes, reasonCodes }: Score): ScorePart[] | undefined {
  if (codes.some(({ scoreWithout }) => scoreWithout === undefined)) return undefined
  const pointsOf = (each: Score['codes']): number =>
    each.reduce((sum, { contribution }) => sum + contribution, 0)
  const isReported = ({ code }: Score['codes'][number]): boolean => reasonCodes.includes(code)
  const parts: ScorePart[] = [
    ...codes
      .filter(isReported)
      .map(({ code, contribution }) => ({ kind: 'code', code, points: contribution })),
    { kind: 'weak_signs', code: null, points: pointsOf(codes.filter((code) => !isReported(code))) },
    { kind: 'little_seen', code: null, points: riskScore - pointsOf(codes) },
  ]
  return parts.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points)
}
