import type { Evidence } from '../../evidence/evidence.ts'
import type { Platforms } from '../../platforms/index.ts'
import { isShortener } from '../../platforms/links/shorteners.ts'
import type { Finding } from '../../policy/finding.ts'
import type { Analysis } from '../judge/analyze.ts'
import { quotesOf, reported } from './report-findings.ts'

/** The path that mattered most, by kind of page: `profile -> link_hub -> directory`. */
export function linkChain(analysis: Analysis, platforms: Platforms): string {
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

/** What a page is to the creator, as the chain and the index of evidence call it. */
export function kindOf(evidence: Evidence, findings: Finding[], platforms: Platforms): string {
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
