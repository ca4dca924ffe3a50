import { deleteRecentPagesOf } from '../db/collection/recent-pages.ts'
import type { Db } from '../db/database.ts'
import { heldSince } from '../db/deployment/held.ts'
import { lockBytes, unreferencedBytes } from '../db/scans/captures.ts'
import type { EvidenceStore } from '../evidence/store.ts'

const AT_ONCE = 100
const HOUR_MS = 3_600_000

/**
 * Removes the bytes that no capture refers to any more, and what is remembered of them. Safe beside scans that store the same page just now: their row
 * waits for our lock, and the page is put after the row. In a restored copy that is held they stay, for the first installation may refer to them: once it is
 * released, `sweepEvidence` removes them. Gives how many were removed.
 */
export async function freeEvidence(
  ctx: { db: Db; evidence: EvidenceStore },
  hashes: Iterable<string>,
): Promise<number> {
  const candidates = [...new Set(hashes)]
  let freed = 0
  for (let from = 0; from < candidates.length; from += AT_ONCE) {
    const some = await unreferencedBytes(ctx.db, candidates.slice(from, from + AT_ONCE))
    if (some.length === 0) continue
    if ((await heldSince(ctx.db)) !== null) break
    await ctx.db.transaction().execute(async (tx) => {
      await lockBytes(tx, some)
      const free = await unreferencedBytes(tx, some)
      await deleteRecentPagesOf(tx, free)
      await Promise.all(free.map(ctx.evidence.delete))
      freed += free.length
    })
  }
  return freed
}

/** Removes bytes that no capture refers to and that have lain for an hour: what crashes and deleted scans left behind. */
export async function sweepEvidence(ctx: { db: Db; evidence: EvidenceStore }, now: Date): Promise<number> {
  let freed = 0
  let some: string[] = []
  for await (const sha256 of ctx.evidence.list(new Date(now.getTime() - HOUR_MS))) {
    some.push(sha256)
    if (some.length < AT_ONCE) continue
    freed += await freeEvidence(ctx, some)
    some = []
  }
  return freed + (await freeEvidence(ctx, some))
}
