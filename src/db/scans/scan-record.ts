import {
  type Coverage,
  type ModelUsage,
  type ScannedProfile,
  type ScanRecord,
  STEPS,
  type TriageReport,
} from '../../../sdk/contract.ts'
import type { ScanRow } from './scan-reads.ts'

/** The report as it is stored: with whom the scan saw, which the record shows beside it. Absent in older ones. */
export type StoredReport = Omit<TriageReport, 'coverage'> & { profile?: ScannedProfile }

/** The public record of a scan as JSON text, its metadata byte for byte as it was submitted. */
export function scanRecordJson(scan: ScanRow): string {
  const { metadata, ...record } = scanRecord(scan)
  return withMember(JSON.stringify(record), 'metadata', scan.metadata)
}

/** The webhook's payload: the record, flat, with the coverage hoisted to the top. */
export function webhookPayloadJson(scan: ScanRow, timestamp: string): string {
  const { metadata, progress, triage_report, ...record } = scanRecord(scan)
  const { coverage, ...report } = triage_report ?? {}
  const payload = {
    type: `scan.${scan.status}`,
    timestamp,
    scan_id: scan.scan_id,
    ...record,
    ...(triage_report && { triage_report: report }),
    coverage: coverage ?? parse<Coverage>(scan.coverage) ?? null,
  }
  return withMember(JSON.stringify(payload), 'metadata', scan.metadata)
}

function scanRecord(scan: ScanRow): ScanRecord {
  const stored = parse<StoredReport>(scan.report)
  const coverage = parse<Coverage>(scan.coverage)
  const modelUsage = parse<ModelUsage>(scan.model_usage)
  const done = scan.steps_done ?? []
  return {
    profile_id: scan.scan_id,
    batch_id: scan.batch_id ?? `single_${scan.scan_id}`,
    org_id: scan.org_id,
    url: scan.profile_url,
    status: scan.status,
    ...(scan.scan_mode && { scan_mode: scan.scan_mode }),
    created_at: scan.created_at,
    processing_started_at: scan.processing_started_at,
    processing_completed_at: scan.processing_completed_at,
    ...(scan.is_banned !== null && { is_banned: scan.is_banned }),
    callback_url: scan.callback_url ?? '',
    metadata: {},
    ...(scan.status === 'failed' && { error: scan.error ?? 'Internal error' }),
    ...(scan.webhook_delivered_at && { webhook_delivered_at: scan.webhook_delivered_at }),
    ...(scan.status === 'processing' && {
      progress: { steps_done: done, step: STEPS.find((step) => !done.includes(step)) ?? null },
    }),
    ...(modelUsage && { model_usage: modelUsage }),
    ...(scan.status === 'completed' && stored && reported(stored, coverage)),
  }
}

function reported(
  { profile, ...report }: StoredReport,
  coverage: Coverage | undefined,
): Pick<ScanRecord, 'profile' | 'triage_report'> {
  return { ...(profile && { profile }), triage_report: { ...report, ...(coverage && { coverage }) } }
}

/** Reports are written by this program only; their shape was checked on the way in. */
function parse<T>(json: string | null): T | undefined {
  return json === null ? undefined : (JSON.parse(json) as T)
}

function withMember(object: string, name: string, source: string): string {
  return `${object.slice(0, -1)}${object === '{}' ? '' : ','}${JSON.stringify(name)}:${source}}`
}
