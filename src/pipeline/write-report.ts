import type { EvidenceEntry, ReportFinding, TriageReport } from '../../sdk/contract.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Platforms } from '../platforms/index.ts'
import { isShortener } from '../platforms/shorteners.ts'
import type { Finding } from '../policy/finding.ts'
import type { PolicyPack } from '../policy/pack-schema.ts'
import type { ScoredCode } from '../policy/score.ts'
import type { Analysis } from './analyze.ts'
import { withMicroseconds } from './coverage.ts'

const MAX_ENTRIES = 200
const MAX_TARGETS = 8
const MAX_QUOTES = 5
const SNIPPET_CHARACTERS = 240
const CODES_IN_SUMMARY = 3

/** Turns an analysis into the report that a person reads. Pure: the same analysis gives the same bytes. */
export function writeReport(
  analysis: Analysis,
  policies: PolicyPack,
  platforms: Platforms,
): Omit<TriageReport, 'coverage'> {
  const { score, evidence } = analysis
  const findings = reportFindings(analysis, policies)
  return {
    recommendation: score.recommendation,
    risk_score: score.riskScore,
    confidence: score.confidence,
    reason_codes: score.reasonCodes,
    reason_summary: summarise(analysis, policies),
    review_targets: reviewTargets(analysis, findings),
    link_chain: linkChain(analysis, platforms),
    evidence_index: evidence.slice(0, MAX_ENTRIES).map((each) => entryOf(each, analysis, policies)),
    findings,
    analysis_mode: 'rules',
    policy_version: policies.version,
  }
}

function reported(analysis: Analysis): ScoredCode[] {
  const listed = new Set(analysis.score.reasonCodes)
  return analysis.score.codes.filter((code) => listed.has(code.code))
}

function reportFindings(analysis: Analysis, policies: PolicyPack): ReportFinding[] {
  return reported(analysis).map((code) => ({
    code: code.code,
    family: code.family,
    severity: code.severity,
    title: policies.codes[code.code]?.title ?? code.code,
    probability: Math.round(code.probability * 1000) / 1000,
    contribution: code.contribution,
    evidence: quotesOf(analysis, code).map((finding) => ({
      ref: finding.evidenceRef,
      channel: finding.channel,
      quote: finding.quote,
      url: finding.url ?? null,
      rule: finding.rule,
      mitigation: finding.mitigation,
    })),
  }))
}

/** The plainest first: unmitigated, then by how often the rule is right. */
function quotesOf(analysis: Analysis, code: ScoredCode): Finding[] {
  const own = analysis.findings.filter((finding) => finding.code === code.code)
  return own
    .map((finding, index) => ({ finding, index }))
    .sort(
      (a, b) =>
        Number(a.finding.mitigation !== null) - Number(b.finding.mitigation !== null) ||
        b.finding.p - a.finding.p ||
        a.index - b.index,
    )
    .slice(0, MAX_QUOTES)
    .map(({ finding }) => finding)
}

function summarise(analysis: Analysis, policies: PolicyPack): string {
  const { score, coverage } = analysis
  const own = analysis.evidence[0]
  const sentences = reported(analysis)
    .slice(0, CODES_IN_SUMMARY)
    .map((code) => {
      const text = (policies.codes[code.code]?.report ?? code.code).trim().replace(/\.$/, '')
      return `${text} [${code.refs.slice(0, 3).join(', ')}].`
    })
  const more = reported(analysis).length - sentences.length
  if (more > 0) sentences.push(`${more} further ${more === 1 ? 'code' : 'codes'} below.`)
  if (sentences.length === 0) sentences.push(nothingFound(own))
  return [...sentences, ...unseen(analysis), confidenceNote(score.confidence, coverage.mode)]
    .filter(Boolean)
    .join(' ')
}

function nothingFound(own: Evidence | undefined): string {
  if (own?.outcome === 'gone' || own?.outcome === 'banned') {
    return `The profile is not available at its address (${own.outcomeSignal}) [E1].`
  }
  if (own?.outcome !== 'ok')
    return `The profile could not be read (${own?.outcomeSignal || own?.outcome}) [E1]: this is not a clean result.`
  return 'No rule of the policy pack was met by what could be seen.'
}

function unseen({ coverage }: Analysis): string[] {
  const gaps = [
    count(coverage.login_blocked_urls.length, 'page', 'behind a login or age gate'),
    count(coverage.bot_blocked_urls.length, 'page', 'refused to scanners'),
    count(coverage.urls_failed, 'page', 'not answering'),
  ].filter((gap) => gap !== null)
  return gaps.length > 0 ? [`Not seen: ${gaps.join(', ')}.`] : []
}

function count(number: number, noun: string, what: string): string | null {
  return number === 0 ? null : `${number} ${noun}${number === 1 ? '' : 's'} ${what}`
}

function confidenceNote(confidence: string, mode: string): string {
  if (mode === 'quick') return 'Quick scan: links, other profiles and outside search were not looked at.'
  return confidence === 'low' ? 'Too little was seen for a firm opinion.' : ''
}

/** What a person should open first: where the strongest findings stand, then what could not be seen. */
function reviewTargets({ evidence, score, coverage }: Analysis, findings: ReportFinding[]): string[] {
  const urls = new Map(evidence.map((each) => [each.ref, each.url]))
  const fromFindings = findings.flatMap((finding) =>
    finding.evidence.slice(0, 2).flatMap((quote) => [quote.url, urls.get(quote.ref) ?? null]),
  )
  const own = evidence[0]?.url ?? null
  const gaps =
    score.recommendation === 'no_flags' && coverage.score >= 0.5
      ? []
      : [...coverage.login_blocked_urls, ...coverage.bot_blocked_urls]
  return [...new Set([...fromFindings, own, ...gaps].filter((url) => url !== null))].slice(0, MAX_TARGETS)
}

/** The path that mattered most, by kind of page: `profile -> link_hub -> directory`. */
function linkChain(analysis: Analysis, platforms: Platforms): string {
  const { evidence, findings } = analysis
  const byRef = new Map(evidence.map((each) => [each.ref, each]))
  const [top] = reported(analysis)
  const finding = top ? quotesOf(analysis, top)[0] : undefined
  const end = byRef.get(finding?.evidenceRef ?? '') ?? farthest(evidence)
  const path: Evidence[] = []
  for (let at = end; at && path.length < 10; at = at.via === null ? undefined : byRef.get(at.via))
    path.unshift(at)
  const kinds = path.map((each) => kindOf(each, findings, platforms))
  const last =
    finding?.url && finding.url !== end?.url && finding.url !== end?.finalUrl ? [linkKind(finding)] : []
  const chain = [...kinds, ...last]
  return (chain.length > 1 ? chain : [...chain, ending(end)]).join(' -> ')
}

function farthest(evidence: Evidence[]): Evidence | undefined {
  return evidence
    .filter((each) => each.binding !== 'same_handle' && each.type !== 'search_result')
    .reduce<Evidence | undefined>(
      (best, each) => (best === undefined || each.hop > best.hop ? each : best),
      undefined,
    )
}

function ending(own: Evidence | undefined): string {
  if (!own || own.outcome === 'error') return 'unreachable'
  return own.outcome === 'ok' ? 'bio' : own.outcome
}

function kindOf(evidence: Evidence, findings: Finding[], platforms: Platforms): string {
  if (evidence.hop === 0) return 'profile'
  if (evidence.type === 'search_result') return 'search_result'
  const isDirectory = findings.some(
    (finding) =>
      finding.code === 'escort_directory_link' &&
      (finding.url === evidence.url || finding.url === evidence.finalUrl),
  )
  if (isDirectory) return 'directory'
  const kind = platforms.hostKind(evidence.finalUrl)?.kind
  if (kind === 'hub') return 'link_hub'
  if (kind === 'social' || kind === 'media' || kind === 'code') return 'social_profile'
  if (kind) return kind === 'paid' ? 'paid_profile' : kind
  return isShortener(URL.parse(evidence.url)?.hostname ?? '')
    ? 'short_link'
    : evidence.hop === 1
      ? 'page'
      : 'linked_page'
}

function linkKind(finding: Finding): string {
  if (finding.code === 'escort_directory_link') return 'directory'
  if (finding.code === 'adult_link_restricted') return 'adult_site'
  return 'link'
}

function entryOf(evidence: Evidence, analysis: Analysis, policies: PolicyPack): EvidenceEntry {
  const own = analysis.findings.filter((finding) => finding.evidenceRef === evidence.ref)
  const listed = new Set(analysis.score.reasonCodes)
  return {
    ref: evidence.ref,
    url: evidence.url,
    type: evidence.type,
    domain: evidence.domain,
    title: evidence.title.slice(0, 200),
    snippet: snippetOf(evidence, own, policies),
    captured_at: withMicroseconds(evidence.capturedAt),
    http_status: evidence.httpStatus,
    sha256: evidence.sha256,
    hop: evidence.hop,
    binding: evidence.binding,
    outcome: evidence.outcome,
    codes: [...new Set(own.map((finding) => finding.code))].filter((code) => listed.has(code)),
  }
}

/** The words behind the strongest finding; of a page with a minor-safety finding nothing but the masked span is shown. */
function snippetOf(evidence: Evidence, own: Finding[], policies: PolicyPack): string {
  const minor = own.find((finding) => policies.codes[finding.code]?.family === 'minor_safety')
  if (minor) return minor.quote
  const [first] = own.filter((finding) => finding.textIndex >= 0).sort((a, b) => b.p - a.p)
  if (first?.quote) return first.quote.slice(0, SNIPPET_CHARACTERS)
  const text = evidence.texts.find(
    (each) => each.channel !== 'handle' && each.channel !== 'hidden' && each.channel !== 'name',
  )
  return text?.text.replace(/\s+/g, ' ').slice(0, SNIPPET_CHARACTERS) ?? ''
}
