import type { EvidenceEntry, ReportFinding, TriageReport } from '../../sdk/contract.ts'
import { lowerFirst, resemblanceWords } from '../../sdk/words.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Platforms } from '../platforms/index.ts'
import { isShortener } from '../platforms/links/shorteners.ts'
import type { Finding } from '../policy/finding.ts'
import type { PolicyPack } from '../policy/pack/pack-schema.ts'
import type { ScoredCode } from '../policy/score/score.ts'
import { type Analysis, wasJudged } from './analyze.ts'
import { withMicroseconds } from './coverage.ts'
import { foreignAddresses, foreignTexts } from './foreign-texts.ts'
import { minorSafetyRefs } from './minor-safety-refs.ts'
import { whyNoOpinion } from './no-opinion.ts'
import { type Quote, quoteOf } from './quote-of.ts'
import { WORDS_TOO } from './read-images.ts'
import { scoreParts } from './score-parts.ts'
import { failuresInWords, hasUnread, unseenAddresses, whyUnread } from './unread.ts'
import { whatWouldChange } from './what-would-change.ts'

const MAX_ENTRIES = 200
const MAX_TARGETS = 8
const MAX_QUOTES = 5
/** Of these those are taken that say something else. */
const MAX_SHOWN = 40
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
  const parts = scoreParts(score)
  return {
    recommendation: score.recommendation,
    risk_score: score.riskScore,
    confidence: score.confidence,
    reason_codes: score.reasonCodes,
    reason_summary: summarise(analysis, policies),
    review_targets: reviewTargets(analysis, findings),
    link_chain: linkChain(analysis, platforms),
    evidence_index: evidence.slice(0, MAX_ENTRIES).map((each) => ({
      ...entryOf(each, analysis, policies),
      kind: kindOf(each, analysis.findings, platforms),
    })),
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

function reported(analysis: Analysis): ScoredCode[] {
  const listed = new Set(analysis.score.reasonCodes)
  return analysis.score.codes.filter((code) => listed.has(code.code))
}

function reportFindings(analysis: Analysis, policies: PolicyPack): ReportFinding[] {
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
function quoting({ evidence, findings }: Analysis, policies: PolicyPack): (finding: Finding) => Quote {
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
function quotesOf(analysis: Analysis, code: ScoredCode, most = MAX_QUOTES): Finding[] {
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

function summarise(analysis: Analysis, policies: PolicyPack): string {
  const { score } = analysis
  const own = analysis.evidence[0]
  const sentences = reported(analysis)
    .slice(0, CODES_IN_SUMMARY)
    .map((code) => {
      const text = (policies.codes[code.code]?.report ?? code.code).trim().replace(/\.$/, '')
      const who = saidBy(analysis, code)
      return `${who}${who ? lowerFirst(text) : text} [${code.refs.slice(0, 3).join(', ')}].`
    })
  const more = reported(analysis).length - sentences.length
  if (more > 0) sentences.push(`${more} further ${more === 1 ? 'finding' : 'findings'} below.`)
  const state = stateOf(own)
  if (state) sentences.unshift(sentences.length > 0 ? `${state}.` : `${state}${notClean(own)}.`)
  else if (!wasJudged(analysis)) sentences.push(NOT_JUDGED)
  else if (sentences.length === 0) sentences.push(nothingFound(score.codes.length > 0))
  // The walls before a profile say it themselves.
  if (!state && score.recommendation === 'no_flags' && hasUnread(analysis.coverage))
    sentences.push('Not all of it was read: this is not a clean result.')
  return [
    ...sentences,
    ...disguises(analysis.evidence),
    ...namesakes(analysis),
    ...sameHandles(analysis),
    ...foreignTexts(analysis),
    ...unseen(analysis),
    ...noLongerThere(analysis.evidence),
    ...modelNote(analysis),
    confidenceNote(analysis),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Where no rule was met a reader must know who says so, and for what endangers a child that a person must look. */
function saidBy({ findings }: Analysis, { code, family }: ScoredCode): string {
  const own = findings.filter((finding) => finding.code === code && finding.mitigation === null)
  const sources = own.map(({ source }) => source)
  if (sources.length === 0 || sources.includes('rule')) return ''
  if (!sources.includes('model')) {
    const [strongest] = own.filter(({ resembles }) => resembles).sort((a, b) => b.p - a.p)
    return strongest?.resembles
      ? `No rule was met; to judge ${resemblanceWords(strongest.resembles)}, `
      : RESEMBLES
  }
  return family === 'minor_safety'
    ? 'A model alone says so and no rule was met; a person must look: '
    : 'A model alone says so, and no rule was met: '
}

/** What the classifier says where no known wording is told, as in analyses of before it was. */
const RESEMBLES = 'No rule was met; to judge by words that resemble known cases alone, '

/** What stands between us and the profile, or nothing when it was read. */
function stateOf(own: Evidence | undefined): string | null {
  if (own?.outcome === 'ok') return null
  const isSuspended = own?.outcome === 'banned'
  if (isSuspended || own?.outcome === 'gone')
    return `The profile is not available at its address${isSuspended ? ', the site has taken it down' : ''} [E1]`
  const kept = own ? `, a page ${whyUnread(own.outcome, own.outcomeSignal)}` : ''
  if (own?.outcome === 'private' || own?.outcome === 'age_gate')
    return `Only the front of the profile could be read${kept} [E1]`
  return `The profile could not be read${kept} [E1]`
}

function notClean(own: Evidence | undefined): string {
  return own?.outcome === 'gone' || own?.outcome === 'banned' ? '' : ': this is not a clean result'
}

const NOT_JUDGED =
  'What was seen was not judged: that took more time or memory than a scan may use. This is not a clean result.'

function nothingFound(hasWeakSigns: boolean): string {
  return hasWeakSigns
    ? 'Some words could matter, but they are refused, quoted, somebody else’s or too weak to report.'
    : 'Nothing that the policy asks about was found in what could be seen.'
}

/** Where a link led whom. */
function disguises(evidence: Evidence[]): string[] {
  return evidence.flatMap(({ ref, facts }) =>
    facts.cloaked
      ? [
          `The link [${ref}] led the scanner to ${hostIn(facts.cloaked.declared)} and a browser to ${hostIn(facts.cloaked.browser)}.`,
        ]
      : [],
  )
}

function hostIn(url: string): string {
  return URL.parse(url)?.hostname ?? url
}

function namesakes({ evidence, coverage }: Analysis): string[] {
  const elsewhere = new Set(coverage.same_handle?.found)
  const found = evidence.filter((each) => each.binding === 'same_handle' && !elsewhere.has(each.url))
  const refs = found.slice(0, 3).map((each) => each.ref)
  const are = found.length === 1 ? 'result shares' : 'results share'
  return found.length > 0
    ? [`${found.length} search ${are} only the name and did not count [${refs.join(', ')}].`]
    : []
}

/** Accounts that were looked for by their handle, and that nothing else ties to the creator. */
function sameHandles({ evidence, coverage }: Analysis): string[] {
  const elsewhere = new Set(coverage.same_handle?.found)
  const found = evidence.filter((each) => each.binding === 'same_handle' && elsewhere.has(each.url))
  const have = found.length === 1 ? 'account on another site has' : 'accounts on other sites have'
  const refs = found.slice(0, 3).map((each) => each.ref)
  return found.length > 0
    ? [`${found.length} ${have} the same handle, may be anybody’s, and did not count [${refs.join(', ')}].`]
    : []
}

/** A sentence for each cause that kept pages from being read, then one of what nobody looked at. */
function unseen({ coverage, evidence }: Analysis): string[] {
  const [own] = evidence
  // The walls before the profile itself are told with it.
  const told = own?.outcome === 'ok' ? [] : [own?.url ?? '']
  const gaps = [
    ...(evidence[0]?.outcome === 'ok'
      ? coverage.steps.map((step) => UNSEEN_STEPS[`${step.step} ${step.detail}`] ?? null)
      : []),
    count(coverage.left_out?.links ?? 0, 'link', 'beyond the budget'),
    count(coverage.left_out?.search_hits ?? 0, 'search result', 'beyond the budget'),
    count(coverage.left_out?.pictures ?? 0, 'picture', 'not read'),
    coverage.steps.some(({ step, detail }) => step === 'images' && detail?.startsWith('codes in'))
      ? 'what pictures show besides QR codes'
      : null,
    coverage.steps.some(({ step, detail }) => step === 'images' && detail?.startsWith(WORDS_TOO))
      ? 'what pictures show besides QR codes and words'
      : null,
    coverage.pages_truncated ? 'the end of overlong pages' : null,
  ].filter((gap) => gap !== null)
  return [...failuresInWords(coverage, told), ...(gaps.length > 0 ? [`Not seen: ${gaps.join(', ')}.`] : [])]
}

/** Nothing is left to be seen there, which is no gap, and may be worth knowing. */
function noLongerThere(evidence: Evidence[]): string[] {
  const refs = evidence
    .filter(({ hop, outcome }) => hop > 0 && (outcome === 'gone' || outcome === 'banned'))
    .map(({ ref }) => ref)
  if (refs.length === 0) return []
  const pages = refs.length === 1 ? 'page is' : 'pages are'
  return [`${refs.length} linked ${pages} not there any more [${refs.slice(0, 3).join(', ')}].`]
}

const UNSEEN_STEPS: Record<string, string> = {
  'images not_configured': 'pictures',
  'search not_configured': 'outside search (none is configured)',
  'search search_unavailable': 'outside search (it did not answer)',
}

function count(number: number, noun: string, what: string): string | null {
  return number === 0 ? null : `${number} ${noun}${number === 1 ? '' : 's'} ${what}`
}

/** A model that should have read along and does not count. */
function modelNote({ modelReview }: Analysis): string[] {
  if (modelReview?.outcome === 'failed' && modelReview.detail !== 'nothing_to_read')
    return [`The model gave no opinion, ${whyNoOpinion(modelReview.detail)}: judged by the rules alone.`]
  if (modelReview?.detail === 'page_addresses_reviewer')
    return ['A page addresses the reviewer, so the model’s opinion was set aside.']
  return []
}

function confidenceNote({ score, coverage }: Analysis): string {
  if (coverage.mode === 'quick')
    return 'Quick scan: links, other profiles, outside search and pictures were not looked at.'
  if (score.confidence !== 'low') return ''
  return coverage.score < 0.5
    ? 'Too little was seen for a firm opinion.'
    : 'What was seen does not settle the matter.'
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

/** The path that mattered most, by kind of page: `profile -> link_hub -> directory`. */
function linkChain(analysis: Analysis, platforms: Platforms): string {
  const { evidence, findings } = analysis
  const byRef = new Map(evidence.map((each) => [each.ref, each]))
  const finding = decisive(analysis, byRef)
  const end = byRef.get(finding?.evidenceRef ?? '') ?? farthest(evidence)
  const path: Evidence[] = []
  for (let at = end; at && path.length < 10; at = at.via === null ? undefined : byRef.get(at.via))
    path.unshift(at)
  const kinds = path.flatMap((each) => [...shortLinks(each), kindOf(each, findings, platforms)])
  const isFurther =
    finding?.url && ![end?.url, end?.finalUrl, ...(end?.redirects ?? [])].includes(finding.url)
  const chain = [...kinds, ...(finding && isFurther ? [linkKind(finding)] : [])]
  return (chain.length > 1 ? chain : [...chain, ending(end)]).join(' -> ')
}

/** Of the family that decides the score, the finding that lies deepest: an offer in the bio matters more for where it leads. */
function decisive(analysis: Analysis, byRef: Map<string, Evidence>): Finding | undefined {
  const codes = reported(analysis)
  const depth = (finding: Finding) => (byRef.get(finding.evidenceRef)?.hop ?? 0) + (finding.url ? 0.5 : 0)
  return codes
    .filter((code) => code.family === codes[0]?.family)
    .flatMap((code) => quotesOf(analysis, code))
    .filter((finding) => finding.mitigation === null)
    .reduce<Finding | undefined>(
      (best, finding) => (best === undefined || depth(finding) > depth(best) ? finding : best),
      undefined,
    )
}

/** One step for each shortener that was passed on the way to a page. */
function shortLinks({ hop, redirects }: Evidence): string[] {
  if (hop === 0) return []
  return redirects.filter((url) => isShortener(URL.parse(url)?.hostname ?? '')).map(() => 'short_link')
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
  if (evidence.type === 'image') return 'picture'
  const named = findings.find(
    (finding) =>
      LINK_KINDS[finding.code] && (finding.url === evidence.url || finding.url === evidence.finalUrl),
  )
  if (named) return linkKind(named)
  const kind = platforms.hostKind(evidence.finalUrl)?.kind
  if (kind === 'hub') return 'link_hub'
  if (kind === 'social' || kind === 'media' || kind === 'code') return 'social_profile'
  if (kind) return kind === 'paid' ? 'paid_profile' : kind
  return evidence.hop === 1 ? 'page' : 'linked_page'
}

function linkKind(finding: Finding): string {
  return LINK_KINDS[finding.code] ?? 'link'
}

const LINK_KINDS: Record<string, string> = {
  escort_directory_link: 'directory',
  adult_link_restricted: 'adult_site',
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
    snippet: snippetOf(evidence, own, analysis, policies),
    captured_at: withMicroseconds(evidence.capturedAt),
    http_status: evidence.httpStatus,
    sha256: evidence.sha256,
    ...(evidence.notStored && { evidence: 'not_stored' }),
    hop: evidence.hop,
    via: evidence.via,
    binding: evidence.binding,
    outcome: evidence.outcome,
    ...(evidence.facts.rendered && { rendered: true as const }),
    codes: [...new Set(own.map((finding) => finding.code))].filter((code) => listed.has(code)),
  }
}

/** The words behind the strongest finding; of a page with a minor-safety finding nothing but the masked span is shown. */
function snippetOf(evidence: Evidence, own: Finding[], analysis: Analysis, policies: PolicyPack): string {
  const minor = own.find((finding) => policies.codes[finding.code]?.family === 'minor_safety')
  if (minor) return minor.quote
  const [first] = own.filter((finding) => finding.textIndex >= 0).sort((a, b) => b.p - a.p)
  if (first?.quote) return quoting(analysis, policies)(first).quote.slice(0, SNIPPET_CHARACTERS)
  const text = evidence.texts.find(
    (each) => each.channel !== 'handle' && each.channel !== 'hidden' && each.channel !== 'name',
  )
  return text ? startOf(text.text, SNIPPET_CHARACTERS) : ''
}

/** The first `most` characters of a text with its blanks collapsed. Pages are long, and their blanks few. */
function startOf(text: string, most: number): string {
  for (let size = 2 * most; ; size *= 2) {
    const start = text.slice(0, size).replace(/\s+/g, ' ')
    if (start.length >= most || size >= text.length) return start.slice(0, most)
  }
}
