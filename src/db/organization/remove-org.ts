import { sql } from 'kysely'
import { NotFound } from '../../errors.ts'
import type { Tx } from '../database.ts'
import { type Actor, recordAct } from '../people/acts.ts'
import { countErased } from './erasures.ts'
import { lockOrg, orgName } from './orgs.ts'

/**
 * Shuts an organization: from the end of the transaction on nobody acts for it, and nothing of it begins by the clock. Who belonged to it stands in its
 * metadata until it goes, so that whoever goes on after a kill still knows.
 * @throws NotFound when there is none
 */
export async function shutOrg(tx: Tx, orgId: string, by: Actor): Promise<void> {
  const name = await orgName(tx, orgId)
  if (name === undefined || !(await lockOrg(tx, orgId)))
    throw new NotFound(`There is no organization ${orgId}. List them with: toscan org list`)
  const { numAffectedRows: isFirst } = await sql`
    update auth_organization set metadata = json_build_object('left_by', (
             select coalesce(json_agg("userId"), '[]') from auth_member where "organizationId" = ${orgId}))::text
     where id = ${orgId} and metadata is null`.execute(tx)
  await sql`delete from api_keys where org_id = ${orgId}`.execute(tx)
  await sql`delete from api_sessions where org_id = ${orgId}`.execute(tx)
  await sql`delete from auth_member where "organizationId" = ${orgId}`.execute(tx)
  await sql`delete from auth_invitation where "organizationId" = ${orgId}`.execute(tx)
  await sql`update auth_session set "activeOrganizationId" = null where "activeOrganizationId" = ${orgId}`.execute(
    tx,
  )
  await sql`delete from watches where org_id = ${orgId}`.execute(tx)
  await sql`delete from notification_rules where org_id = ${orgId}`.execute(tx)
  await sql`delete from mails where org_id = ${orgId}`.execute(tx)
  if (isFirst) await recordAct(tx, by, { action: 'org.delete', orgId, subject: orgId, before: { name } })
}

/**
 * Removes a shut organization of which no scan is left, with all that is its own, and the accounts of those who belong to no other. Gives how many
 * accounts and scans went; null while there are scans: they came in while it was shut.
 * @param erasedAs what the notes of its deletion are found by, those of runs that were killed too
 */
export async function removeShutOrg(
  tx: Tx,
  orgId: string,
  { by, erasedAs }: { by: Actor; erasedAs: string },
): Promise<{ scans: number; accounts: number } | null> {
  const name = await orgName(tx, orgId)
  const scans = await countErased(tx, orgId, erasedAs)
  if (!(await lockOrg(tx, orgId))) return { scans, accounts: 0 }
  const { rows: left } = await sql`select from scans where org_id = ${orgId} limit 1`.execute(tx)
  if (left.length > 0) return null
  const { rows: people } = await sql<{ id: string }>`
    select json_array_elements_text(metadata::json -> 'left_by') as id from auth_organization where id = ${orgId}
    union select "userId" from auth_member where "organizationId" = ${orgId}`.execute(tx)
  await sql`delete from auth_organization where id = ${orgId}`.execute(tx)
  // Also of what no scan is about, and of runs that were killed.
  await sql`delete from webhook_queue q
             where not exists (select from webhook_deliveries d where d.delivery_id = q.delivery_id)`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    delete from auth_user u where id = any(${people.map((person) => person.id)}::text[])
       and not exists (select from auth_member m where m."userId" = u.id)`.execute(tx)
  const accounts = Number(numAffectedRows ?? 0)
  await recordAct(tx, by, {
    action: 'org.delete',
    orgId: null,
    subject: orgId,
    before: { name },
    after: { scans, accounts },
  })
  return { scans, accounts }
}
