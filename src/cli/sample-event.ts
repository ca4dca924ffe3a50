import type { Coverage, ScanEvent, TestEvent } from '../../sdk/contract.ts'

export const SAMPLE_EVENTS = ['scan.completed', 'scan.failed', 'test'] as const

/** An event of a scan that nobody made, whole by the contract. @param at ISO moment with microseconds */
export function sampleEvent(
  type: (typeof SAMPLE_EVENTS)[number],
  { scanId, at }: { scanId: string; at: string },
): ScanEvent | TestEvent {
  if (type === 'test')
    return { type, timestamp: at, org_id: 'org_sample', message: 'A test from Toscan. Nothing was scanned.' }
  const url = 'https://creator.example/anabela'
  const scan = {
    timestamp: at,
    scan_id: scanId,
    profile_id: scanId,
    batch_id: `single_${scanId}`,
    org_id: 'org_sample',
    url,
    scan_mode: 'quick' as const,
    created_at: at,
    processing_started_at: at,
    processing_completed_at: at,
    callback_url: '',
    metadata: { sample: true },
  }
  if (type === 'scan.failed')
    return {
      type,
      ...scan,
      status: 'failed',
      error: 'Profile could not be fetched: connect_error',
      coverage: null,
    }
  return {
    type,
    ...scan,
    status: 'completed',
    is_banned: false,
    triage_report: {
      recommendation: 'no_flags',
      risk_score: 0,
      confidence: 'high',
      reason_codes: [],
      reason_summary: 'Nothing was found. This is a sample.',
      review_targets: [url],
      link_chain: 'profile',
      evidence_index: [],
      findings: [],
      analysis_mode: 'rules',
      policy_version: 'sample',
    },
    coverage: coverageAt(at),
  }
}

function coverageAt(at: string): Coverage {
  return {
    mode: 'quick',
    score: 1,
    steps: [{ step: 'profile', status: 'completed', detail: null, started_at: at, duration_ms: 1 }],
    steps_completed: ['profile'],
    steps_skipped: [],
    steps_failed: [],
    urls_visited: 1,
    urls_failed: 0,
    failed_urls: [],
    login_blocked_urls: [],
    bot_blocked_urls: [],
    referrer_matches: { total: 0, by_domain: {} },
    pages_truncated: false,
  }
}
