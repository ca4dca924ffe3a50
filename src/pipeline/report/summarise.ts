import { lowerFirst, resemblanceWords } from '../../../sdk/words.ts'
import type { Evidence } from '../../evidence/evidence.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import type { ScoredCode } from '../../policy/score/score.ts'
import { WORDS_TOO } from '../collect/read-images.ts'
import { failuresInWords, hasUnread, whyUnread } from '../coverage/unread.ts'
import { type Analysis, wasJudged } from '../judge/analyze.ts'
import { whyNoOpinion } from '../judge/no-opinion.ts'
import { foreignTexts } from './foreign-texts.ts'
import { reported } from './report-findings.ts'

const CODES_IN_SUMMARY = 3

/** What was found and what could not be seen, in sentences that cite the evidence. */
export function summarise(analysis: Analysis, policies: PolicyPack): string {
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
    return `The profile is not available at its address${isSuspended ? ', the site has taken it down' : ledTo(own)} [E1]`
  const kept = own ? `, a page ${whyUnread(own.outcome, own.outcomeSignal)}` : ''
  if (own?.outcome === 'private' || own?.outcome === 'age_gate')
    return `Only the front of the profile could be read${kept} [E1]`
  return `The profile could not be read${kept} [E1]`
}

/** Where the address of a profile that is gone leads instead. */
function ledTo({ domain, links: [there] }: Evidence): string {
  if (!there) return ''
  return `, which leads to ${there.domain === domain ? 'another page of its site' : there.domain}`
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
