import type { Evidence } from '../../evidence/evidence.ts'
import { evaluate } from '../../policy/evaluate.ts'
import type { Finding, Subject } from '../../policy/finding.ts'
import type { Sense } from '../../policy/learnt/sense.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'

/**
 * What the rules find. Minor-safety findings are what they would be if nobody had looked at pictures: what a picture says
 * is read by a machine, and must neither make nor unmake, raise nor lower them.
 */
export function findingsOf(
  policies: PolicyPack,
  { evidence, subject }: { evidence: Evidence[]; subject: Subject },
  sense: Sense | null = null,
): Finding[] {
  const findings = evaluate(policies, { evidence, subject }, sense)
  const fromPictures = pictureRefs(evidence)
  if (fromPictures.size === 0) return findings
  const isMinorSafety = ({ code }: Finding) => policies.codes[code]?.family === 'minor_safety'
  const seenOtherwise = evidence.filter(({ ref }) => !fromPictures.has(ref))
  const rank = new Map(evidence.map(({ ref }, index) => [ref, index]))
  return [
    ...findings.filter((finding) => !isMinorSafety(finding)),
    ...evaluate(policies, { evidence: seenOtherwise, subject }).filter(isMinorSafety),
  ].sort((a, b) => (rank.get(a.evidenceRef) ?? 0) - (rank.get(b.evidenceRef) ?? 0))
}

/** Pictures, and the pages that only they led to. */
export function pictureRefs(evidence: Evidence[]): Set<string> {
  const images = new Set(evidence.filter((each) => each.type === 'image').map((each) => each.ref))
  return new Set(evidence.flatMap(({ ref, via }) => (images.has(ref) || images.has(via ?? '') ? [ref] : [])))
}
