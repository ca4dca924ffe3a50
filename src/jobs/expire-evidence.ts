import type { Db } from '../db/database.ts'
import { deleteCapturesPastTheirOrg, deleteOldCaptures, deleteUnnamedCaptures } from '../db/scans/captures.ts'
import { deleteOldWords } from '../db/scans/judged-words.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import { freeEvidence, sweepEvidence } from './free-evidence.ts'

const AT_ONCE = 1000

/**
 * Captures past their time go, the operator's or the shorter one of their organization, with what their scans were judged by, then
 * bytes that nobody refers to. Reports stay with what they quote; their pages can no longer be shown, nor judged again.
 */
export async function expireEvidence(
  ctx: { db: Db; evidence: EvidenceStore },
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<{ captures: number; objects: number }> {
  let objects = await freeEvidence(ctx, await deleteUnnamedCaptures(ctx.db))
  let captures = 0
  const pastTime = [
    () => deleteOldCaptures(ctx.db, retentionDays, AT_ONCE),
    () => deleteCapturesPastTheirOrg(ctx.db, AT_ONCE),
  ]
  for (const deleteSome of pastTime) {
    for (;;) {
      const hashes = await deleteSome()
      captures += hashes.length
      objects += await freeEvidence(ctx, hashes)
      if (hashes.length < AT_ONCE) break
    }
  }
  await deleteOldWords(ctx.db, retentionDays)
  return { captures, objects: objects + (await sweepEvidence(ctx, now)) }
}
