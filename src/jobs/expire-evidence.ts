import type { Db } from '../db/database.ts'
import { heldSince } from '../db/deployment/held.ts'
import { deleteCapturesPastTheirOrg, deleteOldCaptures, deleteUnnamedCaptures } from '../db/scans/captures.ts'
import { deleteOldWords } from '../db/scans/judged-words.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import { freeEvidence, sweepEvidence } from './free-evidence.ts'

const AT_ONCE = 1000

/**
 * Captures past their time go, the operator's or the shorter one of their organization, with what their scans were judged by, then
 * bytes that nobody refers to. Reports stay with what they quote; their pages can no longer be shown, nor judged again. A restored copy removes nothing
 * until it is released: its store may be that of the first installation, and what has come there since is unknown to it.
 */
export async function expireEvidence(
  ctx: { db: Db; evidence: EvidenceStore },
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<{ captures: number; objects: number }> {
  if ((await heldSince(ctx.db)) !== null) return { captures: 0, objects: 0 }
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
