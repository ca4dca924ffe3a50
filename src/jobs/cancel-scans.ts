import { CANCELLED } from '../../sdk/contract.ts'
import type { Db } from '../db/database.ts'
import { type Actor, recordAct } from '../db/people/acts.ts'
import { stateOfScan, unendedOfBatch } from '../db/scans/cancelling.ts'
import { batchOfOrg } from '../db/scans/scan-reads.ts'
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts'
import { endScan, endScanIn, failure } from './end-scan.ts'

export interface CancelContext {
  db: Db
  queue: DeliveryQueue
  schedule: number[]
}

/** Ends of one batch at the same time, each a transaction: they must not take all connections. */
const AT_ONCE = 4

/**
 * Ends a scan as failed, with its webhook, whether it waits or runs. Whoever runs it loses its claim: nothing of it can be stored any more, its
 * slot is free at once, and it stops with its step or the next renewal of its lease. A scan that has ended stays as it is.
 * @returns how it is then; undefined when the organization has none
 */
export async function cancelScan(
  ctx: CancelContext,
  { orgId, scanId, by }: { orgId: string; scanId: string; by: Actor },
) {
  const state = await stateOfScan(ctx.db, scanId, orgId)
  if (state?.status !== 'processing') return state
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await endScanIn(tx, ctx, failure(scanId, null, CANCELLED)))) return
    await recordAct(tx, by, {
      action: 'scan.cancel',
      orgId,
      subject: scanId,
      after: { what: 'scan', scans: 1 },
    })
  })
  return stateOfScan(ctx.db, scanId, orgId)
}

/**
 * The same for what of a batch has not ended, its last scans first: workers take the first ones.
 * @param most scans with one call
 * @returns how many it ended; undefined when the organization has no such batch
 */
export async function cancelBatch(
  ctx: CancelContext,
  { orgId, batchId, by }: { orgId: string; batchId: string; by: Actor },
  most: number,
): Promise<{ cancelled: number; hasMore: boolean } | undefined> {
  if (!(await batchOfOrg(ctx.db, orgId, batchId))) return undefined
  const found = await unendedOfBatch(ctx.db, batchId, most + 1)
  const scanIds = found.slice(0, most)
  if (scanIds.length === 0) return { cancelled: 0, hasMore: false }
  const after = { what: 'batch', scans: scanIds.length }
  await recordAct(ctx.db, by, { action: 'scan.cancel', orgId, subject: batchId, after })
  const waiting = scanIds.values()
  let cancelled = 0
  const lane = async () => {
    for (const scanId of waiting) if (await endScan(ctx, failure(scanId, null, CANCELLED), null)) cancelled++
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return { cancelled, hasMore: found.length > most }
}
