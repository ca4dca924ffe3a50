import { sql } from 'kysely'
import type { Confidence, Recommendation } from '../../sdk/contract.ts'
import { profileStateOf } from '../../sdk/profile-state.ts'
import type { CapturedRow } from '../evidence/manifest.ts'
import { type KeptCapture, settleCaptures } from './captures.ts'
import type { Tx } from './database.ts'
import type { SignedManifest } from './manifests.ts'
import { prepared } from './prepared.ts'
import { takenWatch, type WatchedScan } from './scan-changes.ts'
import type { ScanRow } from './scan-reads.ts'

export interface ScanEnd {
  scanId: string
  /** The claim that ends it; null for a sweep. Somebody else's claim is left alone. */
  claim: { workerId: string; attempt: number } | null
  status: 'completed' | 'failed'
  error: string | null
  isBanned: boolean | null
  /** The outcome of the profile's own evidence; null for a scan without a report. */
  profileOutcome: string | null
  username: string | null
  recommendation: Recommendation | null
  riskScore: number | null
  confidence: Confidence | null
  /** JSON texts. */
  report: string | null
  coverage: string | null
  /** The stored pages that became evidence; a scan without a report keeps none. */
  captures: KeptCapture[]
  /** What the scan was judged by, where it is not stored yet. */
  analysis?: { output: string; startedAt: Date } | null
  /** JSON text; null when no model was configured. */
  modelUsage: string | null
}

/** A scan as it ended, with its pages that became evidence. */
export interface FinishedScan {
  scan: ScanRow
  captured: CapturedRow[]
}

/** Ends a scan once. Undefined when it has ended already or belongs to another worker by now. */
export async function finishScan(tx: Tx, end: ScanEnd): Promise<FinishedScan | undefined> {
  const owned = end.claim
    ? sql`and worker_id = ${end.claim.workerId} and attempt = ${end.claim.attempt}`
    : sql``
  const { analysis = null } = end
  const { rows } = await prepared(
    tx,
    sql<Omit<ScanRow, 'report' | 'coverage' | 'model_usage'>>`
    with finished as (
      update scans
         set status = ${end.status}, error = ${end.error}, is_banned = ${end.isBanned},
             profile_state = ${end.profileOutcome && profileStateOf(end.profileOutcome)}, username = ${end.username},
             recommendation = ${end.recommendation}, risk_score = ${end.riskScore}, confidence = ${end.confidence},
             report = ${end.report}::json, coverage = ${end.coverage}::json,
             model_usage = ${end.modelUsage}::json,
             processing_completed_at = clock_timestamp(), lease_until = null, worker_id = null
       where scan_id = ${end.scanId}::uuid and status = 'processing' ${owned}
      returning scan_id, org_id, batch_id, profile_url, status, scan_mode, created_at, processing_started_at,
                processing_completed_at, is_banned, callback_url, metadata, error, webhook_delivered_at,
                null::text[] as steps_done),
    -- The analysis holds the evidence that was judged; what came before it was for resuming.
    resumable as (
      delete from scan_steps where scan_id in (select scan_id from finished) and step <> 'analysis'),
    judged as (
      insert into scan_steps (scan_id, step, output, started_at, attempt)
      select scan_id, 'analysis', ${analysis?.output ?? null}::json, ${analysis?.startedAt.toISOString() ?? null}::timestamptz,
             ${end.claim?.attempt ?? 0}::integer
        from finished where ${analysis !== null}
      on conflict (scan_id, step) do update set output = excluded.output)
    select * from finished`,
  )
  const [row] = rows
  if (!row) return undefined
  const { report, coverage, modelUsage: model_usage } = end
  const captured = await settleCaptures(tx, end.scanId, end.captures)
  return { scan: { ...row, report, coverage, model_usage }, captured }
}

/**
 * What follows from an end whatever is in it: a completed scan is counted, what it rests on is stored, and a watch's scan is taken, for whoever
 * comes first.
 */
export async function settleEnd(
  tx: Tx,
  { scan_id: scanId, org_id: orgId, status }: ScanRow,
  signed: SignedManifest | null,
): Promise<WatchedScan | undefined> {
  const { rows } = await prepared(
    tx,
    sql<WatchedScan>`
    with stated as (
      insert into scan_manifests (scan_id, org_id, manifest, signature, key_id)
      select ${scanId}::uuid, ${orgId}, ${signed?.manifest ?? null}, ${signed?.signature ?? null}, ${signed?.key_id ?? null} where ${signed !== null}),
    -- In a row that few others want at this moment.
    counted as (
      insert into org_completions as c (org_id, shard, scans)
      select ${orgId}, pg_backend_pid() % 32, 1 where ${status === 'completed'}
      on conflict (org_id, shard) do update set scans = c.scans + 1),
    taken as (${takenWatch(scanId)})
    select * from taken`,
  )
  return rows[0]
}
