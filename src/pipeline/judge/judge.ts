import type { Coverage, ModelReview } from '../../../sdk/contract.ts'
import type { Evidence } from '../../evidence/evidence.ts'
import type { Consultation } from '../../models/opinion.ts'
import type { Finding, Subject } from '../../policy/finding.ts'
import type { Sense } from '../../policy/learnt/sense.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { hideClaims } from '../../policy/rules/excuses/hide-claims.ts'
import { type Score, score } from '../../policy/score/score.ts'
import { forgetTexts } from '../../policy/text/text-views.ts'
import { withLanguages } from '../coverage/languages-told.ts'
import type { Share } from '../coverage/planned-shares.ts'
import { hasUncovered, hasUnread } from '../coverage/unread.ts'
import { findingsOf } from './findings-of.ts'
import { unheard, type WeighedOpinion, weighOpinion } from './weigh-opinion.ts'

export interface Judgement {
  /** In order, with the words behind minor-safety findings masked. */
  evidence: Evidence[]
  findings: Finding[]
  score: Score
  /** With what the texts are written in, where they were judged. */
  coverage: Coverage
  /** Null when no model is configured. */
  modelReview: ModelReview | null
  /** What would have come out if the codes in shadow counted, and what they found; absent where none is. */
  shadow?: { findings: Finding[]; score: Score }
  /** Those of the organization that judged, in their versions: a scan that is resumed may meet others. Absent where it had none. */
  criteria?: NonNullable<PolicyPack['criteria']>
}

export interface Matter {
  evidence: Evidence[]
  subject: Subject
  coverage: Coverage
  /** What the coverage was added up from. */
  planned: Share[]
  consultation: Consultation | null
}

/** What the rules find, what a model adds to it, and what that comes to. Pure: the same matter gives the same judgement. */
export function judge(policies: PolicyPack, matter: Matter, sense: Sense | null = null): Judgement {
  try {
    return withShadow(policies, (pack) => judgeBy(pack, matter, sense))
  } finally {
    forgetTexts()
  }
}

/** What a pack comes to, with what would come of it if what it only records counted. The one never depends on the other. */
export function withShadow<T extends Judgement>(policies: PolicyPack, judgeWith: (pack: PolicyPack) => T): T {
  const judgement = { ...judgeWith(policies), ...(policies.criteria && { criteria: policies.criteria }) }
  if (policies.withShadow === undefined) return judgement
  const { findings, score } = judgeWith(policies.withShadow)
  const isInShadow = ({ code }: Finding): boolean => policies.codes[code] === undefined
  return { ...judgement, shadow: { findings: findings.filter(isInShadow), score } }
}

function judgeBy(policies: PolicyPack, matter: Matter, sense: Sense | null): Judgement {
  const { evidence, subject, consultation } = matter
  const ruleFindings = findingsOf(policies, { evidence, subject }, sense)
  const opinion = consultation && weighOpinion(consultation, { evidence, ruleFindings, pack: policies })
  const coverage = withLanguages(matter, policies)
  return weighAll(policies, { evidence, subject, coverage }, ruleFindings, opinion)
}

/**
 * What stands where the rules did not get through: no findings, and no words either, for which of them belong to minor safety
 * is not known.
 */
export function unjudged(policies: PolicyPack, matter: Matter): Judgement {
  const { consultation } = matter
  const evidence = matter.evidence.map(({ screenshot: _screenshot, ...each }) => ({
    ...each,
    title: '',
    texts: [],
    links: each.links.map((link) => ({ ...link, label: '' })),
  }))
  return weighAll(policies, { ...matter, evidence }, [], consultation && unheard(consultation))
}

export function weighAll(
  policies: PolicyPack,
  { evidence, subject, coverage }: Pick<Matter, 'evidence' | 'subject' | 'coverage'>,
  ruleFindings: Finding[],
  opinion: WeighedOpinion | null,
): Judgement {
  const findings = [...ruleFindings, ...(opinion?.findings ?? [])]
  const modelReview = opinion?.review ?? null
  return {
    ...hideClaims(policies, evidence, findings),
    score: scoreOf(policies, { evidence, subject, coverage }, findings, modelReview),
    coverage,
    modelReview,
  }
}

/** What findings come to. */
export function scoreOf(
  policies: PolicyPack,
  { evidence, subject, coverage }: Pick<Matter, 'evidence' | 'subject' | 'coverage'>,
  findings: Finding[],
  modelReview: ModelReview | null,
): Score {
  const weighed = score(findings, {
    coverage: coverage.score,
    mode: coverage.mode,
    analysisMode: modelReview?.outcome === 'used' ? 'rules+model' : 'rules',
    pack: policies,
    subject,
    statusCodes: statusCodes(evidence[0], coverage),
    injectionSeen: modelReview?.injection_seen ?? false,
  })
  return unsure(weighed, coverage)
}

/** Nothing was found, and not everything was read, or not in a language of the rules: nobody can be sure of that. */
function unsure(weighed: Score, coverage: Coverage): Score {
  if (weighed.recommendation !== 'no_flags' || weighed.confidence !== 'high') return weighed
  return hasUnread(coverage) || hasUncovered(coverage) ? { ...weighed, confidence: 'medium' } : weighed
}

function statusCodes(own: Evidence | undefined, coverage: Coverage): string[] {
  return [
    ...(own?.outcome === 'gone' || own?.outcome === 'banned' ? ['profile_unavailable'] : []),
    ...(coverage.score < 0.5 ? ['insufficient_coverage'] : []),
  ]
}
