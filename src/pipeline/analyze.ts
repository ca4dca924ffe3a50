import type { Coverage } from '../../sdk/contract.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Subject } from '../policy/evaluate.ts'
import type { Finding } from '../policy/finding.ts'
import type { PolicyPack } from '../policy/pack-schema.ts'
import { type Score, score } from '../policy/score.ts'
import { coverageOf, type Gathered, withMicroseconds } from './coverage.ts'
import { findingsOf } from './findings-of.ts'
import { plainAddress } from './look.ts'

export interface Analysis {
  evidence: Evidence[]
  findings: Finding[]
  score: Score
  coverage: Coverage
  subject: Subject
}

/** Puts the evidence in order, lets the rules propose findings, and weighs them. No network, no clock but for the timing. */
export async function analyze(policies: PolicyPack, gathered: Gathered): Promise<Analysis> {
  const startedAt = new Date()
  const started = performance.now()
  const evidence = inOrder(gathered)
  const own = gathered.profile.evidence
  const subject = { platform: own.platform, handle: gathered.profile.creator.handle, url: own.url }
  const findings = findingsOf(policies, { evidence, subject })
  const coverage = coverageOf(gathered, policies.scoring)
  const weighed = score(findings, {
    coverage: coverage.score,
    mode: gathered.mode,
    analysisMode: 'rules',
    pack: policies,
    subject,
    statusCodes: statusCodes(gathered, coverage),
  })
  const step = {
    step: 'analysis',
    status: 'completed' as const,
    detail: null,
    started_at: withMicroseconds(startedAt.toISOString()),
    duration_ms: Math.round(performance.now() - started),
  }
  return {
    evidence: maskMinors(evidence, findings, policies),
    findings,
    score: weighed,
    subject,
    coverage: {
      ...coverage,
      steps: [...coverage.steps, step],
      steps_completed: [...coverage.steps_completed, 'analysis'],
    },
  }
}

function statusCodes(gathered: Gathered, coverage: Coverage): string[] {
  return [
    ...(gathered.profile.isBanned ? ['profile_unavailable'] : []),
    ...(coverage.score < 0.5 ? ['insufficient_coverage'] : []),
  ]
}

/** One entry per address, nearest first, numbered `E1`, `E2`, … by where it was found and not by when it answered. */
function inOrder({ profile, links, social, search, images }: Gathered): Evidence[] {
  const all = [
    profile.evidence,
    ...(links?.evidence ?? []),
    ...(social?.evidence ?? []),
    ...(search?.evidence ?? []),
    ...(images?.evidence ?? []),
  ]
  const kept = new Map<string, Evidence>()
  const aliases = new Map<string, string>()
  for (const evidence of all.sort(byPlace)) {
    const key = plainAddress(evidence.finalUrl)
    const known = kept.get(key) ?? kept.get(plainAddress(evidence.url))
    if (known && (known.outcome === 'ok' || evidence.outcome !== 'ok')) {
      aliases.set(evidence.ref, known.ref)
      continue
    }
    if (known) aliases.set(known.ref, evidence.ref)
    kept.set(key, evidence)
  }
  const numbered = [...kept.values()].sort(byPlace)
  const refs = new Map(numbered.map((evidence, index) => [evidence.ref, `E${index + 1}`]))
  const refOf = (ref: string | null): string | null =>
    ref === null ? null : (refs.get(ref) ?? refs.get(aliases.get(ref) ?? '') ?? 'E1')
  return numbered.map((evidence) => ({
    ...evidence,
    ref: refOf(evidence.ref) ?? 'E1',
    via: evidence.hop === 0 ? null : refOf(evidence.via),
  }))
}

function byPlace(a: Evidence, b: Evidence): number {
  const origin = originOf(a) - originOf(b)
  return origin || a.hop - b.hop || (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0)
}

/** Pages first, then search hits, then pictures: whatever pictures lead to displaces nothing. */
function originOf({ ref }: Evidence): number {
  if (ref.startsWith('picture/')) return 2
  return ref.startsWith('search/') ? 1 : 0
}

/** Words behind a minor-safety finding are kept masked only, wherever the evidence holds them. */
function maskMinors(evidence: Evidence[], findings: Finding[], policies: PolicyPack): Evidence[] {
  const minor = findings.filter(
    (finding) => policies.codes[finding.code]?.family === 'minor_safety' && finding.textIndex >= 0,
  )
  if (minor.length === 0) return evidence
  return evidence.map((each) => {
    const own = minor.filter((finding) => finding.evidenceRef === each.ref)
    const texts = each.texts.map(({ channel, text }, index) => {
      const spans = own.filter((finding) => finding.textIndex === index).sort((a, b) => b.start - a.start)
      let masked = text
      for (const { start, end, quote } of spans) masked = masked.slice(0, start) + quote + masked.slice(end)
      return { channel, text: masked }
    })
    const name = texts.find((text) => text.channel === 'name')
    return own.length === 0 ? each : { ...each, texts, title: name?.text ?? '' }
  })
}
