import { evaluate } from '../../policy/evaluate.ts'
import type { Finding } from '../../policy/finding.ts'
import { adaptPack, type CriterionInForce, type OrgChanges } from '../../policy/pack/adapt-pack.ts'
import type { Criterion } from '../../policy/pack/criterion.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { Score } from '../../policy/score/score.ts'
import type { Analysis } from './analyze.ts'
import { scoreOf } from './judge.ts'
import { judgeText, type ProfileText } from './judge-text.ts'

/** What a criterion would find that does not judge yet, and what would come of it. Nothing is stored. */
export interface Trial {
  was: Verdict
  is: Verdict
  found: TrialHit[]
}

export interface Verdict {
  recommendation: Score['recommendation']
  risk_score: number
  reason_codes: string[]
}

export interface TrialHit {
  /** `phrase`, `term` or `link`. */
  rule: string
  quote: string
  /** Where it stands, or the address that is the hit. */
  url: string | null
  /** Why it counts for less. */
  mitigation: Finding['mitigation']
}

/** Of one trial; how many there are is not told. */
const MAX_HITS = 5

export interface Tried {
  code: string
  criterion: Criterion
  /** What judges today. */
  changes: OrgChanges
}

/** On a text, as if it were the bio of a profile. */
export function tryOnText(policies: PolicyPack, tried: Tried, text: ProfileText): Trial {
  const { before, after } = packsOf(policies, tried)
  const { findings, score } = judgeText(after, text)
  return {
    was: verdictOf(judgeText(before, text).score),
    is: verdictOf(score),
    found: hitsOf(findings, tried.code),
  }
}

/**
 * On the evidence of a finished scan. What the rules of others found then stands: only the criterion itself is asked, so that a thousand
 * scans take seconds. Null where it finds nothing.
 */
export function tryOnScan(policies: PolicyPack, tried: Tried, stored: Analysis): Trial | null {
  const { before, alone, after } = packsOf(policies, tried)
  const { evidence, subject } = stored
  const own = evaluate(alone, { evidence, subject })
  const earlier = stored.findings.filter(({ code }) => code !== tried.code)
  const found = own.filter(({ code }) => code === tried.code)
  if (found.length === 0 && earlier.length === stored.findings.length) return null
  const weigh = (pack: PolicyPack, findings: Finding[]) =>
    verdictOf(scoreOf(pack, stored, findings, stored.modelReview))
  return {
    was: weigh(before, stored.findings),
    is: weigh(after, [...earlier, ...own]),
    found: hitsOf(found, tried.code, new Map(evidence.map(({ ref, url }) => [ref, url]))),
  }
}

/** What judges today, the criterion with nothing beside it, and both. */
function packsOf(policies: PolicyPack, { code, criterion, changes }: Tried) {
  const today = (changes.criteria ?? []).filter(({ state }) => state === 'live')
  const others = today.filter((each) => each.code !== code)
  const tried: CriterionInForce = { code, version: 0, state: 'live', definition: criterion }
  const after = adaptPack(policies, {
    ...changes,
    shadow: changes.shadow ?? [],
    criteria: [...others, tried],
  })
  return { before: adaptPack(policies, { ...changes, criteria: today }), after, alone: onlyWith(after, code) }
}

const reduced = new WeakMap<PolicyPack, PolicyPack>()

/** With the rules of one code, and of disguises, which are told beside a hit. */
function onlyWith(pack: PolicyPack, code: string): PolicyPack {
  const isNeeded = (id: string): boolean =>
    id === code ||
    pack.codes[id]?.rules.some((rule) => 'structure' in rule && rule.structure === 'disguised_hit') === true
  const codes = Object.fromEntries(Object.entries(pack.codes).filter(([id]) => isNeeded(id)))
  const scoring = { ...pack.scoring, classifier: { ...pack.scoring.classifier, enabled: false } }
  const known = reduced.get(pack) ?? { ...pack, codes, scoring }
  reduced.set(pack, known)
  return known
}

function verdictOf({ recommendation, riskScore, reasonCodes }: Score): Verdict {
  return { recommendation, risk_score: riskScore, reason_codes: reasonCodes }
}

function hitsOf(findings: readonly Finding[], code: string, urls?: ReadonlyMap<string, string>): TrialHit[] {
  return findings
    .filter((finding) => finding.code === code)
    .toSorted((a, b) => Number(a.mitigation !== null) - Number(b.mitigation !== null))
    .slice(0, MAX_HITS)
    .map(({ rule, quote, url, evidenceRef, mitigation }) => ({
      rule: rule.slice(code.length + 1),
      quote,
      url: url ?? urls?.get(evidenceRef) ?? null,
      mitigation,
    }))
}
