import type { Db } from '../db/database.ts'
import type { ErasureOrder } from '../db/organization/erasures.ts'
import { removeShutOrg, shutOrg } from '../db/organization/remove-org.ts'
import type { Actor } from '../db/people/acts.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import { eraseScans, subjectOf } from './erase-scans.ts'

/**
 * Deletes an organization with all that is its own: first it is shut, so that no key and no session works, then its scans go as `eraseScans` takes them, then the rest. Killed on
 * its way, it goes on when it is run again. What stays is the audit trail, and the note of the deletion.
 * @returns how many scans went in all its runs, how many stored pages in this one, and how many accounts
 * @throws NotFound when there is none
 */
export async function deleteOrg(
  ctx: { db: Db; evidence: EvidenceStore },
  orgId: string,
  by: Actor,
): Promise<{ scans: number; objects: number; accounts: number }> {
  await ctx.db.transaction().execute((tx) => shutOrg(tx, orgId, by))
  const everything = everythingOf(orgId, by)
  let objects = 0
  for (;;) {
    objects += (await eraseScans(ctx, everything)).objects
    const gone = await ctx.db
      .transaction()
      .execute((tx) => removeShutOrg(tx, orgId, { by, erasedAs: subjectOf(everything.erasable) }))
    if (gone !== null) return { ...gone, objects }
  }
}

/** Later than anything that is submitted. */
const END_OF_TIME = '9999-12-31T00:00:00Z'

/** All scans of an organization. */
export function everythingOf(orgId: string, by: Actor): ErasureOrder {
  return { orgId, erasable: { what: 'before', at: END_OF_TIME }, by }
}
