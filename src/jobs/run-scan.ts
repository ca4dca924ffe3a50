import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { ClaimedScan } from '../db/queue.ts'
import type { Metrics } from '../metrics.ts'
import { type ScanContext, scanProfile } from '../pipeline/scan.ts'
import { ClaimLost, storedStepRunner } from '../pipeline/step.ts'
import { endScan, failure } from './end-scan.ts'
import type { JobQueue } from './queue.ts'

/** Runs the pipeline of one claimed scan and stores its end with its webhook. */
export async function runScan(
  ctx: ScanContext & {
    db: Db
    log: Logger
    metrics: Metrics
    queue: Pick<JobQueue, 'enqueueDelivery'>
    schedule: number[]
  },
  scan: ClaimedScan,
  workerId: string,
  signal: AbortSignal,
): Promise<void> {
  const claim = { workerId, attempt: scan.attempt }
  const step = await storedStepRunner(ctx, { scanId: scan.scan_id, ...claim }, signal)
  try {
    const result = await scanProfile(ctx, { url: scan.target_url, mode: scan.scan_mode }, step, signal)
    const coverage = JSON.stringify(result.coverage)
    await endScan(
      ctx,
      result.status === 'failed'
        ? failure(scan.scan_id, claim, result.error, coverage)
        : {
            scanId: scan.scan_id,
            claim,
            status: 'completed',
            error: null,
            isBanned: result.isBanned,
            username: result.username,
            recommendation: result.report.recommendation,
            riskScore: result.report.risk_score,
            confidence: result.report.confidence,
            report: JSON.stringify(result.report),
            coverage,
          },
    )
  } catch (error) {
    if (error instanceof ClaimLost) return
    throw error
  }
}
