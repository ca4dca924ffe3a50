import type { EvidenceEntry } from '../../../sdk/contract.ts'
import type { Evidence } from '../../evidence/evidence.ts'
import type { Platforms } from '../../platforms/index.ts'
import type { Finding } from '../../policy/finding.ts'
import type { PolicyPack } from '../../policy/pack/pack-schema.ts'
import { withMicroseconds } from '../coverage/with-microseconds.ts'
import type { Analysis } from '../judge/analyze.ts'
import { kindOf } from './link-chain.ts'
import { quoting } from './report-findings.ts'

const SNIPPET_CHARACTERS = 240

/** One page or picture of the index of evidence. */
export function evidenceEntry(
  evidence: Evidence,
  analysis: Analysis,
  policies: PolicyPack,
  platforms: Platforms,
): EvidenceEntry {
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
    kind: kindOf(evidence, analysis.findings, platforms),
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
