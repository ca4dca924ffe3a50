import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Coverage, ProfileState } from '../../sdk/contract.ts'
import type { Db } from '../../src/db/database.ts'
import type { StoredReport } from '../../src/db/scans/scan-record.ts'

export interface SeededScan {
  scan_id: string
  batch_id: string | null
  batch_position: number | null
  profile_url: string
  username: string | null
  /** Null: recorded before modes existed. */
  scan_mode: 'deep' | 'quick' | null
  status: 'processing' | 'completed' | 'failed'
  created_at: string
  processing_started_at: string | null
  processing_completed_at: string | null
  recommendation: 'no_flags' | 'review_low' | 'review_medium' | 'review_high' | null
  risk_score: number | null
  confidence: 'low' | 'medium' | 'high' | null
  is_banned: boolean | null
  profile_state: ProfileState | null
  callback_url: string | null
  error: string | null
  webhook_delivered_at: string | null
  /** JSON text. */
  metadata: string
  report: StoredReport | null
  coverage: Coverage | null
}

/**
 * Writes scans as the worker would have left them. Each is completed unless it says otherwise, one second younger than
 * the one before it, starting on 2026-03-01.
 */
export async function seedScans(db: Db, orgId: string, scans: Partial<SeededScan>[]): Promise<SeededScan[]> {
  const rows = scans.map(completeScan)
  await sql`
    insert into scans (scan_id, org_id, batch_id, batch_position, profile_url, target_url, username, scan_mode, status,
                       created_at, processing_started_at, processing_completed_at, recommendation, risk_score, confidence,
                       is_banned, profile_state, callback_url, error, webhook_delivered_at, metadata, report, coverage)
    select scan_id, ${orgId}, batch_id, batch_position, profile_url, profile_url, username, scan_mode, status,
           created_at, processing_started_at, processing_completed_at, recommendation, risk_score, confidence,
           is_banned, profile_state, callback_url, error, webhook_delivered_at, metadata::json, report, coverage
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        scan_id uuid, batch_id uuid, batch_position integer, profile_url text, username text, scan_mode text, status text,
        created_at timestamptz, processing_started_at timestamptz, processing_completed_at timestamptz,
        recommendation text, risk_score integer, confidence text, is_banned boolean, profile_state text, callback_url text, error text,
        webhook_delivered_at timestamptz, metadata text, report json, coverage json)`.execute(db)
  return rows
}

function completeScan(scan: Partial<SeededScan>, index: number): SeededScan {
  const status = scan.status ?? 'completed'
  const ended = status !== 'processing'
  const report = status === 'completed' ? sampleReport(scan) : null
  const second = String(index % 60).padStart(2, '0')
  const minute = String(Math.floor(index / 60) % 60).padStart(2, '0')
  const createdAt = scan.created_at ?? `2026-03-01T10:${minute}:${second}.000000+00:00`
  return {
    scan_id: randomUUID(),
    batch_id: null,
    batch_position: null,
    profile_url: `https://example.com/creator-${index}`,
    username: null,
    scan_mode: 'deep',
    status,
    created_at: createdAt,
    processing_started_at: ended ? createdAt : null,
    processing_completed_at: ended ? createdAt : null,
    recommendation: report?.recommendation ?? null,
    risk_score: report?.risk_score ?? null,
    confidence: report?.confidence ?? null,
    is_banned: ended ? false : null,
    profile_state: null,
    callback_url: null,
    error: status === 'failed' ? 'Profile could not be fetched: timeout' : null,
    webhook_delivered_at: null,
    metadata: '{}',
    report,
    coverage: ended ? sampleCoverage(scan.scan_mode ?? 'deep') : null,
    ...scan,
  }
}

export function sampleReport(scan: Partial<SeededScan>): StoredReport {
  return {
    recommendation: scan.recommendation ?? 'no_flags',
    risk_score: scan.risk_score ?? 0,
    confidence: scan.confidence ?? 'high',
    reason_codes: ['escort_directory_link'],
    reason_summary: 'One link leads to a directory.',
    review_targets: ['https://directory.example/alice'],
    link_chain: 'profile -> link_hub -> directory',
    evidence_index: [
      {
        ref: 'E1',
        url: 'https://directory.example/alice',
        type: 'link',
        domain: 'directory.example',
        title: 'Alice',
        snippet: 'Alice, city',
        captured_at: '2026-03-01T10:00:00.000000+00:00',
        http_status: 200,
        sha256: null,
        hop: 2,
        binding: 'linked',
        outcome: 'ok',
        codes: ['escort_directory_link'],
      },
    ],
    findings: [],
    analysis_mode: 'rules',
    policy_version: 'test',
  }
}

function sampleCoverage(mode: 'deep' | 'quick'): Coverage {
  return {
    mode,
    score: 0.5,
    steps: [{ step: 'profile', status: 'completed', detail: null, started_at: null, duration_ms: 12 }],
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
