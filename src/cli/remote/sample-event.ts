import type { Coverage, ScanChangedEvent, ScanEvent, WebhookEvent } from '../../../sdk/contract.ts'

export const SAMPLE_EVENTS = ['scan.completed', 'scan.failed', 'scan.changed', 'test'] as const
const URL_OF_NOBODY = 'https://creator.example/anabela'

/** An event of a scan that nobody made, whole by the contract. @param at ISO moment with microseconds */
export function sampleEvent(
  type: (typeof SAMPLE_EVENTS)[number],
  { scanId, at }: { scanId: string; at: string },
): WebhookEvent {
  if (type === 'test')
    return { type, timestamp: at, org_id: 'org_sample', message: 'A test from Toscan. Nothing was scanned.' }
  return type === 'scan.changed' ? changedScan(scanId, at) : endedScan(type, scanId, at)
}

function endedScan(type: ScanEvent['type'], scanId: string, at: string): ScanEvent {
  const url = URL_OF_NOBODY
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

function changedScan(scanId: string, at: string): ScanChangedEvent {
  return {
    type: 'scan.changed',
    timestamp: at,
    change_id: 'chg_sample',
    watch_id: 'watch_sample',
    watch_name: 'A sample',
    scan_id: scanId,
    before_scan_id: null,
    url: URL_OF_NOBODY,
    recommendation: 'review_high',
    risk_score: 75,
    changes: [
      {
        kind: 'recommendation_up',
        text: 'No flags before, review: high now',
        from: 'no_flags',
        to: 'review_high',
        code: null,
        url: null,
        ref: null,
        caveats: [],
      },
    ],
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
