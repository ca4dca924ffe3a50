import { sql } from 'kysely'
import type { Confidence, Recommendation } from '../../sdk/contract.ts'
import { profileStateOf } from '../../sdk/profile-state.ts'
import { type KeptCapture, settleCaptures } from './captures.ts'
import type { Tx } from './database.ts'
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
  /** JSON text; null when no model was configured. */
  modelUsage: string | null
}

/** Ends a scan once. Undefined when it has ended already or belongs to another worker by now. */
export async function finishScan(tx: Tx, end: ScanEnd): Promise<ScanRow | undefined> {
  const owned = end.claim
    ? sql`and worker_id = ${end.claim.workerId} and attempt = ${end.claim.attempt}`
    : sql``
  const { rows } = await sql<ScanRow>`
    update scans
       set status = ${end.status}, error = ${end.error}, is_banned = ${end.isBanned},
           profile_state = ${end.profileOutcome && profileStateOf(end.profileOutcome)}, username = ${end.username},
           recommendation = ${end.recommendation}, risk_score = ${end.riskScore}, confidence = ${end.confidence},
           report = ${end.report}::json, coverage = ${end.coverage}::json,
           model_usage = ${end.modelUsage}::json,
           processing_completed_at = clock_timestamp(), lease_until = null, worker_id = null
     where scan_id = ${end.scanId}::uuid and status = 'processing' ${owned}
    returning scan_id, org_id, batch_id, profile_url, status, scan_mode, created_at, processing_started_at,
              processing_completed_at, is_banned, callback_url, metadata, report, coverage, model_usage, error, webhook_delivered_at,
              null::text[] as steps_done`.execute(tx)
  const [scan] = rows
  // The analysis holds the evidence that was judged; what came before it was for resuming.
  if (scan)
    await sql`delete from scan_steps where scan_id = ${end.scanId}::uuid and step <> 'analysis'`.execute(tx)
  if (scan) await settleCaptures(tx, end.scanId, end.captures)
  return scan
}

/**
 * Counts a completed scan. The last statement of the transaction that ends it: all ends of an organization wait for this row, and whoever
 * holds it should have nothing left to do but commit.
 */
export async function countCompleted(tx: Tx, orgId: string) {
  await sql`update org_settings set total_scans_completed = total_scans_completed + 1 where org_id = ${orgId}`.execute(
    tx,
  )
}
