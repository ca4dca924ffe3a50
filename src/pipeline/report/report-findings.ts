import type { ReportFinding } from '../../../sdk/contract.ts'
import type { Finding } from '../../policy/finding.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { ScoredCode } from '../../policy/score/score.ts'
import type { Analysis } from '../judge/analyze.ts'
import { minorSafetyRefs } from './minor-safety-refs.ts'
import { type Quote, quoteOf } from './quote-of.ts'

const MAX_QUOTES = 5
/** Of these those are taken that say something else. */
const MAX_SHOWN = 40

/** The codes that a report names, each with the words that it rests on. */
export function reportFindings(analysis: Analysis, policies: PolicyPack): ReportFinding[] {
  const show = quoting(analysis, policies)
  return reported(analysis).map((code) => ({
    code: code.code,
    family: code.family,
    severity: code.severity,
    title: policies.codes[code.code]?.title ?? code.code,
    probability: Math.round(code.probability * 1000) / 1000,
    contribution: code.contribution,
    ...(code.scoreWithout !== undefined && { score_without: code.scoreWithout }),
    evidence: eachWordsFirst(
      quotesOf(analysis, code, MAX_SHOWN).map((finding) => ({
        ref: finding.evidenceRef,
        channel: finding.channel,
        ...show(finding),
        url: finding.url ?? null,
        rule: finding.rule,
        mitigation: finding.mitigation,
        ...(finding.resembles && { resembles: finding.resembles }),
      })),
    ).slice(0, MAX_QUOTES),
  }))
}

/** How the words of a finding are shown. Where anything endangers a child, no more of any text than the masked hit. */
export function quoting({ evidence, findings }: Analysis, policies: PolicyPack): (finding: Finding) => Quote {
  const byRef = new Map(evidence.map((each) => [each.ref, each]))
  const isMasked = minorSafetyRefs(findings, policies).size > 0
  return (finding) => quoteOf(finding, byRef.get(finding.evidenceRef), isMasked)
}

/** What several rules read in one sentence does not displace what stands elsewhere. */
function eachWordsFirst<T extends { ref: string; quote: string }>(quotes: T[]): T[] {
  const isFirst = ({ ref, quote }: T, index: number): boolean =>
    quotes.findIndex((each) => each.ref === ref && each.quote === quote) === index
  return [...quotes.filter(isFirst), ...quotes.filter((each, index) => !isFirst(each, index))]
}

/** The plainest first: unmitigated, then by how often the rule is right. */
export function quotesOf(analysis: Analysis, code: ScoredCode, most = MAX_QUOTES): Finding[] {
  const own = analysis.findings.filter((finding) => finding.code === code.code)
  return own
    .map((finding, index) => ({ finding, index }))
    .sort(
      (a, b) =>
        Number(a.finding.mitigation !== null) - Number(b.finding.mitigation !== null) ||
        b.finding.p - a.finding.p ||
        a.index - b.index,
    )
    .slice(0, most)
    .map(({ finding }) => finding)
}

/** The scored codes that are listed as reasons. */
export function reported(analysis: Analysis): ScoredCode[] {
  const listed = new Set(analysis.score.reasonCodes)
  return analysis.score.codes.filter((code) => listed.has(code.code))
}
