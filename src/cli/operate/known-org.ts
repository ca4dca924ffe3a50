import type { Tx } from '../../db/database.ts'
import { orgSettings } from '../../db/organization/orgs.ts'
import { hasTrail } from '../../db/people/list-acts.ts'
import { NotFound } from '../../errors.ts'

/**
 * The organization that a command names, null where it names none. An empty list of one that does not exist would read as
 * if it had nothing.
 * @throws NotFound
 */
export async function knownOrg(db: Tx, orgId: string | undefined): Promise<string | null> {
  if (orgId === undefined) return null
  if (!(await orgSettings(db, orgId))) throw unknownOrg(orgId)
  return orgId
}

/**
 * The same of what outlives an organization: one that was deleted is known by its audit trail.
 * @throws NotFound
 */
export async function orgOnRecord(db: Tx, orgId: string | undefined): Promise<string | null> {
  if (orgId === undefined) return null
  if (!(await hasTrail(db, orgId))) return knownOrg(db, orgId)
  return orgId
}

export function unknownOrg(orgId: string): NotFound {
  return new NotFound(`There is no organization ${orgId}. List them with: toscan org list`)
}
