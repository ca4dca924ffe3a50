import { sql } from 'kysely'
import type { ScanFacts } from '../../evidence/manifest.ts'
import type { Tx } from '../database.ts'
import type { StoredStamp } from './time-stamps.ts'

/** Sealed; null before there is one. */
export async function evidenceKey(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ evidence_key: string | null }>`select evidence_key from deployment`.execute(db)
  return rows[0]?.evidence_key ?? null
}

/** The first who says it is heard; gives what holds. */
export async function setEvidenceKey(db: Tx, sealed: string): Promise<string> {
  const { rows } = await sql<{ evidence_key: string }>`
    update deployment set evidence_key = coalesce(evidence_key, ${sealed}) returning evidence_key`.execute(db)
  return rows[0]?.evidence_key ?? sealed
}

export interface SignedManifest {
  manifest: string
  signature: string
  key_id: string
}

/** With what a time-stamping authority says of it, if one was asked. */
export type StampedManifest = SignedManifest & { time_stamp: StoredStamp | null }

export async function manifestOfScan(db: Tx, scanId: string): Promise<StampedManifest | undefined> {
  const { rows } = await sql<SignedManifest & { [Key in keyof StoredStamp]: StoredStamp[Key] | null }>`
    select m.manifest, m.signature, m.key_id, t.hashes, t.token, t.stamped_at
      from scan_manifests m left join time_stamps t using (stamp_id)
     where m.scan_id = ${scanId}::uuid`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { hashes, token, stamped_at, ...signed } = row
  const isStamped = hashes !== null && token !== null && stamped_at !== null
  return { ...signed, time_stamp: isStamped ? { hashes, token, stamped_at } : null }
}

/** A completed scan as it stands now, with its manifest where it has one. */
export type CompletedScan = ScanFacts & {
  [Key in keyof SignedManifest]: SignedManifest[Key] | null
} & {
  /** Null without a time stamp. */
  stamp_id: string | null
  /** It ended before scans were signed. */
  is_older: boolean
}

/** In the order of their ids, from behind `after` on. */
export async function completedScansAfter(db: Tx, after: string, limit: number): Promise<CompletedScan[]> {
  const { rows } = await sql<CompletedScan>`
    select s.scan_id, s.org_id, s.profile_url, s.scan_mode, s.created_at, s.processing_completed_at as completed_at,
           coalesce(s.report::text, '') as report, coalesce(s.coverage::text, '') as coverage,
           m.manifest, m.signature, m.key_id, m.stamp_id,
           coalesce(s.processing_completed_at, s.created_at) < d.manifests_since as is_older
      from scans s cross join deployment d left join scan_manifests m using (scan_id)
     where s.status = 'completed' and s.scan_id > ${after}::uuid order by s.scan_id limit ${limit}`.execute(
    db,
  )
  return rows
}
