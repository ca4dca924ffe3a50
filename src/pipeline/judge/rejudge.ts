import type { Consultation } from '../../models/opinion.ts'
import type { Finding } from '../../policy/finding.ts'
import type { Sense } from '../../policy/learnt/sense.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { Analysis } from './analyze.ts'
import { findingsOf } from './findings-of.ts'
import { weighAll, withShadow } from './judge.ts'
import { notOrdered, type WeighedOpinion, weighOpinion } from './weigh-opinion.ts'

/**
 * Judges stored evidence again. Words that were masked cannot be found a second time: a finding about them stays as it was, as long as
 * the pack knows its code.
 * @param consultation undefined: what the model said then; null: no model.
 */
export function rejudge(
  policies: PolicyPack,
  stored: Analysis,
  consultation?: Consultation | null,
  sense: Sense | null = null,
): Analysis {
  const { shadow: _shadow, criteria: _criteria, ...before } = stored
  return withShadow(policies, (pack) => rejudgeBy(pack, before, consultation, sense))
}

function rejudgeBy(
  policies: PolicyPack,
  stored: Analysis,
  consultation: Consultation | null | undefined,
  sense: Sense | null,
): Analysis {
  const { evidence, subject } = stored
  const found = findingsOf(policies, { evidence, subject }, sense)
  const ruleFindings = inOrder([...found, ...masked(stored, found, policies)], stored)
  const opinion =
    consultation === undefined
      ? earlierOpinion(stored, policies)
      : consultation && weighOpinion(consultation, { evidence, ruleFindings, pack: policies })
  return { ...stored, ...weighAll(policies, stored, ruleFindings, opinion) }
}

function masked(stored: Analysis, found: Finding[], policies: PolicyPack): Finding[] {
  return stored.findings.filter(
    (finding) =>
      finding.source === 'rule' &&
      finding.textIndex >= 0 &&
      finding.quote.includes('*') &&
      policies.codes[finding.code]?.family === 'minor_safety' &&
      !found.some(
        ({ code, evidenceRef, textIndex, start }) =>
          code === finding.code &&
          evidenceRef === finding.evidenceRef &&
          textIndex === finding.textIndex &&
          start === finding.start,
      ),
  )
}

/** As they stood then, where all of them did; else by place, as rules give them. */
function inOrder(findings: Finding[], { findings: stored, evidence }: Analysis): Finding[] {
  const then = new Map(stored.map((finding, index) => [identityOf(finding), index]))
  const rank = new Map(evidence.map((each, index) => [each.ref, index]))
  const byPlace = (a: Finding, b: Finding) =>
    (rank.get(a.evidenceRef) ?? 0) - (rank.get(b.evidenceRef) ?? 0) ||
    a.textIndex - b.textIndex ||
    a.start - b.start
  const isKnown = findings.every((finding) => then.has(identityOf(finding)))
  const byThen = (a: Finding, b: Finding) => (then.get(identityOf(a)) ?? 0) - (then.get(identityOf(b)) ?? 0)
  return findings.toSorted(isKnown ? byThen : byPlace)
}

function identityOf({ rule, evidenceRef, textIndex, start, url, view }: Finding): string {
  return JSON.stringify([rule, evidenceRef, textIndex, start, url ?? null, view])
}

/** What counted then counts now, but for words that today's rules see addressed to the reviewer. */
function earlierOpinion(
  { findings, modelReview, evidence }: Analysis,
  pack: PolicyPack,
): WeighedOpinion | null {
  if (modelReview === null) return null
  if (modelReview.outcome !== 'used') return { findings: [], review: modelReview }
  const said = notOrdered(
    findings.filter((finding) => finding.source === 'model'),
    evidence,
    pack,
  )
  return { findings: said, review: { ...modelReview, findings: said.length } }
}
