import { type RawBuilder, sql } from 'kysely'
import type { SeenFacts } from '../../../sdk/client.ts'
import type { Recommendation, ScanChange } from '../../../sdk/contract.ts'
import type { Tx } from '../database.ts'
import { type TimePosition, timePage } from '../statements/time-page.ts'
import type { ScanRow } from './scan-reads.ts'

export interface WatchedScan {
  watch_id: string
  profile_key: string
  watch_name: string
  muted: boolean
}

/** Whose scan it is, for whoever comes first: what it changed is written down once. Undefined for all others, and for no watch's scan. */
export async function takeWatchedScan(tx: Tx, scanId: string): Promise<WatchedScan | undefined> {
  const { rows } = await sql<WatchedScan>`${takenWatches(sql`select ${scanId}::uuid`)}`.execute(tx)
  return rows[0]
}

/** The same of some scans, as a part of a statement. */
export function takenWatches(scanIds: RawBuilder<unknown>) {
  return sql`
    update watch_scans r set is_noted = true from watches w
     where r.scan_id in (${scanIds}) and not r.is_noted and w.watch_id = r.watch_id
    returning r.scan_id, r.watch_id, r.profile_key, w.name as watch_name, w.muted`
}

/** What is known of the profile, locked. */
export async function lockSighting(
  tx: Tx,
  { watch_id, profile_key }: Pick<WatchedScan, 'watch_id' | 'profile_key'>,
): Promise<{ scan_id: string; facts: SeenFacts } | undefined> {
  const { rows } = await sql<{ scan_id: string; facts: string }>`
    select scan_id, facts from watch_sightings
     where watch_id = ${watch_id} and profile_key = ${profile_key} for update`.execute(tx)
  const [row] = rows
  return row && { ...row, facts: JSON.parse(row.facts) }
}

export async function setSighting(
  tx: Tx,
  { watch_id, profile_key }: Pick<WatchedScan, 'watch_id' | 'profile_key'>,
  scanId: string,
  facts: SeenFacts,
) {
  await sql`
    insert into watch_sightings (watch_id, profile_key, scan_id, facts)
    values (${watch_id}, ${profile_key}, ${scanId}::uuid, ${JSON.stringify(facts)}::json)
    on conflict (watch_id, profile_key) do update set scan_id = excluded.scan_id, facts = excluded.facts`.execute(
    tx,
  )
}

export interface WatchChangeRow {
  change_id: string
  watch_id: string
  watch_name: string
  scan_id: string
  before_scan_id: string | null
  url: string
  recommendation: Recommendation | null
  risk_score: number | null
  changes: ScanChange[]
  at: string
}

/** @returns when */
export async function insertChange(
  tx: Tx,
  change: Omit<WatchChangeRow, 'watch_name' | 'at'> & { org_id: string },
): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    insert into scan_changes (change_id, org_id, watch_id, scan_id, before_scan_id, profile_url, recommendation, risk_score, changes)
    values (${change.change_id}, ${change.org_id}, ${change.watch_id}, ${change.scan_id}::uuid, ${change.before_scan_id}::uuid,
            ${change.url}, ${change.recommendation}, ${change.risk_score}, ${JSON.stringify(change.changes)}::json)
    returning created_at as at`.execute(tx)
  return rows[0]?.at ?? ''
}

/** Newest first. @param watchId null: of all watches */
export async function listChanges(
  db: Tx,
  orgId: string,
  { watchId, after, limit }: { watchId: string | null; after: TimePosition | null; limit: number },
) {
  const of = watchId === null ? sql`` : sql`and c.watch_id = ${watchId}`
  const behind = after
    ? sql`and (c.created_at, c.change_id) < (${after.at}::timestamptz, ${after.id})`
    : sql``
  const { rows } = await sql<Omit<WatchChangeRow, 'changes'> & { changes: string }>`
    select c.change_id, c.watch_id, w.name as watch_name, c.scan_id, c.before_scan_id, c.profile_url as url, c.recommendation,
           c.risk_score, c.changes, c.created_at as at
      from scan_changes c join watches w using (watch_id)
     where c.org_id = ${orgId} ${of} ${behind}
     order by c.created_at desc, c.change_id desc limit ${limit + 1}`.execute(db)
  const changes = rows.map((row): WatchChangeRow => ({ ...row, changes: JSON.parse(row.changes) }))
  return timePage(changes, limit, (row) => ({ at: row.at, id: row.change_id }))
}

/** Scans of watches that have ended and of which nobody has said what they changed: a worker of an older version ended them. */
export async function unnotedScans(db: Tx, limit: number): Promise<ScanRow[]> {
  const { rows } = await sql<ScanRow>`
    select s.scan_id, s.org_id, s.batch_id, s.profile_url, s.status, s.scan_mode, s.created_at, s.processing_started_at,
           s.processing_completed_at, s.is_banned, s.callback_url, s.metadata, s.report, s.coverage, s.model_usage, s.error,
           s.webhook_delivered_at, null::text[] as steps_done
      from watch_scans r join scans s using (scan_id)
     where not r.is_noted and s.status <> 'processing' limit ${limit}`.execute(db)
  return rows
}
