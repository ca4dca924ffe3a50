import type { Db } from '../db/database.ts'
import { scanBounds } from '../db/organization/org-retention.ts'
import { SERVICE } from '../db/people/acts.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import { eraseScans } from './erase-scans.ts'

/**
 * Ended scans past their time go completely, the operator's or the shorter one of their organization. Gives how many went.
 * @param retentionDays null: the operator keeps them
 */
export async function expireScans(
  ctx: { db: Db; evidence: EvidenceStore },
  retentionDays: number | null,
): Promise<number> {
  let expired = 0
  for (const { org_id: orgId, at } of await scanBounds(ctx.db, retentionDays)) {
    expired += (await eraseScans(ctx, { orgId, erasable: { what: 'retention', at }, by: SERVICE })).scans
  }
  return expired
}
