import { styleText } from 'node:util'
import type { Coverage, ProfileState, ScannedProfile, TriageReport } from '../../../sdk/contract.ts'
import type { Open } from '../../../sdk/open.ts'
import { profileStateOf } from '../../../sdk/profile-state.ts'
import { detailWords, lowerFirst, resemblanceWords, stepWords, words } from '../../../sdk/words.ts'
import { unreadPages } from '../../pipeline/coverage/unread.ts'
import { whyNoOpinion } from '../../pipeline/judge/no-opinion.ts'
import { harmless } from './harmless.ts'

type ShownReport = Open<Omit<TriageReport, 'coverage'>>

/** What a scan here or on a server gave; from a server, words may come that we do not know. */
export type ShownResult =
  | {
      status: 'completed'
      report: ShownReport
      coverage: Open<Coverage>
      /** Absent in what ended before it was kept. */
      profile?: Open<ScannedProfile> | undefined
      isBanned: boolean | null
    }
  | { status: 'failed'; error: string }

const UNSEEN: Record<Exclude<ProfileState, 'read'>, string> = {
  front_only: 'FRONT ONLY',
  gone: 'GONE',
  suspended: 'SUSPENDED',
  unread: 'NOT READ',
}

type Style = Parameters<typeof styleText>[0]
type Colour = 'green' | 'yellow' | 'red' | 'white'

const VERDICTS: Record<string, { words: string; colour: Colour }> = {
  no_flags: { words: 'NO FLAGS', colour: 'green' },
  review_low: { words: 'REVIEW: LOW', colour: 'yellow' },
  review_medium: { words: 'REVIEW: MEDIUM', colour: 'yellow' },
  review_high: { words: 'REVIEW: HIGH', colour: 'red' },
}

/** What is recommended where nothing was found, or too little seen. */
const CALM: readonly string[] = ['no_flags', 'review_low']
const MAX_EVIDENCE = 12
const MAX_CHANGES = 6
const BIO_CHARACTERS = 160

/** The report for a person at a terminal: verdict, why with quotes, what to open, what was not seen. */
export function printReport(url: string, result: ShownResult) {
  const paint = (style: Style, text: string) => styleText(style, text, { stream: process.stdout })
  const say = (text = '') => console.log(text)
  if (result.status === 'failed') {
    say(`${paint(['bold', 'red'], 'FAILED')}  ${harmless(url)}`)
    say(`  ${harmless(result.error)}`)
    return
  }
  const { report, coverage } = result
  const state = profileStateOf(report.evidence_index[0]?.outcome ?? '')
  // Green says that somebody looked.
  const verdict =
    state !== 'read' && CALM.includes(report.recommendation)
      ? { words: UNSEEN[state], colour: 'white' as const }
      : (VERDICTS[report.recommendation] ?? { words: report.recommendation, colour: 'white' as const })
  say(
    `${paint(['bold', verdict.colour], verdict.words)}  risk ${report.risk_score}/100, confidence ${report.confidence}`,
  )
  say(
    `${harmless(url)}${result.isBanned === null ? '' : result.isBanned ? '  (profile is gone)' : '  (profile is live)'}`,
  )
  for (const line of result.profile ? whom(result.profile) : []) say(line)
  say()
  say(harmless(report.reason_summary))
  const beside = (report.score_parts ?? []).filter(({ kind }) => PARTS[kind] !== undefined)
  if (report.findings.length + beside.length > 0) say(`\n${paint('bold', 'Why')}`)
  for (const finding of report.findings) {
    say(
      `  ${paint('bold', finding.title)}  ${paint('dim', `${finding.code}, ${finding.severity}, ${pointsOf(finding, report)}`)}`,
    )
    for (const quote of finding.evidence.filter(isFirstOfItsWords).slice(0, 2)) {
      const said = quote.url ? paint('cyan', harmless(quote.url)) : marked(quote, paint)
      const weakened = quote.mitigation
        ? paint('dim', `  (${lowerFirst(words(quote.mitigation))}: counts little)`)
        : ''
      say(`    [${quote.ref}] ${words(quote.channel)}: ${said}${weakened}`)
      if (quote.resembles)
        say(paint('dim', `      No rule names it; judged ${harmless(resemblanceWords(quote.resembles))}`))
    }
  }
  for (const { kind, points } of beside)
    say(`  ${PARTS[kind]}  ${paint('dim', `${points} of ${report.risk_score} points`)}`)
  if (report.model) {
    const { id, outcome, detail, findings } = report.model
    const said =
      outcome === 'used'
        ? `${findings} ${findings === 1 ? 'passage' : 'passages'} counted`
        : outcome === 'failed'
          ? `gave no opinion, ${whyNoOpinion(detail)}`
          : `${lowerFirst(words(outcome))}${detail ? `: ${detailWords(detail)}` : ''}`
    say(`\n${paint('bold', 'Model')}  ${harmless(id)}, ${said}`)
  }
  if (report.would_change && report.would_change.length > 0) {
    say(`\n${paint('bold', 'What could change it')}`)
    for (const { text } of report.would_change.slice(0, MAX_CHANGES)) say(`  ${harmless(text)}`)
  }
  say(`\n${paint('bold', 'Open first')}`)
  const unread = new Map(unreadPages(coverage).map(({ url, why }) => [url, why]))
  for (const target of report.review_targets) {
    const why = unread.get(target)
    say(`  ${harmless(target)}${why ? paint('dim', `  not read, a page ${why}`) : ''}`)
  }
  say(`\n${paint('bold', 'Path')}  ${report.link_chain.replaceAll('_', ' ')}`)
  say(`\n${paint('bold', 'Evidence')}`)
  for (const entry of report.evidence_index.slice(0, MAX_EVIDENCE)) {
    const notes = [
      hasHost(entry.url, entry.domain) ? '' : `leads to ${entry.domain}`,
      entry.binding === 'same_handle' ? 'same name only, not counted' : '',
      ...entry.codes,
    ].filter(Boolean)
    say(
      `  ${entry.ref.padEnd(4)} ${words(entry.type).padEnd(14)} ${words(entry.outcome).padEnd(22)} ${harmless(entry.url)}${notes.length > 0 ? paint('dim', `  ${harmless(notes.join(', '))}`) : ''}`,
    )
  }
  if (report.evidence_index.length > MAX_EVIDENCE)
    say(`  … ${report.evidence_index.length - MAX_EVIDENCE} more`)
  say(
    `\n${paint('bold', 'Seen')}  ${Math.round(coverage.score * 100)} % of the plan, ${coverage.urls_visited} ${coverage.urls_visited === 1 ? 'address' : 'addresses'}`,
  )
  for (const step of coverage.steps) {
    const isOfProfile = step.step === 'profile' || step.step === 'ban_check'
    const outcome = isOfProfile ? report.evidence_index[0]?.outcome : undefined
    const detail = step.detail ? paint('dim', `  ${harmless(detailWords(step.detail, outcome))}`) : ''
    say(`  ${stepWords(step.step).padEnd(15)} ${step.status.padEnd(9)}${detail}`.trimEnd())
  }
  for (const [url, why] of unread) say(`  not read, a page ${why}: ${harmless(url)}`)
}

type ShownQuote = ShownReport['findings'][number]['evidence'][number]

/** Two rules may have read the same sentence. */
function isFirstOfItsWords({ ref, quote }: ShownQuote, index: number, all: ShownQuote[]): boolean {
  return all.findIndex((each) => each.ref === ref && each.quote === quote) === index
}

/** The sentence with the hit in colour; of older reports, and of masked words, the hit alone. */
function marked(
  { quote, hit = { start: 0, length: quote.length }, cut }: ShownQuote,
  paint: (style: Style, text: string) => string,
): string {
  const end = hit.start + hit.length
  const [before, words, after] = [
    quote.slice(0, hit.start),
    quote.slice(hit.start, end),
    quote.slice(end),
  ].map((text) => harmless(text.replace(/\s+/g, ' ')))
  return `“${cut?.before ? '… ' : ''}${before}${paint(['bold', 'cyan'], words ?? '')}${after}${cut?.after ? ' …' : ''}”`
}

/** Points of the score that are no reported code's. */
const PARTS: Record<string, string> = {
  weak_signs: 'Signs too weak to be reported',
  little_seen: 'Too little was seen to go lower',
}

/** Its part of the score, and the score without it; reports of before they were divided tell only that. */
function pointsOf(
  { contribution, score_without: without }: ShownReport['findings'][number],
  { risk_score: score }: ShownReport,
): string {
  return without === undefined
    ? `without it ${score - contribution}`
    : `${contribution} of ${score} points, without it ${without}`
}

/** Name, account and following on one line, the beginning of the bio on another. */
function whom({ name, handle, platform, followers, bio }: Open<ScannedProfile>): string[] {
  const account = [handle && `@${handle}`, platform && `on ${platform}`].filter(Boolean).join(' ')
  const following = followers === null ? '' : `${followers.toLocaleString('en')} followers`
  return [[name, account, following].filter(Boolean).join(', '), bio ?? '']
    .map((text) => harmless(text).replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((text) => (text.length > BIO_CHARACTERS ? `${text.slice(0, BIO_CHARACTERS)}…` : text))
}

function hasHost(url: string, domain: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === domain || host.endsWith(`.${domain}`)
}
