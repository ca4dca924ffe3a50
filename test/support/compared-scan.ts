import type { ComparedScan } from '../../sdk/client.ts'
import type { Coverage, EvidenceEntry, Recommendation, ScanMode, StepStatus } from '../../sdk/contract.ts'

/** A scan as far as comparing looks at it; what is left out is a clean profile that was read whole. */
export interface SketchedScan {
  recommendation?: Recommendation
  /** Outcome of the profile itself, which is E1. */
  profile?: string
  pages?: EvidenceEntry[]
  /** By code, the `ref` of the page on which it stands. */
  codes?: Record<string, string>
  family?: string
  /** A model said all of it. */
  isModel?: boolean
  name?: string
  bio?: string
  mode?: ScanMode
  linksLeft?: number
  analysis?: StepStatus
  policy?: string
}

export function scanOf(sketch: SketchedScan): ComparedScan {
  const { profile = 'ok', pages = [], codes = {}, family = 'in_person', isModel = false } = sketch
  const own = pageOf({
    ref: 'E1',
    url: 'https://site.example/ana',
    hop: 0,
    via: null,
    kind: 'profile',
    outcome: profile,
  })
  return {
    profile: {
      platform: null,
      handle: 'ana',
      name: sketch.name ?? null,
      bio: sketch.bio ?? null,
      followers: null,
      verified: null,
      created: null,
      picture: null,
      read_at: null,
    },
    triage_report: {
      recommendation: sketch.recommendation ?? 'no_flags',
      risk_score: 0,
      confidence: 'high',
      reason_codes: Object.keys(codes),
      reason_summary: '',
      review_targets: [],
      link_chain: 'profile -> bio',
      evidence_index: [own, ...pages],
      findings: Object.entries(codes).map(([code, ref]) => ({
        code,
        family: code.startsWith('profile_') ? 'status' : family,
        severity: 'high',
        title: `About ${code}`,
        probability: 0.9,
        contribution: 10,
        evidence: [
          {
            ref,
            channel: 'page',
            quote: 'words',
            url: null,
            rule: isModel ? 'model' : `${code}/rule`,
            mitigation: null,
          },
        ],
      })),
      analysis_mode: isModel ? 'rules+model' : 'rules',
      policy_version: sketch.policy ?? '1',
      ...(isModel && {
        model: {
          id: 'test',
          prompt_version: '1',
          outcome: 'used',
          detail: null,
          findings: 1,
          dropped: {},
          language: null,
          injection_seen: false,
        },
      }),
      coverage: coverageOf(sketch, own, pages),
    },
  }
}

export function pageOf(page: Partial<EvidenceEntry>): EvidenceEntry {
  return {
    ref: 'E2',
    url: 'https://page.example/',
    type: 'page',
    domain: 'page.example',
    title: '',
    snippet: '',
    captured_at: '2026-03-01T10:00:00.000000+00:00',
    http_status: 200,
    sha256: null,
    hop: 1,
    via: 'E1',
    binding: 'linked',
    outcome: 'ok',
    codes: [],
    ...page,
  }
}

function coverageOf(sketch: SketchedScan, own: EvidenceEntry, pages: EvidenceEntry[]): Coverage {
  const { mode = 'deep', linksLeft = 0, analysis = 'completed' } = sketch
  const isQuick = mode === 'quick'
  const isPartial = linksLeft > 0 || pages.some(({ outcome }) => outcome !== 'ok' && outcome !== 'gone')
  const statuses: Record<string, StepStatus> = {
    profile: own.outcome === 'ok' ? 'completed' : 'partial',
    links: isQuick ? 'skipped' : isPartial ? 'partial' : 'completed',
    search: isQuick ? 'skipped' : 'completed',
    analysis,
  }
  const named = (status: StepStatus) => Object.keys(statuses).filter((step) => statuses[step] === status)
  return {
    mode,
    score: 1,
    steps: Object.entries(statuses).map(([step, status]) => ({
      step,
      status,
      detail: null,
      started_at: null,
      duration_ms: null,
    })),
    steps_completed: named('completed'),
    steps_skipped: named('skipped'),
    steps_failed: [],
    urls_visited: 1 + pages.length,
    urls_failed: 0,
    failed_urls: [],
    login_blocked_urls: [],
    bot_blocked_urls: [],
    referrer_matches: { total: 0, by_domain: {} },
    pages_truncated: false,
    left_out: {
      pages_cut: 0,
      letters: 0,
      links: linksLeft,
      links_by_host: {},
      first_links: [],
      pictures: 0,
      search_hits: 0,
    },
  }
}
