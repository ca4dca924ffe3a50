import type { ModelReview } from '../../../sdk/contract.ts'
import type { Evidence } from '../../evidence/evidence.ts'
import type { Consultation } from '../../models/opinion.ts'
import { passagesToReviewer } from '../../models/passages-to-reviewer.ts'
import { toFindings } from '../../models/to-findings.ts'
import type { Finding } from '../../policy/finding.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { isTied } from '../../policy/rules/links/ties.ts'
import { ADDRESSES_REVIEWER } from '../../policy/rules/text-findings.ts'
import { standingsOf } from '../../policy/score/standing.ts'
import { severityWeight, weigh } from '../../policy/score/sum-codes.ts'
import type { Span } from '../../policy/text/text-views.ts'

export interface WeighedOpinion {
  findings: Finding[]
  review: ModelReview
}

/**
 * What of a model's opinion counts: all but what rests on words that address the reviewer. It only ever adds, so that a page which talks
 * a model into silence is left with what the rules found. A model that did not answer leaves the rules as they are.
 */
export function weighOpinion(
  consultation: Consultation,
  { evidence, ruleFindings, pack }: { evidence: Evidence[]; ruleFindings: Finding[]; pack: PolicyPack },
): WeighedOpinion {
  const { opinion, failure } = consultation
  const review = saidBy(consultation)
  if (opinion === null) return { findings: [], review: { ...review, outcome: 'failed', detail: failure } }
  const seen = new Set(ruleFindings.map((finding) => finding.code))
  // A refusal that rules have seen too is the same refusal: two halves of a doubt must not add up to an accusation.
  const said = notOrdered(toFindings(opinion, evidence, pack), evidence, pack).filter(
    // An order that rules have seen is one already, whether the model says so or not.
    (finding) =>
      !seen.has(finding.code) || (finding.mitigation === null && finding.code !== ADDRESSES_REVIEWER),
  )
  const findings = mostGrave(said, ruleFindings, pack)
  return {
    findings,
    review: {
      ...review,
      outcome: 'used',
      detail: null,
      findings: findings.length,
      injection_seen: review.injection_seen || isAddressed(evidence, ruleFindings, pack),
    },
  }
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

/** Without findings whose words address a reviewer, but for the one that says so: what a page orders to be said proves nothing else. */
export function notOrdered(findings: Finding[], evidence: Evidence[], pack: PolicyPack): Finding[] {
  const spans = new Map<string, Span[]>()
  const spansIn = ({ evidenceRef, textIndex }: Finding): Span[] => {
    const key = `${evidenceRef} ${textIndex}`
    const text = evidence.find(({ ref }) => ref === evidenceRef)?.texts[textIndex]?.text
    const known = spans.get(key) ?? (text === undefined ? [] : passagesToReviewer(text, pack))
    spans.set(key, known)
    return known
  }
  return findings.filter(
    (finding) =>
      finding.code === ADDRESSES_REVIEWER ||
      !spansIn(finding).some(({ start, end }) => finding.start < end && start < finding.end),
  )
}

function isAddressed(evidence: Evidence[], ruleFindings: Finding[], pack: PolicyPack): boolean {
  const found = ruleFindings.some(
    (finding) => finding.code === ADDRESSES_REVIEWER && finding.mitigation === null,
  )
  return (
    found ||
    evidence.some(
      (each) => isTied(each) && each.texts.some(({ text }) => passagesToReviewer(text, pack).length > 0),
    )
  )
}
