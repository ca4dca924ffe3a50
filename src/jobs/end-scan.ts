import type { EvidenceSigner } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import { finishScan, type ScanEnd, settleEnd } from '../db/finish-scan.ts'
import { noteChanges } from '../watches/note-changes.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import { enqueueScanWebhook } from '../webhooks/enqueue.ts'
import { signScan } from './sign-scan.ts'

/**
 * Stores how a scan ended together with its webhook, what it changed of a watched profile and, where it is completed, what it rests on: all or
 * nothing. False when the scan is no longer ours.
 */
export async function endScan(
  ctx: { db: Db; queue: DeliveryQueue; schedule: number[] },
  end: ScanEnd,
  /** Null for an end without a report. */
  signer: EvidenceSigner | null,
  /** What is stored with it. */
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const finished = await finishScan(tx, end)
    if (!finished) return false
    const { scan } = finished
    const signed = signer && scan.status === 'completed' ? signScan(signer, finished) : null
    const watched = await settleEnd(tx, scan, signed)
    await enqueueScanWebhook(ctx, tx, scan)
    if (watched) await noteChanges(ctx, tx, scan, watched)
    await also(tx)
    return true
  })
}

/** The end of a scan that has no report. */
export function failure(
  scanId: string,
  claim: ScanEnd['claim'],
  error: string,
  coverage: string | null = null,
): ScanEnd {
  return {
    scanId,
    claim,
    status: 'failed',
    error,
    coverage,
    isBanned: null,
    profileOutcome: null,
    username: null,
    recommendation: null,
    riskScore: null,
    confidence: null,
    report: null,
    captures: [],
    modelUsage: null,
  }
}
