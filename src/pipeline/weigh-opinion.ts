import type { ModelReview } from '../../sdk/contract.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { addressesReviewer } from '../models/addresses-reviewer.ts'
import type { Consultation } from '../models/opinion.ts'
import { toFindings } from '../models/to-findings.ts'
import type { Finding } from '../policy/finding.ts'
import type { PolicyPack } from '../policy/pack-schema.ts'
import { isTied } from '../policy/ties.ts'

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
  const said = saidBy(consultation)
  if (opinion === null) return { findings: [], review: { ...said, outcome: 'failed', detail: failure } }
  if (isAddressed(evidence, ruleFindings, pack))
    return { findings: [], review: { ...said, outcome: 'set_aside', detail: 'page_addresses_reviewer' } }
  const seen = new Set(ruleFindings.map((finding) => finding.code))
  // A refusal that rules have seen too is the same refusal: two halves of a doubt must not add up to an accusation.
  const findings = toFindings(opinion, evidence, pack).filter(
    (finding) => finding.mitigation === null || !seen.has(finding.code),
  )
  return { findings, review: { ...said, outcome: 'used', detail: null, findings: findings.length } }
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
