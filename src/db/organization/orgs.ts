import { sql } from 'kysely'
import { NotFound } from '../../errors.ts'
import type { Tx } from '../database.ts'

export interface OrgSettingsRow {
  org_id: string
  default_callback_url: string | null
  total_scans_completed: number
  total_scans_dropped: number
  created_at: string
  updated_at: string
}

/** Makes the organization with its settings and its first webhook secret, in one transaction with the caller's. */
export async function insertOrg(
  db: Tx,
  org: {
    orgId: string
    name: string
    slug: string
    dailyLimit: number | null
    secretId: string
    sealedSecret: string
  },
) {
  await sql`insert into auth_organization (id, name, slug, "createdAt")
            values (${org.orgId}, ${org.name}, ${org.slug}, clock_timestamp())`.execute(db)
  await sql`insert into org_settings (org_id, daily_scan_limit) values (${org.orgId}, ${org.dailyLimit})`.execute(
    db,
  )
  await sql`insert into webhook_secrets (secret_id, org_id, secret_encrypted)
            values (${org.secretId}, ${org.orgId}, ${org.sealedSecret})`.execute(db)
}

export async function orgSettings(db: Tx, orgId: string): Promise<OrgSettingsRow | undefined> {
  const { rows } = await sql<OrgSettingsRow>`
    select org_id, default_callback_url, scans_completed(org_id) as total_scans_completed, total_scans_dropped, created_at, updated_at
      from org_settings where org_id = ${orgId}`.execute(db)
  return rows[0]
}

export async function orgName(db: Tx, orgId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from auth_organization where id = ${orgId}`.execute(db)
  return rows[0]?.name
}

/** Until the transaction ends nobody else gets past here for this organization. False when it has no settings. */
export async function lockOrg(tx: Tx, orgId: string): Promise<boolean> {
  const { rows } = await sql`select from org_settings where org_id = ${orgId} for update`.execute(tx)
  return rows.length > 0
}

export async function setDefaultCallbackUrl(db: Tx, orgId: string, url: string | null) {
  const { rows } = await sql<OrgSettingsRow>`
    update org_settings set default_callback_url = ${url}, updated_at = clock_timestamp() where org_id = ${orgId}
    returning org_id, default_callback_url, scans_completed(org_id) as total_scans_completed, total_scans_dropped, created_at, updated_at`.execute(
    db,
  )
  return rows[0]
}

/**
 * Today's counter is forgotten, so that the next submission counts anew what the day already holds.
 * @throws NotFound
 */
export async function setDailyLimit(db: Tx, orgId: string, limit: number | null) {
  await sql`delete from org_daily_usage where org_id = ${orgId}`.execute(db)
  const { numAffectedRows } = await sql`
    update org_settings set daily_scan_limit = ${limit}, updated_at = clock_timestamp() where org_id = ${orgId}`.execute(
    db,
  )
  if (numAffectedRows !== 1n)
    throw new NotFound(`There is no organization ${orgId}. List them with: toscan org list`)
}

export interface UsageRow {
  daily_limit: number | null
  used: number
  resets_at: string
}

export async function orgUsage(db: Tx, orgId: string): Promise<UsageRow | undefined> {
  const { rows } = await sql<UsageRow>`
    with today as (select (clock_timestamp() at time zone 'UTC')::date as day)
    select s.daily_scan_limit as daily_limit,
           coalesce(
             (select u.used from org_daily_usage u where u.org_id = s.org_id and u.day = today.day),
             count_scans_since(s.org_id, today.day::timestamp at time zone 'UTC')::integer) as used,
           (today.day + 1)::timestamp at time zone 'UTC' as resets_at
      from org_settings s, today where s.org_id = ${orgId}`.execute(db)
  return rows[0]
}

export async function listOrgs(db: Tx) {
  const { rows } = await sql<{
    org_id: string
    name: string
    daily_scan_limit: number | null
    created_at: string
  }>`
    select s.org_id, o.name, s.daily_scan_limit, s.created_at
      from org_settings s join auth_organization o on o.id = s.org_id order by s.created_at`.execute(db)
  return rows
}
