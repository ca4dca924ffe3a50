import type { ReportFinding, TriageReport } from '../../../sdk/contract.ts'
import type { Platforms } from '../../platforms/index.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { unseenAddresses } from '../coverage/unread.ts'
import type { Analysis } from '../judge/analyze.ts'
import { evidenceEntry } from './evidence-entry.ts'
import { foreignAddresses } from './foreign-texts.ts'
import { linkChain } from './link-chain.ts'
import { reportFindings } from './report-findings.ts'
import { scoreParts } from './score-parts.ts'
import { summarise } from './summarise.ts'
import { whatWouldChange } from './what-would-change.ts'

const MAX_ENTRIES = 200
const MAX_TARGETS = 8

/** Turns an analysis into the report that a person reads. Pure: the same analysis gives the same bytes. */
export function writeReport(
  analysis: Analysis,
  policies: PolicyPack,
  platforms: Platforms,
): Omit<TriageReport, 'coverage'> {
  const { score, evidence } = analysis
  const findings = reportFindings(analysis, policies)
  const parts = scoreParts(score)
  return {
    recommendation: score.recommendation,
    risk_score: score.riskScore,
    confidence: score.confidence,
    reason_codes: score.reasonCodes,
    reason_summary: summarise(analysis, policies),
    review_targets: reviewTargets(analysis, findings),
    link_chain: linkChain(analysis, platforms),
    evidence_index: evidence
      .slice(0, MAX_ENTRIES)
      .map((each) => evidenceEntry(each, analysis, policies, platforms)),
    findings,
    ...(parts && { score_parts: parts }),
    analysis_mode: analysis.modelReview?.outcome === 'used' ? 'rules+model' : 'rules',
    policy_version: policies.version,
    ...(analysis.modelReview && { model: analysis.modelReview }),
    would_change: whatWouldChange(analysis, policies),
    ...(analysis.criteria && { criteria: [...analysis.criteria] }),
    ...inShadow(analysis, policies),
  }
}

/** What codes in shadow found, and what would have come out if they counted. */
function inShadow(analysis: Analysis, policies: PolicyPack): Pick<TriageReport, 'shadow'> {
  const { shadow } = analysis
  const pack = policies.withShadow
  if (shadow === undefined || pack === undefined) return {}
  const { score } = shadow
  const isRecorded = (code: string): boolean => policies.codes[code] === undefined
  // Beside what counted: what endangers a child hides words of these too.
  const findings = [...analysis.findings, ...shadow.findings]
  return {
    shadow: {
      recommendation: score.recommendation,
      risk_score: score.riskScore,
      findings: reportFindings({ ...analysis, findings, score }, pack).filter(({ code }) => isRecorded(code)),
    },
  }
}

/**
 * What a person should open first: where the strongest findings stand, then what could not be seen, then accounts that may be the
 * creator's.
 */
function reviewTargets(analysis: Analysis, findings: ReportFinding[]): string[] {
  const { evidence, coverage } = analysis
  const urls = new Map(evidence.map((each) => [each.ref, each.url]))
  const fromFindings = findings.flatMap((finding) =>
    finding.evidence.slice(0, 2).flatMap((quote) => [quote.url, urls.get(quote.ref) ?? null]),
  )
  const own = evidence[0]?.url ?? null
  return [
    ...new Set(
      [
        ...fromFindings,
        own,
        ...foreignAddresses(analysis),
        ...unseenAddresses(coverage),
        ...(coverage.same_handle?.found ?? []),
      ].filter((url) => url !== null),
    ),
  ].slice(0, MAX_TARGETS)
}
