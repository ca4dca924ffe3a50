import type { Subject } from '../finding.ts'
import { type Finding, SEVERITIES, type Severity } from '../finding.ts'
import type { PolicyCode } from '../pack/code-schema.ts'
import type { PolicyPack } from '../pack/pack-schema.ts'
import { platformPolicy } from '../pack/platform-policy.ts'

/** All findings of one code, counted together. */
export interface CodeSum {
  code: string
  family: string
  severity: Severity
  /** `1 − Π(1 − g)` over independent groups. */
  probability: number
  /** What the code brings to its family: `severity/100 · P`. */
  share: number
  /** The severity that the code proves well enough to lift the tier cap, or null. */
  tier: Severity | null
  groups: number
  refs: string[]
  /** No rule's finding stands unweakened: only opinions do, a model's or the classifier's. */
  opinionOnly: boolean
}

/** One entry per code that has a weight above 0, the largest share first. */
export function sumCodes(findings: readonly Finding[], pack: PolicyPack, subject: Subject): CodeSum[] {
  const byCode = Map.groupBy(findings, (finding) => finding.code)
  const sums: CodeSum[] = []
  for (const [id, hits] of byCode) {
    const code = pack.codes[id]
    const sum = code && !isOff(code, subject) ? sumCode(code, hits, pack, subject) : null
    if (sum) sums.push(sum)
  }
  return sums.sort((a, b) => b.share - a.share || b.probability - a.probability || (a.code < b.code ? -1 : 1))
}

/** `w = min(cap, p·b·m·v)`. A bare rule has a cap of its own. */
export function weigh(finding: Finding, pack: PolicyPack): number {
  const { cap, binding, mitigation_factor } = pack.scoring
  const mitigation = finding.mitigation === null ? 1 : mitigation_factor
  const verified = finding.source === 'model' && finding.verified === false ? 0 : 1
  const most = finding.bare === true ? Math.min(cap.bare, cap.rule) : cap[finding.source]
  return Math.min(most, finding.p * binding[finding.binding] * mitigation * verified)
}

/** What a code weighs before a platform is asked, 0 to 100; 0 for a code that the platform's file decides, or that the pack lacks. */
export function severityWeight(pack: PolicyPack, id: string): number {
  const severity = pack.codes[id]?.severity ?? 'info'
  return severity === 'platform' ? 0 : pack.scoring.severity_weight[severity]
}

/**
 * Findings of one code may differ in severity (a link on the profile itself, or one hop away). The code counts at the
 * severity where `severity · P(findings at least that severe)` is largest, which keeps the sum monotone.
 */
function sumCode(
  code: PolicyCode,
  hits: readonly Finding[],
  pack: PolicyPack,
  subject: Subject,
): CodeSum | null {
  const weighed = hits
    .map((finding) => ({
      finding,
      w: weigh(finding, pack),
      severity: severityOf(code, finding, pack, subject),
    }))
    .filter(({ w }) => w > 0)
    .sort((a, b) => b.w - a.w || (a.finding.evidenceRef < b.finding.evidenceRef ? -1 : 1))
  if (weighed.length === 0) return null
  const { severity_weight, tier_probability } = pack.scoring
  const levels = SEVERITIES.filter((level) => weighed.some(({ severity }) => severity === level)).map(
    (level) => {
      const reach = weighed.filter(
        ({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(level),
      )
      const probability = noisyOr(groupWeights(reach))
      return { level, probability, share: (severity_weight[level] / 100) * probability }
    },
  )
  const top = levels.reduce((best, each) => (each.share > best.share ? each : best))
  const groups = groupWeights(weighed)
  return {
    code: code.id,
    family: code.family,
    severity: top.level,
    probability: noisyOr(groups),
    share: top.share,
    tier: levels.find(({ probability }) => probability >= tier_probability - 1e-12)?.level ?? null,
    groups: groups.length,
    refs: [...new Set(weighed.map(({ finding }) => finding.evidenceRef))],
    opinionOnly:
      weighed.some(({ finding }) => finding.source !== 'rule') &&
      weighed.every(({ finding }) => finding.source !== 'rule' || finding.mitigation !== null),
  }
}

/** Correlated hits count once: the largest weight by channel, the model as one group and the classifier as another. */
function groupWeights(weighed: readonly { finding: Finding; w: number }[]): number[] {
  const groups = new Map<string, number>()
  for (const { finding, w } of weighed) {
    const group = finding.source === 'rule' ? `rule:${finding.channel}` : finding.source
    groups.set(group, Math.max(groups.get(group) ?? 0, w))
  }
  return [...groups.values()].sort((a, b) => b - a)
}

function noisyOr(weights: readonly number[]): number {
  return 1 - weights.reduce((rest, weight) => rest * (1 - weight), 1)
}

/** Whether a code does not count on the platform of the profile. */
export function isOff(code: PolicyCode | undefined, subject: Subject): boolean {
  return code !== undefined && ownSeverity(code, subject) === 'off'
}

/** What a code itself says of the platform. */
function ownSeverity({ on }: PolicyCode, { platform }: Subject): Severity | 'off' | undefined {
  return on && ((platform === null ? undefined : on[platform]) ?? on.default)
}

/** The code's own severity; `platform` asks the platform's file. What a platform allows weighs nothing, unless critical. */
function severityOf(code: PolicyCode, finding: Finding, pack: PolicyPack, subject: Subject): Severity {
  const own = ownSeverity(code, subject)
  if (own !== undefined && own !== 'off') return own
  const entry = platformPolicy(pack, subject.platform).codes[code.id]
  if (entry?.stance === 'allowed' && code.severity !== 'critical') return 'info'
  if (code.severity !== 'platform') return code.severity
  const tag = finding.tag ?? ''
  return entry?.severity_by_tag?.[tag] ?? code.severity_by_tag[tag] ?? 'low'
}
