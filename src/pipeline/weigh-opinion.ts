import type { ModelReview } from '../../sdk/contract.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { addressesReviewer } from '../models/addresses-reviewer.ts'
import type { Consultation } from '../models/opinion.ts'
import { toFindings } from '../models/to-findings.ts'
import type { Finding } from '../policy/finding.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import { isTied } from '../policy/rules/ties.ts'
import { standingsOf } from '../policy/score/standing.ts'
import { severityWeight, weigh } from '../policy/score/sum-codes.ts'

export interface WeighedOpinion {
  findings: Finding[]
  review: ModelReview
}

/**
 * What of a model's opinion counts. Where a page addresses the reviewer, nothing: whether the model listened cannot be known, so
 * rules and a person judge. A model that did not answer leaves the rules as they are.
 */
export function weighOpinion(
  consultation: Consultation,
  { evidence, ruleFindings, pack }: { evidence: Evidence[]; ruleFindings: Finding[]; pack: PolicyPack },
): WeighedOpinion {
  const { opinion, failure } = consultation
  const review = saidBy(consultation)
  if (opinion === null) return { findings: [], review: { ...review, outcome: 'failed', detail: failure } }
  if (isAddressed(evidence, ruleFindings, pack))
    return { findings: [], review: { ...review, outcome: 'set_aside', detail: 'page_addresses_reviewer' } }
  const seen = new Set(ruleFindings.map((finding) => finding.code))
  // A refusal that rules have seen too is the same refusal: two halves of a doubt must not add up to an accusation.
  const said = toFindings(opinion, evidence, pack).filter(
    (finding) => finding.mitigation === null || !seen.has(finding.code),
  )
  const findings = mostGrave(said, ruleFindings, pack)
  return { findings, review: { ...review, outcome: 'used', detail: null, findings: findings.length } }
}

/**
 * What rules do not name too, a model may say of a few codes only: the gravest that it is surest of. Whatever talked it into
 * naming everything, a person reads three reasons.
 */
function mostGrave(said: Finding[], ruleFindings: readonly Finding[], pack: PolicyPack): Finding[] {
  const standings = standingsOf([...ruleFindings, ...said], pack).slice(ruleFindings.length)
  const alone = said.filter((_, i) => standings[i] !== 'full')
  const weightOf = (finding: Finding): number => severityWeight(pack, finding.code) * weigh(finding, pack)
  const kept = alone
    .toSorted((a, b) => weightOf(b) - weightOf(a) || (a.code < b.code ? -1 : 1))
    .map(({ code }) => code)
    .filter((code, i, codes) => codes.indexOf(code) === i)
    .slice(0, pack.scoring.alone.model_codes)
  return said.filter((finding, i) => standings[i] === 'full' || kept.includes(finding.code))
}

/** An opinion beside rules that did not get through: whether a page addresses the model is not known. */
export function unheard(consultation: Consultation): WeighedOpinion {
  const { opinion, failure } = consultation
  const outcome = opinion === null ? 'failed' : 'set_aside'
  const detail = opinion === null ? failure : 'judging_budget'
  return { findings: [], review: { ...saidBy(consultation), outcome, detail } }
}

function saidBy({ model, promptVersion, opinion }: Consultation): Omit<ModelReview, 'outcome' | 'detail'> {
  return {
    id: model,
    prompt_version: promptVersion,
    findings: 0,
    dropped: opinion?.dropped ?? {},
    language: opinion?.language || null,
    injection_seen: opinion?.injectionSeen ?? false,
  }
}

export function isAddressed(evidence: Evidence[], ruleFindings: Finding[], pack: PolicyPack): boolean {
  const found = ruleFindings.some(
    (finding) => finding.code === 'prompt_injection_attempt' && finding.mitigation === null,
  )
  return found || evidence.some((each) => isTied(each) && addressesReviewer(each, pack))
}
