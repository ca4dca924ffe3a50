import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Manifests that nobody has stamped yet, with the SHA-256 of their text. */
export async function unstampedManifests(
  db: Tx,
  limit: number,
): Promise<{ scan_id: string; sha256: string }[]> {
  const { rows } = await sql<{ scan_id: string; sha256: string }>`
    select scan_id, encode(sha256(convert_to(manifest, 'UTF8')), 'hex') as sha256
      from scan_manifests where stamp_id is null limit ${limit}`.execute(db)
  return rows
}

export interface StoredStamp {
  hashes: string
  token: string
  stamped_at: string
}

export async function stampWithId(db: Tx, stampId: string): Promise<StoredStamp | undefined> {
  const { rows } = await sql<StoredStamp>`
    select hashes, token, stamped_at from time_stamps where stamp_id = ${stampId}::uuid`.execute(db)
  return rows[0]
}

/** Keeps a stamp of the manifests of these scans, in the caller's transaction. */
export async function insertStamp(tx: Tx, { hashes, token, stamped_at }: StoredStamp, scanIds: string[]) {
  const { rows } = await sql<{ stamp_id: string }>`
    insert into time_stamps (hashes, token, stamped_at) values (${hashes}, ${token}, ${stamped_at}::timestamptz)
    returning stamp_id`.execute(tx)
  await sql`update scan_manifests set stamp_id = ${rows[0]?.stamp_id}::uuid
             where scan_id = any(${scanIds}::uuid[]) and stamp_id is null`.execute(tx)
}

/** Of which no scan is left. */
export async function deleteIdleStamps(db: Tx) {
  await sql`delete from time_stamps t
             where not exists (select from scan_manifests m where m.stamp_id = t.stamp_id)`.execute(db)
}
