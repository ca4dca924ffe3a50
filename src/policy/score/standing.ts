import type { Finding } from '../finding.ts'
import type { PolicyPack } from '../pack/pack-schema.ts'

/**
 * How far a finding may carry a report. `full`: as far as it weighs. `opinion`: a model's about what no full rule names, up to
 * `alone.model`. `weak`: a bare rule's, and the classifier's where it is not proven or an embedding model tipped it, up to `alone.weak`.
 */
export type Standing = 'full' | 'opinion' | 'weak'

/**
 * The standing of each finding, in their order. Opinions stand fully beside an unmitigated finding of a full rule on the same
 * code, and a bare rule stands as an opinion beside a model's on the same code: two who look in different ways agree. Another
 * finding never lowers a standing.
 */
export function standingsOf(findings: readonly Finding[], pack: PolicyPack): Standing[] {
  const { proven } = pack.scoring.alone
  const isFull = (finding: Finding): boolean =>
    (finding.source === 'rule' && finding.bare !== true) ||
    (finding.source === 'classifier' && finding.p >= (proven[finding.code] ?? NEVER) && !isTipped(finding))
  const speaksFully = new Set(
    findings.filter((each) => isFull(each) && each.mitigation === null).map(({ code }) => code),
  )
  const modelSpeaks = new Set(
    findings
      .filter(({ source, mitigation }) => source === 'model' && mitigation === null)
      .map(({ code }) => code),
  )
  return findings.map((finding) => {
    if (isTipped(finding)) return 'weak'
    if (isFull(finding) || speaksFully.has(finding.code)) return 'full'
    if (finding.source === 'model') return 'opinion'
    return finding.bare === true && modelSpeaks.has(finding.code) ? 'opinion' : 'weak'
  })
}

/** Named by the classifier only because an embedding model agreed: nobody has measured that model, so such a finding is weak beside whatever else. */
export function isTipped({ resembles }: Finding): boolean {
  return resembles?.embedding?.tipped === true
}

/** More than any probability. */
const NEVER = 2
